"""The findings and citations of a document of an editor."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from comprules.lint.cache import ResultCache
from comprules.lint.cache_keys import ResultKeys
from comprules.lint.linter import Linter, shared_linter
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, report_left_out
from comprules.lint.read import File
from comprules.lint.records import Checked
from comprules.lint.reuse import Reuse, is_cache_faster
from graph.ledger import Ledger
from rules.abandonment import abandonable

LARGEST = 4_000_000
"""Characters; larger documents are not analysed: nobody edits them by hand, and the editor would have to wait."""


class DocumentState(msgspec.Struct, frozen=True):
    """A document as it is at a moment.

    Attributes:
        uri: Its address, as the editor writes it.
        path: Its path; the configuration is searched from there upwards.
        version: Its version; None if the editor does not count them.
        text: Its content, possibly unsaved.
        buffers: The configurations that are open in the editor, with their content.
        is_new: Whether it was just opened, so that its findings are worth remembering.
    """

    uri: str
    path: str
    version: int | None
    text: str
    buffers: Mapping[Path, bytes]
    is_new: bool = False


def analyse(
    ledger: Ledger, state: DocumentState, cache: ResultCache | None = None, proceed: Callable[[], None] = lambda: None
) -> Checked:
    """Find and judge the citations of a document.

    Args:
        ledger: The ledger with the editions that configurations name.
        state: The document.
        cache: The results of earlier runs; None to use none.
        proceed: Called often. It may raise an error that is no `Exception`, to end the work.

    Raises:
        ConfigError: The applicable configuration cannot be read, or names an unknown edition or finding.
    """
    path = state.path
    if len(state.text) > LARGEST:
        return Checked(
            notices=(Notice(path, "size", f"not checked: more than {LARGEST // 1_000_000} million characters"),)
        )
    linter, _ = open_linter(ledger, path, state.buffers)
    if not linter.settings.takes(path):
        return Checked(notices=(report_left_out(path),))
    data = state.text.encode("utf-8", "surrogatepass")

    def compute() -> Checked:
        with abandonable(proceed):
            return linter.check(linter.scanner.scan_bytes(path, data, named=True))

    if cache is None or not is_cache_faster([File(path, len(data))]):
        return compute()
    keys = ResultKeys("check", ledger)
    reuse: Reuse[Checked] = Reuse(cache, keys, Checked, is_lasting=lambda result: not result.internal_errors)
    return reuse.use_for_bytes(linter.settings, path, data, compute, remember=state.is_new)


def open_linter(ledger: Ledger, path: str, buffers: Mapping[Path, bytes]) -> tuple[Linter, TreeSettings]:
    """Return the linter for a document, and the configurations around it.

    A document that is in no folder, such as a new one, gets the settings of the current folder.

    Args:
        ledger: The ledger with the editions that configurations name.
        path: The path of the document.
        buffers: The configurations that are open in the editor, with their content.
    """
    folder = os.path.dirname(path)  # noqa: PTH120
    is_known = os.path.isdir(folder)  # noqa: PTH112 - never raises
    if not is_known:
        folder = os.getcwd()  # noqa: PTH109
    tree = TreeSettings([folder], ledger, buffers=buffers).with_settings(keep_citations=True)
    settings = tree.main
    if is_known:
        settings = tree.of_file(path)
    return shared_linter(settings, ledger), tree
