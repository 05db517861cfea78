"""Comments that suppress findings: which there are, what each covers, which are wrong or unused."""

import bisect
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from comprules.lint.decode import DecodedText
from graph.citations.codes import CODES, INTERNAL, UNUSED, code_of, unknown_code
from graph.citations.records import DIRECTIVE, Citation, Fault
from rules.late_patterns import compile_late

if TYPE_CHECKING:
    pass

Scope = Literal["line", "next-line", "file"]
MARK = DIRECTIVE.encode()
"""A file without these bytes has no such comment."""
_IGNORE = compile_late(rf"(?<![\w-]){DIRECTIVE}[ \t]*ignore(-next-line|-file)?(?![\w-])(?:\[([^\]\r\n]{{0,200}})\])?")
_NEAREST_FIRST: tuple[Scope, ...] = ("line", "next-line", "file")


class Ignore(msgspec.Struct, frozen=True):
    """A comment that suppresses findings.

    Attributes:
        scope: What it covers.
        line: The line it covers, or for scope `file` the line it is on; from 1.
        codes: The codes it names; None for all.
        words: The words in the brackets, also those that are no codes.
        start: Offset of its first character.
        end: Offset after it, without the reason.
    """

    scope: Scope
    line: int
    codes: frozenset[str] | None
    words: tuple[str, ...]
    start: int
    end: int


def find_ignores(lines: DecodedText) -> tuple[Ignore, ...]:
    """Return the comments in a text, in order."""
    ignores = []
    for match in _IGNORE.finditer(lines.text):
        scope: Scope = "next-line" if match[1] == "-next-line" else "file" if match[1] == "-file" else "line"
        line = lines.place(match.start())[0] + (scope == "next-line")
        words = [word for word in (match[2] or "").split(",") if word.strip()]
        codes = frozenset(code for word in words if (code := code_of(word)))
        ignores.append(Ignore(scope, line, codes if words else None, tuple(words), match.start(), match.end()))
    return tuple(ignores)


def select_outside(citations: Iterable[Citation], ignores: Sequence[Ignore]) -> tuple[Citation, ...]:
    """Return the citations outside such comments: `ignore[CR100]` would look like a citation of chapter 100."""
    starts = [ignore.start for ignore in ignores]
    before = ((citation, bisect.bisect_left(starts, citation.end)) for citation in citations)
    return tuple(citation for citation, count in before if not count or ignores[count - 1].end <= citation.start)


def apply(
    ignores: Sequence[Ignore], faults: Sequence[Fault], lines: DecodedText, possible: Collection[str]
) -> tuple[list[Fault], int]:
    """Return the findings of a file that remain, and what is wrong with its comments.

    Args:
        ignores: The comments, in order.
        faults: All findings, also of codes that are not reported.
        lines: The lines of the text.
        possible: The codes that can occur in this run; a comment that names others is not reported as unused.

    Returns:
        The findings that no comment covers and those about comments, by place; and the number of suppressed ones.
    """
    if not ignores:
        return list(faults), 0
    ignores = sorted(ignores, key=lambda ignore: _NEAREST_FIRST.index(ignore.scope))
    used: dict[Ignore, set[str]] = {ignore: set() for ignore in ignores}
    # Line (0 for the whole file) and code (None for all) → the comments, those with the nearest scope first.
    covering: dict[tuple[int, str | None], list[Ignore]] = defaultdict(list)
    for ignore in ignores:
        for code in (None,) if ignore.codes is None else ignore.codes:
            covering[0 if ignore.scope == "file" else ignore.line, code].append(ignore)

    def lets_pass(fault: Fault, but: Ignore | None = None) -> bool:
        """Return whether a comment covers a finding, and note the nearest as used; none covers one about itself."""
        first, last = (lines.place(offset)[0] for offset in (fault.start, max(fault.start, fault.end - 1)))
        for line in (*range(first, last + 1), 0) if fault.code != INTERNAL else ():
            of_codes = (covering.get((line, code), ()) for code in (None, fault.code))
            nearest = (next((ignore for ignore in some if ignore is not but), None) for some in of_codes)
            if found := list(filter(None, nearest)):
                used[min(found, key=lambda ignore: (_NEAREST_FIRST.index(ignore.scope), ignore.start))].add(fault.code)
                return True
        return False

    left = [fault for fault in faults if not lets_pass(fault)]
    passed = len(faults) - len(left)
    # Comments for files come last: they may cover a finding about another comment.
    for ignore in ignores:
        complaints = _find_complaints(ignore, used[ignore], possible)
        left += [complaint for complaint in complaints if not lets_pass(complaint, but=ignore)]
    return sorted(left, key=lambda fault: (fault.start, fault.end, fault.code)), passed


def _find_complaints(ignore: Ignore, used: set[str], possible: Collection[str]) -> list[Fault]:
    """Return the findings about a comment: unknown codes in it, and codes that it suppresses but that do not occur."""
    messages = [problem for word in ignore.words if (problem := unknown_code(word))]
    where = {"line": "on this line", "next-line": "on the next line", "file": "in this file"}[ignore.scope]
    if ignore.codes is None and not used:
        messages.append(f"nothing is found {where}; take this comment away")
    elif ignore.codes is not None:
        idle = sorted((ignore.codes - used - {UNUSED}) & frozenset(possible))
        if idle:
            whole = idle == sorted(ignore.codes) and not messages
            remedy = "take this comment away" if whole else "take that out of the comment"
            messages.append(
                f"{', '.join(f'{code} {CODES[code].name}' for code in idle)} is not found {where}; {remedy}"
            )
    return [
        Fault(
            UNUSED,
            f"{words[:1].upper()}{words[1:]}{'' if words.endswith('?') else '.'}",
            start=ignore.start,
            end=ignore.end,
        )
        for words in messages
    ]
