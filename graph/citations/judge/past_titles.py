"""The faults of numbers next to which the title of a rule is named that had the number before, its *past rule*.

A *period* is the time in which one rule had the number. The *present rule* has it in the target edition.
"""

from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.former_meaning import make_former_fault
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.identifiers import divide_identifiers
from graph.citations.judge.lexicon import COMMON, RARE, UNUSUAL
from graph.citations.judge.name_positions import is_ordinary
from graph.citations.judge.placing import NEAR
from graph.citations.records import Fault
from graph.history import Period
from graph.ledger.words import distinctive_terms


class FormerTitles(NamedTuple):
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


def list_former_titles(case: Case) -> list[FormerTitles]:
    """Return the periods of other lineages, latest first, with their titles; without those that add no title."""
    present = case.all_titles(case.target_edition)
    former: list[FormerTitles] = []
    for period in case.former:
        titles = case.history.titles.of_number(period.last, case.number)
        former_titles = titles.nearest - present
        if former_titles:
            former.append(FormerTitles(period, former_titles))
    return former


def names_declared(case: Case) -> bool:
    """Return whether the words name a title of the past rule that the number had in the edition it was written for."""
    declared = case.declared_period
    if declared is None or not case.may_have_drifted:
        return False
    titles = case.history.titles.of_number(declared.last, case.number).of_rule
    return any(named.name in titles and not named.belongs_elsewhere for named in case.words.named_titles)


def find_named_past(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of a rule is named that had it before; None without.

    If the title of the rule is named too that the number had in the edition that it was written for, no other past rule
    counts: in `Regenerate, sacrifice (CR 701.15, 701.17)`, written for 2024, the second title is that of 701.17.
    """
    former = list_former_titles(case)
    if names_declared(case):
        former = [past for past in former if _is_written_for(case, past.period)]
    return _find_printed_past(case, former) or _find_mentioned_past(case, former)


def _find_printed_past(case: Case, former: list[FormerTitles]) -> Fault | None:
    """Return the fault of a number next to which the title of its past rule is printed as its own."""
    for position, past in enumerate(former):
        name = _find_own_title(case, past.titles)
        if name is None:
            continue
        is_only_word = _may_begin_sentence(case, name) and _fits_present_better(case, past.period)
        if is_only_word:
            continue
        fault = make_past_fault(case, name, former[: position + 1])
        if case.is_right_as_declared and _is_always_ordinary(case, name):
            return fault.without_suggestions()
        return fault
    return None


def _is_always_ordinary(case: Case, name: str) -> bool:
    """Return whether a title, wherever it is named, may be an ordinary word (`is_ordinary`)."""
    return all(is_ordinary(case, named) for named in case.words.own_titles if named.name == name)


def _find_own_title(case: Case, titles: frozenset[str]) -> str | None:
    """Return the first of several titles that is printed next to the number as the number's own."""
    for named in case.words.own_titles:
        if named.name not in titles:
            continue
        if named.as_title or (named.touching and case.words.is_name(named)):
            return named.name
    return None


def _may_begin_sentence(case: Case, name: str) -> bool:
    """Return whether a title, wherever it is named, may be only the first word of a sentence: `Reveal the top card`."""
    mentions = (named for named in case.words.named_titles if named.name == name)
    return any(named.starts_sentence and not named.in_name for named in mentions)


def _find_mentioned_past(case: Case, former: list[FormerTitles]) -> Fault | None:
    """Return the fault of a number in whose clause the title of its past rule is named, or else inflected.

    None if there is no such title, or if the chapter may be meant that the number named in the declared edition. A
    title that only the chapter of the number had counts only if several of the names that it joins are near, as in
    `day/night`. No rule is suggested for an inflected title if another rule had the number later.
    """
    mention = _find_mention(case, former)
    if mention is None:
        return None
    past = former[mention.position]
    if case.is_chapter and _is_chapter_as_declared(case, mention.name, past.period):
        return None
    was_titled_rule = bool(case.history.titles.of_number(past.period.last, case.number).of_rule)
    is_only_title_of_chapter = not (was_titled_rule or case.is_chapter)
    if is_only_title_of_chapter and not _names_several(case, past.titles):
        return None  # a chapter's title is an ordinary word in many comments
    fault = make_past_fault(case, mention.name, former[: mention.position + 1])
    had_later_meaning = mention.position > 0
    if mention.is_inflected and had_later_meaning and not _surely_means(case, mention.name, past.period):
        return fault.without_suggestions()
    return fault


def _is_chapter_as_declared(case: Case, name: str, period: Period) -> bool:
    """Return whether a chapter may be meant as declared, although a word next to it was the title of another chapter.

    It may if the number named the same chapter in the declared edition, and if this chapter has other words next to the
    number: chapters share many words, so that one of them outweighs neither. If the title has a rare word, though, such
    as "Restarting", only an unusual word of this chapter outweighs it.

    Args:
        case: The number of a chapter.
        name: The title of the other chapter. Several words are no word that chapters share.
        period: The period in which the number was that of the other chapter.
    """
    if not case.is_right_as_declared:
        return False
    named = [named.words for named in case.words.named_titles if named.name == name]
    if any(has_several_words(words) for words in named):
        return False
    title_terms = distinctive_terms(case.history.titles.heading(period.last, case.number) or "")
    other_terms = case.words.terms.difference(title_terms, *map(distinctive_terms, named))
    shared = other_terms & case.lexicon.terms_below(case.target_edition, case.number)
    least = UNUSUAL if case.lexicon.have_rare(title_terms & case.words.terms, RARE) else COMMON
    return case.lexicon.have_rare(shared, least)


def _find_mention(case: Case, former: list[FormerTitles]) -> _Mention | None:
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


def _find_in_clause(case: Case, past: FormerTitles) -> str | None:
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


def _find_inflected(case: Case, past: FormerTitles) -> str | None:
    """Return the first title of a past rule that occurs close to the number in an inflected form: `flashes back`.

    None if the number is in a sentence, if the number's own rule has all words of the title in one of its wordings, or
    if the words may be about the rule that the number named in the declared edition.
    """
    if any(evidence.kind == "prose" for evidence in case.words.citation.evidence):
        return None  # any word of a sentence may be inflected
    close_words = divide_identifiers(case.words.close)
    name = case.lexicon.titles.find_inflected(close_words, past.titles)
    if name is None or _may_mean_declared(case, past.period):
        return None
    present_terms = case.lexicon.terms_of(frozenset({case.lineage_now or ""}))
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
    declared = case.declared_period
    if declared is None or not case.may_have_drifted or declared.first <= period.last:
        return False
    return case.words.may_be_about(case.history.titles.of_number(declared.last, case.number).of_rule)


def _surely_means(case: Case, name: str, period: Period) -> bool:
    """Return whether an inflected title certainly means the rule of a period, and no rule that had the number later.

    It does if few rules have its words, or if the number was written for an edition of the period.
    """
    return case.lexicon.have_rare(distinctive_terms(name), RARE) or _is_written_for(case, period)


def _is_written_for(case: Case, period: Period) -> bool:
    """Return whether the number was written for an edition in which it had the meaning of a period."""
    return case.base is not None and period.first <= case.base <= period.last


def _fits_present_better(case: Case, period: Period) -> bool:
    """Return whether the words have more of the number's present rule than of its rule in a period."""
    former_family = case.lexicon.family(period.last, case.number)
    balance = case.lexicon.balance(case.words.terms, candidate=former_family, rival=case.family)
    return balance.only_rival > balance.only_candidate


def make_past_fault(case: Case, name: str, former: list[FormerTitles]) -> Fault:
    """Return the fault of a number next to which the title of its past rule is named.

    Of two rules that had the number and are named on the same side of the number, the later one is more likely to be
    meant, so that the fault is then about the later rule.

    Args:
        case: The number.
        name: The title.
        former: The former periods with their titles, from the latest to the period whose rule has the title.
    """
    is_before = any(named.before for named in case.words.named_titles if named.name == name)
    names_on_same_side = {named.name for named in case.words.own_titles if named.before is is_before}
    *later_rules, rule_with_title = former
    for later in later_rules:
        if later.titles & names_on_same_side:
            return make_former_fault(case, later.period, "title")
    return make_former_fault(case, rule_with_title.period, "title")
