"""The numbers of an outline: their order, and which of them are doubled, skipped or out of order."""

import re
from collections.abc import Collection, Iterator, Sequence

from rules.records import Diagnostic, Rule
from scraper.labels import format_meant, in_times, report_gap, report_misplaced

MOST_SKIPPED = 3
"""Maximum number of missing numbers that are reported as a gap; where more are missing, they were left out on purpose,
as in an excerpt."""
LETTER = "[a-zа-я]"
"""A regular expression for the letter of a number: Latin or Cyrillic, in lower case."""
ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "абвгдежзиклмнопрстуфхцчшщэюя")
"""The letters of numbers in their order; Russian lists leave out ё, й, ъ, ы and ь."""
_PART = re.compile(rf"(?P<number>\d+|{LETTER})")


def split_number(number: str) -> list[str]:
    """Return the parts of a number: 1.2.3a → 1, 2, 3, a."""
    return _PART.findall(number)


def order(number: str) -> tuple[tuple[int, str], ...]:
    """Return the key that sorts numbers: 1.2 < 1.2a < 1.2.1 < 1.10."""
    return tuple(map(_order_part, split_number(number)))


def _order_part(part: str) -> tuple[int, str]:
    """Return the key that sorts a part of a number among others at its place: letters first, then numbers."""
    if part.isdecimal():
        return int(part), ""
    return 0, part


def parent_of(number: str) -> str | None:
    """Return the number one level up: 1.2.3a → 1.2.3 → 1.2 → 1 → None."""
    parts = split_number(number)
    if len(parts) == 1:
        return None
    return number[: len(number) - len(parts[-1])].rstrip(".")


def check_numbers(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    """Yield the oddities in the numbers of a document: those that are doubled, skipped or out of order.

    Args:
        rules: All rules, in the order of the document.
        name: The document's name in messages.
    """
    numbers = {rule.number for rule in rules}
    last_under: dict[str | None, str] = {}
    highest: Rule | None = None
    for rule in rules:
        if rule.ordinal > 1:
            adjoins = highest is not None and highest.number == rule.number
            yield _report_duplicate(rule, name, numbers, adjoins=adjoins)
            continue
        if highest is not None and order(rule.number) < order(highest.number):
            yield report_misplaced(rule, name, f"{rule.number} is printed after {highest.number}")
            continue
        missing = _list_missing(last_under.get(rule.parent), rule.number)
        if 0 < len(missing) <= MOST_SKIPPED and highest is not None:
            neighbours = f"{highest.number} is followed by {rule.number}"
            yield report_gap(rule, name, neighbours, missing, severity="warning")
        last_under[rule.parent] = rule.number
        highest = rule


def _report_duplicate(rule: Rule, name: str, numbers: Collection[str], *, adjoins: bool) -> Diagnostic:
    """Report a number that is printed again.

    Args:
        rule: The rule that has it again.
        name: The document's name in messages.
        numbers: All numbers of the document.
        adjoins: Whether the rule comes right after the one with the same number: then the next number was probably
            meant, as in 1.2, 1.2, 1.4.
    """
    meant = ""
    following = _number_after(rule.number)
    if following and adjoins and following not in numbers:
        meant = following
    message = f"{rule.number} is printed {in_times(rule.ordinal)}"
    hint = format_meant(meant)
    return Diagnostic("duplicate-number", "warning", message, name, rule.line, hint=hint, number=rule.key, meant=meant)


def can_follow(before: str, number: str) -> bool:
    """Return whether a number is one of those expected after another: 1.2 → 1.2.1, 1.2a, 1.3 or 2."""
    if number in (f"{before}.1", *(f"{before}{alphabet[0]}" for alphabet in ALPHABETS)):
        return True
    above: str | None = before
    while above is not None:
        if _number_after(above) == number:
            return True
        above = parent_of(above)
    return False


def _number_after(number: str) -> str | None:
    """Return the next number under the same parent: 1.2 → 1.3, 1.2a → 1.2b; None after a last or unknown letter."""
    last = split_number(number)[-1]
    lead = number[: len(number) - len(last)]
    if last.isdecimal():
        return f"{lead}{int(last) + 1}"
    following = _letters_after(last)
    if not following:
        return None
    return f"{lead}{following[0]}"


def _letters_after(letter: str) -> str:
    """Return the letters that follow a letter in its alphabet; none for one that is in no alphabet, such as ё."""
    for alphabet in ALPHABETS:
        if letter in alphabet:
            return alphabet.partition(letter)[2]
    return ""


def _list_missing(before: str | None, number: str) -> list[str]:
    """Return the numbers that are skipped between a number and the one before it under the same parent.

    Args:
        before: The number before `number` under the same parent; None if `number` is the first one there.
        number: The number.
    """
    last = split_number(number)[-1]
    lead = number[: len(number) - len(last)]
    previous = ""
    if before is not None:
        if not before.startswith(lead):
            return []
        previous = split_number(before)[-1]
    if not last.isdecimal():
        return [f"{lead}{letter}" for letter in _list_letters_between(previous, last)]
    if before is None and parent_of(number) is None:
        # A document may be a part of a book, which begins with any number.
        return []
    return [f"{lead}{count}" for count in range(int(previous or 0) + 1, int(last))]


def _list_letters_between(previous: str, letter: str) -> str:
    """Return the letters between two letters of an alphabet, both left out.

    Args:
        previous: The first letter; empty to begin with the alphabet.
        letter: The second letter.

    Returns:
        The letters; none if the second letter does not come after the first in one alphabet.
    """
    if previous:
        letters = _letters_after(previous)
    else:
        letters = next((alphabet for alphabet in ALPHABETS if letter in alphabet), "")
    between, found, _ = letters.partition(letter)
    if not found:
        return ""
    return between
