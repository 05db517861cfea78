"""The names of the glossary that label numbers.

The glossary is the publisher's own index of names. Like a title, a name next to a number shows which rule is meant, if
the name is all that labels the number (`Legend rule (CR 704.5j)`), or if the sentence states it (`the legend rule is
CR 704.5j`). Most names are of things, and rules of all chapters are about things. Such a name only shows which rule of
a chapter is meant, unless the sentence states that it is the rule of the number.
"""

from msgspec import Struct

from graph.citations.judge.case import Case
from graph.citations.judge.glossary_names import LEAST_WORDS, MOST_WORDS, WORD
from graph.citations.judge.lexicon import COMMON
from graph.citations.judge.placing import LONGEST_JOINT, is_compared, without_introduction
from graph.citations.judge.words import Words
from graph.citations.records import Citation, Evidence
from graph.ledger.words import distinctive_terms
from rules.keys import with_parents
from rules.late_patterns import compile_late
from rules.numbers import chapter_of

_RULE_WORDS = frozenset({"rule", "clause"})
"""Last words of names that are those of rules, not of things: `legend rule`."""
_PAUSE = compile_late(r"[;:.|()\[\]]|,(?=\s)|\s[—–-]\s")
_COPULA_BEFORE = compile_late(r"\s+(?:is|are|=|being)\s*\Z")
_COPULA_AFTER = compile_late(r"\A\s*(?:is|are|=)\s+")
_REACH = 120
"""Maximum characters of the words next to a number in which a name is searched."""
_MOST_BLANKS = MOST_WORDS + 2
"""Maximum number of blanks in a name with an article and a verb: `the legend rule is`."""
_MOST_GAP_AFTER = 2
"""Maximum characters between a number and the name after it: a blank, with a bracket or colon."""
_MARKS = " \t\"'“”‘’`*_"
"""Characters around a name that do not belong to it."""
_ARTICLE = compile_late(r"\A\W*(?:[Tt]he|[Aa]n?)\s+")


class GlossaryLabel(Struct, frozen=True):
    """A name of the glossary that labels a number.

    Attributes:
        words: The name as printed next to the number.
        number: The rule to which the glossary of the target edition leads from the name.
        is_stated: Whether the sentence states that the number is the rule of this name: `the legend rule is CR 704.5j`.
    """

    words: str
    number: str
    is_stated: bool


class _Adjacent(Struct, frozen=True):
    """The words directly before or after a citation, up to the next mark.

    Attributes:
        words: The words, without an article, and without a verb such as `is` between them and the citation.
        is_before: Whether the words are before the citation.
        is_stated: Whether there is such a verb.
    """

    words: str
    is_before: bool
    is_stated: bool


def find_glossary_label(case: Case) -> GlossaryLabel | None:
    """Return the name of the glossary that labels a number and is the name of another rule; None if there is none.

    None also if the number has two labels, before and after it, and only one of them is of another rule.
    """
    if case.words.citation.form != "number":
        return None
    labels = _list_labels(case)
    if not labels or not all(_is_of_another_rule(case, label) for label in labels):
        return None
    return labels[0]


def _list_labels(case: Case) -> list[GlossaryLabel]:
    """Return the names of the glossary that label a number: at most one before it and one after it."""
    labels: list[GlossaryLabel] = []
    for evidence in case.words.citation.evidence:
        adjacent = _read_adjacent(case.words, evidence)
        label = _find_name(case, adjacent) if adjacent is not None else None
        if label is not None:
            labels.append(label)
    return labels


def _read_adjacent(words: Words, evidence: Evidence) -> _Adjacent | None:
    """Return the words of a clause that are directly before or after the citation; None if none are."""
    if evidence.kind == "text":
        return None
    if evidence.end <= words.citation.start:
        return _read_before(words.citation, evidence)
    return _read_after(words, evidence)


def _read_before(citation: Citation, evidence: Evidence) -> _Adjacent | None:
    """Return the words directly before a citation; None if there are none that may label it."""
    if citation.start - evidence.end > LONGEST_JOINT + len(citation.cue or ""):
        return None
    before = _PAUSE.split(without_introduction(evidence.words[-_REACH:].rstrip()))[-1]
    if not _may_label(before):
        return None
    plain = _COPULA_BEFORE.sub("", before)
    return _Adjacent(_strip(plain), is_before=True, is_stated=plain != before)


def _read_after(words: Words, evidence: Evidence) -> _Adjacent | None:
    """Return the words directly after a citation; None if another citation follows them directly."""
    if evidence.kind != "title" and evidence.start - words.citation.end > _MOST_GAP_AFTER:
        return None
    if words.after is not None and words.after.start - evidence.end <= LONGEST_JOINT + len(words.after.cue or ""):
        return None
    after = _PAUSE.split(evidence.words[:_REACH])[0]
    if not _may_label(after):
        return None
    plain = _COPULA_AFTER.sub("", after)
    return _Adjacent(_strip(plain), is_before=False, is_stated=plain != after)


def _may_label(words: str) -> bool:
    """Return whether some words can be a name, or have the name of a rule in them: a cheap test that few remarks pass.

    A name has several words. Words that are too many for a name alone may begin or end with that of a rule, as in `this
    is decided by the legend rule`.
    """
    if words.count(" ") > _MOST_BLANKS:
        small = words.lower()
        return any(word in small for word in _RULE_WORDS)
    return " " in words


def _strip(words: str) -> str:
    """Return some words without an article before them, and without the marks around them."""
    return _ARTICLE.sub("", words).strip(_MARKS)


def _find_name(case: Case, adjacent: _Adjacent) -> GlossaryLabel | None:
    """Return the longest name that some words are; None if they are no name of the glossary.

    The name of a rule may also be a part of the words: their end if they are before the number, as in `decided by the
    legend rule (CR 704.5j)`, or their beginning if they are after it.
    """
    words = list(WORD.finditer(adjacent.words))
    for count in range(min(len(words), MOST_WORDS), LEAST_WORDS - 1, -1):
        chosen = words[-count:] if adjacent.is_before else words[:count]
        start, end = chosen[0].start(), chosen[-1].end()
        name = adjacent.words[start:end]
        is_whole = count == len(words)
        if not is_whole and (not _ends_as_rule(name) or is_compared(adjacent.words, start)):
            continue
        number = case.lexicon.glossary_names(case.target).find_number(name)
        if number is not None:
            return GlossaryLabel(name, number, adjacent.is_stated)
    return None


def _ends_as_rule(words: str) -> bool:
    """Return whether some words end as the name of a rule does."""
    return words.rpartition(" ")[2].lower() in _RULE_WORDS


def _is_of_another_rule(case: Case, label: GlossaryLabel) -> bool:
    """Return whether a label is certainly that of another rule: the number's own rule lacks the words of the name."""
    if case.history.heading(case.target, label.number) is not None:
        return False  # the name is a title, and a title may be next to the number of any rule
    if not _are_unrelated(case.number, label.number) or _is_of_neighbour(case, label.number):
        return False
    if not (label.is_stated or _ends_as_rule(label.words) or chapter_of(case.number) == chapter_of(label.number)):
        return False
    return _lacks_name(case, label)


def _are_unrelated(cited: str, named: str) -> bool:
    """Return whether a cited number is neither the named number nor above or below it."""
    if cited == named or cited in with_parents(named):
        return False
    return named not in with_parents(cited)


def _is_of_neighbour(case: Case, named: str) -> bool:
    """Return whether the citation before or after this one, in the same list, is of the named rule."""
    if not case.words.in_list:
        return False
    for neighbour in (case.words.before, case.words.after):
        if neighbour is not None and not all(_are_unrelated(number, named) for number in neighbour.numbers):
            return True
    return False


def _lacks_name(case: Case, label: GlossaryLabel) -> bool:
    """Return whether an unusual word of a name is in no wording of a number's rule, nor of the rules above it."""
    above = (case.history.lineage(case.target, number) for number in with_parents(case.number))
    own_terms = case.lexicon.terms_of(frozenset(lineage for lineage in above if lineage))
    foreign = distinctive_terms(label.words) - own_terms - distinctive_terms(" ".join(sorted(_RULE_WORDS)))
    weight_of_term = case.lexicon.weight_of_term
    return any(weight_of_term.get(term, COMMON) >= COMMON for term in foreign)
