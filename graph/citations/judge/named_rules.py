"""The rules that the clause of a number names, by their titles or by names of the glossary."""

from collections.abc import Iterator
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.connections import are_related
from graph.citations.judge.name_positions import is_code
from graph.citations.judge.placing import PlacedTitle
from graph.history import KEYWORD_ACTIONS
from rules.numbers import chapter_of


class NamedRule(NamedTuple):
    """A rule or chapter that is named next to a number.

    Attributes:
        name: The title or the name of the glossary, with its place.
        numbers: The number of the rule; two numbers if the glossary leads from the name to both.
        is_title: Whether the name is a title.
    """

    name: PlacedTitle
    numbers: tuple[str, ...]
    is_title: bool


def list_named_rules(case: Case) -> Iterator[NamedRule]:
    """Yield the rules that are named next to a number, apart from those that the number may mean: first the titles.

    Names that are only compared with, parts of longer names, names of code, and names after a bracket and a comma are
    left out. So are a name that the rule of the number ever had as its title, and a name of a rule above or below the
    number. Names that may belong to a neighbour are not (`is_of_neighbour`).
    """
    own_titles = case.all_titles(case.target_edition)
    for rule in _list_all(case):
        name = rule.name
        if name.name in own_titles or name.contrasted or name.in_name or is_code(case, name):
            continue
        if (
            _is_apart(case, name)
            or _is_only_topic(case, rule)
            or any(are_related(case.number, number) for number in rule.numbers)
        ):
            continue
        yield rule


def is_verb(case: Case, name: PlacedTitle) -> bool:
    """Return whether a name is an ordinary verb or noun of the sentence that it begins: `CR 702.40a reveal costs mana`.

    Only the names of keyword actions are such words. One with a capital is set off, as a name is.
    """
    if name.set_off or name.as_title or not name.starts_sentence:
        return False
    holders = case.history.titles.numbers_with(name.name, case.target_edition)
    headings = (case.history.titles.heading(case.target_edition, chapter_of(holder)) for holder in holders)
    return any(heading == KEYWORD_ACTIONS for heading in headings)


def _is_apart(case: Case, name: PlacedTitle) -> bool:
    """Return whether a name is about the next thing of an enumeration: the second one of `Storm (702.40), kicker`."""
    citation = case.words.citation
    return not name.before and any(words.apart for words in citation.evidence if words.start >= citation.end)


def _is_only_topic(case: Case, rule: NamedRule) -> bool:
    """Return whether a name may be only what a label of two parts is about: that of a rule of another chapter does."""
    chapter = chapter_of(case.number)
    return rule.name.as_topic and all(chapter_of(number) != chapter for number in rule.numbers)


def is_of_neighbour(case: Case, rule: NamedRule) -> bool:
    """Return whether a neighbouring citation that may share the words, or one of the list, is of a named rule.

    A citation of a rule above or below the named rule counts as well: in `CR 205.3m: no boats — these are quays (CR
    305.6)` the name belongs to the second number even if it is the title of chapter 305.
    """
    find = case.history.lineages.find
    if any(case.words.neighbour_cites(find(case.target_edition, number)) for number in rule.numbers):
        return True
    citations, _ = case.words.list_with_position
    cited = [number for citation in (*citations, *case.words.list_sharing()) for number in citation.numbers]
    return any(are_related(number, named) for number in cited for named in rule.numbers)


def _list_all(case: Case) -> Iterator[NamedRule]:
    """Yield all rules that are named next to a number by a title that only one rule has, or by the glossary."""
    titles = case.history.titles
    for named in case.words.named_titles:
        holders = titles.numbers_with(named.name, case.target_edition)
        is_section = len(holders) == 1 and len(holders[0]) == 1
        if len(holders) == 1 and not is_section and named.name not in titles.ability_words:
            yield NamedRule(named, holders, is_title=True)
    glossary = case.lexicon.glossary_names(case.target_edition)
    for named in case.words.place_names(glossary.find_named):
        yield NamedRule(named, glossary.numbers_of_name[named.name], is_title=False)
