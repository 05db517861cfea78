"""Characters of the rules that a site lost, and characters that it added to their labels."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.records import Rule
from scraper.claims import Claims

_USUAL_ENDS = {"rule": "", "subrule": "."}
"""What a site that prints all numbers alike has after those of one kind: no full stop after a rule's, one after a
subrule's. The publisher does it the other way round."""
_NO_APOSTROPHE = re.compile(
    r"\b(?:cant|dont|doesnt|didnt|isnt|arent|wasnt|werent|wont|wouldnt|couldnt|hasnt|havent|thats|theyre|its owners)\b"
)
_NO_DASH = re.compile(r"\b[1-9]\d\d\.\d{1,3}(?P<first>[a-z])(?P<last>[a-z])\b")
"""A range of subrules without its dash: `601.2ac`. In the alphabet the last letter comes after the first."""


def in_site_style(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules without those labels that only show how the site prints all of its numbers.

    A rule without the publisher's full stop, or a subrule with one, is a misprint only if most others are regular.
    """
    counts = Counter(rule.kind for rule in rules)
    styled_counts = Counter(rule.kind for rule in rules if _is_styled(rule))
    styled_kinds = {kind for kind, count in styled_counts.items() if 2 * count > counts[kind]}
    cleaned = []
    for rule in rules:
        if rule.kind in styled_kinds and _is_styled(rule):
            cleaned.append(replace(rule, label=""))
        else:
            cleaned.append(rule)
    return tuple(cleaned)


def _is_styled(rule: Rule) -> bool:
    """Return whether the label of a rule or subrule is as a site prints it."""
    end = _USUAL_ENDS.get(rule.kind)
    return end is not None and rule.label == rule.number + end


def report_lost_characters(rules: Sequence[Rule], claims: Claims) -> None:
    """Report apostrophes and dashes that a site left out, so that words and ranges run together."""
    apostrophes: list[_Loss] = []
    dashes: list[_Loss] = []
    for rule in rules:
        for passage in (rule.text, *rule.examples):
            apostrophes += [_Loss(rule, match[0]) for match in _NO_APOSTROPHE.finditer(passage)]
            ranges = _NO_DASH.finditer(passage)
            dashes += [_Loss(rule, match[0]) for match in ranges if match["first"] < match["last"]]
    _report("apostrophes-lost", "words that lost their apostrophe", apostrophes, claims)
    _report("dash-lost", "ranges that lost their dash", dashes, claims)


class _Loss(NamedTuple):
    """A place where a character is missing.

    Attributes:
        rule: The rule.
        words: What is printed there.
    """

    rule: Rule
    words: str


def _report(code: str, description: str, losses: Sequence[_Loss], claims: Claims) -> None:
    if not losses:
        return
    first = losses[0]
    message = f"{description}: {len(losses)}, first `{first.words}` in {first.rule.number}"
    claims.report(code, "warning", message, first.rule.line, "another copy of the same edition may have them")
