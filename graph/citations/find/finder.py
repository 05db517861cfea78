"""Find the citations in a text, with exact spans and the words next to them, without knowledge of editions.

A *place* is a number that may be a citation; its *evidence* are the words next to it that show which rule is meant; a
*stamp* is the edition written next to it (`CR 702.40a @2024-11-08`). The first pass (`places`) finds every number that
may be a citation. It reads the cue, or the list that the number continues, and determines how certain these alone make
the citation. The second pass decides about numbers that depend on the rest of the file: a bare `702.40` in a comment is
a citation only if the file cites the rules elsewhere. The third pass (`stamp_scope`, `evidence`) reads the stamp and
the words next to each citation.

Citations are returned in order and do not overlap. The work is linear in the length of the text.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import structs

from graph.citations.find.change_numbers import find_change_numbers
from graph.citations.find.evidence import read_evidence
from graph.citations.find.mentions import MentionFinder
from graph.citations.find.number_forms import DASH
from graph.citations.find.other_rules import has_words_of_magic, is_about_other_rules
from graph.citations.find.places import find_places
from graph.citations.find.possible import Confidence, PossibleCitation
from graph.citations.find.reasons import lists_rules, might_cite
from graph.citations.find.references_inside import find_heads
from graph.citations.find.separate_lines import find_separate_line
from graph.citations.find.stamp_scope import set_stamps
from graph.citations.find.strings_beside import read_strings_beside
from graph.citations.records import REACH, Citation, Evidence
from rules.abandonment import proceed
from rules.late_patterns import compile_late

_ENOUGH_LETTERS = 3
"""Minimum number of citations with a letter, such as 702.40a, from which a text about other rules is taken to cite the
rules of Magic too; other rules hardly ever have such letters."""
_OF_BARE_NUMBER = Confidence.CITING
"""The confidence that `bare` has in a number without a cue and without a letter: `702.31`."""
_OF_BARE_SUBRULE = Confidence.MAGIC
"""The confidence that `bare` has in a number without a cue, with a letter: `702.31a`."""
_LISTED = compile_late(r"[`*_)\]]{0,3}\s{0,2}(?:[,;/&+]|and|or)\s{0,2}(?:and |or )?[`*_(\[]{0,3}")
"""The text between the citations of a list, which share their evidence: `(CR 701.23a, CR 701.24)`."""
_OPEN_RANGE = compile_late(rf"\+(?![\w(])|(?<=a){DASH}z(?!\w)")
"""The text after a number with which an open range begins: the sign of `702.136+`, the `–z` of `601.2a–z`."""
_HEADING = compile_late(r"\.?[*_]{0,2} {1,2}[A-Z]")
"""The text after the number of a rule that has a heading: the ` K` of `702.31. Kicker`."""


def find_citations(text: str, *, cites_rules: bool | None = None) -> tuple[Citation, ...]:
    """Return all citations of the Comprehensive Rules in a text, in order and without overlap.

    A text about other rules, such as law or another game, has none unless it has several numbers with a letter. That
    holds even if the user has declared that the file cites the rules.

    Args:
        text: A whole file, decoded: source code of any language, markdown, wikitext, HTML, TOML, plain text. In a part
            of a file, a bare number may be missed because only another part shows that the file cites the rules.
        cites_rules: Whether the user has declared that the file cites the rules. If True, bare numbers count, as they
            do in a file with a certain citation; if False, no number counts. None to decide from the text alone.

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
    has_many_letters = sum(place.printed.lettered for place in places) >= _ENOUGH_LETTERS
    if not has_many_letters and is_about_other_rules(text):
        return ()
    set_stamps(text, places)
    citations = list(_read_citations(text, places))
    _share_evidence_after(text, places, citations)
    return tuple(_name_heads(text, places, citations))


def _select_citations(text: str, places: list[PossibleCitation], *, declared: bool) -> list[PossibleCitation]:
    """Return the places that are citations, considering the rest of the file.

    If the file cites the rules, all of them are, even bare numbers; otherwise only the certain ones. (A file with a
    certain place cites the rules, so that otherwise none is.)

    Args:
        text: The whole text.
        places: The places that may be citations, in order. Of those that are printed as in the rules the confidence is
            raised.
        declared: Whether the user has declared that the file cites the rules.
    """
    _raise_confidence_of_headings(text, places)
    cites_rules = declared or _cites_rules(text, places)
    least = Confidence.CITING if cites_rules else Confidence.CERTAIN
    return [place for place in places if place.confidence >= least]


def _raise_confidence_of_headings(text: str, places: list[PossibleCitation]) -> None:
    """Make a rule and its subrule certain wherever they are printed as in the rules."""
    for rule, subrule in pairwise(places):
        if _is_heading(text, rule, subrule):
            rule.confidence = Confidence.CERTAIN
            subrule.confidence = Confidence.CERTAIN


def _is_heading(text: str, rule: PossibleCitation, subrule: PossibleCitation) -> bool:
    """Return whether two places are a rule and its subrule, printed as in the rules: `702.31. Kicker 702.31a Kicker`.

    Both must be bare numbers, near each other, and a word with a capital must follow the first.

    Args:
        text: The whole text.
        rule: The first place, which may be a rule with its heading.
        subrule: The place after it.
    """
    if rule.confidence is not _OF_BARE_NUMBER or subrule.confidence is not _OF_BARE_SUBRULE:
        return False
    if len(rule.printed.numbers) != 1 or not subrule.printed.numbers:
        return False
    is_of_rule = subrule.printed.numbers[0][:-1] == rule.printed.numbers[0]
    if not is_of_rule or subrule.printed.start - rule.end >= REACH:
        return False
    return _HEADING.match(text, rule.end) is not None


def _cites_rules(text: str, places: Sequence[PossibleCitation]) -> bool:
    """Return whether a text cites the rules somewhere, so that less certain places in it are citations too.

    It does if a place is certain or a table lists subrules; if the text has words of Magic, a less certain place or a
    table of rules suffices.
    """
    confidences = {place.confidence for place in places}
    if Confidence.CERTAIN in confidences or lists_rules(text, lettered=True):
        return True
    if not has_words_of_magic(text):
        return False
    return Confidence.MAGIC in confidences or lists_rules(text, lettered=False)


def _read_citations(text: str, places: Sequence[PossibleCitation]) -> Iterator[Citation]:
    """Yield the citation at each place, with its stamp, evidence and change numbers."""
    mentions = MentionFinder(text)
    places = [_mark_open_range(text, place) for place in places]
    for index, list_start in enumerate(_find_list_starts(text, places)):
        proceed()
        place = places[index]
        evidence = _read_evidence_around(text, places, index)
        if not evidence and list_start < index:
            evidence = _read_evidence_before_list(text, places, list_start)
        change_numbers = find_change_numbers(text, places, index)
        if mentions.is_mention(place, has_words=bool(evidence)):
            # A mention cites no rule. The judge finds no fault in a citation whose own numbers are change numbers.
            change_numbers = place.printed.numbers
        citation = _make_citation(place, evidence, change_numbers)
        yield citation if evidence else _add_strings_beside(text, places, index, citation)


def _mark_open_range(text: str, place: PossibleCitation) -> PossibleCitation:
    """Return a place, marked as open if an open range begins with it."""
    if _OPEN_RANGE.match(text, place.printed.end) is None:
        return place
    return structs.replace(place, printed=structs.replace(place.printed, is_open=True))


def _find_list_starts(text: str, places: Sequence[PossibleCitation]) -> Iterator[int]:
    """Yield for each place the index of the first citation of its list; its own index if it begins a list.

    Example: for the places of `CR 701.2, CR 701.3 cost mana. CR 702.4` that is 0, 0 and 2.
    """
    list_start = 0
    for index, place in enumerate(places):
        continues_list = index > 0 and _LISTED.fullmatch(text, places[index - 1].end, place.start) is not None
        if not continues_list:
            list_start = index
        yield list_start


def _name_heads(text: str, places: Sequence[PossibleCitation], citations: Sequence[Citation]) -> Iterator[Citation]:
    """Yield the citations; those that are references inside the text of a rule name the head of that text.

    The text after such a reference is of the rule with the head, and not that of the reference.

    Args:
        text: The whole text.
        places: The places of the citations, in order.
        citations: The citations, with their evidence.
    """
    for citation, head in zip(citations, find_heads(text, places, citations), strict=True):
        if head is None or not citations[head].numbers:
            yield citation
            continue
        evidence = tuple(words for words in citation.evidence if words.kind != "text")
        yield structs.replace(citation, evidence=evidence, head=citations[head].numbers[0])


def _read_evidence_around(text: str, places: Sequence[PossibleCitation], index: int) -> tuple[Evidence, ...]:
    """Return the evidence between the place before `places[index]` and the place after it.

    A line that begins a new clause (`separate_lines`) ends the evidence of the place above it.
    """
    place = places[index]
    low = _end_before(places, index)
    high = len(text)
    if index > 0:
        low = find_separate_line(text, places[index - 1], place) or low
    is_last = index + 1 == len(places)
    separate_line = None
    if not is_last:
        separate_line = find_separate_line(text, place, places[index + 1])
        high = separate_line or places[index + 1].start
    found = read_evidence(text, place.printed, place.start, low, high)
    if separate_line is None:
        return found
    return tuple(structs.replace(evidence, before_own_line=True) for evidence in found)


def _make_citation(
    place: PossibleCitation, evidence: tuple[Evidence, ...], change_numbers: tuple[str, ...]
) -> Citation:
    """Return the citation at a place, with its evidence, its change numbers, and the stamp that `set_stamps` found."""
    citation = structs.replace(place.printed, cue=place.cue, evidence=evidence, change_numbers=change_numbers)
    if place.stamp is None:
        return citation
    return structs.replace(citation, stamp=place.stamp.words, stamp_start=place.stamp.start)


def _add_strings_beside(text: str, places: Sequence[PossibleCitation], index: int, citation: Citation) -> Citation:
    """Return the citation at `places[index]` with the strings beside it."""
    high = len(text)
    if index + 1 < len(places):
        high = places[index + 1].start
    strings = read_strings_beside(text, places[index].start, citation.end, _end_before(places, index), high)
    return structs.replace(citation, strings_beside=strings) if strings else citation


def _end_before(places: Sequence[PossibleCitation], index: int) -> int:
    """Return the end of the place before `places[index]`; 0 if it is the first."""
    if index == 0:
        return 0
    return places[index - 1].end


def _read_evidence_before_list(text: str, places: Sequence[PossibleCitation], list_start: int) -> tuple[Evidence, ...]:
    """Return the evidence before a list: it belongs to each citation of the list that has no evidence of its own.

    Args:
        text: The whole text.
        places: All citations, in order.
        list_start: Index of the first citation of the list.
    """
    first = places[list_start]
    words = read_evidence(text, first.printed, first.start, _end_before(places, list_start), first.end)
    return tuple(
        evidence for evidence in words if evidence.end <= first.start and evidence.kind in ("keyword", "prose")
    )


def _share_evidence_after(text: str, places: Sequence[PossibleCitation], citations: list[Citation]) -> None:
    """Give the evidence after a list to the citations of the list that have none.

    Args:
        text: The whole text.
        places: All places with a citation, in order.
        citations: The citations at these places. This list is changed: a citation without evidence is replaced by one
            that has the evidence after the list, as prose.
    """
    # From the last citation to the first, so that the evidence is handed on through the whole list.
    for index in range(len(places) - 2, -1, -1):
        citation = citations[index]
        following = citations[index + 1]
        if not citation.evidence and _LISTED.fullmatch(text, citation.end, places[index + 1].start):
            after = (evidence for evidence in following.evidence if evidence.start >= following.end)
            prose = tuple(structs.replace(evidence, kind="prose") for evidence in after)
            citations[index] = structs.replace(citation, evidence=prose)
