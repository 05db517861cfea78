"""Recognises copies of the rules in a tree by their text, in any format: they are the rules, and cite nothing."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.citations.records import Citation
    from rules.links import Version

_COPY = "it is a copy of the Comprehensive Rules"
LEAST_NUMBERS = 2
"""A file with fewer numbers is never a copy."""
_LEAST, _LEAST_LINES, _FEWEST_LINES = 40, 60, 3
"""Minimum of numbers with their words, and of lines, of a copy; and of the lines of a short copy, of which nearly the
whole file must consist. What has fewer is an excerpt with citations."""
_SAMPLE = 60
_RESEMBLES = 0.5
_ENOUGH = 0.6
"""Minimum share of the sampled numbers that must be followed by text of their rule."""
_COVERED, _COVERED_OF_FEW = 0.35, 0.5
"""Minimum share of the file that must be such text, and of one with few numbers: code that quotes rules has more of its
own. Of whole editions 0.47 and more is found, since only the beginnings of rules are compared."""
_FEW = 200
"""Numbers below which a file cannot be an edition: the first had 350 rules."""
_LONGEST = 300
"""Maximum number of characters to examine after a number."""
_MORE = 4
"""Number of characters assumed between a number and its heading."""
_EDITION = 0.9
_LEAST_WORDS = 8
"""Minimum words of a line that is compared with the rules; shorter ones are headings, stock phrases or code."""
_LINES, _OF_RULES = 0.65, 0.9
"""Minimum share of a file that such lines must be, and of their words that the rules must have. A copy of the glossary
had 0.70 and 0.97, code between comments that repeat the rules 0.64 and 0.86."""
_NEARLY_ALL = 0.83
"""Minimum share of a short file that must be words of rules. Chapters in files of their own had at least 0.85, with
their headings; the nearest other file, a comment of 50 lines above an enumeration, had 0.57."""
_CHANCES = 3
"""Lines of full length after which a text that is none of the rules is not examined further."""
_WORDS = re.compile(r"[^\W_]+")


class RuleFacts(Protocol):
    """The part of the ledger that is needed here."""

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return all versions that ever had a key."""

    def resembling(self, text: str) -> dict[str, float]:
        """Return by lineage the share of a text's fingerprints that some version of the lineage has."""

    def heading(self, edition: str, key: str) -> str | None:
        """Return a record's own heading."""


@dataclass(frozen=True, slots=True)
class _Match:
    """A number followed by text of its rule: the length in characters, and the versions with that text."""

    length: int
    versions: tuple[Version, ...]


class Copies:
    """Recognises copies of the rules.

    Args:
        facts: The ledger.
    """

    def __init__(self, facts: RuleFacts) -> None:
        self._facts = facts

    def describe(self, text: str, citations: Sequence[Citation]) -> str | None:
        """Return what a file is a copy of, in words; None if it is no copy.

        Args:
            text: The whole file.
            citations: The citations found in it.
        """
        by_numbers = self._compare_numbers(text, citations)
        if by_numbers is not None:
            return f"{_COPY}{by_numbers}"
        return f"{_COPY}, by its words" if self._has_lines_of_rules(text) else None

    def _has_lines_of_rules(self, text: str) -> bool:
        """Return whether most of a text is lines of the rules, of which the subrules may have lost their numbers."""
        lines = [line for line in text.splitlines() if len(line.split(None, _LEAST_WORDS)) >= _LEAST_WORDS]
        share = sum(map(len, lines)) / max(1, len(text))
        of_rules = _OF_RULES if len(lines) >= _LEAST_LINES and share >= _LINES else _NEARLY_ALL / max(share, 0.01)
        if len(lines) < _FEWEST_LINES or of_rules > 1:
            return False
        sampled = [line.strip()[:_LONGEST] for line in lines[:: max(1, len(lines) // _SAMPLE)]]
        total = sum(map(len, sampled))
        length = tried = 0.0
        for line in sampled:
            length += max(self._facts.resembling(line).values(), default=0.0) * len(line)
            tried += len(line)
            if tried - length > (1 - of_rules) * total or (tried > _CHANCES * _LONGEST and length < tried / 2):
                return False
        return True

    def _compare_numbers(self, text: str, citations: Sequence[Citation]) -> str | None:
        """Return the editions that a file's numbers fit if words of their rules follow them; None if they do not."""
        ends = [citation.start for citation in citations[1:]] + [len(text)]
        places = [
            (citation.numbers[0], citation.end, min(end, citation.end + _LONGEST))
            for citation, end in zip(citations, ends, strict=True)
            if citation.form == "number" and end - citation.end > len(citation.numbers[0])
        ]
        if len(places) < _LEAST:
            return None
        step = max(1, len(places) // _SAMPLE)
        sampled = places[::step]
        weight = len(places) / len(sampled)
        covered = (_COVERED if len(places) >= _FEW else _COVERED_OF_FEW) * len(text)
        longest = sum(len(number) + end - start + _MORE for number, start, end in sampled)
        if longest * weight < covered:
            return None  # true of most files: the text after their numbers is too small a part
        matches: list[_Match] = []
        for tried, (number, start, end) in enumerate(sampled):
            match = self._match(number, text[start:end])
            if match:
                matches.append(match)
            elif tried + 1 - len(matches) > (1 - _ENOUGH) * len(sampled):
                return None
        if sum(match.length for match in matches) * weight < covered:
            return None
        return _describe_editions(matches)

    def _match(self, number: str, words: str) -> _Match | None:
        holders = self._facts.holders(number)
        if not holders:
            return None
        said = " ".join(_WORDS.findall(words)).lower()
        for version in reversed(holders):
            heading = " ".join(_WORDS.findall(self._facts.heading(version.last, number) or "")).lower()
            if heading and said.startswith(heading):
                return _Match(len(number) + len(heading) + _MORE, tuple(holders))
        likeness = self._facts.resembling(words)
        share = max((likeness.get(holder.lineage, 0.0) for holder in holders), default=0.0)
        likest = tuple(holder for holder in holders if likeness.get(holder.lineage, 0.0) == share)
        return _Match(len(number) + round(len(words) * share), likest) if share >= _RESEMBLES else None


def _describe_editions(matches: Sequence[_Match]) -> str:
    """Return the editions that most numbers fit, as `, of 2025-11-14 to 2026-02-27 by its numbers`.

    If no edition fits nearly all numbers: `, or of parts of several editions`.
    """
    days = sorted({day for match in matches for version in match.versions for day in (version.first, version.last)})
    counts: Counter[str] = Counter()
    for match in matches:
        counts.update(day for day in days if any(version.first <= day <= version.last for version in match.versions))
    most = max(counts.values(), default=0)
    best = [day for day in days if counts[day] == most]
    if most < _EDITION * len(matches):
        return ", or of parts of several editions"
    return f", of {best[0]}" + (f" to {best[-1]}" if best[1:] else "") + " by its numbers"
