"""What is odd about the numbers of a document: misprinted, doubled, missing and misplaced ones.

History: the publisher's numbering has never been quite regular. What is printed is kept; this module only reports it.

Guarantees: diagnostics only; each names the line and the number, and where one number fits the place, that number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.numbers import is_number, next_letter, parent_of, sort_key
from rules.records import Diagnostic, Rule


def check_numbers(rules: Sequence[Rule], name: str) -> tuple[Diagnostic, ...]:
    """Report what is odd about the numbers of these rules, in the order of the document.

    Args:
        rules: All rules of one document, in its order.
        name: The document's name in messages.
    """
    problems = [*_misprints(rules, name), *_order(rules, name), *_gaps(rules, name)]
    return tuple(sorted(problems, key=lambda problem: problem.line))


def _line(rule: Rule) -> int:
    return rule.span.first_line if rule.span else 0


def _misprints(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    for rule in rules:
        if rule.label or not is_number(rule.number):
            message = f"{rule.number} is printed {rule.label or rule.number!r}"
            yield Diagnostic("misprinted-number", "info", message, name, _line(rule))
        if rule.ordinal > 1:
            message = f"{rule.number} is printed {'twice' if rule.ordinal == 2 else f'{rule.ordinal} times'}"
            yield Diagnostic("duplicate-number", "warning", message, name, _line(rule))


def _order(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    """Numbers that do not go up, unless they are only doubled."""
    regular = [rule for rule in rules if is_number(rule.number)]
    before: Rule | None = None
    for i, rule in enumerate(regular):
        after = regular[i + 1] if i + 1 < len(regular) else None
        if before is None or rule.ordinal > 1:
            before = before or rule
            continue
        expected = successors(before.number)
        if rule.number in expected or rule.parent == before.number:
            before = rule
            continue
        # The one that is out of place is the one whose neighbours fit without it.
        fits_without = after is not None and (
            after.number in expected or sort_key(after.number) < sort_key(rule.number)
        )
        if sort_key(rule.number) < sort_key(before.number) or (fits_without and not _continues(rule, after)):
            message = f"{rule.number} stands after {before.number}"
            meant = _meant(before.number, after.number if after else None)
            hint = f"probably meant: {meant}" if meant and meant != rule.number else ""
            yield Diagnostic("out-of-order-number", "warning", message, name, _line(rule), hint=hint)
        else:
            before = rule


def _continues(rule: Rule, after: Rule | None) -> bool:
    return after is not None and (after.number in successors(rule.number) or after.parent == rule.number)


def _meant(before: str, after: str | None) -> str | None:
    """The number that fits between two neighbours, if exactly one does."""
    if after is None:
        return None
    fitting = [n for n in successors(before) if after in successors(n) or parent_of(after) == n]
    return fitting[0] if len(fitting) == 1 else None


def successors(number: str) -> tuple[str, ...]:
    """The numbers that may regularly follow `number`: 702.40a → 702.40b, 702.41, 703, 8."""
    section = number[0]
    found: list[str] = []
    chapter, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    letter = rest[len(digits) :]
    if letter:
        after = next_letter(letter)
        found += [f"{chapter}.{digits}{after}"] if after else []
    elif digits:
        found.append(f"{number}a")
    if digits:
        found.append(f"{chapter}.{int(digits) + 1}")
    elif len(chapter) > 1:
        found.append(f"{chapter}.1")
    if len(chapter) > 1:
        if int(chapter) % 100 < 99:
            found.append(str(int(chapter) + 1))
    else:
        found.append(f"{section}00")
    if section != "9":
        found.append(str(int(section) + 1))
    return tuple(found)


def _gaps(rules: Sequence[Rule], name: str) -> Iterator[Diagnostic]:
    """Numbers left out between two siblings that stand next to each other in order."""
    present = {rule.number for rule in rules}
    last_sibling: dict[str | None, Rule] = {}
    for rule in rules:
        if not is_number(rule.number):
            continue
        before = last_sibling.get(rule.parent)
        last_sibling[rule.parent] = rule
        if before is None or sort_key(rule.number) <= sort_key(before.number):
            continue
        missing = _between(before.number, rule.number)
        if missing and not present.intersection(missing) and len(missing) <= 3:
            message = f"{before.number} is followed by {rule.number}: {', '.join(missing)} missing"
            yield Diagnostic("missing-number", "info", message, name, _line(rule))


def _between(first: str, last: str) -> list[str]:
    """Sibling numbers between two numbers; empty where they are not of one kind."""
    missing: list[str] = []
    number = first
    for _ in range(30):
        # The first successor of a subrule is its next letter; of the others, the next number of their own kind.
        following = [n for n in successors(number) if parent_of(n) == parent_of(first)]
        if not following or sort_key(following[0]) >= sort_key(last):
            return missing
        number = following[0]
        missing.append(number)
    return missing
