"""Format the judge's messages, which contain numbers, titles and editions, but no sentences of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.citations.judge.judge_context import JudgeContext
    from graph.citations.judge.lineage_locator import LocatedRule


class NumberOutcome(NamedTuple):
    """The outcome for a rule that lost its number.

    Attributes:
        place: Its place in the target edition.
        broken: Id of the first edition in which it no longer had the number; None if unknown.
        message: Both in words: `since 2021-04-22 (Strixhaven: School of Mages) it is 702.37e`.
    """

    place: LocatedRule
    broken: str | None
    message: str

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Return the numbers to cite instead; none if the aligner did not decide."""
        return self.place.numbers if self.place.sure else ()

    @property
    def cause(self) -> tuple[str, ...]:
        """Return a key that is the same for all rules that lost their numbers in one change."""
        return (self.broken or "", str(self.place.same), str(bool(self.place.keys)))


def find_outcome(known: JudgeContext, lineage: str, start: str, target: str, broken: str | None) -> NumberOutcome:
    """Return the outcome for a rule that lost its number.

    Args:
        known: The facts and caches of the run.
        lineage: Id of the rule's lineage.
        start: Id of an edition that has the rule.
        target: Id of the target edition.
        broken: Id of the first edition in which the rule no longer had its number; None if unknown.
    """
    place = known.where.place(lineage, start, target)
    wheres = describe_place(known, place, target)
    if broken is None:
        return NumberOutcome(place, None, wheres)
    if not place.keys or known.where.place(lineage, start, broken).keys == place.keys:
        return NumberOutcome(place, broken, f"since {known.name_edition(broken)} {describe_move(place)}")
    return NumberOutcome(place, broken, f"with {known.name_edition(broken)} it moved, and {wheres}")


def describe_place(known: JudgeContext, place: LocatedRule, target: str) -> str:
    """Return the words for a rule's place in the target edition: `it is now 702.37e`, `in 2009-07-11 it is 702.34e`."""
    return describe_move(place, "now") if known.is_newest(target) else f"in {target} {describe_move(place)}"


def describe_move(place: LocatedRule, now: str = "") -> str:
    """Return the words for a rule's place: `it is 702.37e`, with `now` behind the verb."""
    keys = [*place.numbers, *(f"the glossary entry {term}" for term in place.terms)]
    blank = f" {now}" if now else ""
    if not keys:
        return f"it is{blank} gone"
    if not place.sure:
        return f"it may{blank} be {join_words(keys, 'or')}"
    return f"it is{blank} {keys[0]}" if place.same else f"its words are{blank} in {join_words(keys)}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def describe_number(known: JudgeContext, edition: str, number: str) -> str:
    """Return the title of a number in an edition: `"Storm"`, `part of "Storm" (702.40)`; empty without a title."""
    shown = known.titles.find_shown_title(edition, number)
    if shown is None:
        return ""
    heading, bearer = shown
    return f'"{heading}"' if bearer == number else f'part of "{heading}" ({bearer})'


def number_with_title(known: JudgeContext, edition: str, number: str) -> str:
    """Return a number with its title: `702.40a, part of "Storm" (702.40)`."""
    return ", ".join(filter(None, (number, describe_number(known, edition, number))))


def describe_present(known: JudgeContext, edition: str, number: str, before: str) -> str:
    """Return the words for what a number is, to follow a verb, if it was another rule in the edition `before`."""
    if same_title(known, edition, number, before):
        return f"another rule {describe_number(known, edition, number).removeprefix('part ')}"
    return describe_rule(known, edition, number)


def same_title(known: JudgeContext, edition: str, number: str, before: str) -> bool:
    """Return whether a number is below the same title in two editions, and does not have the title itself."""
    shown, was = known.titles.find_shown_title(edition, number), known.titles.find_shown_title(before, number)
    return shown is not None and was is not None and shown[0] == was[0] and shown[1] != number


def describe_rule(known: JudgeContext, edition: str, number: str) -> str:
    """Return the words for what a number is, to follow a verb; "another rule" if it has no title and none above it."""
    return describe_number(known, edition, number) or "another rule"
