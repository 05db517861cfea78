"""The decision whether the words next to a citation *contradict* its number, because another rule is meant.

A *lineage* is a rule through all editions, and the *family* of a number the lineages of its rule and its subrules.
"""

from graph.citations.judge.lexicon import ENOUGH, RARE
from graph.citations.judge.rivals import has_quote_of_sister
from graph.citations.judge.titles import NamedTitle
from graph.citations.judge.words import Words
from graph.history import History
from graph.ledger.words import distinctive_terms

_MOST_OF_FAMILY = 0.2
"""Maximum share of the weight of some words that a number's family has, for the words to be about another rule."""
_MOST_TERMS_OF_NAME = 2
"""Maximum number of terms that may be of a card's name: one rare word next to another rule shows nothing."""


def contradict(words: Words, edition: str, number: str) -> bool:
    """Return whether the words are about another rule than the one that a number names in an edition.

    The first of these that is true decides:

    1. The edition lacks the number: they contradict nothing.
    2. It is a chapter: only the title of another chapter contradicts it, since a chapter has few words of its own.
    3. They quote another subrule of its rule: they contradict it.
    4. They may be about the title of its rule: they do not.
    5. They name a rule with another title, and have no unusual word that its own rule has and the named one lacks: they
       do. In `mulligan, then discard (CR 103.5)` the first word is of 103.5.
    6. They have two terms or fewer, and its rule has no title: they do not, for they may be the name of a card.
    7. Hardly any of them is of the rule, and several are of one other rule: they do. If the rule has a title, the words
       of all its subrules count as its own, since a comment on a keyword may cite any of them.
    """
    history = words.lexicon.history
    lineage = history.lineages.find(edition, number)
    if lineage is None:
        return False
    is_chapter = "." not in number
    if is_chapter:
        return _name_another_chapter(words, edition, number)
    if has_quote_of_sister(words, edition, number):
        return True
    titles = history.titles.of_number(edition, number).of_rule
    if words.may_be_about(titles):
        return False
    if _name_another_rule(words, edition, number):
        return True
    may_be_only_name = len(words.terms) <= _MOST_TERMS_OF_NAME
    if not titles and may_be_only_name:
        return False
    family = words.lexicon.family(edition, number) if titles else frozenset({lineage})
    return _show_another_subject(words, family) and are_about_another_rule(words, edition, family)


def _name_another_rule(words: Words, edition: str, number: str) -> bool:
    """Return whether the words name a titled rule, and cannot be about that of a number in an edition.

    Next to a rule that is no keyword, a name that is a word of this rule shows nothing, nor does a part of a constant,
    as in `ROW_HARD = 1`.
    """
    titles = words.lexicon.history.titles.of_number(edition, number)
    names = [named for named in words.named_titles if not named.in_name and words.is_name(named)]
    if titles.of_rule.isdisjoint(words.lexicon.keywords):
        own_terms = words.lexicon.terms_of(frozenset({words.lexicon.history.lineages.find(edition, number) or ""}))
        names = [named for named in names if not (_is_own_word(named, own_terms) or words.is_in_constant(named))]
    of_others = (frozenset(named.name for named in names) - titles.nearest) & words.lexicon.keywords
    if not of_others or words.may_be_about(titles.nearest):
        return False
    return bool(titles.of_rule) or not _have_own_word(words, edition, number, of_others)


def _have_own_word(words: Words, edition: str, number: str, of_others: frozenset[str]) -> bool:
    """Return whether the words have an unusual word that the rule of a number has, and rules with some titles lack.

    Args:
        words: The words.
        edition: The edition.
        number: The number, which the edition has.
        of_others: The titles.
    """
    history, lexicon = words.lexicon.history, words.lexicon
    own_terms = lexicon.terms_of(frozenset({history.lineages.find(edition, number) or ""}))
    holders = [holder for title in of_others for holder in history.titles.numbers_with(title, edition)]
    other_terms = frozenset[int]().union(*(lexicon.terms_of(lexicon.family(edition, holder)) for holder in holders))
    return lexicon.have_rare((words.terms & own_terms) - other_terms - distinctive_terms(" ".join(sorted(of_others))))


def _is_own_word(named: NamedTitle, own_terms: frozenset[int]) -> bool:
    """Return whether a title consists of words that the rule of a number has itself: "equip" next to 301.5c."""
    terms = distinctive_terms(named.words)
    return bool(terms) and terms <= own_terms


def _name_another_chapter(words: Words, edition: str, number: str) -> bool:
    """Return whether the title of another chapter is next to the number of a chapter, and its own title is not."""
    history = words.lexicon.history
    titles = history.titles.of_number(edition, number).of_chapter
    touching = {named.name for named in words.own_titles if named.touching}
    other_titles = frozenset(name for name in touching - titles if _is_title_of_chapter(history, name, edition))
    if not other_titles:
        return False
    # A word that both titles have does not show that the words are about the number's own title.
    return not words.may_be_about(titles, excluding=other_titles)


def _is_title_of_chapter(history: History, title: str, edition: str) -> bool:
    """Return whether a chapter of an edition has a title, in plain letters."""
    holders = history.titles.numbers_with(title, edition)
    return any("." not in holder for holder in holders)


def _show_another_subject(words: Words, family: frozenset[str]) -> bool:
    """Return whether the words show a subject, but hardly any of them, and no rare one, is of a family."""
    shared = words.terms & words.lexicon.terms_of(family)
    if words.lexicon.have_rare(shared, RARE):
        return False
    weight = words.lexicon.weight(words.terms)
    return weight >= ENOUGH and words.lexicon.weight(shared) < _MOST_OF_FAMILY * weight


def are_about_another_rule(words: Words, edition: str, family: frozenset[str]) -> bool:
    """Return whether several words are clearly of one rule outside of a family, or a label names such a rule.

    The labels here are all words before the number, as in `loyalty (CR 702.98)`: there a single unusual word of any
    title is enough, if the family has no unusual word of the labels. After the number a single word may be any word of
    the author's own sentence.

    Args:
        words: The words.
        edition: The edition whose titles count.
        family: The lineages of the number's rule and its subrules.
    """
    lexicon = words.lexicon
    if lexicon.weigh_best_outside(words.terms, family).is_clear:
        return True
    labels = (evidence for evidence in words.unquoted if evidence.end <= words.citation.start)
    label_terms = frozenset[int]().union(*(distinctive_terms(label.words) for label in labels))
    family_terms = lexicon.terms_of(family)
    terms_of_other_titles = (label_terms & lexicon.title_terms(edition)) - family_terms
    return lexicon.have_rare(terms_of_other_titles) and not lexicon.have_rare(label_terms & family_terms)
