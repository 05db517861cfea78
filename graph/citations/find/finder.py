"""Find the citations in a text, with exact spans and the words next to them, without knowledge of editions.

The first pass reads at each place the number, and its cue or the citation it is joined to, and determines how certain
this alone makes it a citation (`places`). The second pass decides the places that depend on the rest of the file: a
bare `702.40` in a comment is a citation if the file cites the rules elsewhere, and some other number if not. The third
pass reads the stamps and words next to each citation (`stamp_scope`, `words`).

Guarantees: in order, without overlap, linear in the text.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import structs

from graph.citations.find.change_numbers import find_change_numbers
from graph.citations.find.evidence import read_evidence
from graph.citations.find.other_rules import has_words_of_magic, is_about_other_rules
from graph.citations.find.places import find_places
from graph.citations.find.possible import Confidence, PossibleCitation
from graph.citations.find.reasons import lists_rules, might_cite
from graph.citations.find.stamp_scope import set_stamps
from graph.citations.records import REACH, Citation, Evidence
from rules.late_patterns import compile_late

_ENOUGH_LETTERS = 3
"""Minimum numbers with a letter by which a file about other rules cites these too: other rules have hardly any."""
_LISTED = compile_late(r"[`*_)\]]{0,3}\s{0,2}(?:[,;/&+]|and|or)\s{0,2}(?:and |or )?[`*_(\[]{0,3}")
"""The text between citations that share the words next to them: `(CR 701.23a, CR 701.24)`."""
_HEADING = compile_late(r"\.?[*_]{0,2} {1,2}[A-Z]")


def find_citations(text: str, *, cites_rules: bool | None = None) -> tuple[Citation, ...]:
    """Return all citations of the Comprehensive Rules in a text, in order and without overlap.

    Args:
        text: A whole file, decoded: source code of any language, markdown, wikitext, HTML, TOML, plain text. In a part
            of a file, bare numbers may not be found because the evidence for them is in another part.
        cites_rules: Whether the file cites the rules, as declared: if True, bare numbers count as beside certain
            citations; if False, nothing does. None to decide by the file alone.

    Raises:
        TooManyCitationsError: More than `MOST_CITATIONS` places may be citations.
    """
    if cites_rules is False:
        return ()
    if not cites_rules and not might_cite(text.encode("utf-8", "replace")):
        return ()
    places = _select_citations(text, find_places(text), declared=bool(cites_rules))
    if not places:
        return ()
    lettered = sum(place.printed.lettered for place in places)
    if lettered < _ENOUGH_LETTERS and is_about_other_rules(text):
        return ()
    set_stamps(text, places)
    citations = list(_read_citations(text, places))
    _share_evidence_after(text, places, citations)
    return tuple(citations)


def _select_citations(text: str, places: list[PossibleCitation], *, declared: bool) -> list[PossibleCitation]:
    """Return the places that are citations, considering the rest of the file."""
    for rule, subrule in pairwise(places):
        if _is_heading(text, rule, subrule):
            rule.confidence = Confidence.CERTAIN
            subrule.confidence = Confidence.CERTAIN
    cites_rules = declared or _cites_rules(text, places)
    least = Confidence.CITING if cites_rules else Confidence.CERTAIN
    return [place for place in places if place.confidence >= least]


def _is_heading(text: str, rule: PossibleCitation, subrule: PossibleCitation) -> bool:
    """Return whether two places are a rule and its subrule as the rules print them: `702.31. Kicker 702.31a Kicker`."""
    if rule.confidence is not Confidence.CITING or subrule.confidence is not Confidence.MAGIC:
        return False
    if not subrule.printed.numbers:  # a placeholder
        return False
    is_of_rule = subrule.printed.numbers[0][:-1] == "".join(rule.printed.numbers)
    if not is_of_rule or subrule.printed.start - rule.end >= REACH:
        return False
    return _HEADING.match(text, rule.end) is not None


def _cites_rules(text: str, places: Sequence[PossibleCitation]) -> bool:
    """Return whether a file cites the rules, so that less certain places in it are citations too."""
    confidences = {place.confidence for place in places}
    if Confidence.CERTAIN in confidences or lists_rules(text, lettered=True):
        return True
    if not has_words_of_magic(text):
        return False
    return Confidence.MAGIC in confidences or lists_rules(text, lettered=False)


def _read_citations(text: str, places: Sequence[PossibleCitation]) -> Iterator[Citation]:
    """Yield the citations at some places, with their words and stamps."""
    head = 0
    for index, place in enumerate(places):
        previous = _end_before(places, index)
        if not index or not _LISTED.fullmatch(text, previous, place.start):
            head = index
        following = places[index + 1].start if index + 1 < len(places) else len(text)
        words = read_evidence(text, place.printed, place.start, previous, following)
        if not words and index > head:
            words = _read_evidence_before_list(text, places, head)
        citation = structs.replace(
            place.printed, cue=place.cue, evidence=words, change_numbers=find_change_numbers(text, places, index)
        )
        if place.stamp is not None:
            citation = structs.replace(citation, stamp=place.stamp.words, stamp_start=place.stamp.start)
        yield citation


def _end_before(places: Sequence[PossibleCitation], index: int) -> int:
    """Return the offset after the place before one; 0 if there is none."""
    if index == 0:
        return 0
    return places[index - 1].end


def _read_evidence_before_list(text: str, places: Sequence[PossibleCitation], head: int) -> tuple[Evidence, ...]:
    """Return the words before a list, which are those of each citation in it that has none of its own.

    Args:
        text: The whole text.
        places: All citations, in order.
        head: The index of the first of the list.
    """
    first = places[head]
    words = read_evidence(text, first.printed, first.start, _end_before(places, head), first.end)
    return tuple(
        evidence for evidence in words if evidence.end <= first.start and evidence.kind in ("keyword", "prose")
    )


def _share_evidence_after(text: str, places: Sequence[PossibleCitation], citations: list[Citation]) -> None:
    """Give the citations of a list that have no words the words after the list.

    Args:
        text: The whole text.
        places: All citations, in order.
        citations: The same with their words, which are replaced in this list.
    """
    for index in range(len(places) - 2, -1, -1):
        citation = citations[index]
        following = citations[index + 1]
        if not citation.evidence and _LISTED.fullmatch(text, citation.end, places[index + 1].start):
            after = (evidence for evidence in following.evidence if evidence.start >= following.end)
            prose = tuple(structs.replace(evidence, kind="prose") for evidence in after)
            citations[index] = structs.replace(citation, evidence=prose)
