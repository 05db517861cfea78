"""The references between rules, with their sentences, and the editions that have them.

While the two numbers and the sentence of a reference stay the same, it is one reference, whatever else changes in the
rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from graph.network.references import ReferenceFact, join_facts, list_facts, read_records
from graph.network.timeline import Span, Timeline
from rules.grouping import grouped
from rules.keys import key_at_level
from rules.records import COMPREHENSIVE_RULES, ResolutionStatus
from rules.store import Store
from site_src.addresses import in_order, references_file
from site_src.data.corpus import Corpus, ShownPassage

_SENTENCE_END = re.compile(r"(?:[.!?][\"”’)]*\s+(?=[\"“‘(]?[A-Z])|\n+)")


class Mention(Struct, frozen=True, kw_only=True):
    """A reference of one rule to another in the same sentence, in a run of editions.

    Attributes:
        source: The key of the record that refers.
        target: The key of the record that it refers to; if there is none, the number or term that is named.
        first: The first edition of the run.
        last: The last edition of the run; None if that is the newest edition.
        since: The edition since which the rule refers to the other without interruption, whatever the numbers, subrules
            and sentences.
        earlier: The first and the last edition of each time before that in which it did so, oldest first.
        status: Whether the target exists.
        sentence: The sentence.
        start: Characters of the sentence before the number or term that is named.
        end: Characters up to its end.
    """

    source: str
    target: str
    first: str
    last: str | None
    since: str
    earlier: tuple[tuple[str, str], ...] = ()
    status: ResolutionStatus
    sentence: str
    start: int
    end: int

    def stands_in(self, edition: str) -> bool:
        """Return whether an edition, which must not be retyped, has the reference."""
        return self.first <= edition and (self.last is None or edition <= self.last)


class _Stretch(NamedTuple):
    """A run of editions with a reference in which the rules at both ends are the same.

    Attributes:
        fact: The reference.
        span: The run, as indexes of its first and last edition.
        homes: The lineages of the two rules; for a subrule, that of its rule.
    """

    fact: ReferenceFact
    span: Span
    homes: tuple[str, str]


class _Identity(NamedTuple):
    """The facts of a reference that make it one: while they stay, it is the same. For the fields see `Mention`."""

    source: str
    target: str
    since: str
    earlier: tuple[tuple[str, str], ...]
    status: ResolutionStatus
    sentence: str
    start: int
    end: int


class MentionRow(NamedTuple):
    """A reference of one rule to another in the same sentence, in a run of editions.

    Attributes:
        source: The record that refers, by its number or as `glossary:TERM`.
        target: The record that it refers to, or the number or term named in vain.
        first: The first edition of the run.
        last: The last edition of the run; null if that is the newest edition.
        since: The edition since which the rule refers to the other without interruption, through all numbers.
        status: `ok`, `missing`, `title-mismatch` or `ambiguous`.
        words: The index of the sentence in `sentences`, counted from 0.
        start: Characters of the sentence before the number or term that is named.
        end: Characters up to its end.
        earlier: The first and the last edition of each time before `since` in which it did so, oldest first.
    """

    source: str
    target: str
    first: str
    last: str | None
    since: str
    status: ResolutionStatus
    words: int
    start: int
    end: int
    earlier: tuple[tuple[str, str], ...]


class RuleReferences(Struct, frozen=True):
    """What the rules that ever had a number referred to, and what referred to them, in all editions.

    Attributes:
        columns: Names of the values of a row.
        rows: The references, in the order of the numbers.
        sentences: The sentences.
    """

    columns: tuple[str, ...]
    rows: tuple[MentionRow, ...]
    sentences: tuple[str, ...]


def list_mentions(store: Store, corpus: Corpus) -> list[Mention]:
    """Return all references of the Comprehensive Rules but those within one rule, in the order of their numbers.

    A reference is first divided into stretches, in which both rules stay the same. All stretches between the same two
    rules tell since when the one refers to the other. Then stretches with the same sentence become one mention again.
    """
    timeline = Timeline(store)
    timeline.load()
    facts = join_facts(timeline, list_facts(timeline, read_records(timeline)))
    between = [fact for fact in facts if _is_between_rules(timeline, fact)]
    stretches = [stretch for fact in between for stretch in _divide(timeline, fact)]
    spans_of = grouped((stretch.homes, stretch.span) for stretch in stretches)
    times_of = {homes: timeline.join(spans) for homes, spans in spans_of.items()}
    found: list[tuple[_Identity, Span]] = []
    for stretch in stretches:
        edition = timeline.editions[stretch.span.first]
        passage = corpus.passages[corpus.rows[edition][stretch.fact.key].text]
        times = times_of[stretch.homes]
        since = next(time.first for time in times if time.first <= stretch.span.first <= time.last)
        earlier = tuple(timeline.ends(time) for time in times if time.last < since)
        found.append((_read_identity(stretch.fact, passage, timeline.editions[since], earlier), stretch.span))
    newest = store.chained()[-1]
    mentions = [
        _make_mention(timeline, identity, span, newest)
        for identity, spans in grouped(found).items()
        for span in timeline.join(spans)
    ]
    return sorted(mentions, key=_order)


def _read_identity(
    fact: ReferenceFact, passage: ShownPassage, since: str, earlier: tuple[tuple[str, str], ...]
) -> _Identity:
    """Return the identity of a reference, with the sentence of a passage that makes it."""
    printed = fact.printed
    end = printed.start + len(printed.raw)
    sentence, start = cut_sentence(_field_of(passage, printed.field), printed.start, end)
    length = end - printed.start
    return _Identity(
        source=fact.key,
        target=fact.target_key,
        since=since,
        earlier=earlier,
        status=printed.status,
        sentence=sentence,
        start=start,
        end=start + length,
    )


def _order(mention: Mention) -> tuple[object, ...]:
    return in_order(mention.source), in_order(mention.target), mention.first, mention.sentence, mention.start


def _is_between_rules(timeline: Timeline, fact: ReferenceFact) -> bool:
    edition = timeline.editions[fact.span.first]
    is_of_the_rules = timeline.store.work_of[edition] == COMPREHENSIVE_RULES
    return is_of_the_rules and key_at_level(fact.key, "rule") != key_at_level(fact.target_key, "rule")


def _divide(timeline: Timeline, fact: ReferenceFact) -> Iterator[_Stretch]:
    """Yield the runs of editions with a reference in which the rules of its two ends are the same."""
    for span, source_home in _list_homes(timeline, fact.key, fact.lineage, fact.span):
        for target_span, target_home in _list_homes(timeline, fact.target_key, fact.target, span):
            yield _Stretch(fact, target_span, (source_home, target_home))


def _list_homes(timeline: Timeline, key: str, lineage: str, span: Span) -> Iterator[tuple[Span, str]]:
    """Yield the parts of a span, each with the lineage of the rule that a key belongs to: 702.40 for 702.40a.

    In a part without such a rule it is the lineage of the key itself.
    """
    home = key_at_level(key, "rule")
    open_from = span.first
    for home_span, holding in timeline.divide(home, span):
        if open_from < home_span.first:
            yield Span(open_from, home_span.first - 1), lineage
        yield home_span, holding.lineage
        open_from = home_span.last + 1
    if open_from <= span.last:
        yield Span(open_from, span.last), lineage


def _field_of(passage: ShownPassage, field: str) -> str:
    """Return the words of a field: `text`, `example:0` or `note:0`."""
    name, _, index = field.partition(":")
    if name == "example":
        return passage.examples[int(index)]
    if name == "note":
        return passage.notes[int(index)]
    return passage.text


def cut_sentence(text: str, start: int, end: int) -> tuple[str, int]:
    """Return the sentence around a part of a text, and the offset of the part in it.

    Args:
        text: The text.
        start: Characters before the part.
        end: Characters up to its end.
    """
    begins, ends = 0, len(text)
    for boundary in _SENTENCE_END.finditer(text):
        if boundary.end() <= start:
            begins = boundary.end()
        elif boundary.start() >= end:
            ends = boundary.end()
            break
    sentence = text[begins:ends]
    spaces = len(sentence) - len(sentence.lstrip())
    return sentence.strip(), start - begins - spaces


def _make_mention(timeline: Timeline, identity: _Identity, span: Span, newest: str) -> Mention:
    """Return a reference in a run of editions."""
    first, last = timeline.ends(span)
    return Mention(first=first, last=None if last == newest else last, **identity._asdict())


def join_times(mentions: Iterable[Mention]) -> tuple[str, list[tuple[str, str]]]:
    """Return since when a rule refers to another, and the first and the last edition of each time before that.

    Times that overlap are joined: `2005 to 2007, since 2012` and `2006 to 2009, since 2010` give 2010 and `2005 to
    2009`. `assets/js/lib/reference-times.js` does the same.

    Args:
        mentions: All references of the one rule to the other in an edition, at least one; they may be in sentences of
            several subrules, each with its own times.
    """
    mentions = list(mentions)
    since = min(mention.since for mention in mentions)
    joined: list[tuple[str, str]] = []
    for first, last in sorted({time for mention in mentions for time in mention.earlier}):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    while joined and joined[-1][1] >= since:
        since = min(since, joined.pop()[0])
    return since, joined


def make_reference_files(mentions: Iterable[Mention]) -> Iterator[tuple[str, RuleReferences]]:
    """Yield the documents with the references of each number and of the terms with the same first letters."""
    by_file: dict[str, list[Mention]] = {}
    for mention in mentions:
        for name in dict.fromkeys((references_file(mention.source), references_file(mention.target))):
            by_file.setdefault(name, []).append(mention)
    for name, members in by_file.items():
        sentences: dict[str, int] = {}
        for member in members:
            sentences.setdefault(member.sentence, len(sentences))
        rows = tuple(
            MentionRow(
                source=member.source,
                target=member.target,
                first=member.first,
                last=member.last,
                since=member.since,
                status=member.status,
                words=sentences[member.sentence],
                start=member.start,
                end=member.end,
                earlier=member.earlier,
            )
            for member in members
        )
        yield name, RuleReferences(MentionRow._fields, rows, tuple(sentences))
