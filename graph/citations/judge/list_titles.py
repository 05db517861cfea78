"""The titles that belong to the numbers of a list, if the clause of the list names several in a sentence.

In `CR 702.40a & 702.3a: storm ignores defender` the first number is that of storm, the second that of defender. A
number keeps a title that its own rule has, or else one that its rule had before. The titles and the numbers that are
left are paired in order if there are as many of each.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import structs

from graph.citations.judge.case import Case
from graph.citations.judge.named_rules import is_verb
from graph.citations.judge.past_titles import list_former_titles
from graph.citations.judge.placing import PlacedTitle
from graph.citations.judge.words import Words
from rules.numbers import chapter_of

_OFTEN = 3
"""Minimum number of places with a number and a title that show that they belong together."""
_SELDOM = 6
"""If fewer than one in so many places of a number have a title next to it, the title shows nothing."""


def find_title_in_list(case: Case) -> PlacedTitle | None:
    """Return the title that belongs to a number of a list by the other titles of its clause; None without one.

    Only numbers of one chapter of titled rules are paired, with the titles of rules of this chapter.

    Args:
        case: The number, whose citation is one in a list.
    """
    words = case.words.join_list()
    numbers = _list_numbers(case)
    if case.number not in numbers:
        return None
    names = _list_names(case, words)
    if not names:
        return None
    cases = {number: _replace_number(case, number, words) for number in numbers}
    return _pair(cases, names).get(case.number)


def _list_numbers(case: Case) -> list[str]:
    """Return the numbers of the list in the chapter of a number; none if that has no titles, or if one is no number."""
    chapter = chapter_of(case.number)
    if not case.lexicon.is_chapter_of_titles(case.target_edition, chapter):
        return []
    citations, _ = case.words.list_with_position
    if any(citation.form != "number" or len(citation.numbers) != 1 for citation in citations):
        return []
    numbers = [citation.numbers[0] for citation in citations]
    numbers = [number for number in numbers if "." in number and chapter_of(number) == chapter]
    return numbers if len(set(numbers)) == len(numbers) else []


def _list_names(case: Case, words: Words) -> list[PlacedTitle]:
    """Return the titles of rules of a number's chapter that some words name, each once, in their order."""
    joint = structs.replace(case, words=words)
    names: dict[str, PlacedTitle] = {}
    for named in sorted(words.own_titles, key=_find_place):
        is_ordinary = named.contrasted or named.granted or is_verb(joint, named) or not words.is_name(named)
        if _is_sister(case, named) and not is_ordinary:
            names.setdefault(named.name, named)
    return list(names.values())


def _find_place(named: PlacedTitle) -> int:
    """Return the distance of a title from the number: negative before it, positive after it."""
    return -named.gap if named.before else named.gap


def _replace_number(case: Case, number: str, words: Words) -> Case:
    """Return the case of another number of the list, next to all words of the list."""
    lineage = case.history.lineages.find(case.target_edition, number)
    return structs.replace(case, number=number, lineage_now=lineage, words=words)


def _pair(cases: Mapping[str, Case], names: Sequence[PlacedTitle]) -> dict[str, PlacedTitle]:
    """Return number → the title of another rule that belongs to it, for those numbers where that is clear.

    Args:
        cases: The numbers of the list in order, each with its case.
        names: The titles in order.
    """
    waiting, left = _leave_out_own(cases, names)
    pairs: dict[str, PlacedTitle] = {}
    for find_pairs in (_pair_with_former, _pair_as_elsewhere, _pair_in_order):
        pairs |= find_pairs(cases, waiting, left)
        waiting = [number for number in waiting if number not in pairs]
        left = _leave_out(left, pairs)
    return {number: named for number, named in pairs.items() if not _may_mean_former(cases[number], named, names)}


def _may_mean_former(case: Case, paired: PlacedTitle, names: Sequence[PlacedTitle]) -> bool:
    """Return whether a number may mean its former rule, although the title of that is now another number's."""
    former = frozenset[str]().union(*(past.titles for past in list_former_titles(case)))
    return paired.name not in former and any(named.name in former for named in names)


def _leave_out_own(cases: Mapping[str, Case], names: Sequence[PlacedTitle]) -> tuple[list[str], list[PlacedTitle]]:
    """Return the numbers whose rule is not named, and the titles that the rules of no number have."""
    waiting: list[str] = []
    taken: set[str] = set()
    for number, case in cases.items():
        own_titles = case.history.titles.of_number(case.target_edition, number).of_rule
        taken |= own_titles
        is_named = any(named.name in own_titles for named in names)
        if not is_named and not case.words.may_be_about(own_titles):
            waiting.append(number)
    return waiting, [named for named in names if named.name not in taken]


def _leave_out(names: Sequence[PlacedTitle], pairs: Mapping[str, PlacedTitle]) -> list[PlacedTitle]:
    """Return the titles that belong to no number yet."""
    taken = {named.name for named in pairs.values()}
    return [named for named in names if named.name not in taken]


def _pair_with_former(
    cases: Mapping[str, Case], waiting: Sequence[str], names: Sequence[PlacedTitle]
) -> dict[str, PlacedTitle]:
    """Return number → the title that its rule had before, the latest of several, if it is that of no other number."""
    claims: list[tuple[PlacedTitle, str]] = []
    for number in waiting:
        for past in list_former_titles(cases[number]):
            former = next((named for named in names if named.name in past.titles), None)
            if former is not None:
                claims.append((former, number))
                break
    return _settle(claims)


def _pair_as_elsewhere(
    cases: Mapping[str, Case], waiting: Sequence[str], names: Sequence[PlacedTitle]
) -> dict[str, PlacedTitle]:
    """Return number → the title that is next to it in the file more often than the other titles.

    It must be there at least three times, or twice if as many numbers as titles are left and it is in the clause of the
    number. Nor may a title of another clause be there twice as often.
    """
    least = _OFTEN if len(waiting) != len(names) else _OFTEN - 1
    claims: list[tuple[PlacedTitle, str]] = []
    for number in waiting:
        counts = _count_places(cases[number])
        most = max((counts[named.name] for named in names), default=0)
        commonest = [named for named in names if counts[named.name] == most]
        is_common = most >= least and 2 * most >= max(counts.values())
        if is_common and len(commonest) == 1 and (most >= _OFTEN or commonest[0].same_clause):
            claims.append((commonest[0], number))
    return _settle(claims)


def _pair_in_order(
    cases: Mapping[str, Case], waiting: Sequence[str], names: Sequence[PlacedTitle]
) -> dict[str, PlacedTitle]:
    """Return number → the title at its place, without those that it cannot mean.

    Empty if there are more of one than of the other, or if the first title is in another clause than its number. A
    title next to a list with only one number of its chapter may be about the whole list, unless it begins its clause.
    """
    if len(waiting) != len(names) or not names or not names[0].same_clause:
        return {}
    if len(cases) == 1 and not _begins_clause(names[0]):
        return {}
    return {number: named for number, named in zip(waiting, names, strict=True) if _may_mean(cases[number], named)}


def _settle(claims: Sequence[tuple[PlacedTitle, str]]) -> dict[str, PlacedTitle]:
    """Return number → its title, without the titles that several numbers claim."""
    claimed = Counter(named.name for named, _ in claims)
    return {number: named for named, number in claims if claimed[named.name] == 1}


def _count_places(case: Case) -> Counter[str]:
    """Return title → next to how many citations of a number the file has it, for titles of rules of its chapter.

    Titles that the rule of another number of the same list has are left out.
    """
    titles = case.history.titles

    def list_names(index: int) -> frozenset[str]:
        words = Words(case.lexicon, case.cited_numbers.citations, index)
        citations, _ = words.list_with_position
        numbers = [number for citation in citations for number in citation.numbers]
        own_titles = (titles.of_number(case.target_edition, number).of_rule for number in numbers)
        names = {named.name for named in words.join_list().named_titles if _is_sister(case, named)}
        return frozenset(names).difference(*own_titles)

    return case.cited_numbers.count_names(case.number, list_names)


def _is_sister(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title is that of just one rule, in the chapter of a number."""
    holders = case.history.titles.numbers_with(named.name, case.target_edition)
    is_in_chapter = len(holders) == 1 and chapter_of(holders[0]) == chapter_of(case.number) != holders[0]
    return is_in_chapter and named.name in case.lexicon.keywords


def _may_mean(case: Case, named: PlacedTitle) -> bool:
    """Return whether a number may mean the rule with a title: by the words, and by its other places in the file.

    Unless the clause begins with the title, the words must have as much of that rule as of the number's own. If the
    file cites the number often, but hardly ever next to the title, or twice as often next to another one, it means
    something else.
    """
    (holder,) = case.history.titles.numbers_with(named.name, case.target_edition)
    family = case.lexicon.family(case.target_edition, holder)
    balance = case.lexicon.balance(case.words.terms, candidate=family, rival=case.family)
    if balance.only_candidate < balance.only_rival and not _begins_clause(named):
        return False
    counts = _count_places(case)
    count = counts[named.name]
    return _SELDOM * count > case.cited_numbers.count_places(case.number) and 2 * count >= max(counts.values())


def _begins_clause(named: PlacedTitle) -> bool:
    """Return whether a title is at the beginning of the words after its number."""
    return named.start == 0 and not named.before
