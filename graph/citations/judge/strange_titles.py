"""The *strange* titles next to a number: titles of other chapters, if its own rule has hardly any of the words.

All kinds of rules are cited next to the titles of keywords: `Flashback (CR 601.2f)`. So a title of another chapter
shows a wrong number only if the rule of the number shares hardly anything with the words: in all of its wordings no
unusual term and few common ones, no title, and no reference to the rule with the title or from it. The number of terms
that the two may share depends on the position of the title. One that labels the number shows more than one that begins
a sentence.
"""

from msgspec import Struct

from graph.citations.judge.case import Case
from graph.citations.judge.connections import are_connected, refers_to_chapter
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.lexicon import UNUSUAL
from graph.citations.judge.name_positions import find_position, is_code, is_only_label
from graph.citations.judge.placing import NEAR, PlacedTitle
from graph.ledger.words import distinctive_terms
from rules.late_patterns import compile_late
from rules.numbers import chapter_of, kind_of

# Each of these is the maximum share of the weight of the words that the rule of a number may have, if none of its words
# is unusual.
_MOST_WITH_NAME = 0.12
"""If the title labels the number or stands alone."""
_MOST_WITH_BEGINNING = 0.06
"""If a sentence begins with the title of a rule, which has several words: a title of one word is often a verb, as in
"Suspend it"."""

_ONE_OF_SEVERAL = compile_late(r",[^,]+,|`[`*]* \w")
"""The words after a title that is not meant alone: those of a list, or those that a name in code describes."""
_EXPLANATION = compile_late(r"[\"”'’`*]{0,2}\s*=\s*\w")
"""The beginning of the words that explain a title."""


class StrangeTitle(Struct, frozen=True):
    """A title next to a number that is that of a rule or chapter elsewhere.

    Attributes:
        title: The title.
        number: The number of the rule or chapter.
        is_sure: Whether the title surely shows the rule: it is that of a rule, and is all that labels the number.
        most_shared: Maximum share of the weight of the words that the rule of the cited number may have.
    """

    title: PlacedTitle
    number: str
    is_sure: bool
    most_shared: float


def find_strange_title(case: Case) -> StrangeTitle | None:
    """Return a title of another chapter or its rules, if the number shares hardly anything with the words; else None.

    The title is the first in `Words.own_titles` that shows anything. None also for a chapter, a range and a list.
    """
    if case.is_chapter or case.words.in_list or case.words.citation.form != "number":
        return None
    strange = _find_title(case)
    if strange is None or not _is_apart(case, strange) or are_connected(case, strange.number):
        return None
    return strange


def _find_title(case: Case) -> StrangeTitle | None:
    """Return the first title in `Words.own_titles` that exactly one rule or chapter has, which is elsewhere.

    Titles that may be ordinary words, names of code or labels of abilities are passed over. None if no title is left.
    """
    for named in case.words.own_titles:
        may_be_name = named.set_off or has_several_words(named.words)
        if not may_be_name or named.contrasted or named.as_topic or named.name in case.history.titles.ability_words:
            continue
        holders = case.history.titles.numbers_with(named.name, case.target_edition)
        if len(holders) != 1 or chapter_of(holders[0]) == chapter_of(case.number) or is_code(case, named):
            continue
        strange = _make_strange_title(case, named, holders[0])
        if strange is not None:
            return strange
    return None


def _make_strange_title(case: Case, named: PlacedTitle, holder: str) -> StrangeTitle | None:
    """Return a title of a rule or chapter elsewhere; None if it may be ordinary words, as the "Mana" of a chapter."""
    kind = kind_of(holder)
    is_rule = kind == "rule"
    is_clear_chapter = kind == "chapter" and _is_clear(case, named)
    if not (is_rule or is_clear_chapter):
        return None
    is_label = is_only_label(case, named) and not _is_explained(case, named)
    most_shared = _find_most_shared(case, named, is_label=is_label, is_rule=is_rule)
    if most_shared is None:
        return None
    return StrangeTitle(named, holder, is_sure=is_label and is_rule, most_shared=most_shared)


def _find_most_shared(case: Case, named: PlacedTitle, *, is_label: bool, is_rule: bool) -> float | None:
    """Return the share of the words that the rule of a number may have next to a title; None if that shows nothing.

    Three kinds of titles show something:

    - one of several words that is all that labels the number, with a capital or before the number;
    - one between marks, with a capital or in quotes, which has several words or is near: `Storm | copies it`;
    - one of a rule, of several words with a capital, with which a clause begins. It shows the least.

    Args:
        case: The number.
        named: The title.
        is_label: Whether the title is all that labels the number.
        is_rule: Whether it is the title of a rule; otherwise it is that of a chapter.
    """
    has_several = has_several_words(named.words)
    has_capital = named.words[:1].isupper()
    if is_label and has_several and (has_capital or named.before):
        return _MOST_WITH_NAME
    position = find_position(case, named)
    is_part = named.starts_sentence or _is_one_of_several(case, named) or _is_explained(case, named)
    is_name = position.stands_alone and named.set_off and not is_part
    is_near_enough = has_several or named.before or named.gap <= NEAR // 2
    if is_name and is_near_enough:
        return _MOST_WITH_NAME
    begins_sentence = is_rule and position.begins_clause and has_several and has_capital
    return _MOST_WITH_BEGINNING if begins_sentence else None


def _is_one_of_several(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title before a number is no label of it, but an item of a list, or a word of code.

    An item of a list has two commas or more between it and the number: `Towing, the Old Pier, both wet (CR 702.40a)`.
    A word of code has more words directly after its mark: "`Towing` boats, wet ones (CR 702.40a)".
    """
    return any(
        _ONE_OF_SEVERAL.match(evidence.words, named.end) is not None
        for evidence in case.words.citation.evidence
        if named.before and evidence.words[named.start : named.end] == named.words
    )


def _is_explained(case: Case, named: PlacedTitle) -> bool:
    """Return whether the words after a title explain it: `702.40a | "Towing" = all boats move`.

    A title in quotes is blank in the clause that begins with it.
    """
    for title in case.words.citation.evidence:
        if title.kind != "title" or title.words[named.start : named.end] != named.words:
            continue
        for clause in case.words.unquoted:
            after = clause.words[max(0, title.end - clause.start) :]
            if clause.start <= title.start and _EXPLANATION.match(after):
                return True
    return False


def _is_clear(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title has several words, or a word that few rules have."""
    return has_several_words(named.words) or case.lexicon.have_rare(distinctive_terms(named.words))


def _is_apart(case: Case, strange: StrangeTitle) -> bool:
    """Return whether the rule of a number, and the titles above it, have nothing to do with the words next to it."""
    history, words = case.history, case.words
    titles = history.titles.of_number(case.target_edition, case.number)
    if words.may_be_about(titles.of_rule) or words.name_any(titles.of_chapter) or _is_in_declared(case, strange.title):
        return False
    if strange.title.starts_sentence and refers_to_chapter(case, strange.number):
        return False
    if not case.lexicon.are_familiar(words.terms):
        return False
    shared = words.terms & case.lexicon.rule_terms(case.target_edition).all_terms(case.number)
    if case.lexicon.have_rare(shared, UNUSUAL):
        return False
    return case.lexicon.weight(shared) <= strange.most_shared * case.lexicon.weight(words.terms)


def _is_in_declared(case: Case, title: PlacedTitle) -> bool:
    """Return whether the rule that a number named in the declared edition has all words of a title itself."""
    period = case.declared_period
    if period is None or not case.may_have_drifted:
        return False
    terms = distinctive_terms(title.words)
    return bool(terms) and terms <= case.lexicon.terms_of(frozenset({period.lineage}))
