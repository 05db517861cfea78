"""The words next to a citation: the titles that they name, the rules that they quote, the terms that they share.

Only the citation's own words count.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Literal

import msgspec
from msgspec import structs

from graph.citations.judge.lexicon import ENOUGH, RARE, Lexicon, Named
from graph.citations.records import Citation, Evidence
from graph.history import History, Period
from graph.ledger.words import distinctive_terms
from rules.late_patterns import compile_late
from rules.numbers import is_number, parent_of, without_letters
from rules.text import is_content, strip_title

RESEMBLES, DIFFERS = 0.6, 0.25
"""Minimum share of a quote's fingerprints that the quoted rule has: a quote that was shortened in the middle keeps as
many, and two rules of one keyword's family mostly share fewer. Maximum share of a rule that is not quoted, and minimum
share of a rule that has a phrase in common with the words: stock phrases reach it, sentences do not."""
AS_GOOD = 0.9
"""Minimum ratio of a rule's share to the best share for the rule to be a possible source of a quote, since rules of two
keywords are often alike; and minimum share that the only source of a quote has, and of its words that rules have."""
STRANGE = 0.2
"""Maximum share of the weight of words about another rule that a number's family has."""
SENTENCE = 8
"""Minimum words of a quote that is longer than the phrases which many cards and rules share."""
VERBATIM = 11
"""Minimum words of a quote that no comment shares with a rule by chance."""
NEAR = 45
"""Maximum characters between the subject of a short comment and a citation behind it; half as many before it."""
JOINT = 6
"""Maximum characters between two citations of a list, ` + CR `, or a name and the citation behind it."""
_PAUSE = compile_late(r"[,;.|](?=\s|$)")
_CLOSED = compile_late(r"\s?\)")
_CAPITAL_BEFORE = compile_late(r"(?P<is_first>\A|[^\w\s]\s?)?\b(?P<word>[A-Z][\w'’-]*[a-z])[ -]\Z")
_CAPITAL_BEHIND = compile_late(r"[ -](?:of (?:the )?)?(?P<word>[A-Z][\w'’-]*[a-z])")
_SMALL = compile_late(r"\s+[a-z]")
_COMPARED = compile_late(
    r"\b(?:[Uu]nlike|[Nn]ot|NOT|[Nn]o(?!-)|cannot|never|[Ll]ike|than|instead of|same|[Aa]s with|[Nn]or|without)\b"
    r"[^.;:—]{0,20}\Z|\A\s?['’]s \Z"
)
"""What is before a title that is only compared with; a number before it, in the possessive, is the one that has it."""


class Words:
    """The words next to a citation.

    Args:
        lexicon: The words of the rules.
        citations: All citations of the file, in order; of one that is judged alone, itself.
        place: The index of the citation.

    Attributes:
        citation: The citation.
        before: The citation before it in the file.
        after: The citation behind it.
        in_list: Whether one of them is so close that they are a list: `CR 702.9a + 702.3a`.
    """

    def __init__(self, lexicon: Lexicon, citations: Sequence[Citation], place: int) -> None:
        self._lexicon = lexicon
        self.citation = citation = citations[place]
        self.before = before = citations[place - 1] if place else None
        self.after = after = citations[place + 1] if place + 1 < len(citations) else None
        self._following = after.start if after else inf
        self.in_list = (before is not None and citation.start - before.end <= JOINT) or (
            self._following - citation.end <= JOINT
        )
        self.text = "\n".join(evidence.words for evidence in citation.evidence)

    @cached_property
    def terms(self) -> frozenset[int]:
        """Return the distinctive terms of the words."""
        return frozenset[int]().union(*(distinctive_terms(evidence.words) for evidence in self.citation.evidence))

    @cached_property
    def named(self) -> tuple[Named, ...]:
        """Return the titles named: first those printed as a title, each group nearest first.

        Titles in quoted rule text are left out, since rules name many others.
        """
        several = [
            self._place(evidence, named)
            for evidence in self.citation.evidence
            if evidence.kind != "text"
            for named in self._lexicon.named(evidence.words)
            if evidence.start >= self.citation.end or not _closes(evidence.words, named)
        ]
        return tuple(sorted(several, key=lambda named: (not named.as_title, named.gap)))

    @cached_property
    def names_own(self) -> tuple[Named, ...]:
        """Return the titles named that can be the number's own, and are not part of a longer name, such as a card's."""
        return tuple(named for named in self.named if not (named.in_name or named.in_prose))

    @cached_property
    def quotes(self) -> tuple[tuple[int, Mapping[str, float]], ...]:
        """Return, for each quoted sentence, its number of words, and lineage → the share of its fingerprints."""
        known = self._lexicon.worth.keys()
        return tuple(
            (length, shares)
            for evidence in self.citation.evidence
            if evidence.kind == "text" and (length := len(evidence.words.split())) >= SENTENCE
            # This is cheap, and spares most remarks in the author's own words the search.
            if len((terms := distinctive_terms(evidence.words)) & known) >= AS_GOOD * len(terms)
            if (shares := self._lexicon.resembling(evidence.words))
        )

    @cached_property
    def close(self) -> str:
        """Return the words that are close to the citation, without quoted rule text."""
        return " ".join(self._trim(evidence) for evidence in self.citation.evidence if evidence.kind != "text")

    def is_name(self, named: Named) -> bool:
        """Return whether a title must be a name: it is set off, or has a word that few rules have (and no plural)."""
        return named.set_off or (
            strip_title(named.words) == named.name and self._lexicon.is_rare(distinctive_terms(named.words))
        )

    def are_of_neighbour(self, lineage: str) -> bool:
        """Return whether a citation that shares words with this one is of a rule, or of one below it.

        Under any number that the rule had, so that renumbering the other citation changes nothing here.
        """
        here, before, after = self.citation, self.before, self.after
        beside: list[Citation] = []
        for words in self.citation.evidence:
            if (
                before
                and words.start - before.end <= JOINT
                and 0 <= here.start - words.end <= JOINT + len(here.cue or "")
            ):
                beside.append(before)
            if (
                after
                and 0 <= words.start - here.end <= JOINT
                and after.start - words.end <= JOINT + len(after.cue or "")
            ):
                beside.append(after)
        numbers = {number for other in beside for number in (*other.numbers, *map(without_letters, other.numbers))}
        return any(period.lineage == lineage for number in numbers for period in self._lexicon.history.periods(number))

    def names(self, titles: frozenset[str]) -> bool:
        """Return whether one of some titles is named word for word."""
        return any(named.name in titles for named in self.named)

    def may_be_about(self, titles: frozenset[str], others: frozenset[str] = frozenset()) -> bool:
        """Return whether the words may be about one of some titles; words that others have too say nothing."""
        return bool(titles) and (self._lexicon.may_be_about(self.text, titles, others) or self.names(titles))

    def quotes_family(self, edition: str, number: str) -> bool:
        """Return whether a quoted sentence resembles a rule of the number's family, and no other rule much more."""
        if not self.quotes:
            return False
        family = self._lexicon.family(edition, number)
        return any(
            (own := max((shares.get(member, 0.0) for member in family), default=0.0)) >= RESEMBLES
            and own >= AS_GOOD * max(shares.values())
            for _, shares in self.quotes
        )

    def quotes_rather(self, one: str, other: str) -> bool:
        """Return whether a quoted sentence is from one lineage and not from the other."""
        return any(
            (own >= RESEMBLES and its <= DIFFERS) or (own == 1.0 and its <= AS_GOOD)
            for _, shares in self.quotes
            for own, its in [(shares.get(one, 0.0), shares.get(other, 0.0))]
        )

    def fit_also(self, one: str, other: str) -> bool:
        """Return whether a rare term of the words is of one lineage, and none of another lineage alone."""
        lexicon = self._lexicon
        here, there = lexicon.terms_of(frozenset({one})), lexicon.terms_of(frozenset({other}))
        return lexicon.is_rare(self.terms & here) and not lexicon.is_rare(self.terms & (there - here))

    def find_side(self, now: str, then: str) -> Literal["now", "then"] | None:
        """Return which of two lineages has clearly more of the words; None if neither has."""
        ours, theirs = frozenset({now}), frozenset({then})
        if self._lexicon.balance(self.terms, ours, theirs).prefers_second:
            return "then"
        return "now" if self._lexicon.balance(self.terms, theirs, ours).prefers_second else None

    def clearly_of(self, one: str, other: str) -> bool:
        """Return whether the words are clearly about one lineage and not about the other."""
        ours, theirs = frozenset({other}), frozenset({one})
        balance = self._lexicon.balance(self.terms, ours, theirs)
        if balance.clearly_second or balance.theirs < RARE or balance.ours:
            return balance.clearly_second
        close = self._lexicon.balance(distinctive_terms(self.close), ours, theirs)
        return close.theirs >= RARE and not close.ours

    def contradict(self, edition: str, number: str) -> bool:
        """Return whether the words are about another rule than the one that a number names in an edition.

        They quote a sister or name a rule with a title, or hardly any of them, and no rare one, is of the rule, and
        several are of one other rule: ordinary words contradict nothing. Of a rule with a title all subrules count,
        since a comment on a keyword cites any of them. A chapter has few words, so that only the title of another one
        counts.
        """
        history, lexicon = self._lexicon.history, self._lexicon
        lineage = history.lineage(edition, number)
        if lineage is None:
            return False
        titles, chapter = history.titles_above(edition, number)
        if "." not in number:
            beside = {named.name for named in self.names_own if named.touching} - chapter
            others = frozenset(
                name for name in beside if any("." not in key for key in history.holders_of_title(name, edition))
            )
            return bool(others) and not self.may_be_about(chapter, others)
        if self.quotes_sister(edition, number):
            return True
        if self.may_be_about(titles):
            return False
        if self.name_another(edition, number):
            return True
        family = lexicon.family(edition, number) if titles else frozenset({lineage})
        shared, weight = self.terms & lexicon.terms_of(family), lexicon.weight(self.terms)
        several = bool(titles) or len(self.terms) > 2  # one rare word beside another rule may be of a card's name
        is_strange = not lexicon.is_rare(shared, RARE) and ENOUGH <= weight > lexicon.weight(shared) / STRANGE
        return several and is_strange and self.point_elsewhere(edition, family)

    def point_elsewhere(self, edition: str, family: frozenset[str]) -> bool:
        """Return whether several of the words are clearly of one rule that is not of a family, or a label names one.

        A label is before the number: `loyalty (CR 702.98)`. Behind it a single word is of the author's own sentence.
        """
        lexicon = self._lexicon
        if lexicon.weigh_others(self.terms, family).clearly_second:
            return True
        labels = (it for it in self.citation.evidence if it.end <= self.citation.start and it.kind != "text")
        terms = frozenset[int]().union(*(distinctive_terms(label.words) for label in labels))
        strange = (terms & lexicon.title_terms(edition)) - lexicon.terms_of(family)
        return lexicon.is_rare(strange) and not lexicon.is_rare(terms & lexicon.terms_of(family))

    def quotes_sister(self, edition: str, number: str) -> bool:
        """Return whether a quoted sentence is of another subrule beside the number's, and not of its own."""
        rule, lineage = without_letters(number), self._lexicon.history.lineage(edition, number) or ""
        if rule == number or not self.quotes:
            return False
        sisters = self._lexicon.family(edition, number) - {lineage, self._lexicon.history.lineage(edition, rule)}
        return any(self.quotes_rather(sister, lineage) for sister in sisters)

    def name_another(self, edition: str, number: str) -> bool:
        """Return whether the words name a rule with a title, and are not about the one of a number in an edition."""
        rule, chapter = self._lexicon.history.titles_above(edition, number)
        titles = rule or chapter
        named = {named.name for named in self.named if not named.in_name and self.is_name(named)}
        return bool((named - titles) & self._lexicon.keywords) and not self.may_be_about(titles)

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

    def _quote(self, _number: str, period: Period, others: frozenset[str]) -> bool:
        return bool(self.quotes) and all(self.quotes_rather(period.lineage, other) for other in others)

    def _name(self, number: str, period: Period, _others: frozenset[str]) -> bool:
        rule, chapter = self._lexicon.history.titles_above(period.last, number)
        return self.names(rule or chapter) or self.quotes_family(period.last, number)

    def _describe(self, number: str, period: Period, others: frozenset[str]) -> bool:
        titles = self._lexicon.history.titles_above(period.last, number)[0]
        return (not titles or self.may_be_about(titles)) and all(
            self.clearly_of(period.lineage, other) for other in others
        )

    def _trim(self, evidence: Evidence) -> str:
        """Return the end of the evidence before the citation, or the beginning of that behind it, in whole words."""
        words = evidence.words
        if evidence.end <= self.citation.start:
            cut = max(0, NEAR - (self.citation.start - evidence.end))
            words = words if len(words) <= cut else words[len(words) - cut :].partition(" ")[2]
            return _PAUSE.split(words)[-1]
        cut = max(0, NEAR - max(0, evidence.start - self.citation.end))
        words = words if len(words) <= cut else words[:cut].rpartition(" ")[0]
        return _PAUSE.split(words)[0]

    def _place(self, evidence: Evidence, named: Named) -> Named:
        """Return a title with its position relative to the citation."""
        cue = len(self.citation.cue or "")
        start, end = evidence.start + named.start, evidence.start + named.end
        before = end <= self.citation.start
        between = evidence.words[named.end :] if before else evidence.words[: named.start]
        gap = max(0, self.citation.start - end - cue if before else start - self.citation.end)
        letters = sum(map(str.isalpha, between))
        touching = gap <= JOINT and letters <= cue if before else gap <= 1 and not letters
        in_name = _is_in_name(evidence, named)
        is_apart = _is_told_apart(evidence.words, named)
        whole = (named.start == 0 or named.end == len(evidence.words)) and not in_name
        return structs.replace(
            named,
            as_title=evidence.kind == "title" and whole,
            gap=gap,
            touching=touching and not is_apart,
            before=before,
            same_clause=not _PAUSE.search(between),
            in_name=in_name,
            # Another piece of evidence begins with the title and continues in small letters behind it.
            starts_sentence=not before
            and any(it.start == start and _SMALL.match(it.words, end - start) for it in self.citation.evidence),
            is_other=is_apart or (not before and (gap > NEAR // 2 or end + 2 * JOINT >= self._following)),
            in_prose=evidence.kind == "prose" and (before or not touching),
        )


class Case(msgspec.Struct, frozen=True):
    """A printed number to judge.

    Attributes:
        history: The history of the rules.
        lexicon: The words of the rules.
        words: The words next to the citation.
        number: The number.
        target: Id of the edition that it is checked against.
        base: Id of the edition that it was written for: that of its stamp, else the declared one; None if unknown.
        is_stamped: Whether `base` is the edition of its stamp.
        now: The lineage that the number names in the target edition; None if it names none there.
    """

    history: History
    lexicon: Lexicon
    words: Words
    number: str
    target: str
    base: str | None
    is_stamped: bool
    now: str | None

    @property
    def parent(self) -> str | None:
        """Return the number of the parent; None for sections and for numbers without the regular form."""
        return parent_of(self.number) if is_number(self.number) else None

    def find_gap(self) -> tuple[str, str | None]:
        """Return what the target edition lacks, the number or what is above it, and the number right above that."""
        number, parent = self.number, self.parent
        while parent is not None and not self.history.exists(parent, self.target):
            number, parent = parent, parent_of(parent)
        return number, parent

    @property
    def former(self) -> tuple[Period, ...]:
        """Return the periods of other lineages that ended before the target edition, latest first."""
        return tuple(
            it for it in reversed(self.history.periods(self.number)) if it.lineage != self.now and it.last < self.target
        )

    def is_off_title(self, edition: str) -> bool:
        """Return whether the words are of another rule, and none may be about the title of the number's rule.

        Half of such numbers were never right: the author meant another keyword.
        """
        titles = self.history.titles_above(edition, self.number)[0]
        if not (titles and self.words.terms) or self.words.may_be_about(titles):
            return False
        return self.words.point_elsewhere(edition, self.lexicon.family(edition, self.number))


def _is_in_name(evidence: Evidence, named: Named) -> bool:
    """Return whether a title is only a part of a longer name: the "Mana" of "Mana Vault", which is a card.

    A title in small letters is a part of a name only behind its owner. A capital that only begins a clause is none.
    """
    words, is_name = evidence.words, named.words[:1].isupper()
    before = _CAPITAL_BEFORE.search(words[: named.start])
    behind = _CAPITAL_BEHIND.match(words, named.end)
    if before is None or not is_content(before["word"].lower()):
        return behind is not None
    is_owned = before["word"].endswith(("'s", "’s"))
    is_part = (evidence.kind == "title" or before["is_first"] is None) if is_name else True
    return behind is not None or (is_part and is_name is not is_owned)


def _is_told_apart(words: str, named: Named) -> bool:
    """Return whether a title is only compared with, or a thing of what it names is meant."""
    is_owner = named.words.lower().endswith(("'s", "’s")) or (
        named.words[-1:] in "sS" and words[named.end : named.end + 2] in {"' ", "’ "}
    )
    return is_owner or _COMPARED.search(words[: named.start]) is not None


def _closes(words: str, named: Named) -> bool:
    """Return whether a name before a citation ends a bracket that began earlier: `702.43a (Modular) / CR 702.21a`."""
    before = words[: named.start]
    return _CLOSED.match(words, named.end) is not None and before.count("(") <= before.count(")")
