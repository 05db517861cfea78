"""`comprules trace`: show the history of a rule through every number it had."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

import click
from msgspec import UnsetType
from msgspec.structs import replace

from comprules.cli.json_help import JsonCommand
from comprules.cli.marking import mark_segments
from comprules.cli.output import Answer, dim, indent_text, number_style, wrap_text
from comprules.cli.related import announcement_lines, restated_lines, sighting_lines, unannounced_lines
from comprules.cli.sources import answers_from, edition_of, opened_facts, say_no_texts
from comprules.site_links import permanent_link
from graph.answers.change_excerpts import cut_segments
from graph.answers.history import HistoryAnswer, HistoryEntry, RelatedRecord, answer_history
from graph.answers.lookup import lineage_of
from graph.answers.pages import answer_page_history, find_on_pages
from graph.compare.examples import compare_examples
from graph.history import History, last_day
from rules.change import NO_RENAMINGS, Passage, segments
from rules.errors import NotFound
from rules.keys import is_entry, name_of
from rules.links import SLIGHT
from rules.records import RETYPED
from rules.segment import Segment
from rules.sentences import join_words
from rules.store import Store

_ENDS = {"deleted": "was deleted", "merged": "was merged", "split": "was split", "ambiguous": "cannot be followed"}
"""The words for the end of a rule, by its status."""


@click.command(
    "trace",
    cls=JsonCommand,
    answers=lambda: {"": HistoryAnswer},
    epilog="""\b
Examples:
  comprules trace 702.40a
  comprules trace 409.1b --as-of 2008-10-03  the rule that had the number then
  comprules trace 502.30a@2003-05-26         a lineage by its id
  comprules trace glossary:Storm --json
  comprules trace 702.40a --all              each change of typography separately, with the text

Exit code 1: the rule does not exist.
""",
)
@click.argument("number", nargs=-1, required=True)
@click.option(
    "--as-of",
    metavar="EDITION",
    help="The edition in which the rule has NUMBER. [default: the latest, or else the last that had it]",
)
@click.option(
    "--all", "shows_all", is_flag=True, help="Also show changes in typography alone, and unchanged words in full."
)
@answers_from(opened_facts)
def trace_command(store: Store, number: Sequence[str], as_of: str | None, shows_all: bool) -> Answer:
    """Show the history of a rule through every number it had.

    NUMBER is a rule, `glossary:TERM` or the id of a lineage; the rule may have been deleted. Every wording is shown:
    the first in full, each later one as changes to the one before. JSON always has all versions. Without a knowledge
    base, the answer comes from the ledger, which has numbers and hashes but no texts.
    """
    edition = edition_of(store, as_of or "latest")
    typed = " ".join(number)
    try:
        lineage = lineage_of(store, typed, edition, lasting=as_of is None)
    except NotFound:
        pages = find_on_pages(store, typed)
        if not pages:
            raise
        seen = answer_page_history(store, pages)
        return seen, _format_seen(seen)
    history = answer_history(History(store), lineage)
    history = replace(history, link=permanent_link(lineage, history.entries[-1].last))
    say_no_texts(store)
    lines = _format_history(history, store.chained(store.work_of[history.entries[-1].last]), shows_all=shows_all)
    related = chain(restated_lines(history.restated, history.corresponds), sighting_lines(history.sightings))
    return history, chain(lines, unannounced_lines(history.unannounced), related)


def _format_seen(history: HistoryAnswer) -> Iterator[str]:
    """Yield the texts of a number that only pages of missing issues have."""
    yield "No edition in the archive has this number; pages of other issues do."
    yield from sighting_lines(history.sightings)


def _format_history(history: HistoryAnswer, editions: Sequence[str], *, shows_all: bool) -> Iterator[str]:
    yield f"{dim('lineage')}  {history.lineage}"
    before: HistoryEntry | None = None
    for is_typography, run in groupby(history.entries, lambda entry: entry.is_typography and not shows_all):
        entries = list(run)
        if is_typography and before is not None:
            yield _format_typography(entries, editions)
            before = entries[-1]
            continue
        for entry in entries:
            yield from _format_entry(entry, before, editions, shows_all=shows_all)
            before = entry
    yield ""
    yield from _format_end(history, editions)


def _format_typography(entries: Sequence[HistoryEntry], editions: Sequence[str]) -> str:
    """Return one line for a run of entries that changed nothing but typography."""
    times = ""
    if len(entries) > 1:
        times = f", {len(entries)} times"
    return dim(f"    {_format_period(entries[0].first, entries[-1].last, editions)}  typography only{times}")


def _format_entry(
    entry: HistoryEntry, before: HistoryEntry | None, editions: Sequence[str], *, shows_all: bool
) -> Iterator[str]:
    yield ""
    yield _format_head(entry, editions)
    for related in entry.others:
        yield dim(f"    from {_describe_related(related)}")
    yield from announcement_lines(entry.announced)
    yield from _format_words(entry, before, shows_all=shows_all)


def _format_end(history: HistoryAnswer, editions: Sequence[str]) -> Iterator[str]:
    """Yield where the rule is today, or how it ended."""
    if not isinstance(history.restated, UnsetType):
        yield f"The last known issue that has it is that of {history.entries[-1].last}."
        return
    if history.status == "current":
        yield "The rule is in the latest edition."
        parts = [name_of(key) for key in history.now_in if key != history.number]
        if parts:
            yield f"Parts of it are in {join_words(parts)}."
        return
    yield f"The rule {_ENDS[history.status]} after {last_day(editions, history.ended or '')}."
    for related in history.into:
        yield f"    into {_describe_related(related)}"
    yield from announcement_lines(history.ended_announced)
    if history.now_in and history.status != "ambiguous":
        yield f"Its words are now in {join_words(list(map(name_of, history.now_in)))}."


def _format_period(first: str, last: str, editions: Sequence[str]) -> str:
    until = last_day(editions, last)
    if until:
        return f"{first} to {until}"
    return f"since {first}"


def _format_head(entry: HistoryEntry, editions: Sequence[str]) -> str:
    change = ""
    if entry.change_class and entry.change_class != "unchanged":
        change = f", {entry.change_class}"
    origin = ""
    if entry.retyped:
        origin = f"; {entry.first} is known only from a {RETYPED} copy"
    heading = None
    if entry.passage and entry.passage.text:
        heading = entry.passage.heading
    title = ""
    if heading and not is_entry(entry.key):  # the key of a glossary entry already has the term
        title = f"  {heading}"
    span = _format_period(entry.first, entry.last, editions)
    return f"{number_style(entry.key)}{title}  {span}  {dim(entry.change_kind + change + origin)}"


def _describe_related(related: RelatedRecord) -> str:
    lineage = ""
    if related.lineage:
        lineage = f" (lineage {related.lineage})"
    return f"{related.number} of {related.edition}{lineage}"


def _format_words(entry: HistoryEntry, before: HistoryEntry | None, *, shows_all: bool) -> Iterator[str]:
    """Yield the first text in full, and the changes of a later text.

    Nothing is yielded if the text is not known, and, unless all is to be shown, if only its typography changed.
    """
    if entry.passage is None:
        return
    if before is None or before.passage is None:
        yield from _format_whole_text(entry, entry.passage)
    elif shows_all or entry.change_class != "typographic":
        shows_whole = shows_all or entry.change_class not in SLIGHT
        yield from _format_changes(before, before.passage, entry, entry.passage, shows_whole=shows_whole)


def _format_whole_text(entry: HistoryEntry, passage: Passage) -> Iterator[str]:
    yield wrap_text(entry.text or "", "    ")
    for example in passage.examples:
        yield wrap_text(f"Example: {example}", "        ")
    for note in passage.notes:
        yield wrap_text(f"Note: {note}", "        ")


def _format_changes(
    before: HistoryEntry, earlier: Passage, entry: HistoryEntry, passage: Passage, *, shows_whole: bool
) -> Iterator[str]:
    """Yield the changes between two versions.

    Args:
        before: The older version.
        earlier: Its words.
        entry: The newer version.
        passage: Its words.
        shows_whole: Whether unchanged words are shown in full, not only those next to a change.
    """

    def mark(changes: Sequence[Segment]) -> str:
        return mark_segments(changes if shows_whole else cut_segments(changes))

    if passage.heading != earlier.heading and (passage.text or earlier.text):
        yield f"    {dim('heading')} {earlier.heading or 'none'} → {passage.heading or 'none'}"
    if entry.text != before.text:
        yield indent_text(mark(segments(before.text or "", entry.text or "")), "    ")
    for name, label in (("examples", "Example"), ("notes", "Note")):
        for change in compare_examples(name, [("", earlier)], [("", passage)], str.__eq__, NO_RENAMINGS):
            yield indent_text(f"{label}: {mark(change.segments)}", "        ")
