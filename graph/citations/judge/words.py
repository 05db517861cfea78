"""Read the words next to a citation: the titles that they name, the rules that they quote, the terms that they have."""

from collections.abc import Sequence
from functools import cached_property
from math import inf
from typing import Literal

from msgspec import structs

from graph.citations.judge.labels import Label, list_labels
from graph.citations.judge.lexicon import ENOUGH, RARE, Lexicon
from graph.citations.judge.placing import (
    LONGEST_JOINT,
    NEAR,
    PAUSE,
    PlacedTitle,
    closes_bracket,
    explains_another,
    place_title,
)
from graph.citations.judge.quotes import AS_GOOD, RESEMBLES, SHORTEST_SENTENCE, Quote
from graph.citations.records import Citation, Evidence
from graph.history import Period
from graph.ledger.words import distinctive_terms
from rules.numbers import is_number, without_letters
from rules.text import strip_title

_MOST_OF_FAMILY = 0.2
"""Maximum share of the weight of some words that a number's family has, for the words to be about another rule."""
_LEAST_KNOWN_TERMS = 0.9
"""Minimum share of the terms of a text that any rules have, for the text to be searched for quoted rules."""
_BEFORE_BRACKET = 2 * LONGEST_JOINT
"""Maximum characters between a name and the number in the bracket after it: ` (see also `."""
_MOST_TERMS_OF_NAME = 2
"""Maximum number of terms that may be of a card's name: one rare word next to another rule shows nothing."""


class Words:
    """The words next to a citation.

    A *lineage* is a rule through all editions, and a *family* is the set of lineages of a rule and its subrules; see
    `Lexicon.family`. A *rival* is another rule that may be meant instead.

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
        self._lexicon = lexicon
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

        A citation that is in no list is alone: its position is 0.
        """
        citations = self._citations
        first = last = self._index
        while first and citations[first].start - citations[first - 1].end <= LONGEST_JOINT:
            first -= 1
        while last + 1 < len(citations) and citations[last + 1].start - citations[last].end <= LONGEST_JOINT:
            last += 1
        return citations[first : last + 1], self._index - first

    @cached_property
    def terms(self) -> frozenset[int]:
        """Return the distinctive terms of the words."""
        return frozenset[int]().union(*(distinctive_terms(evidence.words) for evidence in self.citation.evidence))

    @cached_property
    def named_titles(self) -> tuple[PlacedTitle, ...]:
        """Return the titles that the words name: first those printed as a title, then the others, each nearest first.

        Titles in quoted text of rules are left out, since rules name many titles of other rules.
        """
        titles: list[PlacedTitle] = []
        for evidence in self._unquoted:
            is_after = evidence.start >= self.citation.end
            all_named = self._lexicon.titles.find_named(evidence.words)
            for named in all_named:
                if not is_after and closes_bracket(evidence.words, named):
                    continue  # the title belongs to the citation before
                placed = place_title(self.citation, evidence, named, self._following)
                if explains_another(evidence.words, named, all_named):
                    placed = structs.replace(placed, belongs_elsewhere=True)
                titles.append(placed)
        return tuple(sorted(titles, key=lambda named: (not named.as_title, named.gap)))

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
        """Return the quoted sentences that may be from a rule."""
        quotes: list[Quote] = []
        for evidence in self.citation.evidence:
            length = len(evidence.words.split())
            if evidence.kind != "text" or length < SHORTEST_SENTENCE or not self._has_words_of_rules(evidence):
                continue
            shares = self._lexicon.find_quoted(evidence.words)
            if shares:
                quotes.append(Quote(length, shares))
        return tuple(quotes)

    def _has_words_of_rules(self, evidence: Evidence) -> bool:
        """Return whether any rules have nearly all of the words: a cheap test before the search for quoted rules."""
        terms = distinctive_terms(evidence.words)
        return len(terms & self._lexicon.weight_of_term.keys()) >= _LEAST_KNOWN_TERMS * len(terms)

    @cached_property
    def close(self) -> str:
        """Return the words that are close to the citation, without quoted rule text."""
        return " ".join(self._trim(evidence) for evidence in self._unquoted)

    @property
    def _unquoted(self) -> list[Evidence]:
        """Return the words of the author, without quoted rule text."""
        return [evidence for evidence in self.citation.evidence if evidence.kind != "text"]

    def is_name(self, named: PlacedTitle) -> bool:
        """Return whether a title must be meant as a name, not as ordinary words.

        It must if it is set off by marks or capitals, or if it is in the singular and has a word that few rules have.
        An ordinary noun that is described never is.
        """
        if named.set_off:
            return True
        if named.as_noun:
            return False
        return strip_title(named.words) == named.name and self._lexicon.have_rare(distinctive_terms(named.words))

    def are_of_neighbour(self, lineage: str) -> bool:
        """Return whether a neighbouring citation that may share the words cites a lineage, or a subrule of it.

        All numbers that the lineage ever had count, so that renumbering the neighbour does not change the result.
        """
        numbers: set[str] = set()
        for neighbour in self._list_sharing():
            numbers.update(neighbour.numbers)
            numbers.update(map(without_letters, neighbour.numbers))
        for number in numbers:
            if any(period.lineage == lineage for period in self._lexicon.history.periods.of_key(number)):
                return True
        return False

    def _list_sharing(self) -> list[Citation]:
        """Return those of the two neighbouring citations to which some words next to this one may belong as well."""
        citation, before, after = self.citation, self.before, self.after
        sharing: list[Citation] = []
        for evidence in citation.evidence:
            if before is not None and evidence.end <= citation.start and _are_between(evidence, before, citation):
                sharing.append(before)
            if after is not None and evidence.start >= citation.end and _are_between(evidence, citation, after):
                sharing.append(after)
        return sharing

    def name_any(self, titles: frozenset[str]) -> bool:
        """Return whether the words name one of several titles word for word."""
        return any(named.name in titles for named in self.named_titles)

    def may_be_about(self, titles: frozenset[str], excluding: frozenset[str] = frozenset()) -> bool:
        """Return whether the words may be about one of several titles.

        Args:
            titles: The titles.
            excluding: Other titles; words that are also about one of these do not count.
        """
        if not titles:
            return False
        return self._lexicon.titles.may_be_about(self.text, titles, excluding) or self.name_any(titles)

    def are_apart_from_label(self, titles: frozenset[str]) -> bool:
        """Return whether another title labels a number, and only words apart from it are about one of several titles.

        In `Flashback (CR 702.34), Kicker` the title before the bracket labels the number, and the words after the
        bracket and the comma are about something else.

        Args:
            titles: The titles.
        """
        labels = (named for named in self.own_titles if named.before and named.as_title and named.name not in titles)
        if not any(named.gap <= _BEFORE_BRACKET for named in labels):
            return False
        joined = "\n".join(evidence.words for evidence in self.citation.evidence if not evidence.apart)
        if self._lexicon.titles.may_be_about(joined, titles, frozenset()):
            return False
        return all(named.belongs_elsewhere for named in self.named_titles if named.name in titles)

    def quote_family(self, edition: str, number: str) -> bool:
        """Return whether a quote resembles a rule of the family of a number, and no other rule much more."""
        if not self.quotes:
            return False
        family = self._lexicon.family(edition, number)
        for quote in self.quotes:
            share = quote.best_share_of(family)
            if share >= RESEMBLES and share >= AS_GOOD * quote.best_share:
                return True
        return False

    def quote_rather(self, lineage: str, rival: str) -> bool:
        """Return whether a quoted sentence is from one lineage and not from another."""
        return any(quote.is_rather_of(lineage, rival) for quote in self.quotes)

    def may_fit(self, lineage: str, rival: str) -> bool:
        """Return whether the words have a rare term of one lineage, and no rare term that only another lineage has.

        Args:
            lineage: The lineage that the words may mean; empty for none, whose result is False.
            rival: The other lineage.
        """
        lexicon = self._lexicon
        terms = lexicon.terms_of(frozenset({lineage}))
        rival_terms = lexicon.terms_of(frozenset({rival}))
        if not lexicon.have_rare(self.terms & terms):
            return False
        return not lexicon.have_rare(self.terms & (rival_terms - terms))

    def compare_terms(self, now: str, then: str) -> Literal["now", "then"] | None:
        """Return which of two lineages has clearly more of the words: `now`, `then`, or None if neither has.

        Args:
            now: The lineage that has the number in the target edition.
            then: The lineage that had the number before.
        """
        present, former = frozenset({now}), frozenset({then})
        if self._lexicon.balance(self.terms, candidate=former, rival=present).prefers_candidate:
            return "then"
        if self._lexicon.balance(self.terms, candidate=present, rival=former).prefers_candidate:
            return "now"
        return None

    def are_clearly_about(self, lineage: str, rival: str) -> bool:
        """Return whether the words are clearly about one lineage and not about another.

        If all words together do not decide, the words close to the citation do, provided they have a rare term.
        """
        own_lineages, rival_lineages = frozenset({lineage}), frozenset({rival})
        all_words = self._lexicon.balance(self.terms, candidate=own_lineages, rival=rival_lineages)
        if all_words.is_clear:
            return True
        if all_words.rival > 0 or all_words.candidate < RARE:
            return False
        close_terms = distinctive_terms(self.close)
        close_words = self._lexicon.balance(close_terms, candidate=own_lineages, rival=rival_lineages)
        return close_words.candidate >= RARE and not close_words.rival

    def contradict(self, edition: str, number: str) -> bool:
        """Return whether the words are about another rule than the one that a number names in an edition.

        They contradict the number if they quote another subrule of its rule, if they name a rule with another title, or
        if hardly any of them is of the rule while several are of one other rule. Ordinary words contradict nothing. If
        the rule has a title, the words of all its subrules count as its own, since a comment on a keyword may cite any
        of them. A chapter has few words, so that only the title of another chapter contradicts its number.

        False if the edition lacks the number.
        """
        lineage = self._lexicon.history.lineages.find(edition, number)
        if lineage is None:
            return False
        if "." not in number:
            return self._name_another_chapter(edition, number)
        if self.quote_sister(edition, number):
            return True
        titles = self._lexicon.history.titles.above(edition, number).rule
        if self.may_be_about(titles):
            return False
        if self.name_another_rule(edition, number):
            return True
        if not titles and len(self.terms) <= _MOST_TERMS_OF_NAME:
            return False
        family = self._lexicon.family(edition, number) if titles else frozenset({lineage})
        return self._show_another_subject(family) and self.are_about_another_rule(edition, family)

    def _name_another_chapter(self, edition: str, number: str) -> bool:
        """Return whether the title of another chapter is next to the number of a chapter, and its own title is not."""
        titles = self._lexicon.history.titles.above(edition, number).chapter
        touching = {named.name for named in self.own_titles if named.touching}
        strange = frozenset(name for name in touching - titles if self._is_title_of_chapter(name, edition))
        if not strange:
            return False
        # A word that the two titles have in common does not speak for the own one.
        return not self.may_be_about(titles, excluding=strange)

    def _is_title_of_chapter(self, title: str, edition: str) -> bool:
        """Return whether a chapter of an edition has a title, in plain letters."""
        holders = self._lexicon.history.titles.numbers_with(title, edition)
        return any("." not in holder for holder in holders)

    def _show_another_subject(self, family: frozenset[str]) -> bool:
        """Return whether the words show a subject, but hardly any of them, and no rare one, is of a family."""
        shared = self.terms & self._lexicon.terms_of(family)
        if self._lexicon.have_rare(shared, RARE):
            return False
        weight = self._lexicon.weight(self.terms)
        return weight >= ENOUGH and weight > self._lexicon.weight(shared) / _MOST_OF_FAMILY

    def are_about_another_rule(self, edition: str, family: frozenset[str]) -> bool:
        """Return whether several words are clearly of one rule outside of a family, or a label names such a rule.

        A label is before the number, as in `loyalty (CR 702.98)`: there a single rare word is enough. After the number
        a single word may be any word of the author's own sentence.

        Args:
            edition: The edition whose titles count.
            family: The lineages of the number's rule and its subrules.
        """
        lexicon = self._lexicon
        if lexicon.weigh_best_outside(self.terms, family).is_clear:
            return True
        labels = (evidence for evidence in self._unquoted if evidence.end <= self.citation.start)
        label_terms = frozenset[int]().union(*(distinctive_terms(label.words) for label in labels))
        family_terms = lexicon.terms_of(family)
        strange_titles = (label_terms & lexicon.title_terms(edition)) - family_terms
        return lexicon.have_rare(strange_titles) and not lexicon.have_rare(label_terms & family_terms)

    def quote_sister(self, edition: str, number: str) -> bool:
        """Return whether a quote is from a sister of a subrule: another subrule of the same rule, and not itself.

        False for a number without a letter.
        """
        history = self._lexicon.history
        rule = without_letters(number)
        if rule == number or not self.quotes:
            return False
        lineage = history.lineages.find(edition, number) or ""
        sisters = self._lexicon.family(edition, number) - {lineage, history.lineages.find(edition, rule)}
        return any(self.quote_rather(sister, lineage) for sister in sisters)

    def name_another_rule(self, edition: str, number: str) -> bool:
        """Return whether the words name a titled rule, and cannot be about that of a number in an edition."""
        titles = self._lexicon.history.titles.above(edition, number).nearest
        names = {named.name for named in self.named_titles if not named.in_name and self.is_name(named)}
        return bool((names - titles) & self._lexicon.keywords) and not self.may_be_about(titles)

    def find_fitting(self, periods: Sequence[Period], number: str) -> tuple[Period, ...]:
        """Return the periods of a number whose rule the words fit; empty if they fit none, or all of them.

        The words fit a rule that they quote; if they quote none, a rule that they name; if they name none, a rule of
        which they clearly have more words than of all others.

        Args:
            periods: The periods of the number.
            number: The number.
        """
        lineages = frozenset(period.lineage for period in periods)
        if len(lineages) < 2 or not self.text or not is_number(number):
            return ()
        for fits in (self._is_quoted, self._is_named, self._is_described):
            fitting = tuple(period for period in periods if fits(number, period, lineages - {period.lineage}))
            if fitting and {period.lineage for period in fitting} < lineages:
                return fitting
        return ()

    def _is_quoted(self, _number: str, period: Period, rivals: frozenset[str]) -> bool:
        """Return whether the words quote the rule that a number named in a period, rather than any of its rivals."""
        return bool(self.quotes) and all(self.quote_rather(period.lineage, rival) for rival in rivals)

    def _is_named(self, number: str, period: Period, _rivals: frozenset[str]) -> bool:
        """Return whether the words name the rule that a number named in a period, or quote a rule of its family."""
        titles = self._lexicon.history.titles.above(period.last, number).nearest
        return self.name_any(titles) or self.quote_family(period.last, number)

    def _is_described(self, number: str, period: Period, rivals: frozenset[str]) -> bool:
        """Return whether the words are clearly about the rule that a number named in a period, and not about a rival.

        If the rule has a title, the words must also be about that title.
        """
        titles = self._lexicon.history.titles.above(period.last, number).rule
        if titles and not self.may_be_about(titles):
            return False
        return all(self.are_clearly_about(period.lineage, rival) for rival in rivals)

    def _trim(self, evidence: Evidence) -> str:
        """Return the part of the evidence that is close to the citation, in whole words and without a pause.

        Of evidence before the citation this is the end, of evidence after it the beginning.
        """
        words = evidence.words
        is_before = evidence.end <= self.citation.start
        if is_before:
            gap = self.citation.start - evidence.end
            most = max(0, NEAR - gap)
            if len(words) > most:
                words = words[len(words) - most :].partition(" ")[2]  # without a word that is cut off
            return PAUSE.split(words)[-1]
        gap = max(0, evidence.start - self.citation.end)
        most = max(0, NEAR - gap)
        if len(words) > most:
            words = words[:most].rpartition(" ")[0]
        return PAUSE.split(words)[0]


def _are_between(evidence: Evidence, left: Citation, right: Citation) -> bool:
    """Return whether evidence is close to both of two citations: only a few marks, or a cue, separate it from them."""
    is_after_left = evidence.start - left.end <= LONGEST_JOINT
    return is_after_left and right.start - evidence.end <= LONGEST_JOINT + len(right.cue or "")
