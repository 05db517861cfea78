"""`comprules diff`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.lookup import edition_of, open_knowledge_base
from comprules.cli.options import json_option, split_classes, store_option
from comprules.cli.output import announcement_lines, dim, number_style, print_json, print_text, unannounced_lines
from comprules.cli.segments import indent_text, mark_segments, mark_words
from graph.answers.comparison import ComparedChange, ComparisonAnswer, answer_comparison
from graph.answers.search import cut_around
from graph.compare.differences import KINDS, order_chapter
from graph.compare.examples import PassageChange
from graph.history import History
from rules.links import CLASSES
from rules.numbers import GLOSSARY
from rules.store import Store

if TYPE_CHECKING:
    from graph.search.changes import Where  # slow to import

_EPILOG = """\b
Examples:
  comprules diff 2009-05-01 M10
  comprules diff 2009-05-01 M10 --only wording,added,deleted
                                                   without what was only renumbered or renamed
  comprules diff DOM latest --only added,deleted
  comprules diff M10 2009-05-01 --json             backwards
  comprules diff 2025-04-04 2025-06-06 | less -R
  comprules diff 2009-05-01 M10 --grep "mana burn" --in deleted

Classes: {classes}. Kinds: kept, renumbered, moved, split, merged, added,
returned, deleted, ambiguous. --only lists what is of any of those that it names; additions and deletions have no class.
Unchanged rules with the same number are not listed. --grep lists only changes with all of the words, in any form, in
one text or example; a phrase in double quotes ('"mana burn"') to the letter. With --in they must be in what was
inserted, or deleted, or be next to each other only since, or until, the change.

\b
JSON: {from, to, summary, unannounced, changes}
  summary: {same, changes, kind, class}: counts, whatever --only says
  unannounced: as for `trace`, of all steps between the two
  changes: {kind, class, lineage, chapter, old, new, segments, heading,
    examples, notes, announced}
  chapter: {number, edition}
  old, new: [{number, text}], several for splits and merges
  segments: ["equal" | "delete" | "insert", text], which rebuild both sides
  heading: {old, new} or null
  examples, notes: {old, new, class, segments, moved_from, moved_to,
    old_number, new_number}
  announced: as for `trace`
  matches: [{side, field, text, marks}] with --grep
""".replace("{classes}", ", ".join(CLASSES))
_SHOWN = frozenset(CLASSES) - {"unchanged"}
"""Classes of change whose texts are shown."""
_AROUND = 100
"""Number of characters shown around the words of --grep."""


@click.command("diff", epilog=_EPILOG)
@click.argument("editions", metavar="EDITION EDITION", nargs=-1, required=True)
@click.option(
    "--only",
    metavar="CLASS",
    multiple=True,
    help="Only changes of this class or kind; of several, with commas or --only again, what is of any.",
)
@click.option("--grep", metavar="WORDS", default="", help="Only changes with these words.")
@click.option(
    "--in",
    "where",
    type=click.Choice(["inserted", "deleted", "either"]),
    default="either",
    show_default=True,
    help="With --grep: where the words must be.",
)
@json_option
@store_option
def command(  # noqa: PLR0917
    editions: tuple[str, ...], only: tuple[str, ...], grep: str, where: Where, as_json: bool, db: Path | None
) -> None:
    """Show what changed between two editions.

    The first EDITION is the one compared from; it may be the later one. How many changes there are comes first, then
    each change with its words, chapter by chapter as the second EDITION has them; deleted rules are listed where their
    chapter is now, or under its old heading if it is gone.
    """
    names, wanted = _sorted_out(editions, only)
    with open_knowledge_base(db) as store:
        old, new = (edition_of(store, name) for name in names)
        comparison = answer_comparison(History(store), old, new, wanted, grep=grep, where=where)
        if as_json:
            print_json(comparison)
            return
        lines = [*_summarize_changes(comparison), *unannounced_lines(comparison.unannounced)]
        print_text("\n".join([*lines, *_by_chapter(store, comparison)]))


def _sorted_out(words: tuple[str, ...], only: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the names of editions, and the classes and kinds.

    After --only, further classes may follow as separate words.
    """
    further = [word for word in words if only and word in {*CLASSES, *KINDS}]
    names = [word for word in words if word not in further]
    wanted = split_classes([*only, *further])
    if len(names) != 2:
        raise click.UsageError("name two editions: comprules diff 2009-05-01 M10")
    return names, list(wanted)


def _summarize_changes(comparison: ComparisonAnswer) -> Iterator[str]:
    summary = comparison.summary
    noun = "change" if summary.changes == 1 else "changes"
    yield f"{comparison.old} to {comparison.new}: {summary.changes:,} {noun}, {summary.same:,} unchanged"
    for label, counts in (("kinds", summary.kinds), ("classes", summary.classes)):
        if counts:
            yield f"  {dim(label.ljust(8))} {', '.join(f'{count:,} {name}' for name, count in counts.items())}"
    if len(comparison.changes) < summary.changes:
        yield f"  {dim('listed'.ljust(8))} {len(comparison.changes):,}"


def _by_chapter(store: Store, comparison: ComparisonAnswer) -> Iterator[str]:
    listed = sorted(comparison.changes, key=lambda change: order_chapter(change.chapter, comparison.new))
    for chapter, changes in groupby(listed, attrgetter("chapter")):
        yield ""
        heading = store.heading(chapter.edition, chapter.number)
        title = f"{chapter.number}  {heading}" if heading else chapter.number.capitalize()
        aside = "" if chapter.edition == comparison.new else f" (of {chapter.edition})"
        yield click.style(title + aside, bold=True, underline=True)
        for change in changes:
            yield ""
            yield from _describe_change(change, in_glossary=chapter.number == GLOSSARY)
            for match in change.matches or ():
                text, marks = cut_around(match.text, match.marks, _AROUND)
                yield f"    {dim(match.side + ':')} {mark_words(' '.join(text.splitlines()), marks)}"
            yield from announcement_lines(change.announced)


def _describe_change(change: ComparedChange, *, in_glossary: bool) -> Iterator[str]:
    olds, news = (", ".join(number_style(record.number) for record in side) for side in (change.old, change.new))
    numbers = olds if change.kind == "kept" else " → ".join(side for side in (olds, news) if side)
    what = f"{change.kind}, {change.change}" if change.change else change.kind
    yield f"{numbers}  {dim(change.change or '' if change.kind == 'kept' else what)}"
    if change.heading and not in_glossary:  # there the term is the key
        yield f"    {dim('heading')} {change.heading.old or 'none'} → {change.heading.new or 'none'}"
    if (change.change in _SHOWN and any(op != "equal" for op, _ in change.segments)) or not (change.old and change.new):
        yield indent_text(mark_segments(change.segments), "    ")
    elif change.kind == "ambiguous":
        yield indent_text("\n".join(record.text for record in change.new), "    ")
    for label, passages in (("Example", change.examples), ("Note", change.notes)):
        for passage in passages:
            yield indent_text(_format_passage(label, passage), "        ")


def _format_passage(label: str, change: PassageChange) -> str:
    if change.moved_from or change.moved_to:
        moved = dim(f"moved from {change.old_number} to {change.new_number}:")
        return f"{label} {moved} {mark_segments(change.segments)}"
    return f"{label}: {mark_segments(change.segments)}"
