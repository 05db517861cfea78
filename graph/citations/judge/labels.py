"""The *labels* of a citation: the words directly next to it, up to the next mark, which may say what its rule is.

In `Cards in hand; the legend rule (CR 704.5j): one stays` they are `legend rule` and `one stays`.
"""

from msgspec import Struct

from graph.citations.judge.placing import LONGEST_JOINT, without_introduction
from graph.citations.records import Citation, Evidence
from rules.late_patterns import compile_late

_PAUSE = compile_late(r"[;:.|()\[\]]|,(?=\s)|\s[—–-]\s")
_COPULA_BEFORE = compile_late(r"\s+(?:is|are|=|being)\s*\Z")
_COPULA_AFTER = compile_late(r"\A\s*(?:is|are|=)\s+")
_REACH = 120
"""Maximum characters of the words that may be a label, with a sentence before or after it."""
_MOST_GAP_AFTER = 3
"""Maximum characters between a number and the label after it: a dash or a bar with blanks around it."""
_MARKS = " \t\"'“”‘’`*_"
"""Characters around a label that do not belong to it."""
_ARTICLE = compile_late(r"\A\W*(?:[Tt]he|[Aa]n?)\s+")
_DENIAL = compile_late(r"\A\W*(?:[Nn]o|NO|[Ww]ithout)\s+")
"""Words that deny the thing that a label names, but not that the number is about it: `No storm (CR 702.40)`."""


class Label(Struct, frozen=True):
    """The words directly next to a citation: the `legend rule` of `The legend rule is CR 704.5j`.

    Attributes:
        words: The words, without an article, a denial, and the verb between them and the citation.
        is_before: Whether they are before it.
        is_stated: Whether such a verb, as the `is` in the example, is between them and the citation.
        in_sentence: Whether they are the end of a longer sentence.
    """

    words: str
    is_before: bool
    is_stated: bool
    in_sentence: bool


def list_labels(citation: Citation, next_citation: Citation | None) -> tuple[Label, ...]:
    """Return the labels of a citation: at most one of each piece of evidence.

    Args:
        citation: The citation.
        next_citation: The citation after it in the file, which may own the words between the two; None if there is
            none, or to count these words for both.
    """
    labels: list[Label] = []
    for evidence in citation.evidence:
        label = _read_label(citation, evidence, next_citation)
        if label is not None:
            labels.append(label)
    return tuple(labels)


def _read_label(citation: Citation, evidence: Evidence, next_citation: Citation | None) -> Label | None:
    """Return the words of a clause or title that are directly next to the citation; None if none are."""
    if evidence.kind == "text" or evidence.apart:
        return None
    if evidence.end <= citation.start:
        return _read_before(citation, evidence)
    return _read_after(citation, evidence, next_citation)


def _read_before(citation: Citation, evidence: Evidence) -> Label | None:
    """Return the words directly before a citation, back to the last mark; None if they end too far before it.

    `Cards in hand; the legend rule is CR 704.5j` → `legend rule`, which is stated.
    """
    if citation.start - evidence.end > LONGEST_JOINT + len(citation.cue or ""):
        return None
    clause = _PAUSE.split(without_introduction(evidence.words[-_REACH:].rstrip()))[-1]
    without_verb = _COPULA_BEFORE.sub("", clause)
    words = _strip(_DENIAL.sub("", without_verb))
    return Label(words, is_before=True, is_stated=without_verb != clause, in_sentence=evidence.in_sentence)


def _read_after(citation: Citation, evidence: Evidence, next_citation: Citation | None) -> Label | None:
    """Return the words directly after a citation, up to the first mark: `CR 704.5j: legend rule (below)`.

    Args:
        citation: The citation.
        evidence: The words after it.
        next_citation: The citation after it in the file; None if there is none.

    Returns:
        None if the words begin too far after the citation, which may be any distance from a title, or if they end
        directly before the next citation, whose label they are: `702.40, storm 702.41`.
    """
    if evidence.kind != "title" and evidence.start - citation.end > _MOST_GAP_AFTER:
        return None
    if next_citation is not None:
        gap_before_next = next_citation.start - evidence.end
        if gap_before_next <= LONGEST_JOINT + len(next_citation.cue or ""):
            return None
    clause = _PAUSE.split(evidence.words[:_REACH])[0]
    without_verb = _COPULA_AFTER.sub("", clause)
    words = _strip(without_verb)
    return Label(words, is_before=False, is_stated=without_verb != clause, in_sentence=evidence.in_sentence)


def _strip(words: str) -> str:
    """Return some words without an article before them, and without the marks around them."""
    return _ARTICLE.sub("", words).strip(_MARKS)
