"""`comprules trace`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path

import click
from msgspec.structs import replace

from comprules.cli.lookup import edition_of, opened_facts, say_no_texts
from comprules.cli.options import json_option, store_option
from comprules.cli.output import (
    announcement_lines,
    correspondence_lines,
    dim,
    number_style,
    print_answer,
    unannounced_lines,
    wrap_text,
)
from comprules.cli.segments import indent_text, mark_segments
from comprules.links import permanent_link
from graph.answers.history import HistoryAnswer, HistoryEntry, RelatedRecord, answer_history
from graph.answers.lookup import lineage_of
from graph.compare.examples import changes_of
from graph.history import History
from graph.history.since import last_day
from rules.change import NO_RENAMINGS, segments
from rules.links import CLASSES
from rules.numbers import is_term
from rules.records import RETYPED

_EPILOG = """\b
Examples:
  comprules trace 702.40a
  comprules trace 409.1b --as-of 2008-10-03  the rule that had the number then
  comprules trace 502.30a@2003-07-01         a lineage by its id
  comprules trace glossary:Storm --json
  comprules trace 702.40a --all              each change of typography separately, with the text

Exit status 1: there is no such rule.

\b
JSON: {lineage, aliases, status, number, ended, into, corresponds,
  ended_announced, unannounced, entries, link}
  aliases: former ids of the lineage; number: in the newest edition, or null
  status: current, deleted, merged, split or ambiguous; ended: the last
    edition with the rule, or null; into: where it went, {edition, number,
    lineage}
  entries: runs of editions with one number and the same words, oldest
    first: {edition_first, edition_last, number, change, class, heading,
    text, text_sha256, examples, notes, from, others, method, score,
    announced, retyped}
  change: kept, renumbered, moved, split, merged, added, returned, ambiguous
  class: {classes}, or null
  from: numbers in the edition before; others: those of other lineages, as
    into
  announced: what bulletins say about the change: {bulletin, title, date,
    address, archived, rule, edition, kind, subject}
  unannounced: the steps that changed the rule and of which no announcement
    is known: {from, to, title, date, address, reason}; title and address of
    a bulletin whose text was not found, or null
  retyped: whether an edition that is known only from a retyped copy dates
    its beginning
""".replace("{classes}", ", ".join(CLASSES))


@click.command("trace", epilog=_EPILOG)
@click.argument("number", nargs=-1, required=True)
@click.option(
    "--as-of",
    metavar="EDITION",
    help="The edition whose NUMBER is meant. [default: the latest, or else the last that had it]",
)
@click.option("--all", "every", is_flag=True, help="Show each change of only typography as well.")
@json_option
@store_option
def command(number: tuple[str, ...], as_of: str | None, every: bool, as_json: bool, db: Path | None) -> None:
    """Show the history of a rule through every number it had.

    NUMBER is a rule, `glossary:TERM` or the id of a lineage, also of a rule that no longer exists. Every wording is
    shown: the first in full, each later one as changes to the one before. JSON always has all versions. Without a
    knowledge base the ledger is read, which has numbers and hashes but no texts.
    """
    with opened_facts(db) as store:
        edition = edition_of(store, as_of or "latest")
        history = answer_history(History(store), lineage_of(store, " ".join(number), edition, lasting=as_of is None))
        history = replace(history, link=permanent_link(history.lineage, history.entries[-1].last))
        say_no_texts(store)
        editions = store.chained(store.works[history.entries[-1].last])
        lines = _format_lines(history, editions, every=every)
        beside = (*unannounced_lines(history.unannounced), *correspondence_lines(history.corresponds))
        print_answer(history, chain(lines, beside), as_json=as_json)


def _format_lines(history: HistoryAnswer, editions: Sequence[str], *, every: bool) -> Iterator[str]:
    yield f"{dim('lineage')}  {history.lineage}"
    before: HistoryEntry | None = None
    for run in _group_runs(history.entries, every=every):
        if before is not None and not every and run[0].is_typography:
            times = f", {len(run)} times" if run[1:] else ""
            yield dim(f"    {_format_span(run[0], run[-1], editions)}  typography only{times}")
        else:
            yield ""
            yield _format_head(run[0], editions)
            yield from (dim(f"    from {_describe_place(place)}") for place in run[0].others)
            yield from announcement_lines(run[0].announced)
            yield from _format_words(run[0], before, every=every)
        before = run[-1]
    yield ""
    if history.status == "current":
        yield "It is in the latest edition."
        return
    word = {"deleted": "was deleted", "merged": "was merged", "split": "was split", "ambiguous": "cannot be followed"}
    yield f"It {word[history.status]} after {last_day(editions, history.ended or '')}."
    yield from (f"    into {_describe_place(place)}" for place in history.into)
    yield from announcement_lines(history.ended_announced)


def _group_runs(entries: Sequence[HistoryEntry], *, every: bool) -> Iterator[list[HistoryEntry]]:
    """Yield each entry alone, but consecutive entries that changed only typography together.

    With `every`, each of those is alone too.
    """
    for is_typography, run in groupby(entries, attrgetter("is_typography")):
        if is_typography and not every:
            yield list(run)
        else:
            yield from ([entry] for entry in run)


def _format_span(first: HistoryEntry, last: HistoryEntry, editions: Sequence[str]) -> str:
    until = last_day(editions, last.last)
    return f"{first.first} to {until}" if until else f"since {first.first}"


def _format_head(entry: HistoryEntry, editions: Sequence[str]) -> str:
    change = f", {entry.change}" if entry.change and entry.change != "unchanged" else ""
    told = f"; {entry.first} is known only from a {RETYPED} copy" if entry.retyped else ""
    heading = entry.passage.heading if entry.passage and entry.passage.text else None
    title = f"  {heading}" if heading and not is_term(entry.key) else ""  # the key has the term
    span = _format_span(entry, entry, editions)
    return f"{number_style(entry.key)}{title}  {span}  {dim(entry.kind + change + told)}"


def _describe_place(place: RelatedRecord) -> str:
    lineage = f" (lineage {place.lineage})" if place.lineage else ""
    return f"{place.number} of {place.edition}{lineage}"


def _format_words(entry: HistoryEntry, before: HistoryEntry | None, *, every: bool) -> Iterator[str]:
    """Yield the first text whole and the changes of a later text; nothing if nothing changed."""
    passage = entry.passage
    if passage is None:
        return
    if before is None or before.passage is None:
        yield wrap_text(entry.text or "", "    ")
        yield from (wrap_text(f"Example: {example}", "        ") for example in passage.examples)
        yield from (wrap_text(f"Note: {note}", "        ") for note in passage.notes)
        return
    if entry.change == "typographic" and not every:
        return

    earlier = before.passage
    if passage.heading != earlier.heading and (passage.text or earlier.text):
        yield f"    {dim('heading')} {earlier.heading or 'none'} → {passage.heading or 'none'}"
    if entry.text != before.text:
        yield indent_text(mark_segments(segments(before.text or "", entry.text or "")), "    ")
    for name in ("examples", "notes"):
        for change in changes_of(name, [("", earlier)], [("", passage)], str.__eq__, NO_RENAMINGS):
            yield indent_text(f"{name[:-1].capitalize()}: {mark_segments(change.segments)}", "        ")
