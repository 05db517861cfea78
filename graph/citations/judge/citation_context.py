"""Analyse the context of a citation, the words next to it: the titles that they name, the rules that they resemble."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from graph.citations.judge.subjects import Balance, distinctive_terms
from rules.vocabulary import is_content

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership
    from graph.citations.judge.titles import Mention
    from graph.citations.records import Citation, Evidence

RESEMBLES = 0.6
"""Minimum share of a quote's fingerprints that the quoted rule has: a quote that was shortened in the middle keeps as
many, and two rules of one keyword's family mostly share fewer."""
DIFFERS = 0.25
"""Maximum share of a rule that is not quoted, and minimum share of a rule that has a phrase in common with the words:
stock phrases reach it, sentences do not."""
_FOLLOWING = 3
"""Maximum characters between a citation and the name that follows it: a dash with blanks, or a colon."""
INEXACT = 0.75
"""Maximum share of a rule that is not quoted, if another rule has all fingerprints of the quote."""
AS_GOOD = 0.9
"""Minimum ratio of a rule's share to the best share for the rule to be a possible source of a quote: rules of two
keywords are often alike."""
_TOUCHING_BEFORE = 6
_TOUCHING_BEHIND = 1
"""Maximum characters between a citation and a name that touches it, before and behind: brackets, colons, dashes.
Behind the citation, a comma or a closing bracket with a blank is too much: the name may belong to the next item of a
list."""
_PAUSE = re.compile(r"[,;.|](?=\s|$)")
_CLOSED = re.compile(r"\s?\)")
_CAPITAL_BEFORE = re.compile(r"\b(?P<word>[A-Z][\w'’-]*[a-z])[ -]\Z")
_CAPITAL_BEHIND = re.compile(r"[ -](?:of (?:the )?)?(?P<word>[A-Z][\w'’-]*[a-z])")
_NO_STOCK_PHRASE = 8
"""Minimum words of a quote that is longer than the phrases which many cards and rules share."""
_VERBATIM, ALIKE = 12, 0.9
"""Minimum words of a quote that distinguishes two rules which differ in one word, and maximum share of the rule that is
not quoted."""
_SMALL = re.compile(r"\s+[a-z]")
_CODE_WORDS = re.compile(
    r"\b(?:assert|bool|boolean|char|class|const|def|enum|false|final|fn|func|function|import|int|interface|let|nil|none|"
    r"null|override|package|private|protected|pub|public|return|self|static|str|string|struct|this|true|val|var|void)\b",
    re.IGNORECASE,
)
"""Words of programming languages, which are not evidence about a rule."""
_NEAR = 45
"""Maximum characters between a citation and the subject of a short comment."""


@dataclass(frozen=True, slots=True)
class Named:
    """A title named next to a citation.

    Attributes:
        mention: The title.
        kind: The kind of the evidence that it is in; `keyword` for a title that is only a part of such evidence; `list`
            for one within the words behind a list, which may be about any of its numbers.
        gap: Number of characters between it and the citation, without the cue.
        touching: Whether there are only a few marks between the two, besides the cue.
        before: Whether it is before the citation.
        same_clause: Whether there is no comma, semicolon, full stop or bar between the two.
        follows: Whether it is first behind the citation, with more words behind it: a name without more words may
            belong to the next item of a list.
        in_name: Whether it is part of a longer name.
        starts_sentence: Whether it may be only the first word of a sentence: "Reveal the top card".
    """

    mention: Mention
    kind: str
    gap: int
    touching: bool
    before: bool
    same_clause: bool
    follows: bool
    in_name: bool
    starts_sentence: bool

    @property
    def name(self) -> str:
        """Return the title in plain letters."""
        return self.mention.name

    @property
    def near(self) -> bool:
        """Return whether the title is close enough to the citation to be the subject of a short comment."""
        return self.gap <= _NEAR

    @property
    def as_title(self) -> bool:
        """Return whether the title is printed next to the number as the number's own title."""
        return self.kind == "title" or self.touching


class Suggestion(NamedTuple):
    """A rule that the words next to a citation name: these words, and the rule's number."""

    words: str
    number: str


class CitationContext:
    """The analysed words next to a citation.

    Args:
        known: The facts and caches of the run.
        citation: The citation.
        beside: The other citations of its list.
        cited: The numbers of all citations in the file.
    """

    def __init__(
        self,
        known: JudgeContext,
        citation: Citation,
        beside: Sequence[Citation] = (),
        cited: frozenset[str] = frozenset(),
    ) -> None:
        self._known = known
        self.citation = citation
        self._beside = beside
        self._cited = cited
        self._behind_list = () if self.has_words else tuple(_find_evidence_behind(citation, beside))
        self.words = "\n".join(evidence.words for evidence in (*citation.evidence, *self._behind_list))

    @property
    def has_words(self) -> bool:
        """Return whether there are words next to the citation.

        Names in the code next to it do not count: they are weaker evidence.
        """
        return _has_words(self.citation)

    @cached_property
    def telling(self) -> frozenset[int]:
        """Return the distinctive terms of the words next to the citation."""
        return frozenset[int]().union(*(distinctive_terms(evidence.words) for evidence in self.citation.evidence))

    @cached_property
    def named(self) -> tuple[Named, ...]:
        """Return the titles named next to the citation: first those printed as a title, each group nearest first.

        Titles in quoted rule text are left out, since rules name many others, and titles in code.
        """
        several = [
            self._place_mention(evidence, mention)
            for evidence in (*self.citation.evidence, *self._behind_list)
            if evidence.kind != "text"
            for mention in self._known.titles.mentions(evidence.words)
            if evidence.start >= self.citation.end or not _closes(evidence.words, mention)
        ]
        return tuple(sorted(several, key=lambda named: (named.kind != "title", named.gap)))

    @cached_property
    def names_alone(self) -> tuple[Named, ...]:
        """Return the titles named that are not part of a longer name, such as a card's."""
        return tuple(named for named in self.named if not named.in_name)

    def is_taken(self, title: str, number: str, edition: str) -> bool:
        """Return whether a title belongs to another citation of the same list and not to a number of this one."""
        return title not in self._titles(edition, number) and any(
            title in self._titles(edition, other) for citation in self._beside for other in citation.numbers
        )

    def may_belong_to_others(self, number: str) -> bool:
        """Return whether a title named may be that of another number of the list, which never had one of those named.

        This is so if the list shares its words, and the other number is of the same chapter.
        """
        known, names = self._known, {named.name for named in self.names_alone}
        chapter = number.partition(".")[0]
        return any(
            other != number
            and other.partition(".")[0] == chapter
            and not any(names & known.titles.above(ownership.last, other)[0] for ownership in known.ownerships(other))
            for citation in self._beside
            if not (self.has_words and _has_words(citation))
            for other in citation.numbers
        )

    def is_cited_beside(self, number: str | None) -> bool:
        """Return whether another citation of the same list has a number."""
        return any(number in citation.numbers for citation in self._beside)

    def _titles(self, edition: str, number: str) -> frozenset[str]:
        return frozenset().union(*self._known.titles.above(edition, number))

    def weight_of(self, lineage: str) -> float:
        """Return the weight of the terms that the words next to the citation and a lineage have in common."""
        subjects = self._known.subjects
        return subjects.weight(self.telling & subjects.of_one(lineage))

    def is_of_another(self, lineage: str) -> bool:
        """Return whether the words have no term of a lineage, and enough terms of another rule to be about that one."""
        subjects = self._known.subjects
        remark = "\n".join(evidence.words for evidence in self.citation.evidence)
        terms = distinctive_terms(_CODE_WORDS.sub(" ", remark))
        return terms.isdisjoint(subjects.of_one(lineage)) and subjects.has_subject(terms, self._known.is_rule)

    def is_explained_by_a_sister(self, theirs: float, edition: str, number: str) -> bool:
        """Return whether the words fit another rule of the number's chapter with more weight than `theirs`."""
        return any(self.weight_of(lineage) > theirs for lineage in self._known.chapter(edition, number))

    def cites(self, lineage: str) -> bool:
        """Return whether the file cites a number that a lineage has or had."""
        return any(version.key in self._cited for version in self._known.where.versions(lineage))

    @cached_property
    def quotes(self) -> tuple[dict[str, float], ...]:
        """Return lineage → the share of the quote's fingerprints that the lineage has, for each quoted text."""
        return tuple(
            likeness
            for evidence in self.citation.evidence
            if evidence.kind == "text"
            if (likeness := self._known.resembling(evidence.words))
        )

    @cached_property
    def close(self) -> str:
        """Return the words that are close to the citation, without quoted rule text and names in code."""
        return " ".join(self._close(evidence) for evidence in self.citation.evidence if evidence.kind != "text")

    def is_name(self, named: Named) -> bool:
        """Return whether a mention must be a name: it is set off, or has a word that few rules have."""
        return named.mention.set_off or self._known.subjects.is_rare(distinctive_terms(named.mention.words))

    def names(self, titles: frozenset[str]) -> bool:
        """Return whether one of the titles is named word for word next to the citation."""
        return any(named.name in titles for named in self.named)

    def names_sister(self, titles: frozenset[str], number: str) -> bool:
        """Return whether a title that is not among `titles` but is of another rule of the number's chapter is named."""
        chapter = f"{number.partition('.')[0]}."
        bearers = self._known.titles.bearers
        edition = self._known.where.editions[-1]
        return any(
            any(bearer.startswith(chapter) for bearer in bearers(named.name, edition))
            for named in self.names_alone
            if named.name not in titles and self.is_name(named)
        )

    def is_about(self, titles: frozenset[str]) -> bool:
        """Return whether the words next to the citation may be about one of the titles."""
        return bool(titles) and (self._known.titles.may_be_about(self.words, titles) or self.names(titles))

    def is_about_rule(self, edition: str, number: str) -> bool:
        """Return whether the words name the rule or chapter of a number in an edition, or quote the rule's family."""
        rule, chapter = self._known.titles.above(edition, number)
        return self.names(rule or chapter) or self.quotes_family(edition, number)

    @property
    def has_long_quote(self) -> bool:
        """Return whether a quote next to the citation is longer than a stock phrase."""
        return any(
            evidence.kind == "text" and len(evidence.words.split()) >= _NO_STOCK_PHRASE
            for evidence in self.citation.evidence
        )

    def quotes_at_length(self, one: str, other: str) -> bool:
        """Return whether a quote longer than a stock phrase is from one lineage and not from the other."""
        for evidence in self.citation.evidence:
            length = len(evidence.words.split()) if evidence.kind == "text" else 0
            if length < _NO_STOCK_PHRASE:
                continue
            quote = self._known.resembling(evidence.words)
            verbatim = length >= _VERBATIM and quote.get(one) == 1.0 and quote.get(other, 0.0) <= ALIKE
            if verbatim or _is_rather(quote, one, other):
                return True
        return False

    def headed_by(self, one: str, other: str) -> bool:
        """Return whether a title next to the citation has only words of `one`, among them a rare one not in `other`."""
        subjects = self._known.subjects
        ours, theirs = subjects.of_one(one), subjects.of_one(other)
        titles = [distinctive_terms(evidence.words) for evidence in self.citation.evidence if evidence.kind == "title"]
        return any(words and words <= ours and subjects.is_rare(words - theirs) for words in titles)

    def shares_phrases(self, one: str, other: str) -> bool:
        """Return whether the words next to the citation share a phrase with one lineage and none with the other."""
        shares = [self._known.resembling(evidence.words) for evidence in self.citation.evidence]
        return any(share.get(one, 0.0) >= DIFFERS for share in shares) and not any(other in share for share in shares)

    def quotes_rather(self, one: str, other: str) -> bool:
        """Return whether a quote is from one lineage and not from the other."""
        return any(_is_rather(quote, one, other) for quote in self.quotes)

    def quotes_family(self, edition: str, number: str) -> bool:
        """Return whether a quote resembles a rule of the number's family, and no other rule much more."""
        if not self.quotes:
            return False
        family = self._known.family(edition, number)
        shares = [
            (max((quote.get(member, 0.0) for member in family), default=0.0), max(quote.values()))
            for quote in self.quotes
        ]
        return any(own >= RESEMBLES and own >= AS_GOOD * best for own, best in shares)

    def find_fitting(
        self, ownerships: Sequence[NumberOwnership], number: str, editions: Collection[str] = ()
    ) -> NumberOwnership:
        """Return the ownership that is meant: the expected one, unless the words fit another one and not this.

        Args:
            ownerships: The ownerships of the number, oldest first.
            number: The number.
            editions: The editions that the citation was probably written from. The last ownership in these editions is
                expected, or the last of all if there is none.
        """
        dated = [
            ownership
            for ownership in ownerships
            if any(ownership.first <= edition <= ownership.last for edition in editions)
        ]
        last = dated[-1] if dated else ownerships[-1]
        earlier = [ownership for ownership in reversed(ownerships) if ownership is not last]
        if not earlier or not self.words:
            return last
        quoted = next((ownership for ownership in earlier if self.quotes_rather(ownership.lineage, last.lineage)), None)
        if quoted or self.is_about_rule(last.last, number):
            return quoted or last
        named = next((ownership for ownership in earlier if self.is_about_rule(ownership.last, number)), None)
        return named or next(
            (ownership for ownership in earlier if self._tends_to(ownership.lineage, last.lineage)), last
        )

    def speaks_for(self, one: str, other: str) -> bool:
        """Return whether the words next to the citation are clearly about one lineage and not about the other."""
        subjects = self._known.subjects
        ours, theirs = subjects.of_one(other), subjects.of_one(one)
        balance = subjects.balance(self.telling, ours, theirs)
        if balance.speaks_for_the_second or not balance.has_a_rare_word:
            return balance.speaks_for_the_second
        return subjects.balance(distinctive_terms(self.close), ours, theirs).has_a_rare_word

    def _tends_to(self, one: str, other: str) -> bool:
        subjects = self._known.subjects
        return subjects.balance(self.telling, subjects.of_one(other), subjects.of_one(one)).leans_to_the_second

    def find_leaning(self, now: str, then: str) -> Literal["now", "then"] | None:
        """Return which of two lineages has clearly more of the words next to the citation; None if neither has."""
        balance = self.balance_with_list(now, then)
        if balance.leans_to_the_second:
            return "then"
        subjects = self._known.subjects
        swapped = subjects.balance(self.telling, subjects.of_one(then), subjects.of_one(now))
        return "now" if swapped.leans_to_the_second else None

    def balance_with_list(self, ours: str, theirs: str) -> Balance:
        """Return the balance between the whole list's words for one lineage and the citation's words for another."""
        subjects = self._known.subjects
        our_words, their_words = subjects.of_one(ours), subjects.of_one(theirs)
        around = self.telling.union(
            *(distinctive_terms(evidence.words) for each in self._beside for evidence in each.evidence)
        )
        alone, whole = (
            subjects.balance(self.telling, our_words, their_words),
            subjects.balance(around, our_words, their_words),
        )
        return Balance(whole.ours, alone.theirs, alone.count)

    def is_clearly_of(self, some: Iterable[str], others: Iterable[str]) -> bool:
        """Return whether the words next to the citation are clearly about some lineages and not about others."""
        subjects = self._known.subjects
        return subjects.balance(self.telling, subjects.of(others), subjects.of(some)).speaks_for_the_second

    def leans_to(self, some: Iterable[str], others: Iterable[str]) -> bool:
        """Return whether the words next to the citation fit some lineages better than others."""
        subjects = self._known.subjects
        return subjects.balance(self.telling, subjects.of(some), subjects.of(others)).leans_to_the_first

    def named_number(self, number: str, target: str) -> Suggestion | None:
        """Return the only rule of the number's chapter that is named near the citation; None for none or several.

        The returned number has the letter of `number` if `target` has such a subrule. Rules of other chapters do not
        count: comments name many of them without citing them.
        """
        numbers: dict[str, str] = {}
        for rule_named in self.named:
            if rule_named.as_title or rule_named.near:
                for bearer in self._known.titles.bearers(rule_named.name, target):
                    if bearer.partition(".")[0] == number.partition(".")[0] and "." in bearer:
                        numbers.setdefault(bearer, rule_named.mention.words)
        if len(numbers) != 1:
            return None
        ((bearer, words),) = numbers.items()
        return Suggestion(words, with_letter(self._known, bearer, number, target))

    def _close(self, evidence: Evidence) -> str:
        """Return the end of the evidence before the citation, or the beginning of that behind it, in whole words."""
        words = evidence.words
        if evidence.end <= self.citation.start:
            cut = max(0, _NEAR - (self.citation.start - evidence.end))
            words = words if len(words) <= cut else words[len(words) - cut :].partition(" ")[2]
            return _PAUSE.split(words)[-1]
        cut = max(0, _NEAR - max(0, evidence.start - self.citation.end))
        words = words if len(words) <= cut else words[:cut].rpartition(" ")[0]
        return _PAUSE.split(words)[0]

    def _place_mention(self, evidence: Evidence, mention: Mention) -> Named:
        """Return a mention with its position relative to the citation."""
        cue = len(self.citation.cue or "")
        start, end = evidence.start + mention.start, evidence.start + mention.end
        before = end <= self.citation.start
        if before:
            between = evidence.words[mention.end :]
            gap = max(0, self.citation.start - end - cue)
        else:
            between, cue = evidence.words[: mention.start], 0
            gap = max(0, start - self.citation.end)
        touching = gap <= (_TOUCHING_BEFORE if before else _TOUCHING_BEHIND) and sum(map(str.isalpha, between)) <= cue
        whole = (mention.start == 0 or mention.end == len(evidence.words)) and not _in_a_name(evidence.words, mention)
        kind: str = "keyword" if evidence.kind == "title" and not whole else evidence.kind
        if mention.start > 0 and any(evidence is other for other in self._behind_list):
            kind = "list"
        follows = not before and mention.start == 0 and mention.end < len(evidence.words) and gap <= _FOLLOWING
        in_name = _in_a_name(evidence.words, mention)
        starts = not before and any(_goes_on(other, start, end) for other in self.citation.evidence)
        return Named(mention, kind, gap, touching, before, not _PAUSE.search(between), follows, in_name, starts)


def _has_words(citation: Citation) -> bool:
    return bool(citation.evidence)


def _find_evidence_behind(citation: Citation, beside: Sequence[Citation]) -> Iterable[Evidence]:
    """Return the evidence behind a list of which a citation without words is not the last: `CR 701.18/701.42: scry`.

    Titles in it may be those of any number of the list; other words are evidence for the last one only.
    """
    last = max(beside, key=lambda other: other.start, default=citation)
    return (
        evidence
        for evidence in (last.evidence if last.start > citation.start else ())
        if evidence.kind == "keyword" and evidence.start >= last.end
    )


def _is_rather(quote: dict[str, float], one: str, other: str) -> bool:
    own, its = quote.get(one, 0.0), quote.get(other, 0.0)
    return (own >= RESEMBLES and its <= DIFFERS) or (own == 1.0 and its <= INEXACT)


def _goes_on(evidence: Evidence, start: int, end: int) -> bool:
    """Return whether the evidence begins with a title and continues in small letters behind it."""
    return evidence.start == start and _SMALL.match(evidence.words, end - start) is not None


def _in_a_name(words: str, mention: Mention) -> bool:
    """Return whether a title is only a part of a longer name: the "Mana" of "Mana Vault", which is a card."""
    beside = (_CAPITAL_BEFORE.search(words[: mention.start]), _CAPITAL_BEHIND.match(words, mention.end))
    before, behind = beside
    return behind is not None or (before is not None and is_content(before["word"].lower()))


def _closes(words: str, mention: Mention) -> bool:
    """Return whether a name before a citation ends a bracket that began earlier: `702.43a (Modular) / CR 702.21a`."""
    before = words[: mention.start]
    return _CLOSED.match(words, mention.end) is not None and before.count("(") <= before.count(")")


def letters_of(number: str) -> str:
    """Return the letters of a subrule's number: `a` of `702.40a`."""
    return number[len(number.rstrip("abcdefghijklmnopqrstuvwxyz")) :]


def with_letter(known: JudgeContext, bearer: str, number: str, edition: str) -> str:
    """Return a rule's number with the letter of another number if that subrule exists, otherwise without a letter."""
    lettered = bearer + letters_of(number)
    return lettered if known.exists(lettered, edition) else bearer
