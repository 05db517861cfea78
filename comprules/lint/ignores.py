"""Comments that suppress findings, such as `comprules: ignore[CR002] reason`."""

import bisect
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import Literal

import msgspec

from comprules.lint.decode import DecodedText
from graph.citations.codes import CODES, INTERNAL, UNUSED, code_of, unknown_code
from graph.citations.records import DIRECTIVE, Citation, Fault
from rules.late_patterns import compile_late
from rules.sentences import capitalize

Scope = Literal["line", "next-line", "file"]
MARK = DIRECTIVE.encode()
"""A file without these bytes has no such comment."""
_IGNORE = compile_late(rf"(?<![\w-]){DIRECTIVE}[ \t]*ignore(-next-line|-file)?(?![\w-])(?:\[([^\]\r\n]{{0,200}})\])?")
_SCOPES: dict[str | None, Scope] = {None: "line", "-next-line": "next-line", "-file": "file"}
_NEAREST_FIRST: tuple[Scope, ...] = ("line", "next-line", "file")
_WHERE = {"line": "on this line", "next-line": "on the next line", "file": "in this file"}
_WHOLE_FILE = 0
"""The line of a comment that covers the whole file; other lines are numbered from 1."""


class Ignore(msgspec.Struct, frozen=True):
    """A comment that suppresses findings.

    Attributes:
        scope: What it covers: its own line, the next line, or the file.
        line: The line that it covers; for scope `file` the line on which it is; from 1.
        codes: The codes that it names; None for all.
        words: The words in the brackets, also those that are no codes.
        start: Offset of its first character.
        end: Offset after the closing bracket; the reason after it is not part of the comment.
    """

    scope: Scope
    line: int
    codes: frozenset[str] | None
    words: tuple[str, ...]
    start: int
    end: int

    @property
    def distance(self) -> int:
        """Return 0 for a comment on the covered line, 1 for one on the line before, 2 for one about the whole file."""
        return _NEAREST_FIRST.index(self.scope)

    @property
    def covered_line(self) -> int:
        """Return the line that it covers, or `_WHOLE_FILE`."""
        if self.scope == "file":
            return _WHOLE_FILE
        return self.line


def find_ignores(lines: DecodedText) -> tuple[Ignore, ...]:
    """Return the comments in a text, in order."""
    return tuple(_read_comment(match, lines) for match in _IGNORE.finditer(lines.text))


def _read_comment(match: re.Match[str], lines: DecodedText) -> Ignore:
    """Return the comment that a match of `_IGNORE` is: group 1 is its scope, group 2 the words in brackets."""
    scope = _SCOPES[match[1]]
    line, _ = lines.place(match.start())
    if scope == "next-line":
        line += 1
    words = tuple(word for word in (match[2] or "").split(",") if word.strip())
    codes = frozenset(code for word in words if (code := code_of(word)))
    return Ignore(
        scope=scope, line=line, codes=codes if words else None, words=words, start=match.start(), end=match.end()
    )


def select_outside(citations: Iterable[Citation], ignores: Sequence[Ignore]) -> tuple[Citation, ...]:
    """Return the citations outside of comments for comprules.

    In such a comment, `ignore[CR100]` would look like a citation of chapter 100.

    Args:
        citations: The citations of a text.
        ignores: The comments of the text, in order.
    """
    starts = [ignore.start for ignore in ignores]
    outside = []
    for citation in citations:
        comments_before = bisect.bisect_left(starts, citation.end)
        if comments_before == 0 or ignores[comments_before - 1].end <= citation.start:
            outside.append(citation)
    return tuple(outside)


class IgnoreComments:
    """The comments of a file, and what each of them has suppressed so far.

    Args:
        ignores: The comments.
        lines: The lines of the text.
    """

    def __init__(self, ignores: Sequence[Ignore], lines: DecodedText) -> None:
        self._ignores = sorted(ignores, key=attrgetter("distance"))
        self._lines = lines
        self._used: dict[Ignore, set[str]] = {ignore: set() for ignore in ignores}
        self._covering: dict[tuple[int, str | None], list[Ignore]] = defaultdict(list)
        """Line and code (None for all) → the comments, those with the nearest scope first."""
        for ignore in self._ignores:
            codes: Iterable[str | None] = (None,)
            if ignore.codes is not None:
                codes = ignore.codes
            for code in codes:
                self._covering[ignore.covered_line, code].append(ignore)

    def suppress(self, fault: Fault, *, about: Ignore | None = None) -> bool:
        """Return whether a comment covers a finding, and remember that this comment was used.

        Args:
            fault: The finding.
            about: The comment that the finding is about, which does not cover it.
        """
        if fault.code == INTERNAL:
            return False
        first, _ = self._lines.place(fault.start)
        last, _ = self._lines.place(max(fault.start, fault.end - 1))
        for line in (*range(first, last + 1), _WHOLE_FILE):
            nearest = self._find_nearest(line, fault.code, about)
            if nearest is not None:
                self._used[nearest].add(fault.code)
                return True
        return False

    def find_complaints(self, possible: Collection[str]) -> list[Fault]:
        """Return the findings about comments that no other comment covers.

        Args:
            possible: The codes that can occur in this run; a comment that names others is not reported as unused.
        """
        complaints = []
        # Comments for files come last: they may cover a finding about another comment.
        for ignore in self._ignores:
            for message in _list_mistakes(ignore, self._used[ignore], possible):
                complaint = Fault(UNUSED, _as_sentence(message), start=ignore.start, end=ignore.end)
                if not self.suppress(complaint, about=ignore):
                    complaints.append(complaint)
        return complaints

    def _find_nearest(self, line: int, code: str, about: Ignore | None) -> Ignore | None:
        """Return the comment for a code on a line with the nearest scope, the first of several."""
        candidates = []
        for covered in (None, code):
            for ignore in self._covering.get((line, covered), ()):
                if ignore is not about:
                    candidates.append(ignore)
                    break
        return min(candidates, key=attrgetter("distance", "start"), default=None)


def apply_ignores(
    ignores: Sequence[Ignore], faults: Sequence[Fault], lines: DecodedText, possible: Collection[str]
) -> tuple[list[Fault], int]:
    """Return the findings of a file that no comment covers, together with findings about the comments.

    Args:
        ignores: The comments, in order.
        faults: All findings, also of codes that are not reported.
        lines: The lines of the text.
        possible: The codes that can occur in this run; a comment that names others is not reported as unused.

    Returns:
        The remaining findings, by place; and the number of suppressed ones.
    """
    comments = IgnoreComments(ignores, lines)
    remaining = [fault for fault in faults if not comments.suppress(fault)]
    suppressed = len(faults) - len(remaining)
    # After all findings: only then it is known which comments are used.
    remaining += comments.find_complaints(possible)
    return sorted(remaining, key=attrgetter("start", "end", "code")), suppressed


def _list_mistakes(ignore: Ignore, used: set[str], possible: Collection[str]) -> list[str]:
    """Return what is wrong with a comment: unknown codes in it, and codes that it names but that were not found.

    A comment without codes is wrong if it suppressed no finding.

    Args:
        ignore: The comment.
        used: The codes of the findings that it suppressed.
        possible: The codes that can occur in this run.
    """
    mistakes = [problem for word in ignore.words if (problem := unknown_code(word))]
    where = _WHERE[ignore.scope]
    if ignore.codes is None:
        if not used:
            mistakes.append(f"nothing is found {where}; remove this comment")
        return mistakes
    unused = sorted((ignore.codes - used - {UNUSED}) & frozenset(possible))
    if unused:
        is_needless = unused == sorted(ignore.codes) and not mistakes
        remedy = "remove that code from the comment"
        if is_needless:
            remedy = "remove this comment"
        names = ", ".join(f"{code} {CODES[code].name}" for code in unused)
        mistakes.append(f"{names} is not found {where}; {remedy}")
    return mistakes


def _as_sentence(words: str) -> str:
    end = "."
    if words.endswith("?"):
        end = ""
    return f"{capitalize(words)}{end}"
