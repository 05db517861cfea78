"""Evidence of a tree's editions in its files besides their citations, for `comprules init`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from comprules.lint.dating import TreeEvidence, has_moved, relative_path
from comprules.lint.decode import decode
from comprules.lint.git_dates import find_last_changes
from comprules.lint.init_answers import CopyInTree, UndeclaredFile
from comprules.lint.notices import Notice
from comprules.lint.other_rules import find_other_rules
from comprules.lint.read import File
from comprules.lint.stated_editions import find_stated_editions
from graph.citations.records import Citation
from graph.history import History
from graph.ledger import Ledger
from graph.ledger.copied_edition import find_copied_edition, find_edition_of_parts, is_whole_copy

_MOST_COPIES = 8
"""Maximum number of whole copies of the rules that are read again for their edition, since each takes a while."""
_MOST_PARTS = 1_000
"""Maximum number of files that are read again for that; an edition has about 150 chapters."""


def collect_evidence(
    cited: Sequence[tuple[str, Citation]],
    notices: Iterable[Notice],
    root: Path,
    history: History,
    files: Iterable[File] = (),
) -> TreeEvidence:
    """Return the evidence in a tree besides its citations.

    Args:
        cited: Its citations, with the paths of their files relative to it.
        notices: What was skipped in it.
        root: The folder of the tree.
        history: The history of the rules.
        files: Its files, which may name files of the rules.
    """
    notices = list(notices)

    def has_moved_since(number: str, edition: str) -> bool:
        return has_moved(history, number, edition, history.calendar.newest)

    copies = _list_copies(notices, root, history.ledger)
    copied = {copy.edition for copy in copies}
    stated = find_stated_editions(files, root, history)
    return TreeEvidence(
        changed=find_last_changes(root, {path for path, _ in cited}),
        copies=copies,
        stated=tuple(edition for edition in stated if edition.edition not in copied),
        other_rules=find_other_rules(cited, notices, root, history),
        unread=tuple(_list_unread(notices, root)),
        has_moved=has_moved_since,
    )


def _list_unread(notices: Iterable[Notice], root: Path) -> Iterator[UndeclaredFile]:
    """Yield the files that could not be read, or were too large, with the reason."""
    for notice in notices:
        if notice.kind in {"unread", "size"} and Path(notice.path).is_file():
            yield UndeclaredFile(relative_path(notice.path, root), notice.message)


def _list_copies(notices: Iterable[Notice], root: Path, ledger: Ledger) -> tuple[CopyInTree, ...]:
    """Return the copies of the rules in a tree whose edition is known; a folder of parts of one is a copy as well.

    Only the first `_MOST_COPIES` whole copies are read for their numbers, and `_MOST_PARTS` files altogether.
    """
    copies: list[CopyInTree] = []
    parts_of: dict[str, list[str]] = {}  # folder → the texts of the parts in it
    whole = 0
    for path in [notice.path for notice in notices if notice.kind == "copy"][:_MOST_PARTS]:
        try:
            text = decode(Path(path).read_bytes()).text
        except OSError:  # it was readable a moment ago
            continue
        if not is_whole_copy(text):
            parts_of.setdefault(str(Path(path).parent), []).append(text)
        elif whole < _MOST_COPIES:
            whole += 1
            copies.extend(_make_copy(path, find_copied_edition(text, ledger), root))
    for folder, parts in parts_of.items():
        copies.extend(_make_copy(folder, find_edition_of_parts(parts, ledger), root))
    return tuple(copies)


def _make_copy(path: str, edition: str | None, root: Path) -> Iterator[CopyInTree]:
    """Yield the copy of an edition in a file or folder; nothing if its edition is unknown."""
    if edition is not None:
        yield CopyInTree(relative_path(path, root), edition)
