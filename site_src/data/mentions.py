"""The references between rules, with their sentences, and the editions that have them.

While the two numbers and the sentence of a reference stay the same, it is one reference, whatever else changes in the
rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
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
    rules together say since when the one refers to the other. Then stretches with the same sentence become one mention
    again.
    """
    timeline = Timeline(store)
    timeline.load()
    facts = join_facts(timeline, list_facts(timeline, read_records(timeline)))
    stretches: list[_Stretch] = []
    for fact in facts:
        if _is_between_rules(timeline, fact):
            stretches += _divide(timeline, fact)
    identified = list(_identify_stretches(timeline, corpus, stretches))
    newest = store.chained()[-1]
    mentions = []
    for identity, spans in grouped(identified).items():
        mentions += [_make_mention(timeline, identity, span, newest) for span in timeline.join(spans)]
    return sorted(mentions, key=_order)


def _identify_stretches(
    timeline: Timeline, corpus: Corpus, stretches: Sequence[_Stretch]
) -> Iterator[tuple[_Identity, Span]]:
    """Yield the identity and the span of each stretch."""
    spans_by_homes = grouped((stretch.homes, stretch.span) for stretch in stretches)
    # the times in which a rule refers to another without interruption
    times_by_homes = {homes: timeline.join(spans) for homes, spans in spans_by_homes.items()}
    for stretch in stretches:
        edition = timeline.editions[stretch.span.first]
        passage = corpus.passages[corpus.rows[edition][stretch.fact.key].text]
        times = times_by_homes[stretch.homes]
        since = next(time.first for time in times if time.first <= stretch.span.first <= time.last)
        earlier = tuple(timeline.ends(time) for time in times if time.last < since)
        yield _read_identity(stretch.fact, passage, timeline.editions[since], earlier), stretch.span


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

    In a part without such a rule it is the lineage of the key itself. If 702.40 has the lineage A in the editions 3 to
    7, the span from 1 to 9 of 702.40a has the parts 1 to 2, 3 to 7 with A, and 8 to 9.

    Args:
        timeline: The editions.
        key: The key of one end of a reference.
        lineage: The lineage of that key.
        span: The span to divide.
    """
    home = key_at_level(key, "rule")
    next_start = span.first
    for home_span, period in timeline.divide(home, span):
        if next_start < home_span.first:
            yield Span(next_start, home_span.first - 1), lineage
        yield home_span, period.lineage
        next_start = home_span.last + 1
    if next_start <= span.last:
        yield Span(next_start, span.last), lineage


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

    In `Sail on. See rule 7. Rest.` the sentence around `7` is `See rule 7.`, and its offset there is 9.

    Args:
        text: The text.
        start: Characters before the part.
        end: Characters up to its end.
    """
    sentence_start, sentence_end = 0, len(text)
    for boundary in _SENTENCE_END.finditer(text):
        if boundary.end() <= start:
            sentence_start = boundary.end()
        elif boundary.start() >= end:
            sentence_end = boundary.end()
            break
    sentence = text[sentence_start:sentence_end]
    spaces = len(sentence) - len(sentence.lstrip())
    return sentence.strip(), start - sentence_start - spaces


def _make_mention(timeline: Timeline, identity: _Identity, span: Span, newest: str) -> Mention:
    """Return a reference in a run of editions; without a last edition if that is the newest one."""
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
    times = _join_overlapping(chain.from_iterable(mention.earlier for mention in mentions))
    # earlier times that reach the present one are part of it
    while times and times[-1][1] >= since:
        first, _ = times.pop()
        since = min(since, first)
    return since, times


def _join_overlapping(times: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return times with those joined that overlap: 2005 to 2007 and 2006 to 2009 become 2005 to 2009."""
    joined: list[tuple[str, str]] = []
    for first, last in sorted(set(times)):
        if joined and first <= joined[-1][1]:
            joined_first, joined_last = joined.pop()
            joined.append((joined_first, max(last, joined_last)))
        else:
            joined.append((first, last))
    return joined


def make_reference_files(mentions: Iterable[Mention]) -> Iterator[tuple[str, RuleReferences]]:
    """Yield the documents with the references of each number and of the terms with the same first letters."""
    by_file: dict[str, list[Mention]] = {}
    for mention in mentions:
        for name in dict.fromkeys((references_file(mention.source), references_file(mention.target))):
            by_file.setdefault(name, []).append(mention)
    for name, mentions_in_file in by_file.items():
        yield name, _make_document(mentions_in_file)


def _make_document(mentions: Iterable[Mention]) -> RuleReferences:
    """Return a document with some references, each sentence once."""
    sentences: dict[str, int] = {}
    rows = []
    for mention in mentions:
        row = MentionRow(
            source=mention.source,
            target=mention.target,
            first=mention.first,
            last=mention.last,
            since=mention.since,
            status=mention.status,
            words=sentences.setdefault(mention.sentence, len(sentences)),
            start=mention.start,
            end=mention.end,
            earlier=mention.earlier,
        )
        rows.append(row)
    return RuleReferences(MentionRow._fields, tuple(rows), tuple(sentences))
