"""Renamed headings and classes of terms, which counting occurrences in the text cannot find.

A chapter gets another heading, though the words of the old one stay in use; a zone is retired whose name was a heading
and no glossary entry; a keyword ability becomes an ability word under the same name.
"""

import re
from collections import Counter
from collections.abc import Iterator

from graph.terms.step import GIVEN_UP, LASTS, StepText, WorkTexts, family_of
from rules.links import Link, Sighting, Term
from rules.numbers import is_term, term_of
from rules.text import fold, fold_name, is_content, stem_words

_SURE = 0.8
"""Score of a renamed heading whose link has score 1."""

_CLASS = r"keyword abilit(?:y|ies)|keyword actions?|ability words?|keywords?"
_IS_CLASS = re.compile(_CLASS)
_RECLASSIFIED = re.compile(
    rf"\b(?:used to be|was once|was formerly|was) an? (?P<before>{_CLASS})\b[^.;]{{0,60}}[.;,] (?:it|this)(?: is|'s) "
    rf"(?:now|today) an? (?P<after>{_CLASS})\b"
)
_TODAY = (" now ", " today ")
"""One of them is among the words of every text that `_RECLASSIFIED` finds."""


def renamed_headings(step: StepText, history: WorkTexts, index: int) -> Iterator[Term]:
    """Yield the new headings of rules, chapters and sections that had other headings before.

    Headings that several rules share (`General`), and those that come back within three editions, are left out. If the
    rule moved, its headings must have a word in common, or its subrules must have moved with it.

    Args:
        step: The step.
        history: The texts and headings of all editions.
        index: Place of the step's newer edition among them.
    """
    before, after = history.headings(index - 1), history.headings(index)
    olds, news = Counter(before.values()), Counter(after.values())
    for link in step.links:
        if link.old is None or link.new is None or not link.main:
            continue
        old, new = before.get(link.old, ""), after.get(link.new, "")
        if (olds[old], news[new]) != (1, 1) or _is_one_name(old, new) or not _goes_on(link, old, new):
            continue
        returns = any(history.has_heading(old, place) for place in range(index, index + LASTS + 1))
        if not returns and not _stood_longer(history, new, old, index):
            evidence = (Sighting(link.new, step.new.edition),)
            yield Term(old, new, step.new.edition, "heading", 1, round(_SURE * link.score, 4), evidence, ((old, new),))


def retired_headings(step: StepText, history: WorkTexts, index: int) -> Iterator[Term]:
    """Yield names retired with their rule: a heading with the class above it (`phased out` under `zones`)."""
    names = history.headings(index - 1)
    parents = dict(zip(step.old.keys, step.old.parents, strict=True))
    for link in step.links:
        if link.old is None or link.new is not None or link.old not in names:
            continue
        above = names.get(parents.get(link.old) or "", "")
        name = f"{names[link.old]} {above.rpartition(' ')[2].removesuffix('s')}"
        series = history.series(name) if above.endswith("s") else ()
        if series and series[index - 1] and max(series[index:]) <= (1 - GIVEN_UP) * series[index - 1]:
            evidence = (Sighting(link.old, step.old.edition),)
            yield Term(name, None, step.new.edition, "retired", series[index - 1], 0.5, evidence, ((name, ""),))


def find_reclassified(step: StepText, history: WorkTexts, index: int) -> Iterator[Term]:
    """Yield the keywords that are of another class now, under the same name.

    Either a record says so, or the keyword's rule moved from the chapter of one class to that of another.
    """
    known = set(step.old.passages)
    for key, number, above in zip(step.new.keys, step.new.passages, step.new.parents, strict=True):
        if number in known or not any(word in history.wording(number).rule for word in _TODAY):
            continue
        match = _RECLASSIFIED.search(fold(history.passage(number).text))
        name = (
            (fold_name(term_of(key)) if is_term(key) else history.headings(index).get(above or "", "")) if match else ""
        )
        if match and name:
            yield _reclassify(name, match["before"], match["after"], Sighting(key, step.new.edition))
    before, after = history.headings(index - 1), history.headings(index)
    parents, adoptive = (dict(zip(side.keys, side.parents, strict=True)) for side in (step.old, step.new))
    for link in step.links:
        if link.old in before and link.new in after and link.main and _is_one_name(before[link.old], after[link.new]):
            old = before.get(parents.get(link.old) or "", "")
            new = after.get(adoptive.get(link.new) or "", "")
            if old != new and _IS_CLASS.fullmatch(old) and _IS_CLASS.fullmatch(new):
                yield _reclassify(after[link.new], old, new, Sighting(link.new, step.new.edition))


def _reclassify(name: str, before: str, after: str, evidence: Sighting) -> Term:
    old, new = f"{name} {_singularize(before)}", f"{name} {_singularize(after)}"
    return Term(old, new, evidence.edition, "reclassified", 1, _SURE, (evidence,), ((old, new), (name, new)))


def _stood_longer(history: WorkTexts, new: str, old: str, index: int) -> bool:
    """Return whether a new heading occurred shortly before, and overall before at least as often as the old one."""
    if not any(history.has_heading(new, place) for place in range(max(0, index - 1 - LASTS), index)):
        return False
    before = range(index)
    return sum(history.has_heading(new, place) for place in before) >= sum(
        history.has_heading(old, place) for place in before
    )


def _goes_on(link: Link, old: str, new: str) -> bool:
    if link.kind != "moved" or link.method == "children":
        return True
    family = family_of((old, new))
    return any(is_content(word) for word in set(family[0].split()) & set(family[1].split()))


def _is_one_name(old: str, new: str) -> bool:
    """Return whether only inflection, hyphens or an article differ, or a heading is missing."""
    bare = [stem_words(name.removeprefix("the ")).replace(" ", "") for name in (old, new)]
    return not all(bare) or bare[0] == bare[1]


def _singularize(name: str) -> str:
    """Return a class in the singular."""
    return re.sub(r"ies$", "y", name) if name.endswith("ies") else name.removesuffix("s")
