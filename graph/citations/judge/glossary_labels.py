"""The names of the glossary that label numbers.

The glossary is the publisher's own index of names. Like a title, a name next to a number shows which rule is meant, if
the name is all that labels the number (`Legend rule (CR 704.5j)`), or if the sentence states it (`the legend rule is
CR 704.5j`). Most names are of things, and rules of all chapters are about things. Such a name only shows which rule of
a chapter is meant, unless the sentence states that it is the rule of the number.
"""

from msgspec import Struct

from graph.citations.judge.case import Case
from graph.citations.judge.connections import are_related, list_terms_above
from graph.citations.judge.glossary_names import MOST_WORDS, WORD, has_several_words
from graph.citations.judge.labels import Label
from graph.citations.judge.lexicon import COMMON, UNUSUAL
from graph.citations.judge.placing import is_compared
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of

_RULE_WORDS = frozenset({"rule", "clause"})
"""Last words of the names of rules, which are no things."""
_MOST_BREAKS = MOST_WORDS + 2
"""Blanks and hyphens in a name with a few other words."""


class GlossaryLabel(Struct, frozen=True):
    """A name of the glossary that labels a number.

    Attributes:
        words: The name as printed next to the number.
        numbers: The rules, or chapters, that it leads to in the target edition, in order.
        is_stated: Whether the sentence says that the number is the rule of this name.
    """

    words: str
    numbers: tuple[str, ...]
    is_stated: bool


def find_glossary_label(case: Case) -> GlossaryLabel | None:
    """Return the name of the glossary that labels a number and is the name of another rule; None if there is none.

    None also if the number has two labels, before and after it, and only one of them is of another rule; and for a
    range or a list.
    """
    if case.words.citation.form != "number":
        return None
    labels = _list_labels(case)
    if not labels or not all(_is_of_another_rule(case, label) for label in labels):
        return None
    return labels[0]


def _list_labels(case: Case) -> list[GlossaryLabel]:
    """Return the names of the glossary that label a number."""
    labels: list[GlossaryLabel] = []
    for label in case.words.labels:
        named = _find_name(case, label) if _may_name(label.words) else None
        if named is not None:
            labels.append(named)
    return labels


def _may_name(words: str) -> bool:
    """Return whether some words can be a name, or have the name of a rule in them: a cheap test that few remarks pass.

    A name has several words. Words that are too many for a name alone may begin or end with that of a rule, as in `this
    is decided by the legend rule`.
    """
    breaks = words.count(" ") + words.count("-")
    if breaks > _MOST_BREAKS:
        small = words.lower()
        return any(word in small for word in _RULE_WORDS)
    return breaks > 0


def _find_name(case: Case, label: Label) -> GlossaryLabel | None:
    """Return the longest name of the glossary that a label is or contains; None if there is none.

    Only the name of a rule may be a part: the end of the words before a number, as in `decided by the legend rule (CR
    704.5j)`, or the beginning of the words after it.
    """
    names = case.lexicon.glossary_names(case.target_edition)
    words = list(WORD.finditer(label.words))
    for count in range(min(len(words), MOST_WORDS), 0, -1):
        chosen = words[-count:] if label.is_before else words[:count]
        start, end = chosen[0].start(), chosen[-1].end()
        name = label.words[start:end]
        is_whole = count == len(words)
        if not has_several_words(name):
            continue
        if not is_whole and (not _ends_as_rule(name) or is_compared(label.words, start)):
            continue
        numbers = names.find_numbers(name)
        if numbers:
            return GlossaryLabel(name, numbers, label.is_stated)
    return None


def _ends_as_rule(words: str) -> bool:
    """Return whether some words end as the name of a rule does."""
    return words.rpartition(" ")[2].lower() in _RULE_WORDS


def _is_of_another_rule(case: Case, label: GlossaryLabel) -> bool:
    """Return whether a name is of another rule than a number, whose own rule has nothing to do with the name."""
    if _is_title(case, label):
        return False  # other rules are cited next to titles
    if any(are_related(case.number, number) for number in label.numbers):
        return False
    if any(_is_of_neighbour(case, number) for number in label.numbers):
        return False
    shares_chapter = chapter_of(case.number) in map(chapter_of, label.numbers)
    shows_one_rule = label.is_stated or _ends_as_rule(label.words) or shares_chapter
    return shows_one_rule and _lacks_name(case, label)


def _is_title(case: Case, label: GlossaryLabel) -> bool:
    """Return whether a name leads to a rule that has a heading."""
    numbers_of_rules = [number for number in label.numbers if "." in number]
    return any(case.history.titles.heading(case.target_edition, number) is not None for number in numbers_of_rules)


def _is_of_neighbour(case: Case, named: str) -> bool:
    """Return whether a citation before or after this one, in the same list or with the same words, is of a rule."""
    if case.words.neighbour_cites(case.history.lineages.find(case.target_edition, named)):
        return True
    if not case.words.in_list:
        return False
    for neighbour in (case.words.before, case.words.after):
        if neighbour is not None and any(are_related(number, named) for number in neighbour.numbers):
            return True
    return False


def _lacks_name(case: Case, label: GlossaryLabel) -> bool:
    """Return whether a word of a name is in no wording of a number's rule, nor of the rules above it.

    Common words do not count. If the name leads to several numbers, only unusual words of the rules do; otherwise a
    word that no rule has counts too.
    """
    foreign = distinctive_terms(label.words) - list_terms_above(case) - distinctive_terms(" ".join(sorted(_RULE_WORDS)))
    weight_of_term = case.lexicon.weight_of_term
    if len(label.numbers) > 1:  # rather a thing
        return any(weight_of_term.get(term, 0.0) >= UNUSUAL for term in foreign)
    return any(weight_of_term.get(term, COMMON) >= COMMON for term in foreign)
