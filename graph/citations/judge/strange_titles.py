"""The titles of rules of other chapters next to a number whose own rule has none of the words.

All kinds of rules are cited next to the titles of keywords: `Flashback (CR 601.2f)`. So a title of another chapter
shows a wrong number only if it begins its clause as a name, and if the rule of the number shares nothing with the
words: neither a term in any of its wordings nor a title, nor a reference to the rule with the title or from it.
"""

from msgspec import Struct

from graph.citations.judge.case import Case
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.lexicon import UNUSUAL
from graph.citations.judge.placing import NEAR, PlacedTitle
from graph.ledger.words import distinctive_terms
from rules.late_patterns import compile_late
from rules.numbers import chapter_of, without_letters
from rules.text import strip_title

_ONLY_MARKS = compile_late(r"[ \t|(\[—–\"“'`*]*\Z")
"""The words before a title that begins its clause."""
_MARK = compile_late(r"[ \t*]*(?:\Z|[|:;,)\]—–\"”'`*]|\.(?:\s|\Z)|\s\()")
"""The beginning of the words after a title that stands alone."""
_MOST_SHARED = 0.12
"""Maximum share of the weight of the words that the rule of a number may have, if none of its words is unusual."""


class StrangeTitle(Struct, frozen=True):
    """A title next to a number that is that of a rule of another chapter.

    Attributes:
        title: The title.
        number: The number of the rule.
        is_label: Whether the title is all that labels the number.
    """

    title: PlacedTitle
    number: str
    is_label: bool


def find_strange_title(case: Case) -> StrangeTitle | None:
    """Return the nearest title of a rule of another chapter, if the number shares nothing with its words; else None."""
    if case.is_chapter or case.words.in_list or case.words.citation.form != "number":
        return None
    strange = _find_title(case)
    if strange is None or not _is_apart(case) or _are_connected(case, strange.number):
        return None
    return strange


def _find_title(case: Case) -> StrangeTitle | None:
    """Return the nearest title that exactly one rule has, of another chapter than the number; None without one."""
    for named in case.words.own_titles:
        if not _is_name_of_rule(case, named):
            continue
        holders = case.history.titles.numbers_with(named.name, case.target)
        if len(holders) != 1 or "." not in holders[0] or chapter_of(holders[0]) == chapter_of(case.number):
            continue
        return StrangeTitle(named, holders[0], _is_label(case, named))
    return None


def _is_label(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title is all that is directly next to a number."""
    return any(strip_title(label.words) == named.name and not label.in_sentence for label in case.words.labels)


def _is_name_of_rule(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title stands alone as a name, and is no ability word and no rule that is only compared with.

    Far after the number, a single word with a capital may be any name.
    """
    if (
        not named.set_off
        or named.contrasted
        or named.starts_sentence
        or named.name in case.history.titles.ability_words
    ):
        return False
    if not _stands_alone(case, named):
        return False
    return has_several_words(named.words) or named.before or named.gap <= NEAR // 2


def _stands_alone(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title begins its clause, with a mark or the end after it, as in `Storm | copies it`."""
    for evidence in case.words.citation.evidence:
        if evidence.in_sentence or evidence.words[named.start : named.end] != named.words:
            continue
        before, after = evidence.words[: named.start], evidence.words[named.end :]
        if _ONLY_MARKS.match(before) and _MARK.match(after):
            return True
    return False


def _is_apart(case: Case) -> bool:
    """Return whether the rule of a number, and the titles above it, have nothing to do with the words next to it."""
    history, words = case.history, case.words
    titles = history.titles.above(case.target, case.number)
    if words.may_be_about(titles.rule) or words.name_any(titles.chapter):
        return False
    if not case.lexicon.are_familiar(words.terms):
        return False
    lineages = case.family if case.number == without_letters(case.number) else frozenset({case.now or ""})
    shared = words.terms & (case.lexicon.terms_of(lineages) | _list_title_terms(case))
    if case.lexicon.have_rare(shared, UNUSUAL):
        return False
    return case.lexicon.weight(shared) <= _MOST_SHARED * case.lexicon.weight(words.terms)


def _list_title_terms(case: Case) -> frozenset[int]:
    """Return the terms of the titles of the number's rule and chapter."""
    numbers = (without_letters(case.number), chapter_of(case.number))
    headings = (case.history.titles.heading(case.target, number) or "" for number in numbers)
    return frozenset[int]().union(*map(distinctive_terms, headings))


def _are_connected(case: Case, titled: str) -> bool:
    """Return whether a rule with a title refers to the number or the reverse, or is cited next to the number."""
    if _is_cited_nearby(case, titled):
        return True
    sisters = case.history.lineages.children(case.target).get(titled, ())
    return _refers(case, (titled, *sisters), case.number) or _refers(case, (case.number,), titled)


def _is_cited_nearby(case: Case, titled: str) -> bool:
    """Return whether the citation before or after the number is of a rule with a title, or of its chapter."""
    for neighbour in (case.words.before, case.words.after):
        if neighbour is None:
            continue
        for number in neighbour.numbers:
            if without_letters(number) == titled or number == chapter_of(titled):
                return True
    return False


def _refers(case: Case, sources: tuple[str, ...], number: str) -> bool:
    """Return whether one of several rules refers to a number or to its whole rule."""
    wanted = {number, without_letters(number)}
    for source in sources:
        for reference in case.history.store.references(case.target, source):
            if not wanted.isdisjoint(reference.found_keys):
                return True
    return False
