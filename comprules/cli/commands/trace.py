"""`comprules trace`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from comprules.cli.announced import announcement_lines, unannounced_lines
from comprules.cli.corresponding import correspondence_lines
from comprules.cli.history_records import trace_json
from comprules.cli.lookup import lineage_of, opened_facts, say_no_texts
from comprules.cli.options import json_option, store_option
from comprules.cli.output import dim, number_style, print_json, print_text, wrap_text
from comprules.cli.segments import indent_text, mark_segments
from graph.history.since import last_day
from rules.numbers import is_term
from rules.records import RETYPED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from graph.announcements import UnannouncedStep
    from graph.traces.trace import RelatedRecord, Trace, TraceEntry

_EPILOG = """\b
Examples:
  comprules trace 702.40a
  comprules trace 409.1b --as-of 2008-10-03  the rule that had the number then
  comprules trace 502.30a@2003-07-01         a lineage by its id
  comprules trace glossary:Storm --json
  comprules trace 702.40a --all              each change of typography separately, with the text

Exit status 1: there is no such rule.

\b
JSON: {lineage, status, ended, into, corresponds, ended_announced,
  unannounced, entries}
  status: current, deleted, merged, split or ambiguous; ended: the last
    edition with the rule, or null; into: where it went, {edition, number,
    lineage}
  entries: runs of editions with one number and the same words, oldest
    first: {edition_first, edition_last, number, change, class, heading,
    text, text_sha256, examples, notes, from, others, method, score,
    announced, retyped}
  change: kept, renumbered, moved, split, merged, added, returned, ambiguous
  class: unchanged, typographic, reference, terminology, wording, or null
  from: numbers in the edition before; others: those of other lineages, as
    into
  announced: what bulletins say about the change: {bulletin, title, date,
    address, archived, rule, edition, kind, subject}
  unannounced: the steps that changed the rule and of which no announcement
    is known: {from, to, title, date, address, reason}; title and address of
    a bulletin whose text was not found, or null
  retyped: whether an edition that is known only from a retyped copy dates
    its beginning
"""


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
    from graph.history import History  # noqa: PLC0415 - slow to import
    from graph.traces.trace import trace  # noqa: PLC0415

    with opened_facts(db) as store:
        traced = trace(History(store), lineage_of(store, " ".join(number), as_of))
        say_no_texts(store)
        corresponds = store.correspondences_of(traced.lineage)
        unannounced = _find_unannounced(store.chained(), traced)
        if as_json:
            print_json(trace_json(traced, corresponds, unannounced))
            return
        editions = store.chained(store.works[traced.entries[-1].version.last])
        lines = _format_lines(traced, editions, every=every)
        for line in (*lines, *unannounced_lines(unannounced), *correspondence_lines(corresponds)):
            print_text(line)


def _find_unannounced(editions: Sequence[str], traced: Trace) -> list[UnannouncedStep]:
    """Return the steps that added, ended or changed a rule, not only in typography, without a known announcement."""
    from graph.announcements import find_unannounced_steps  # noqa: PLC0415 - slow to import

    began = {entry.version.first: not _is_typography(entry) for entry in traced.entries}
    ended = {entry.version.last for entry in traced.entries}
    steps = find_unannounced_steps(editions, editions[0], editions[-1])
    return [step for step in steps if began.get(step.new, step.old in ended)]


def _format_lines(traced: Trace, editions: Sequence[str], *, every: bool) -> Iterator[str]:
    yield f"{dim('lineage')}  {traced.lineage}"
    before: TraceEntry | None = None
    for run in _group_runs(traced.entries, every=every):
        if before is not None and not every and _is_typography(run[0]):
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
    if traced.status == "current":
        yield "It is in the latest edition."
        return
    word = {"deleted": "was deleted", "merged": "was merged", "split": "was split", "ambiguous": "cannot be followed"}
    yield f"It {word[traced.status]} after {last_day(editions, traced.ended or '')}."
    yield from (f"    into {_describe_place(place)}" for place in traced.into)
    yield from announcement_lines(traced.end_announced)


def _group_runs(entries: Sequence[TraceEntry], *, every: bool) -> Iterator[list[TraceEntry]]:
    """Yield each entry alone, but consecutive entries that changed only typography together.

    With `every`, each of those is alone too.
    """
    for is_typography, run in groupby(entries, _is_typography):
        if is_typography and not every:
            yield list(run)
        else:
            yield from ([entry] for entry in run)


def _is_typography(entry: TraceEntry) -> bool:
    version = entry.version
    return version.kind == "kept" and version.change == "typographic" and not entry.others


def _format_span(first: TraceEntry, last: TraceEntry, editions: Sequence[str]) -> str:
    until = last_day(editions, last.version.last)
    return f"{first.version.first} to {until}" if until else f"since {first.version.first}"


def _format_head(entry: TraceEntry, editions: Sequence[str]) -> str:
    version = entry.version
    change = f", {version.change}" if version.change and version.change != "unchanged" else ""
    told = f"; {version.first} is known only from a {RETYPED} copy" if entry.retyped else ""
    heading = entry.passage.heading if entry.passage and entry.passage.text else None
    title = f"  {heading}" if heading and not is_term(version.key) else ""  # the key has the term
    span = _format_span(entry, entry, editions)
    return f"{number_style(version.key)}{title}  {span}  {dim(version.kind + change + told)}"


def _describe_place(place: RelatedRecord) -> str:
    lineage = f" (lineage {place.lineage})" if place.lineage else ""
    return f"{place.number} of {place.edition}{lineage}"


def _format_words(entry: TraceEntry, before: TraceEntry | None, *, every: bool) -> Iterator[str]:
    """Yield the first text whole and the changes of a later text; nothing if nothing changed."""
    passage = entry.passage
    if passage is None:
        return
    if before is None or before.passage is None:
        yield wrap_text(entry.text or "", "    ")
        yield from (wrap_text(f"Example: {example}", "        ") for example in passage.examples)
        yield from (wrap_text(f"Note: {note}", "        ") for note in passage.notes)
        return
    if entry.version.change == "typographic" and not every:
        return
    from rules.change import segments  # noqa: PLC0415 - slow to import

    earlier = before.passage
    if passage.heading != earlier.heading and (passage.text or earlier.text):
        yield f"    {dim('heading')} {earlier.heading or 'none'} → {passage.heading or 'none'}"
    if entry.text != before.text:
        yield indent_text(mark_segments(segments(before.text or "", entry.text or "")), "    ")
    yield from _format_examples("Example", earlier.examples, passage.examples)
    yield from _format_examples("Note", earlier.notes, passage.notes)


def _format_examples(label: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield the examples or notes that changed."""
    from graph.compare.examples import changes_of  # noqa: PLC0415 - slow to import
    from rules.change import NO_RENAMINGS  # noqa: PLC0415

    for change in changes_of([("", text) for text in before], [("", text) for text in after], str.__eq__, NO_RENAMINGS):
        yield indent_text(f"{label}: {mark_segments(change.segments)}", "        ")
