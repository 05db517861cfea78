"""The words next to a citation: the titles that they name, the rules that they quote, the terms that they share.

Only the citation's own words count.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Literal

import msgspec

from graph.citations.judge.lexicon import ENOUGH, RARE, Lexicon
from graph.citations.judge.placing import JOINT, NEAR, PAUSE, closes_bracket, place_title
from graph.citations.judge.titles import NamedTitle
from graph.citations.records import Citation, Evidence
from graph.history import Period
from graph.ledger.words import distinctive_terms
from rules.numbers import is_number, without_letters
from rules.text import strip_title

RESEMBLES = 0.6
"""Minimum share of a quote's fingerprints that the quoted rule has: a quote that was shortened in the middle keeps as
many, and two rules of one keyword's family mostly share fewer."""
DIFFERS = 0.25
"""Maximum share of a rule that is not quoted: stock phrases reach it, sentences do not."""
AS_GOOD = 0.9
"""Minimum ratio of a rule's share to the best share for the rule to be a possible source of a quote, since rules of two
keywords are often alike; and minimum share that the only source of a quote has, and of its words that rules have."""
STRANGE = 0.2
"""Maximum share of the weight of words about another rule that a number's family has."""
SENTENCE = 8
"""Minimum words of a quote that is longer than the phrases which many cards and rules share."""
VERBATIM = 11
"""Minimum words of a quote that no comment shares with a rule by chance."""
_FEW_TERMS = 2
"""Maximum number of terms that may be of a card's name: one rare word beside another rule shows nothing."""


class Quote(msgspec.Struct, frozen=True):
    """A quoted sentence.

    Attributes:
        length: Its number of words.
        shares: The lineages that it may be from, each with the share of the quote's fingerprints that it has.
    """

    length: int
    shares: Mapping[str, float]

    @property
    def best_share(self) -> float:
        """Return the share of the lineage that has most."""
        return max(self.shares.values())

    def share_of(self, lineage: str) -> float:
        """Return the share of a lineage."""
        return self.shares.get(lineage, 0.0)

    def best_share_of(self, family: frozenset[str]) -> float:
        """Return the share of that lineage of a family which has most."""
        return max((self.share_of(lineage) for lineage in family), default=0.0)

    def is_rather_of(self, lineage: str, rival: str) -> bool:
        """Return whether it is from one lineage and not from another."""
        share, rival_share = self.share_of(lineage), self.share_of(rival)
        if share >= RESEMBLES and rival_share <= DIFFERS:
            return True
        return share == 1.0 and rival_share <= AS_GOOD


class Words:
    """The words next to a citation.

    Args:
        lexicon: The words of the rules.
        citations: All citations of the file, in order; of one that is judged alone, itself.
        index: The index of the citation.

    Attributes:
        citation: The citation.
        before: The citation before it in the file.
        after: The citation behind it.
        in_list: Whether one of them is so close that they are a list: `CR 702.9a + 702.3a`.
        text: The words, those of each piece of evidence on a line.
    """

    def __init__(self, lexicon: Lexicon, citations: Sequence[Citation], index: int) -> None:
        self._lexicon = lexicon
        self.citation = citation = citations[index]
        self.before = citations[index - 1] if index else None
        self.after = citations[index + 1] if index + 1 < len(citations) else None
        self._following = self.after.start if self.after is not None else inf
        is_behind_another = self.before is not None and citation.start - self.before.end <= JOINT
        self.in_list = is_behind_another or self._following - citation.end <= JOINT
        self.text = "\n".join(evidence.words for evidence in citation.evidence)

    @cached_property
    def terms(self) -> frozenset[int]:
        """Return the distinctive terms of the words."""
        return frozenset[int]().union(*(distinctive_terms(evidence.words) for evidence in self.citation.evidence))

    @cached_property
    def named(self) -> tuple[NamedTitle, ...]:
        """Return the titles named: first those printed as a title, each group nearest first.

        Titles in quoted rule text are left out, since rules name many others.
        """
        titles: list[NamedTitle] = []
        for evidence in self._unquoted:
            is_behind = evidence.start >= self.citation.end
            for named in self._lexicon.titles.find_named(evidence.words):
                if not is_behind and closes_bracket(evidence.words, named):
                    continue  # of the citation before
                titles.append(place_title(self.citation, evidence, named, self._following))
        return tuple(sorted(titles, key=lambda named: (not named.as_title, named.gap)))

    @cached_property
    def own_titles(self) -> tuple[NamedTitle, ...]:
        """Return the titles named that can be the number's own, and are not part of a longer name, such as a card's."""
        return tuple(named for named in self.named if not (named.in_name or named.in_prose))

    @cached_property
    def quotes(self) -> tuple[Quote, ...]:
        """Return the quoted sentences that may be from a rule."""
        quotes: list[Quote] = []
        for evidence in self.citation.evidence:
            length = len(evidence.words.split())
            if evidence.kind != "text" or length < SENTENCE or not self._has_words_of_rules(evidence):
                continue
            shares = self._lexicon.resembling(evidence.words)
            if shares:
                quotes.append(Quote(length, shares))
        return tuple(quotes)

    def _has_words_of_rules(self, evidence: Evidence) -> bool:
        """Return whether rules have nearly all of some words: a cheap test that spares most remarks the search."""
        terms = distinctive_terms(evidence.words)
        return len(terms & self._lexicon.worth.keys()) >= AS_GOOD * len(terms)

    @cached_property
    def close(self) -> str:
        """Return the words that are close to the citation, without quoted rule text."""
        return " ".join(self._trim(evidence) for evidence in self._unquoted)

    @property
    def _unquoted(self) -> list[Evidence]:
        """Return the words of the author, without quoted rule text."""
        return [evidence for evidence in self.citation.evidence if evidence.kind != "text"]

    def is_name(self, named: NamedTitle) -> bool:
        """Return whether a title must be a name: it is set off, or has a word that few rules have (and no plural)."""
        if named.set_off:
            return True
        return strip_title(named.words) == named.name and self._lexicon.is_rare(distinctive_terms(named.words))

    def are_of_neighbour(self, lineage: str) -> bool:
        """Return whether a citation that shares words with this one is of a rule, or of one below it.

        Under any number that the rule had, so that renumbering the other citation changes nothing here.
        """
        numbers: set[str] = set()
        for neighbour in self._list_sharing():
            numbers.update(neighbour.numbers)
            numbers.update(map(without_letters, neighbour.numbers))
        for number in numbers:
            if any(period.lineage == lineage for period in self._lexicon.history.periods(number)):
                return True
        return False

    def _list_sharing(self) -> list[Citation]:
        """Return the citations before and behind this one if there are only words between them that both may have."""
        citation, before, after = self.citation, self.before, self.after
        sharing: list[Citation] = []
        for evidence in citation.evidence:
            if before is not None and evidence.end <= citation.start and _are_between(evidence, before, citation):
                sharing.append(before)
            if after is not None and evidence.start >= citation.end and _are_between(evidence, citation, after):
                sharing.append(after)
        return sharing

    def names(self, titles: frozenset[str]) -> bool:
        """Return whether one of several titles is named word for word."""
        return any(named.name in titles for named in self.named)

    def may_be_about(self, titles: frozenset[str], excluding: frozenset[str] = frozenset()) -> bool:
        """Return whether the words may be about one of several titles.

        Args:
            titles: The titles.
            excluding: Other titles: words that one of these has too say nothing.
        """
        if not titles:
            return False
        return self._lexicon.titles.may_be_about(self.text, titles, excluding) or self.names(titles)

    def quotes_family(self, edition: str, number: str) -> bool:
        """Return whether a quoted sentence resembles a rule of the number's family, and no other rule much more."""
        if not self.quotes:
            return False
        family = self._lexicon.family(edition, number)
        for quote in self.quotes:
            share = quote.best_share_of(family)
            if share >= RESEMBLES and share >= AS_GOOD * quote.best_share:
                return True
        return False

    def quotes_rather(self, lineage: str, rival: str) -> bool:
        """Return whether a quoted sentence is from one lineage and not from another."""
        return any(quote.is_rather_of(lineage, rival) for quote in self.quotes)

    def fit_also(self, lineage: str, rival: str) -> bool:
        """Return whether a rare term of the words is of one lineage, and none of another lineage alone."""
        lexicon = self._lexicon
        terms, rival_terms = lexicon.terms_of(frozenset({lineage})), lexicon.terms_of(frozenset({rival}))
        if not lexicon.is_rare(self.terms & terms):
            return False
        return not lexicon.is_rare(self.terms & (rival_terms - terms))

    def compare_terms(self, now: str, then: str) -> Literal["now", "then"] | None:
        """Return which of two lineages has clearly more of the words; None if neither has."""
        present, former = frozenset({now}), frozenset({then})
        if self._lexicon.balance(self.terms, present, former).prefers_second:
            return "then"
        if self._lexicon.balance(self.terms, former, present).prefers_second:
            return "now"
        return None

    def clearly_of(self, lineage: str, rival: str) -> bool:
        """Return whether the words are clearly about one lineage and not about another."""
        first, second = frozenset({rival}), frozenset({lineage})
        balance = self._lexicon.balance(self.terms, first, second)
        if balance.clearly_second or balance.second < RARE or balance.first:
            return balance.clearly_second
        close = self._lexicon.balance(distinctive_terms(self.close), first, second)
        return close.second >= RARE and not close.first

    def contradict(self, edition: str, number: str) -> bool:
        """Return whether the words are about another rule than the one that a number names in an edition.

        They quote a sister or name a rule with a title, or hardly any of them, and no rare one, is of the rule, and
        several are of one other rule: ordinary words contradict nothing. Of a rule with a title all subrules count,
        since a comment on a keyword cites any of them. A chapter has few words, so that only the title of another one
        counts.
        """
        lineage = self._lexicon.history.lineage(edition, number)
        if lineage is None:
            return False
        if "." not in number:
            return self._name_another_chapter(edition, number)
        if self.quotes_sister(edition, number):
            return True
        titles, _ = self._lexicon.history.titles_above(edition, number)
        if self.may_be_about(titles):
            return False
        if self.name_another(edition, number):
            return True
        if not titles and len(self.terms) <= _FEW_TERMS:
            return False
        family = self._lexicon.family(edition, number) if titles else frozenset({lineage})
        return self._are_strange(family) and self.point_elsewhere(edition, family)

    def _name_another_chapter(self, edition: str, number: str) -> bool:
        """Return whether the title of another chapter is right beside a chapter's number, and none of its own is."""
        history = self._lexicon.history
        _, titles = history.titles_above(edition, number)
        strange: set[str] = set()
        for named in self.own_titles:
            if named.touching and named.name not in titles:
                holders = history.numbers_titled(named.name, edition)
                if any("." not in holder for holder in holders):
                    strange.add(named.name)
        return bool(strange) and not self.may_be_about(titles, frozenset(strange))

    def _are_strange(self, family: frozenset[str]) -> bool:
        """Return whether hardly any of the words, and no rare one, is of a family, though they show a subject."""
        shared = self.terms & self._lexicon.terms_of(family)
        if self._lexicon.is_rare(shared, RARE):
            return False
        weight = self._lexicon.weight(self.terms)
        return weight >= ENOUGH and weight > self._lexicon.weight(shared) / STRANGE

    def point_elsewhere(self, edition: str, family: frozenset[str]) -> bool:
        """Return whether several of the words are clearly of one rule that is not of a family, or a label names one.

        A label is before the number: `loyalty (CR 702.98)`. Behind it a single word is of the author's own sentence.
        """
        lexicon = self._lexicon
        if lexicon.weigh_others(self.terms, family).clearly_second:
            return True
        labels = (evidence for evidence in self._unquoted if evidence.end <= self.citation.start)
        terms = frozenset[int]().union(*(distinctive_terms(label.words) for label in labels))
        family_terms = lexicon.terms_of(family)
        strange = (terms & lexicon.title_terms(edition)) - family_terms
        return lexicon.is_rare(strange) and not lexicon.is_rare(terms & family_terms)

    def quotes_sister(self, edition: str, number: str) -> bool:
        """Return whether a quoted sentence is of another subrule beside the number's, and not of its own."""
        history = self._lexicon.history
        rule = without_letters(number)
        if rule == number or not self.quotes:
            return False
        lineage = history.lineage(edition, number) or ""
        sisters = self._lexicon.family(edition, number) - {lineage, history.lineage(edition, rule)}
        return any(self.quotes_rather(sister, lineage) for sister in sisters)

    def name_another(self, edition: str, number: str) -> bool:
        """Return whether the words name a rule with a title, and are not about the one of a number in an edition."""
        rule_titles, chapter_titles = self._lexicon.history.titles_above(edition, number)
        titles = rule_titles or chapter_titles
        names = {named.name for named in self.named if not named.in_name and self.is_name(named)}
        return bool((names - titles) & self._lexicon.keywords) and not self.may_be_about(titles)

    def find_fitting(self, periods: Sequence[Period], number: str) -> tuple[Period, ...]:
        """Return the periods of a number whose rule the words fit; none if they do not decide.

        They fit the rule that they quote, else that which they name, else that of which they clearly have more.
        """
        lineages = frozenset(period.lineage for period in periods)
        if len(lineages) < 2 or not self.text or not is_number(number):
            return ()
        for fit in (self._quote, self._name, self._describe):
            fitting = tuple(period for period in periods if fit(number, period, lineages - {period.lineage}))
            if fitting and {period.lineage for period in fitting} < lineages:
                return fitting
        return ()

    def _quote(self, _number: str, period: Period, rivals: frozenset[str]) -> bool:
        return bool(self.quotes) and all(self.quotes_rather(period.lineage, rival) for rival in rivals)

    def _name(self, number: str, period: Period, _rivals: frozenset[str]) -> bool:
        rule_titles, chapter_titles = self._lexicon.history.titles_above(period.last, number)
        return self.names(rule_titles or chapter_titles) or self.quotes_family(period.last, number)

    def _describe(self, number: str, period: Period, rivals: frozenset[str]) -> bool:
        titles, _ = self._lexicon.history.titles_above(period.last, number)
        if titles and not self.may_be_about(titles):
            return False
        return all(self.clearly_of(period.lineage, rival) for rival in rivals)

    def _trim(self, evidence: Evidence) -> str:
        """Return the end of the evidence before the citation, or the beginning of that behind it, in whole words."""
        words = evidence.words
        if evidence.end <= self.citation.start:
            most = max(0, NEAR - (self.citation.start - evidence.end))
            if len(words) > most:
                words = words[len(words) - most :].partition(" ")[2]
            return PAUSE.split(words)[-1]
        most = max(0, NEAR - max(0, evidence.start - self.citation.end))
        if len(words) > most:
            words = words[:most].rpartition(" ")[0]
        return PAUSE.split(words)[0]


def _are_between(evidence: Evidence, left: Citation, right: Citation) -> bool:
    """Return whether only a few marks and the cue are between some words and each of two citations."""
    is_behind_left = evidence.start - left.end <= JOINT
    return is_behind_left and right.start - evidence.end <= JOINT + len(right.cue or "")
