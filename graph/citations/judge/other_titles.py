"""The faults of numbers next to which the title of another rule is named that never had the number."""

from collections.abc import Sequence
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.lexicon import RARE, Balance
from graph.citations.judge.messages import describe_rule
from graph.citations.judge.name_positions import is_code, is_ordinary
from graph.citations.judge.named_rules import is_verb
from graph.citations.judge.past_titles import list_former_titles
from graph.citations.judge.placing import PlacedTitle
from graph.citations.records import Fault
from graph.history import KEYWORD_ACTIONS
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, sort_key, without_letters
from rules.sentences import join_words


class _NamedRule(NamedTuple):
    """A title named next to a number, and the number whose title it is."""

    title: PlacedTitle
    number: str


def find_named_other(case: Case) -> Fault | None:
    """Return the fault of a number with a title, in whose clause another titled rule of the chapter is named.

    The first title in `Words.own_titles` decides: one that is printed as a title, or else the nearest. None if it may
    belong to another number of the range or list. A title that is printed as the number's own is always believed, and
    its rule suggested. Any other title must be a name, not an ordinary word, and not belong to a neighbouring citation;
    if the clause names several titles, or something gets what it names, its rule is suggested only if it is directly
    next to the number.

    Nothing is suggested in some more cases: if the title may describe what another keyword does that had the number
    (`to surveil, mill the card`) or is directly next to it (`crew (CR 702.40): "tap it"`); if the title may be an
    ordinary word next to a number that is right as declared; and if it is only a part of what is named, as in
    `First/double strike`.
    """
    rules = _list_named_rules(case)
    if not rules:
        return None
    nearest = rules[0]
    names_several = len({rule.title.name for rule in rules}) > 1
    if _may_be_of_another_number(case, nearest, names_several=names_several):
        return None
    named = nearest.title
    is_printed_as_title = named.as_title and not named.starts_sentence
    if is_printed_as_title and not case.is_chapter:
        return make_other_fault(case, named, (nearest.number,), is_sure=True)
    if not _is_meant_here(case, nearest) or _may_be_words_of_cited(case, nearest):
        return None
    is_only_subject = not (names_several or named.granted)
    is_meant = named.touching or is_only_subject
    is_doubtful = (
        _may_be_action_of_former(case, named)
        or _may_be_action_of_label(case, named)
        or _is_joined_by_slash(case, named)
        or (case.is_right_as_declared and is_ordinary(case, named))
    )
    return make_other_fault(case, named, (nearest.number,), is_sure=is_meant and not is_doubtful)


def _list_named_rules(case: Case) -> list[_NamedRule]:
    """Return the titles next to a number that exactly one other rule has, in the order of `Words.own_titles`.

    A keyword that something gets from a rule is left out if another keyword is named, which the rule may be about: the
    "haste" of `blitz: it gains haste`.
    """
    rules: list[_NamedRule] = []
    for named in case.words.own_titles:
        if named.belongs_elsewhere and not named.as_title:
            continue
        if not case.is_chapter and not may_be_title(case, named):
            continue
        holders = list_holders(case, named)
        if len(holders) == 1 and not _is_only_code(case, named, holders[0]):
            rules.append(_NamedRule(named, holders[0]))
    subjects = [rule for rule in rules if not rule.title.granted]
    return subjects or rules


def _is_only_code(case: Case, named: PlacedTitle, holder: str) -> bool:
    """Return whether a title is only a name of code, or a part of one.

    False if the clause has another unusual word of the rule with the title, which the cited rule and its subrules lack.

    Args:
        case: The number.
        named: The title.
        holder: The number of the rule with the title.
    """
    if not is_code(case, named):
        return False
    terms_of_holder = case.lexicon.terms_of(case.lexicon.family(case.target_edition, holder))
    foreign_terms = terms_of_holder - case.lexicon.terms_of(case.family) - distinctive_terms(named.words)
    return not case.lexicon.have_rare(case.words.terms & foreign_terms)


def may_be_title(case: Case, named: PlacedTitle) -> bool:
    """Return whether a name is a keyword, or an ability word that is printed as a title.

    An ability word that is not printed as a title labels abilities of any kind, and shows nothing about the number.
    """
    if named.name in case.history.titles.ability_words:
        return named.as_title or (named.touching and named.before and named.set_off)
    return named.name in case.lexicon.keywords


def list_holders(case: Case, named: PlacedTitle) -> list[str]:
    """Return the numbers with a title: in the chapter of the cited number, or else elsewhere.

    For a cited chapter these are the chapters with the title, if it is printed as a title.

    Rules of other chapters count only if the title is printed as a title and is not an ordinary word. An ability word
    is the title of the only rule that lists it, in another chapter. That rule counts unless the cited number is in the
    chapter of keyword actions: abilities with the label of an ability word perform such actions.
    """
    history = case.history
    holders = history.titles.numbers_with(named.name, case.target_edition)
    if case.is_chapter:
        return [holder for holder in holders if "." not in holder and named.as_title]
    chapter = chapter_of(case.number)
    sisters = [holder for holder in holders if holder.startswith(f"{chapter}.")]
    if sisters:
        return sisters
    if named.name in history.titles.ability_words:
        counts_elsewhere = history.titles.heading(case.target_edition, chapter) != KEYWORD_ACTIONS
    else:
        counts_elsewhere = named.as_title and case.lexicon.have_rare(distinctive_terms(named.words), RARE)
    return list(holders) if counts_elsewhere else []


def _may_be_of_another_number(case: Case, rule: _NamedRule, *, names_several: bool) -> bool:
    """Return whether a title may belong to another number of the range or list.

    Every title after a range may, and a title before it that is of a rule within the range. In a list, every title
    before the citation may, and every one of several.

    Args:
        case: The number.
        rule: The title.
        names_several: Whether the clause names several titles of other rules.
    """
    words, named = case.words, rule.title
    if words.citation.form == "range":
        ends = [sort_key(without_letters(part.number)) for part in words.citation.parts]
        if not named.before or ends[0] <= sort_key(rule.number) <= ends[-1]:
            return True
    return words.in_list and (named.before or names_several)


def _is_meant_here(case: Case, rule: _NamedRule) -> bool:
    """Return whether a title is meant as a name, and belongs to this citation and not to its neighbour."""
    words, named = case.words, rule.title
    if not words.is_name(named) or is_verb(case, named):
        return False
    if named.touching:
        return True
    if words.in_list or named.belongs_elsewhere:
        return False
    return not words.neighbour_cites(case.history.lineages.find(case.target_edition, rule.number))


def _may_be_words_of_cited(case: Case, rule: _NamedRule) -> bool:
    """Return whether a title may be an ordinary word, or words of the cited rule."""
    named, lexicon = rule.title, case.lexicon
    named_family = lexicon.family(case.target_edition, rule.number)
    balance = lexicon.balance(case.words.terms, candidate=named_family, rival=case.family)
    if _is_ordinary_word(named, balance):
        return True
    terms = distinctive_terms(named.words)
    return balance.only_candidate < balance.only_rival or (bool(terms) and terms <= lexicon.terms_of(case.family))


def _may_be_action_of_former(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title may be a verb about what another keyword does that had the number before.

    It may if it is a verb with an object, or if it is not directly next to the number and a rule of that keyword has
    it: in `the boat is towed, tap it (CR 702.40)`, 702.40 may have been the rule of a keyword that taps.
    """
    former = list_former_titles(case)
    if not former or any(named.name in past.titles for past in former):
        return False
    if named.as_verb:
        return True
    terms = distinctive_terms(named.words)
    if named.touching or not terms:
        return False
    families = (case.lexicon.family(past.period.last, case.number) for past in former)
    return any(terms <= case.lexicon.terms_of(family) for family in families)


def _may_be_action_of_label(case: Case, named: PlacedTitle) -> bool:
    """Return whether another keyword is directly next to a number, so that a title farther away may be what it does."""
    if named.touching:
        return False
    for label in case.words.own_titles:
        is_label = label.touching and not (label.granted or label.belongs_elsewhere)
        if is_label and label.name != named.name and may_be_title(case, label):
            return True
    return False


def _is_joined_by_slash(case: Case, named: PlacedTitle) -> bool:
    """Return whether a slash joins a title with another word: `First/double strike` names two rules."""
    for evidence in case.words.unquoted:
        if evidence.words[named.start : named.end] == named.words:
            around = evidence.words[: named.start][-1:] + evidence.words[named.end :][:1]
            if "/" in around:
                return True
    return False


def _is_ordinary_word(named: PlacedTitle, balance: Balance) -> bool:
    """Return whether a title is only the beginning of a sentence: "CR 702.15b: defender takes damage"."""
    return named.starts_sentence and not (named.set_off or balance.is_clear)


def make_other_fault(case: Case, named: PlacedTitle, holders: Sequence[str], *, is_sure: bool) -> Fault:
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
    meant = (
        holder_with_letters
        if case.history.lineages.edition_has(case.target_edition, holder_with_letters)
        else holders[0]
    )
    code = "CR004" if case.is_chapter else "CR005"
    message = (
        f"{number} is {describe_rule(case.history, case.target_edition, number)}; "
        f'"{named.words}", named next to it, is {join_words(holders, "or")}.'
    )
    fault = Fault(code, message, (meant,), evidence="title")
    return fault if is_sure else fault.without_suggestions()
