"""Format the judge's messages, which contain numbers, titles and editions, but no sentences of the rules.

A *period* is the time in which a number named one rule; a *destination* says where that rule is in the target edition.
"""

from graph.history import Destination, History, Period
from rules.sentences import join_words


def describe_change(history: History, period: Period, destination: Destination, target: str) -> str:
    """Return the edition in which a rule lost its number, and where it is now, in words.

    For example `since 2021-04-22 (Strixhaven) it is 702.37e`.

    Args:
        history: The history of the rules.
        period: The period in which the number named the rule.
        destination: Where the rule is in the target edition.
        target: Id of the target edition.
    """
    broken = find_break(history, period, target)
    if broken is None:
        return describe_place(history, destination, target)
    keys_after_break = history.destinations.of_period(period, broken).keys
    has_same_main_key = keys_after_break[:1] == destination.keys[:1]
    if has_same_main_key and set(destination.keys).issubset(keys_after_break):
        return f"since {history.calendar.name_edition(broken)} {describe_move(destination)}"
    return f"{history.calendar.name_edition(broken)} moved it, and {describe_place(history, destination, target)}"


def find_break(history: History, period: Period, target: str) -> str | None:
    """Return the first edition in which a rule no longer had its number; None if the target edition is not later."""
    return history.calendar.edition_after(period.last) if period.last < target else None


def describe_place(history: History, destination: Destination, target: str) -> str:
    """Return the place of a rule in the target edition: `it is now 702.37e`, `on 2009-07-11 it is 702.34e`."""
    if target == history.calendar.newest:
        return describe_move(destination, "now")
    return f"on {target} {describe_move(destination)}"


def describe_move(destination: Destination, now: str = "") -> str:
    """Return the place of a rule, in words.

    - `it is gone`, if no record goes on with it;
    - `it may be 702.37e or 702.41`, if the place is unsure;
    - `its words are in 702.37e`, if the rule ended and others have its words;
    - `it is 702.37e, and parts of it are in 702.37f`, or just `it is 702.37e`.

    Args:
        destination: Where the rule is.
        now: A word to print after the verb, such as `now`.
    """
    keys = [*destination.numbers, *(f"the glossary entry {term}" for term in destination.terms)]
    blank = f" {now}" if now else ""
    if not keys:
        return f"it is{blank} gone"
    if not destination.sure:
        return f"it may{blank} be {join_words(keys, 'or')}"
    if not destination.lineage_continues:
        return f"its words are{blank} in {join_words(keys)}"
    key, *parts = keys
    moved = f"it is{blank} {key}"
    return f"{moved}, and parts of it are in {join_words(parts)}" if parts else moved


def describe_number(history: History, edition: str, number: str) -> str:
    """Return the title of a number in an edition: `"Storm"`, `part of "Storm" (702.40)`; empty without a title."""
    shown = history.titles.shown(edition, number)
    if shown is None:
        return ""
    heading, holder = shown
    if holder == number:
        return f'"{heading}"'
    return f'part of "{heading}" ({holder})'


def number_with_title(history: History, edition: str, number: str) -> str:
    """Return a number with its title: `702.40a, part of "Storm" (702.40)`."""
    return ", ".join(filter(None, (number, describe_number(history, edition, number))))


def describe_rule(history: History, edition: str, number: str, before: str | None = None) -> str:
    """Return the meaning of a number in an edition, in words that follow a verb: `part of "Storm" (702.40)`.

    "another rule" if neither the number nor a number above it has a title.

    Args:
        history: The history of the rules.
        edition: The edition.
        number: The number.
        before: An edition in which the number was another rule. If that was below the same title, the result is
            "another rule of" that title.
    """
    shown = history.titles.shown(edition, number)
    shown_before = history.titles.shown(before, number) if before else None
    if shown is not None and shown_before is not None:
        heading, holder = shown
        heading_before, _ = shown_before
        if heading == heading_before and holder != number:
            return f'another rule of "{heading}" ({holder})'
    return describe_number(history, edition, number) or "another rule"


def describe_present(history: History, edition: str, number: str, before: str) -> str:
    """Return a sentence about the rule that a number names now.

    Args:
        history: The history of the rules.
        edition: The target edition.
        number: The number.
        before: An edition in which the number was another rule.
    """
    rule = describe_rule(history, edition, number, before)
    if edition == history.calendar.newest:
        return f"{number} is now {rule}."
    return f"On {edition} {number} is {rule}."
