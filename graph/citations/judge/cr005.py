"""CR005 keyword-mismatch: numbers next to which the title of another rule is named; for chapters this is CR004.

Reporting a fault needs more evidence than accepting a number. A number is accepted if any word may be about its rule,
or if an older title of the rule is named. It has a fault if a rule that had the number before is named, or if another
rule is named next to a rule with a title.
"""

from collections.abc import Sequence
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.former_meaning import make_former_fault
from graph.citations.judge.lexicon import RARE, Balance
from graph.citations.judge.messages import describe_rule
from graph.citations.judge.paired_titles import find_paired_title
from graph.citations.judge.placing import NEAR, PlacedTitle
from graph.citations.judge.printed_titles import find_title_of_other_rule
from graph.citations.records import Fault
from graph.history import KEYWORD_ACTIONS, Period
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, sort_key, without_letters
from rules.sentences import join_words


class _FormerTitles(NamedTuple):
    """A period of a number, and the titles that its rule had and the present rule of the number never had."""

    period: Period
    titles: frozenset[str]


class _Mention(NamedTuple):
    """A title of a past rule among the words next to a number.

    Attributes:
        position: The index of the rule's period among those of the number, latest first.
        name: The title.
        is_inflected: Whether it occurs only in an inflected form.
    """

    position: int
    name: str
    is_inflected: bool


class _NamedRule(NamedTuple):
    """A title named next to a number, and the number whose title it is."""

    title: PlacedTitle
    number: str


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of another rule is named; None if none is."""
    titles = case.history.titles.above(case.target, case.number)
    has_title = bool(titles.rule) or case.is_chapter  # other rules are cited next to all kinds of titles
    if not case.former and not has_title:
        return None
    if _is_about_other_end(case):
        return None
    fault = _find_printed(case) if has_title else None
    if fault is not None:
        return fault
    if case.words.in_list:
        fault = _find_paired(case)
        if fault is not None:
            return fault
    if case.words.may_be_about(titles.nearest) and not case.words.are_apart_from_label(titles.nearest):
        return None
    fault = _find_named_past(case)
    if fault is None and has_title:
        fault = _find_named_other(case)
    return fault


def _is_about_other_end(case: Case) -> bool:
    """Return whether the title next to a range is that of another number of the range: `CR 115-117 (Timing)`."""
    citation = case.words.citation
    if citation.form != "range":
        return False
    for number in citation.numbers:
        if number != case.number:
            titles = case.history.titles.above(case.target, number)
            if case.words.name_any(titles.nearest):
                return True
    return False


def _find_printed(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of another number is printed as its own; None without."""
    strange = find_title_of_other_rule(case)
    if strange is None:
        return None
    former = _list_former_titles(case)
    for position, (_, titles) in enumerate(former):
        if strange.title.name in titles:
            return _make_past_fault(case, strange.title.name, former[: position + 1])
    if not strange.holders:
        return None
    return _make_other_fault(case, strange.title, strange.holders, is_sure=len(strange.holders) == 1)


def _find_paired(case: Case) -> Fault | None:
    """Return the fault of a number of a list whose place, in the list of names before it, has the name of another rule.

    In `scry, surveil (CR 701.46, 701.47)` the name of the second number is `surveil`.
    """
    named = find_paired_title(case)
    if named is None:
        return None
    for period, titles in _list_former_titles(case):
        if named.name in titles:
            return make_former_fault(case, period, "title")
    holders = _list_holders(case, named)
    if len(holders) != 1 or not (case.is_chapter or _may_be_title(case, named)):
        return None
    return _make_other_fault(case, named, holders, is_sure=True)


def _find_named_past(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of a rule is named that had it before; None without."""
    former = _list_former_titles(case)
    return _find_printed_past(case, former) or _find_mentioned_past(case, former)


def _find_printed_past(case: Case, former: list[_FormerTitles]) -> Fault | None:
    """Return the fault of a number next to which the title of its past rule is printed as its own."""
    for position, (period, titles) in enumerate(former):
        name = _find_own_title(case, titles)
        if name is None:
            continue
        if _may_begin_sentence(case, name) and _fits_present_better(case, period):
            continue
        return _make_past_fault(case, name, former[: position + 1])
    return None


def _find_mentioned_past(case: Case, former: list[_FormerTitles]) -> Fault | None:
    """Return the fault of a number in whose clause the title of its past rule is named, or else inflected."""
    mention = _find_mention(case, former)
    if mention is None:
        return None
    past = former[mention.position]
    has_title = bool(case.history.titles.above(past.period.last, case.number).rule)
    if not (has_title or case.is_chapter or _names_several(case, past.titles)):
        return None  # a chapter's title is an ordinary word in many comments
    fault = _make_past_fault(case, mention.name, former[: mention.position + 1])
    had_later_meaning = mention.position > 0
    if mention.is_inflected and had_later_meaning and not _surely_means(case, mention.name, past.period):
        return fault.without_suggestions()
    return fault


def _find_mention(case: Case, former: list[_FormerTitles]) -> _Mention | None:
    """Return the mention of a past rule's title in the clause of a number; None without one.

    A title as it is printed shows more than an inflected word, so it is searched for in all periods first.

    Args:
        case: The number.
        former: The former periods of the number with their titles, latest first.
    """
    for position, past in enumerate(former):
        name = _find_in_clause(case, past)
        if name is not None and not _fits_present_better(case, past.period):
            return _Mention(position, name, is_inflected=False)
    for position, past in enumerate(former):
        name = _find_inflected(case, past)
        if name is not None and not _fits_present_better(case, past.period):
            return _Mention(position, name, is_inflected=True)
    return None


def _surely_means(case: Case, name: str, period: Period) -> bool:
    """Return whether an inflected title certainly means the rule of a period, and no rule that had the number later.

    It does if few rules have its words, or if the number was written for an edition of the period.
    """
    return case.lexicon.have_rare(distinctive_terms(name), RARE) or _is_written_for(case, period)


def _is_written_for(case: Case, period: Period) -> bool:
    """Return whether the number was written for an edition in which it had the meaning of a period."""
    return case.base is not None and period.first <= case.base <= period.last


def _list_former_titles(case: Case) -> list[_FormerTitles]:
    """Return the periods of other lineages, latest first, with their titles; without those that add no title."""
    present = case.all_titles(case.target)
    former: list[_FormerTitles] = []
    for period in case.former:
        titles = case.history.titles.above(period.last, case.number)
        former_titles = titles.nearest - present
        if former_titles:
            former.append(_FormerTitles(period, former_titles))
    return former


def _find_own_title(case: Case, titles: frozenset[str]) -> str | None:
    """Return the first of several titles that is printed next to the number as the number's own."""
    for named in case.words.own_titles:
        if named.name not in titles:
            continue
        if named.as_title or (named.touching and case.words.is_name(named)):
            return named.name
    return None


def _find_in_clause(case: Case, past: _FormerTitles) -> str | None:
    """Return the first title of a past rule that is named near the number, in the same clause."""
    for named in case.words.own_titles:
        is_near = named.gap <= NEAR and named.same_clause and not named.belongs_elsewhere
        if is_near and named.name in past.titles:
            return named.name
    return None


def _names_several(case: Case, titles: frozenset[str]) -> bool:
    """Return whether several of the names that a title joins are near a number: `day/night`."""
    names_nearby = {named.name for named in case.words.own_titles if named.gap <= NEAR and named.same_clause}
    return len(names_nearby & titles) > 1


def _find_inflected(case: Case, past: _FormerTitles) -> str | None:
    """Return the first title of a past rule that occurs close to the number in an inflected form: `flashes back`.

    None if the words may also be about the number's own rule, or about its rule in the declared edition.
    """
    if any(evidence.kind == "prose" for evidence in case.words.citation.evidence):
        return None  # any word of a sentence may be inflected
    name = case.lexicon.titles.find_inflected(case.words.close, past.titles)
    if name is None or _may_mean_declared(case, past.period):
        return None
    present_terms = case.lexicon.terms_of(frozenset({case.now or ""}))
    if distinctive_terms(name) <= present_terms:
        return None  # the number's own rule has these words, in its present wording or another
    return name


def _may_mean_declared(case: Case, period: Period) -> bool:
    """Return whether the words may be about the rule that the number named in the declared edition.

    Only a meaning that the number had after a period, and no longer has, counts.

    Args:
        case: The number.
        period: The period.
    """
    declared = case.period_in(case.base) if case.base is not None else None
    if declared is None or declared.lineage == case.now or declared.first <= period.last:
        return False
    return case.words.may_be_about(case.history.titles.above(declared.last, case.number).rule)


def _may_begin_sentence(case: Case, name: str) -> bool:
    """Return whether a title, wherever it is named, may be only the first word of a sentence: `Reveal the top card`."""
    mentions = (named for named in case.words.named_titles if named.name == name)
    return any(named.starts_sentence and not named.in_name for named in mentions)


def _fits_present_better(case: Case, period: Period) -> bool:
    """Return whether the words have more of the number's present rule than of its rule in a period."""
    former_family = case.lexicon.family(period.last, case.number)
    balance = case.lexicon.balance(case.words.terms, candidate=former_family, rival=case.family)
    return balance.rival > balance.candidate


def _make_past_fault(case: Case, name: str, former: list[_FormerTitles]) -> Fault:
    """Return the fault of a number next to which the title of its past rule is named.

    Of two rules that had the number and are named on the same side, the later one is more likely to be meant.

    Args:
        case: The number.
        name: The title.
        former: The former periods with their titles, from the latest to the period whose rule has the title.
    """
    is_before = any(named.before for named in case.words.named_titles if named.name == name)
    names = {named.name for named in case.words.own_titles if named.before is is_before}
    for period, titles in former[:-1]:
        if titles & names:
            return make_former_fault(case, period, "title")
    return make_former_fault(case, former[-1].period, "title")


def _find_named_other(case: Case) -> Fault | None:
    """Return the fault of a number with a title, in whose clause another titled rule of the chapter is named.

    The nearest title decides. None if it may belong to another number of the range or list, or to a neighbouring
    citation, or if it may be an ordinary word. If the clause names several titles, the rule of the nearest one is
    suggested only if that title is directly next to the number.
    """
    rules = _list_named_rules(case)
    if not rules:
        return None
    nearest = rules[0]
    if _may_be_of_another_number(case, nearest):
        return None
    named = nearest.title
    if named.as_title and not named.starts_sentence and not case.is_chapter:
        return _make_other_fault(case, named, (nearest.number,), is_sure=True)
    if not _is_meant_here(case, nearest) or _may_be_words_of_cited(case, nearest):
        return None
    is_sure = named.touching or len({rule.title.name for rule in rules}) == 1
    return _make_other_fault(case, named, (nearest.number,), is_sure=is_sure)


def _list_named_rules(case: Case) -> list[_NamedRule]:
    """Return the titles next to a number that exactly one other rule has, nearest first."""
    rules: list[_NamedRule] = []
    for named in case.words.own_titles:
        if named.belongs_elsewhere and not named.as_title:
            continue
        if not case.is_chapter and not _may_be_title(case, named):
            continue
        holders = _list_holders(case, named)
        if len(holders) == 1:
            rules.append(_NamedRule(named, holders[0]))
    return rules


def _may_be_title(case: Case, named: PlacedTitle) -> bool:
    """Return whether a name is a keyword, or an ability word that is printed as a title.

    An ability word that is not printed as a title labels abilities of any kind, and shows nothing about the number.
    """
    if named.name in case.history.titles.ability_words:
        return named.as_title or (named.touching and named.before and named.set_off)
    return named.name in case.lexicon.keywords


def _list_holders(case: Case, named: PlacedTitle) -> list[str]:
    """Return the numbers with a title: in the chapter of the cited number, or else elsewhere.

    For a cited chapter these are the chapters with the title, if it is printed as a title.

    Rules of other chapters count only if the title is printed as a title and is not an ordinary word. An ability word
    is the title of the only rule that lists it, in another chapter. That rule counts unless the cited number is in the
    chapter of keyword actions: abilities with the label of an ability word perform such actions.
    """
    history = case.history
    holders = history.titles.numbers_with(named.name, case.target)
    if case.is_chapter:
        return [holder for holder in holders if "." not in holder and named.as_title]
    chapter = chapter_of(case.number)
    sisters = [holder for holder in holders if holder.startswith(f"{chapter}.")]
    if sisters:
        return sisters
    if named.name in history.titles.ability_words:
        counts_elsewhere = history.titles.heading(case.target, chapter) != KEYWORD_ACTIONS
    else:
        counts_elsewhere = named.as_title and case.lexicon.have_rare(distinctive_terms(named.words), RARE)
    return list(holders) if counts_elsewhere else []


def _may_be_of_another_number(case: Case, rule: _NamedRule) -> bool:
    """Return whether a title may belong to another number of the range or list, or to the citation that follows."""
    words, named = case.words, rule.title
    if words.citation.form == "range":
        ends = [sort_key(without_letters(part.number)) for part in words.citation.parts]
        if not named.before or ends[0] <= sort_key(rule.number) <= ends[-1]:
            return True
    return words.in_list and named.before


def _is_meant_here(case: Case, rule: _NamedRule) -> bool:
    """Return whether a title is meant as a name, and belongs to this citation and not to its neighbour."""
    words, named = case.words, rule.title
    if not words.is_name(named):
        return False
    if named.touching:
        return True
    if words.in_list or named.belongs_elsewhere:
        return False
    return not words.are_of_neighbour(case.history.lineages.find(case.target, rule.number) or "")


def _may_be_words_of_cited(case: Case, rule: _NamedRule) -> bool:
    """Return whether a title may be an ordinary word, or words of the cited rule."""
    named, lexicon = rule.title, case.lexicon
    named_family = lexicon.family(case.target, rule.number)
    balance = lexicon.balance(case.words.terms, candidate=named_family, rival=case.family)
    if _is_ordinary_word(named, balance):
        return True
    terms = distinctive_terms(named.words)
    return balance.candidate < balance.rival or (bool(terms) and terms <= lexicon.terms_of(case.family))


def _is_ordinary_word(named: PlacedTitle, balance: Balance) -> bool:
    """Return whether a title is only the beginning of a sentence: "CR 702.15b: defender takes damage"."""
    return named.starts_sentence and not (named.set_off or balance.is_clear)


def _make_other_fault(case: Case, named: PlacedTitle, holders: Sequence[str], *, is_sure: bool) -> Fault:
    """Return the fault of a number next to which the title of one or several other numbers is named.

    For 702.40a next to the title of 702.34, the suggestion is 702.34a if it exists, or else 702.34.

    Args:
        case: The number.
        named: The title.
        holders: The numbers with the title.
        is_sure: Whether the first of these numbers is certainly meant. Only then is it suggested.
    """
    number = case.number
    letters = number[len(without_letters(number)) :]
    holder_with_letters = f"{holders[0]}{letters}"
    meant = holder_with_letters if case.history.lineages.exists(holder_with_letters, case.target) else holders[0]
    code = "CR004" if case.is_chapter else "CR005"
    message = (
        f"{number} is {describe_rule(case.history, case.target, number)}; "
        f'"{named.words}", named next to it, is {join_words(holders, "or")}.'
    )
    fault = Fault(code, message, (meant,), evidence="title")
    return fault if is_sure else fault.without_suggestions()
