"""Renamed and retired terms, mined from the whole history.

A replacement that recurs within one step may be only a rewording. Three facts show a renaming: the old words are given
up in the whole edition, the new ones take over their occurrences, and both persist over several editions (the name of
the newest set, which changes with every edition, is no term).

Renamed headings and classes of terms cannot be found by counting: a chapter gets another heading, though the words of
the old one stay in use; a zone is retired whose name was a heading and no glossary entry; a keyword ability becomes an
ability word under the same name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import sub

from msgspec.structs import replace

from graph.lineages.inventory import PassageOf
from graph.terms.confirm import Fact, confirm_terms, curated_terms, weight_of
from graph.terms.step import (
    GIVEN_UP,
    LASTS,
    Changed,
    Form,
    Series,
    StepText,
    TermFamily,
    WorkTexts,
    bare_of,
    candidates_of,
    family_of,
    is_obsolete,
    names_of,
)
from rules.align.replacements import EVIDENCE
from rules.links import Link, Sighting, Term, TermKind
from rules.numbers import is_term, term_of
from rules.text import FUNCTION_WORDS, fold, fold_name, is_content, stem_words

_TAKEN_OVER = 0.25
"""Minimum share of their occurrences that words lose when one sense of them is taken over; see `GIVEN_UP`."""
_OFTEN = 5
"""Minimum number of records with the change, if no glossary entry is renamed with it."""
_CONTEXT_OFTEN, _SPLIT_OFTEN = 8, 12
"""The same for words replaced only next to the same other words (`gains priority`, `gets priority`), which is mostly a
rewording; and for words of which one sense is renamed."""
_USUAL = 3
"""Number of sightings above which each further one increases the score."""
_LEAST, _LEAST_NAMED = 0.4, 0.3
"""Minimum score of a renaming with only sightings as evidence, and of one that a glossary entry shows. In the editions
of 1999-2026, almost no candidate below them is a renaming (`bench/gold/terms`)."""
_LIST_WORDS = {"or", "and", "and/or"}
_PLACES = {"in", "into", "onto", "on", "out", "from"}
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


def mine_terms(steps: Sequence[StepText], passage: PassageOf, facts: Sequence[Fact] | None = None) -> tuple[Term, ...]:
    """Find the terms that were renamed or retired.

    Args:
        steps: All steps of one work, oldest first; each begins where the one before ends.
        passage: Returns the passage for a passage number of their inventories.
        facts: Curated facts; None for those of `terms.toml`. A fact of a missing edition belongs to the step that skips
            it.

    Returns:
        The terms, best first.
    """
    if not steps:
        return ()
    known = curated_terms() if facts is None else facts
    history = history_of(steps, passage)
    first = steps[0].old
    recast: set[str] = set()
    renamed: set[Form] = set()
    terms = confirm_terms([], [fact for fact in known if fact.edition == first.edition], None, (), first)
    for index, step in enumerate(steps, 1):
        facts_of_step = [fact for fact in known if step.old.edition < fact.edition <= step.new.edition]
        changed = Changed(step, history)
        made = (_make_term(family, changed, history, index) for family in candidates_of(step, changed, history))
        renamings = _select_independent(list(filter(None, made)))
        mined = _with_headings(renamings, list(renamed_headings(step, history, index)))
        mined += _find_retired(step, history, index, [term for term in mined if term.kind != "heading"])
        mined += retired_headings(step, history, index)
        for term in find_reclassified(step, history, index):
            if term.old not in recast:  # a reworded record may state it again later
                recast.add(term.old)
                mined.append(term)
        mined = [term for term in mined if term.new is None or family_of((term.old, term.new)) not in renamed]
        of_step = confirm_terms(mined, facts_of_step, changed, step.old.keys, step.new)
        renamed |= {family_of(form) for term in of_step if term.new is not None for form in term.forms}
        terms += of_step
    return tuple(sorted(terms, key=lambda term: (-term.score, term.edition, term.old, term.new or "")))


def _with_headings(mined: Sequence[Term], headings: Sequence[Term]) -> list[Term]:
    """Return both without duplicates: headings whose words were mined, and words cut out of a heading."""
    known = {family_of(form) for term in mined for form in term.forms}
    others = [heading for heading in headings if family_of((heading.old, heading.new or "")) not in known]
    whole = {other.old for other in others}
    return [*(term for term in mined if term.old not in whole or _is_named(term)), *others]


def history_of(steps: Sequence[StepText], passage: PassageOf) -> WorkTexts:
    """Return the history of the editions that steps lead through."""
    return WorkTexts([steps[0].old, *(step.new for step in steps)], passage)


def _make_term(family: TermFamily, changed: Changed, history: WorkTexts, index: int) -> Term | None:
    """Return the term that a family of forms is in the step to the edition at an index; None if it is none."""
    olds, news = sums_of(history, list(family.forms))
    lost, gained = olds[index - 1] - olds[index], news[index] - news[index - 1]
    if lost <= 0:
        return None
    drop, rise = lost / olds[index - 1], max(0.0, min(1.0, gained / lost))
    lasted = any(olds[max(0, index - LASTS) : index - 1]) or index == 1
    later = news[index + 1 : index + 1 + LASTS]
    if not lasted or (later and min(later) * 2 < news[index]) or drop < _TAKEN_OVER:
        return None
    if family.is_derived and (drop < GIVEN_UP or rise < 0.5):
        return None
    seen = changed.find_passages(family.forms)
    named = list(chain.from_iterable(family.forms.values()))
    often = {form: len(changed.find_passages([form])) for form in family.forms}
    ordered = sorted(often, key=lambda form: (not family.forms[form], -often[form], form))
    if not named and (len(seen) < _OFTEN or not any(seen.values())):
        return None
    support = len(dict.fromkeys((*named, *seen)))
    weight = weight_of(support, named=bool(named))
    sure = drop * (0.3 + 0.7 * rise) * max(family.consistency, 0.7 if named else 0.0) ** 0.5
    score = weight * (sure * _rate_shape(ordered[0])) ** max(0.5, 1.0 - 0.05 * (support - _USUAL))
    kind: TermKind = "reworded" if _is_style(ordered[0]) else "renamed" if drop >= GIVEN_UP else "split"
    if score < (_LEAST_NAMED if named else _LEAST) or not (named or _is_seen_enough(ordered[0], kind, len(seen))):
        return None
    edition = history.editions[index]
    evidence = tuple(Sighting(key, edition) for key in dict.fromkeys((*named, *seen)))
    old, new = ordered[0]
    return Term(old, new, edition, kind, support, round(score, 4), evidence[:EVIDENCE], tuple(ordered))


def _is_seen_enough(form: Form, kind: TermKind, records: int) -> bool:
    """Return whether words that no glossary entry shows changed in enough records to be a term."""
    bare = bare_of(form)
    if kind == "split" and bare != form and all(bare):
        return False  # one sense of words next to others ("static ability", "keyword ability") is no term
    return records >= max(_SPLIT_OFTEN if kind == "split" else 0, _CONTEXT_OFTEN if bare != form else _OFTEN)


def sums_of(history: WorkTexts, forms: Sequence[Form]) -> tuple[Series, Series]:
    """Return how often old and new words occur in each edition, without those that are part of the other side's."""
    olds, news = list(dict.fromkeys(old for old, _ in forms)), list(dict.fromkeys(new for _, new in forms if new))
    return _count_alone(history, olds, news), _count_alone(history, news, olds)


def _count_alone(history: WorkTexts, phrases: Sequence[str], others: Sequence[str]) -> Series:
    """Return the occurrences of phrases that are not part of one of the longer others."""
    series = history.sum(phrases)
    longer = [other for other in others if any(f" {phrase} " in f" {other} " for phrase in phrases)]
    return tuple(map(sub, series, history.sum(longer))) if longer else series


def _is_style(form: Form) -> bool:
    """Return whether old and new words differ in function words only."""
    return not any(is_content(word) for word in set(form[0].split()) ^ set(form[1].split()))


def _rate_shape(form: Form) -> float:
    """Return how much old and new words look like two names of one thing, 0 to 1."""
    old, new = form[0].split(), form[1].split()
    if any(mark in word for word in (*old, *new) for mark in ("/", "www", "http")):
        return 0.0
    if not any(len(word) > 1 and word[0].isalpha() for word in set(old) ^ set(new)):
        return 0.0  # "x means" to "n means"
    shape = 1.0
    if _LIST_WORDS & set(new) and set(old) - _LIST_WORDS <= set(new):
        shape *= 0.3  # one more member of a list
    elif set(old) > set(new) or set(new) > set(old):
        shape *= 0.6
    if not _is_style(form):
        edges = (old[0], old[-1], new[0], new[-1])
        shape *= 0.7 ** sum(1 for word in edges if word in FUNCTION_WORDS and word not in _PLACES)
    return shape * min(1.0, 6.0 / (len(old) + len(new)))


def _select_independent(terms: Sequence[Term]) -> list[Term]:
    """Return the terms without those that follow from another one, and with several names for one thing joined.

    "he or she draws" follows from "he or she". A consequence is added to the forms of the other term, so that it can be
    looked up; but a mere part is not, because it would mean something else ("play" of "leaves play").
    """
    kept: list[Term] = []
    for term in sorted(
        terms, key=lambda candidate: (-candidate.score, len(candidate.old), candidate.old, candidate.new or "")
    ):
        for at, other in enumerate(kept):
            if _is_part(term, other):
                break
            if _is_consequence(term, other):
                kept[at] = _join_terms(term, other)
                break
        else:
            kept.append(term)
    return kept


def _join_terms(term: Term, other: Term) -> Term:
    """Return the better of two terms with the forms of both, under the name that the glossary has, if any."""
    forms = tuple(dict.fromkeys((*other.forms, *term.forms)))
    evidence = tuple(dict.fromkeys((*other.evidence, *term.evidence)))[:EVIDENCE]
    longer = len(term.old) > len(other.old) and _is_named(term) and not _is_named(other)
    named = term if longer else other
    return replace(other, old=named.old, new=named.new, forms=forms, evidence=evidence)


def _is_named(term: Term) -> bool:
    """Return whether the glossary entry of the new words is among the evidence."""
    return any(
        is_term(sighting.key) and stem_words(term.new or "") in map(stem_words, names_of(sighting.key))
        for sighting in term.evidence
    )


def _is_consequence(term: Term, other: Term) -> bool:
    """Return whether a term has the other's old words and some of its new ones, or is the other with context."""
    old, new = family_of((term.old, term.new or ""))
    for before, after in map(family_of, other.forms):
        if before == old:
            return bool({word for word in after.split() if is_content(word)} & set(new.split()))
        if _is_within(before, after, old, new):
            return True
    return False


def _is_part(term: Term, other: Term) -> bool:
    """Return whether the other is a term with context."""
    old, new = family_of((term.old, term.new or ""))
    return any(old != before and _is_within(old, new, before, after) for before, after in map(family_of, other.forms))


def _is_within(old: str, new: str, longer_old: str, longer_new: str) -> bool:
    within = f" {old} " in f" {longer_old} "
    return within and f" {longer_old} ".replace(f" {old} ", f" {new} ").strip() == longer_new


def _find_retired(step: StepText, history: WorkTexts, index: int, renamed: Sequence[Term]) -> Iterator[Term]:
    """Yield terms whose glossary entry was dropped or declared obsolete, and that the rules no longer use."""
    forms = [form for term in renamed for form in term.forms]
    for key in _find_dropped(step):
        for name in names_of(key):
            if not any(map(is_content, name.split())) or _is_renamed(name, forms):
                continue
            series = history.series(name)
            before, after = series[index - 1 : index + 1]
            if not before or max(series[index:]) > (1 - GIVEN_UP) * before:
                continue
            weight = 1.0 - 1.0 / (1.0 + before / 3.0)
            evidence = (Sighting(key, step.old.edition),)
            score = round(0.5 * ((before - after) / before) * weight, 4)
            yield Term(name, None, step.new.edition, "retired", before, score, evidence, ((name, ""),))


def _is_renamed(name: str, forms: Iterable[Form]) -> bool:
    stems = f" {stem_words(name)} "
    return any(f" {stem_words(old)} " in stems for old, _ in forms)


def _find_dropped(step: StepText) -> Iterator[str]:
    """Yield glossary entries of the older edition that have no continuation, or only one labelled obsolete."""
    entries = [link.old for link in step.links if link.old is not None and is_term(link.old)]
    kept = {link.old for link in step.links if link.new is not None and is_term(link.new) and not is_obsolete(link.new)}
    for key in dict.fromkeys(entries):
        if key not in kept and not is_obsolete(key):
            yield key


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
