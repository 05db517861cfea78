"""The words next to a citation: the titles that they name, the rules that they quote, the terms that they have.

A *title* is that of a rule or chapter (`Storm`). A *label* is all that is directly next to the number, as far as the
next mark: the `legend rule` of `the legend rule (CR 704.5j)`. A *quote* is the text of a rule. A *term* is the hash of
the stem of a word. A *list* of citations has at most a few characters between two of them: `CR 702.9a + 702.3a`.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf

from msgspec import structs

from graph.citations.judge.identifiers import divide_identifiers
from graph.citations.judge.labels import Label, list_labels
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.placing import (
    LONGEST_JOINT,
    NEAR,
    PAUSE,
    PlacedTitle,
    closes_bracket,
    explains_another,
    place_title,
)
from graph.citations.judge.quotes import SHORTEST_SENTENCE, Quote
from graph.citations.judge.titles import NamedTitle
from graph.citations.records import REACH, Citation, Evidence
from graph.ledger.words import distinctive_terms
from rules.caching import cached_property
from rules.numbers import chapter_of, without_letters
from rules.text import strip_title

_LEAST_KNOWN_TERMS = 0.9
"""Minimum share of the terms of a text that any rules have, for the text to be searched for quoted rules."""
_FARTHEST_OF_LIST = 40
"""Maximum number of citations to either side that count as the list of a citation. Names are next to shorter lists, and
in a list of thousands all of them would be read for each."""
_BEFORE_BRACKET = 2 * LONGEST_JOINT
"""Maximum characters between a name and the number in the bracket after it: ` (see also `."""


class Words:
    """The words next to a citation, and what they name and quote.

    Args:
        lexicon: The words of the rules.
        citations: All citations of the file, in order; for a citation that is judged alone, only itself.
        index: The index of the citation.

    Attributes:
        citation: The citation.
        before: The citation before it in the file.
        after: The citation after it.
        in_list: Whether one of these two is so close that it is a list with the citation: `CR 702.9a + 702.3a`.
        text: The words, each piece of evidence on a line.
    """

    def __init__(self, lexicon: Lexicon, citations: Sequence[Citation], index: int) -> None:
        self.lexicon = lexicon
        self._citations = citations
        self._index = index
        self.citation = citation = citations[index]
        self.before = citations[index - 1] if index else None
        self.after = citations[index + 1] if index + 1 < len(citations) else None
        self._following = self.after.start if self.after is not None else inf
        follows_another = self.before is not None and citation.start - self.before.end <= LONGEST_JOINT
        self.in_list = follows_another or self._following - citation.end <= LONGEST_JOINT
        self.text = "\n".join(evidence.words for evidence in citation.evidence)

    @property
    def list_with_position(self) -> tuple[Sequence[Citation], int]:
        """Return the citations of the list that the citation is in, and its position there, from 0.

        A citation that is in no list is alone: its position is 0. Of a long list only `_FARTHEST_OF_LIST` citations to
        either side are returned.
        """
        citations = self._citations
        first = last = self._index
        lowest, highest = max(0, self._index - _FARTHEST_OF_LIST), self._index + _FARTHEST_OF_LIST
        while first > lowest and citations[first].start - citations[first - 1].end <= LONGEST_JOINT:
            first -= 1
        highest = min(highest, len(citations) - 1)
        while last < highest and citations[last + 1].start - citations[last].end <= LONGEST_JOINT:
            last += 1
        return citations[first : last + 1], self._index - first

    def join_list(self) -> "Words":
        """Return the words next to any citation of the list, as if all of them were next to this one."""
        citations, _ = self.list_with_position
        evidence = dict.fromkeys(words for citation in citations for words in citation.evidence)
        joint = structs.replace(self.citation, evidence=tuple(evidence))
        return Words(self.lexicon, (joint,), 0)

    def find_head(self) -> "Words | None":
        """Return the words next to the head of the text in which the citation is a reference; None if it has none."""
        number = self.citation.head
        if number is None:
            return None
        for index in range(self._index - 1, -1, -1):
            if self._citations[index].numbers == (number,):
                return Words(self.lexicon, self._citations, index)
        return None

    def find_chapter(self, number: str) -> "Words | None":
        """Return the words next to the chapter of a subrule, if it is cited at most `REACH` characters before it.

        Between the two may only be other numbers of the chapter.

        Args:
            number: The number of the citation.
        """
        chapter = chapter_of(number)
        for index in range(self._index - 1, -1, -1):
            citation = self._citations[index]
            is_near = self.citation.start - citation.end <= REACH
            if not is_near or any(chapter_of(cited) != chapter for cited in citation.numbers):
                return None
            if citation.numbers == (chapter,):
                return Words(self.lexicon, self._citations, index)
        return None

    @cached_property
    def terms(self) -> frozenset[int]:
        """Return the distinctive terms of the words."""
        return frozenset[int]().union(*(distinctive_terms(evidence.words) for evidence in self.citation.evidence))

    @cached_property
    def terms_with_identifiers(self) -> frozenset[int]:
        """Return the distinctive terms of the words, and those of the words of identifiers: of `dealDamage`, both.

        The words of an identifier are weak evidence: they may show that a number is right, but not that it is wrong.
        """
        divided = (divide_identifiers(evidence.words) for evidence in self.citation.evidence)
        return self.terms.union(*map(distinctive_terms, divided))

    @cached_property
    def named_titles(self) -> tuple[PlacedTitle, ...]:
        """Return the titles that the words name: first those printed as a title, then the others, each nearest first.

        Titles in quoted text of rules are left out, since rules name many titles of other rules. So is a title that
        ends the bracket of the citation before, as in `702.43a (Modular) / CR 702.21a`: it is the title of the
        first number.
        """
        return self.place_names(self.lexicon.titles.find_named)

    def place_names(self, find: Callable[[str], Iterable[NamedTitle]]) -> tuple[PlacedTitle, ...]:
        """Return the names in the words of the author, with their places, in the order of `named_titles`.

        Args:
            find: Returns the names in some words: titles of rules, or names of the glossary.
        """
        names: list[PlacedTitle] = []
        for evidence in self.unquoted:
            is_after = evidence.start >= self.citation.end
            all_named = tuple(find(evidence.words))
            for named in all_named:
                if not is_after and closes_bracket(evidence.words, named):
                    continue  # the name belongs to the citation before
                placed = place_title(self.citation, evidence, named, self._following)
                if explains_another(evidence.words, named, all_named):
                    placed = structs.replace(placed, belongs_elsewhere=True)
                names.append(placed)
        return tuple(sorted(names, key=lambda named: (not named.as_title, named.gap)))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Return the words directly next to the citation that may label it."""
        return list_labels(self.citation, self.after)

    @cached_property
    def own_titles(self) -> tuple[PlacedTitle, ...]:
        """Return the named titles that can be the title of the number: no part of the name of a card, not in prose."""
        return tuple(named for named in self.named_titles if not (named.in_name or named.in_prose))

    @cached_property
    def quotes(self) -> tuple[Quote, ...]:
        """Return the quoted sentences that may be from a rule.

        A quote must have `SHORTEST_SENTENCE` words or more, nearly all of which rules have, and some rule must have a
        part of it.
        """
        quotes: list[Quote] = []
        for evidence in self.citation.evidence:
            length = len(evidence.words.split())
            if evidence.kind != "text" or length < SHORTEST_SENTENCE or not self._has_words_of_rules(evidence):
                continue
            shares = self.lexicon.find_quoted(evidence.words)
            if shares:
                quotes.append(Quote(length, shares))
        return tuple(quotes)

    def _has_words_of_rules(self, evidence: Evidence) -> bool:
        """Return whether any rules have nearly all of the words: a cheap test before the search for quoted rules."""
        terms = distinctive_terms(evidence.words)
        return len(terms & self.lexicon.weight_of_term.keys()) >= _LEAST_KNOWN_TERMS * len(terms)

    @cached_property
    def close(self) -> str:
        """Return the words that are close to the citation, without quoted rule text.

        Words that a bracket and a comma set apart are left out: they are about the next thing of a list.
        """
        return " ".join(self._trim(evidence) for evidence in self.unquoted if not evidence.apart)

    @property
    def unquoted(self) -> list[Evidence]:
        """Return the words of the author, without quoted rule text."""
        return [evidence for evidence in self.citation.evidence if evidence.kind != "text"]

    def list_labels_before(self, distant: Collection[str]) -> frozenset[str]:
        """Return the titles directly before the citation, and some titles that are anywhere before it.

        Titles that belong elsewhere and titles in prose or in the name of a card are left out.

        Args:
            distant: Titles that count even if they are not directly before the citation.
        """
        names: set[str] = set()
        for named in self.own_titles:
            is_label = named.touching or named.name in distant
            if named.before and is_label and not named.belongs_elsewhere:
                names.add(named.name)
        return frozenset(names)

    def is_name(self, named: PlacedTitle) -> bool:
        """Return whether a title must be meant as a name, not as ordinary words.

        It must if it is set off by marks or capitals, or if it is in the singular and has a word that few rules have:
        `haste`, but not `counter`. An ordinary noun with a description never is a name: `a companion whose cost is
        odd`.
        """
        if named.set_off:
            return True
        if named.as_noun:
            return False
        return strip_title(named.words) == named.name and self.lexicon.have_rare(distinctive_terms(named.words))

    def is_in_constant(self, named: PlacedTitle) -> bool:
        """Return whether a title is a part of a constant of code in capitals: the "ROW" of `ROW_HARD`."""
        if not named.words.isupper():
            return False
        for evidence in self.unquoted:
            if evidence.words[named.start : named.end] == named.words:
                around = evidence.words[: named.start][-1:] + evidence.words[named.end :][:1]
                if "_" in around:
                    return True
        return False

    def neighbour_cites(self, lineage: str | None) -> bool:
        """Return whether a neighbouring citation that may share the words cites a lineage or one of its subrules.

        All numbers that the lineage ever had count, so that renumbering the neighbour does not change the result. No
        neighbour cites None, which is the lineage of a number that the edition lacks.
        """
        if lineage is None:
            return False
        numbers: set[str] = set()
        for neighbour in self.list_sharing():
            numbers.update(neighbour.numbers)
            numbers.update(map(without_letters, neighbour.numbers))
        for number in numbers:
            if any(period.lineage == lineage for period in self.lexicon.history.periods.of_key(number)):
                return True
        return False

    def list_sharing(self) -> list[Citation]:
        """Return those of the two neighbouring citations to which some words next to this one may belong as well.

        Words that a bracket and a comma set apart from the number before them belong only to the number after them: the
        second name of `the pier rule (CR 100.1), the toll rule (CR 102.1)`.
        """
        citation, before, after = self.citation, self.before, self.after
        sharing: list[Citation] = []
        for evidence in citation.evidence:
            if before is not None and evidence.end <= citation.start and _are_shared(evidence, before, citation):
                sharing.append(before)
            may_share = evidence.start >= citation.end and not (evidence.before_own_line or evidence.apart)
            if after is not None and may_share and _are_between(evidence, citation, after):
                sharing.append(after)
        return sharing

    def name_any(self, titles: frozenset[str]) -> bool:
        """Return whether the words name one of several titles word for word."""
        return any(named.name in titles for named in self.named_titles)

    def may_be_about(self, titles: frozenset[str], excluding: frozenset[str] = frozenset()) -> bool:
        """Return whether the words may be about one of several titles; False if there are no titles.

        Args:
            titles: The titles.
            excluding: Other titles. A word with a stem that one of these has too does not count; a whole title does.
        """
        if not titles:
            return False
        return self.lexicon.titles.may_be_about(self.text, titles, excluding) or self.name_any(titles)

    def are_apart_from_label(self, titles: frozenset[str]) -> bool:
        """Return whether another title labels a number, and no words that belong to it are about one of several titles.

        In `Flashback (CR 702.34), Kicker` the title before the bracket labels the number, and the words after the
        bracket and the comma are about something else, even about the titles in question.

        False if no other title labels the number from before, if the words apart from those after the bracket may be
        about the titles, or if one of the titles is named without belonging elsewhere.

        Args:
            titles: The titles.
        """
        labels = (named for named in self.own_titles if named.before and named.as_title and named.name not in titles)
        if not any(named.gap <= _BEFORE_BRACKET for named in labels):
            return False
        joined = "\n".join(evidence.words for evidence in self.citation.evidence if not evidence.apart)
        if self.lexicon.titles.may_be_about(joined, titles, frozenset()):
            return False
        return all(named.belongs_elsewhere for named in self.named_titles if named.name in titles)

    def _trim(self, evidence: Evidence) -> str:
        """Return the part of the evidence that is close to the citation, in whole words and without a pause.

        Of evidence before the citation this is the end, of evidence after it the beginning.
        """
        words = evidence.words
        is_before = evidence.end <= self.citation.start
        gap = self.citation.start - evidence.end if is_before else max(0, evidence.start - self.citation.end)
        most = max(0, NEAR - gap)
        is_too_long = len(words) > most
        if is_before:
            if is_too_long:
                _, _, words = words[len(words) - most :].partition(" ")  # without the word that is cut
            return PAUSE.split(words)[-1]
        if is_too_long:
            words, _, _ = words[:most].rpartition(" ")
        return PAUSE.split(words)[0]


def _are_between(evidence: Evidence, left: Citation, right: Citation) -> bool:
    """Return whether evidence is close to both of two citations: only a few marks, or a cue, separate it from them."""
    is_after_left = evidence.start - left.end <= LONGEST_JOINT
    return is_after_left and right.start - evidence.end <= LONGEST_JOINT + len(right.cue or "")


def _are_shared(evidence: Evidence, left: Citation, right: Citation) -> bool:
    """Return whether evidence between two citations may belong to both: no bracket and comma separate it from one."""
    is_apart = any(words.apart and words.start <= evidence.start < words.end for words in left.evidence)
    return not is_apart and _are_between(evidence, left, right)
