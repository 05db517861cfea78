"""A file as it was read, with its citations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from comprules.lint.data_files import UNREPORTED, describe_data
from comprules.lint.decode import DecodedText, decode, is_binary
from comprules.lint.ignores import MARK, Ignore, find_ignores, select_outside
from comprules.lint.notices import Notice, report_skipped
from comprules.lint.own_reports import describe_own
from comprules.lint.read import File
from comprules.lint.settings import Settings
from graph.citations.records import Citation, TooManyCitationsError
from graph.citations.rulings import RulingCitation, might_cite_rulings
from graph.history import History

if TYPE_CHECKING:
    from graph.citations.find.foreign import ForeignNumbers


class ScannedFile(DecodedText, frozen=True, kw_only=True, dict=True):
    """A file as it was read, with its citations; its text is empty if it cannot cite anything, or was skipped.

    Attributes:
        path: The file, by the path that led to it.
        ignores: Its comments that suppress findings.
        citations: Its citations, outside of such comments, with the stamps of their blocks; no placeholders.
        notices: Why it was skipped.
        searched: Whether it counts as searched.
        data: Its bytes.
    """

    path: str
    ignores: tuple[Ignore, ...] = ()
    citations: tuple[Citation, ...] = ()
    notices: tuple[Notice, ...] = ()
    searched: bool = False
    data: bytes = b""

    def is_ignored(self, citation: Citation | RulingCitation) -> bool:
        """Return whether a comment that suppresses findings applies to a citation."""
        first, _ = self.place(citation.start)
        last, _ = self.place(citation.end - 1)
        return any(ignore.scope == "file" or first <= ignore.line <= last for ignore in self.ignores)


class Scanner:
    """Finds the citations of files, without judging them.

    Args:
        settings: The settings that decide for the files.
        open_history: Returns the history of all rules; called once a file has a citation.
    """

    def __init__(self, settings: Settings, open_history: Callable[[], History]) -> None:
        self._settings = settings
        self._open_history = open_history

    def scan_content(self, file: File, data: bytes | Notice) -> ScannedFile:
        """Find the citations of a file that was read.

        Args:
            file: The file.
            data: Its bytes, or why they are not read.
        """
        if isinstance(data, Notice):
            return ScannedFile("", path=file.path, notices=(data,))
        return self.scan_bytes(file.path, data, named=file.named)

    def scan_bytes(self, path: str, data: bytes, *, named: bool) -> ScannedFile:
        """Find the citations in the bytes of a file.

        In this order, a file is
        - skipped if it is binary,
        - searched, without a result, if nothing in it can be a citation or a comment for comprules,
        - skipped if it is data, such as a lock file or a report of comprules,
        - skipped with a notice if the configuration declares that it cites no rules,
        - read as text (`_scan_text`).

        Args:
            path: Its path, which decides what is declared for it.
            data: Its content.
            named: Whether the user named this file; then a notice says that it is skipped, whatever the reason.
        """
        if is_binary(data):
            if named:
                return _skip(path, "it is binary")
            return ScannedFile("", path=path)
        cites_rules = self._settings.says_cites_rules(path)
        if not self._might_cite(path, data, cites_rules):
            return ScannedFile("", path=path, searched=True)
        kind = describe_own(data) or describe_data(path, data)
        if kind is not None:
            if named or kind not in UNREPORTED:
                return _skip(path, f"it is {kind}")
            return ScannedFile("", path=path)
        if cites_rules is False:
            return _skip(path, "it cites no rules", ", says the configuration")
        return self._scan_text(path, data, cites_rules)

    def _might_cite(self, path: str, data: bytes, cites_rules: bool | None) -> bool:
        """Return whether bytes may have a citation, or a comment for comprules; the search for both is much slower."""
        from graph.citations.find.reasons import might_cite  # noqa: PLC0415 - not needed for `--help`

        is_declared_to_cite = cites_rules
        if cites_rules is False:
            # Such a file is searched like an undeclared one: if it might cite, a notice says that it is skipped.
            is_declared_to_cite = None
        if MARK in data or might_cite(data, cites_rules=is_declared_to_cite):
            return True
        return self._settings.cites_rulings(path) and might_cite_rulings(data)

    def _scan_text(self, path: str, data: bytes, cites_rules: bool | None) -> ScannedFile:
        """Find the citations of a file that might have some.

        A file whose numbers are of something else is skipped with a notice, and so is a file with too many citations.

        Args:
            path: The path of the file.
            data: Its content.
            cites_rules: Whether the file cites the rules, as declared; None if the words next to its numbers decide.
        """
        from graph.citations.find.finder import find_citations  # noqa: PLC0415 - not needed for `--help`

        decoded = decode(data)
        try:
            found = find_citations(decoded.text, cites_rules=cites_rules)
        except TooManyCitationsError as error:
            return _skip(path, f"it has {error}", "; split it, or skip it with `exclude`")
        # A placeholder such as CR 702.X names no rule that could be checked.
        citations = [citation for citation in found if citation.form != "placeholder"]
        foreign = self._describe_foreign(decoded.text, citations)
        if foreign is not None:
            notice = report_skipped(path, foreign.kind, foreign.reason, foreign.aside, len(citations))
            return ScannedFile("", path=path, notices=(notice,))
        copied = self._find_copied_blocks(decoded.text, citations)
        notices = tuple(_describe_block(path, decoded, block, citations) for block in copied)
        if copied:
            citations = self._leave_out_blocks(decoded.text, citations, copied)
        citations = self._mark_texts_of_tests(decoded.text, citations)
        ignores: tuple[Ignore, ...] = ()
        if MARK in data:
            ignores = find_ignores(decoded)
        return ScannedFile(
            **asdict(decoded),
            path=path,
            ignores=ignores,
            citations=select_outside(citations, ignores),
            notices=notices,
            searched=True,
            data=data,
        )

    def _find_copied_blocks(self, text: str, citations: Sequence[Citation]) -> Sequence[range]:
        """Return the bounds of the strings and fenced blocks of a file that are copies of the rules."""
        from graph.citations.find.copied_blocks import find_copied_blocks  # noqa: PLC0415 - not needed for `--help`

        if not citations:
            return ()
        return find_copied_blocks(text, citations, self._open_history().ledger)

    def _leave_out_blocks(self, text: str, citations: Sequence[Citation], blocks: Sequence[range]) -> list[Citation]:
        """Return the citations that are in none of some copies; those whose sentence is in one, too, are marked."""
        from graph.citations.find.copied_sentences import (  # noqa: PLC0415 - not needed for `--help`
            mark_copied_sentences,
        )

        return mark_copied_sentences(text, citations, blocks)

    def _mark_texts_of_tests(self, text: str, citations: Sequence[Citation]) -> list[Citation]:
        """Return the citations of a file; those in made-up rules and expected sentences of its tests are marked.

        Those in made-up rules have their own numbers as `change_numbers`, those in expected sentences `is_expected`.
        """
        from graph.citations.find.texts_of_tests import mark_texts_of_tests  # noqa: PLC0415 - not needed for `--help`

        if not citations:
            return []
        return mark_texts_of_tests(text, citations, self._open_history().ledger)

    def _describe_foreign(self, text: str, citations: Sequence[Citation]) -> ForeignNumbers | None:
        """Return the reason why the numbers of a file are not citations; None if they can be citations.

        Such a file is a copy of the rules, a comparison of two editions, or about another game.
        """
        from graph.citations.find.foreign import describe_foreign  # noqa: PLC0415 - not needed for `--help`

        if not citations:
            return None
        history = self._open_history()
        return describe_foreign(text, citations, lambda number: bool(history.periods.of_key(number)), history.ledger)


def _describe_block(path: str, decoded: DecodedText, block: range, citations: Sequence[Citation]) -> Notice:
    """Return the notice that a part of a file is skipped, because it is a copy of the rules.

    Args:
        path: The path of the file.
        decoded: Its text.
        block: The bounds of the part.
        citations: The citations of the whole file.
    """
    first, _ = decoded.place(block.start)
    last, _ = decoded.place(block.stop - 1)  # a fenced block ends with a line end, which is of its last line
    count = sum(citation.start in block for citation in citations)
    reason = "the text there is a copy of the Comprehensive Rules"
    return report_skipped(f"{path}:{first}", "content", reason, f" (up to line {last})", count)


def _skip(path: str, reason: str, aside: str = "") -> ScannedFile:
    """Return a file that is not searched, with a notice.

    Args:
        path: The file.
        reason: Why it is skipped; the same words for all such files.
        aside: What the notice says about this file alone, with the punctuation before it.
    """
    return ScannedFile("", path=path, notices=(report_skipped(path, "content", reason, aside),))
