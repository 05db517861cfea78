"""`comprules trace`, `blame`, `diff` and `map`: where rules went, and what became of their words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter

import click
from msgspec import UnsetType
from msgspec.structs import replace

from comprules.cli.group import NOT_FOUND
from comprules.cli.shared import (
    Answer,
    announcement_lines,
    answers_from,
    dim,
    edition_of,
    edition_option,
    indent_text,
    mark_segments,
    mark_words,
    number_style,
    open_knowledge_base,
    opened_facts,
    parted,
    restated_lines,
    say,
    say_no_texts,
    sighting_lines,
    split_classes,
    table,
    unannounced_lines,
    wrap_text,
)
from comprules.facts import permanent_link
from graph.answers.comparison import (
    KINDS,
    ComparedChange,
    ComparisonAnswer,
    MoveAnswer,
    answer_comparison,
    order_chapter,
)
from graph.answers.correspondence import (
    CorrespondenceAnswer,
    answer_correspondence,
    answer_moves_between,
    is_across_works,
)
from graph.answers.history import BlameAnswer, HistoryAnswer, HistoryEntry, RelatedRecord, answer_history, blame_rule
from graph.answers.lookup import edition_with, key_of, keys_of, lineage_of
from graph.answers.search import Where, cut_around
from graph.answers.sightings import PartialComparisonAnswer, compare_partial, describe_stretches, find_partial
from graph.compare.examples import changes_of
from graph.documents.partial_days import describe_days
from graph.history import History, last_day
from rules.change import NO_RENAMINGS, segments
from rules.links import CLASSES
from rules.numbers import GLOSSARY, is_term
from rules.records import RETYPED
from rules.store import Store
from rules.store.query import number_in


@click.command(
    "trace",
    epilog="""\b
Examples:
  comprules trace 702.40a
  comprules trace 409.1b --as-of 2008-10-03  the rule that had the number then
  comprules trace 502.30a@2003-07-01         a lineage by its id
  comprules trace glossary:Storm --json
  comprules trace 702.40a --all              each change of typography separately, with the text

Exit status 1: there is no such rule.

\b
JSON: {lineage, aliases, status, number, ended, into, corresponds, restated,
  sightings, ended_announced, unannounced, entries, link}
  aliases: former ids of the lineage; number: in the newest edition, or null
  status: current, deleted, merged, split or ambiguous; ended: the last
    edition with the rule, or null; into: where it went, {edition, number,
    lineage}
  restated, sightings: as for `show`
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
""".replace("{classes}", ", ".join(CLASSES)),
)
@click.argument("number", nargs=-1, required=True)
@click.option(
    "--as-of",
    metavar="EDITION",
    help="The edition whose NUMBER is meant. [default: the latest, or else the last that had it]",
)
@click.option("--all", "every", is_flag=True, help="Show each change of only typography as well.")
@answers_from(opened_facts)
def trace_command(store: Store, number: Sequence[str], as_of: str | None, every: bool) -> Answer:
    """Show the history of a rule through every number it had.

    NUMBER is a rule, `glossary:TERM` or the id of a lineage, also of a rule that no longer exists. Every wording is
    shown: the first in full, each later one as changes to the one before. JSON always has all versions. Without a
    knowledge base the ledger is read, which has numbers and hashes but no texts.
    """
    edition = edition_of(store, as_of or "latest")
    history = answer_history(History(store), lineage_of(store, " ".join(number), edition, lasting=as_of is None))
    history = replace(history, link=permanent_link(history.lineage, history.entries[-1].last))
    say_no_texts(store)
    lines = _format_history(history, store.chained(store.works[history.entries[-1].last]), every=every)
    related = chain(restated_lines(history.restated, history.corresponds), sighting_lines(history.sightings))
    return history, chain(lines, unannounced_lines(history.unannounced), related)


def _format_history(history: HistoryAnswer, editions: Sequence[str], *, every: bool) -> Iterator[str]:
    yield f"{dim('lineage')}  {history.lineage}"
    before: HistoryEntry | None = None
    for is_typography, run in groupby(history.entries, lambda entry: entry.is_typography and not every):
        entries = list(run)
        if is_typography and before is not None:
            times = f", {len(entries)} times" if entries[1:] else ""
            yield dim(f"    {_format_period(entries[0].first, entries[-1].last, editions)}  typography only{times}")
            before = entries[-1]
            continue
        for entry in entries:
            yield from ("", _format_head(entry, editions))
            yield from (dim(f"    from {_describe_place(place)}") for place in entry.others)
            yield from announcement_lines(entry.announced)
            yield from _format_words(entry, before, every=every)
            before = entry
    yield ""
    if not isinstance(history.restated, UnsetType):
        yield f"The last issue with it that is known is that of {history.entries[-1].last}."
        return
    if history.status == "current":
        yield "It is in the latest edition."
        return
    word = {"deleted": "was deleted", "merged": "was merged", "split": "was split", "ambiguous": "cannot be followed"}
    yield f"It {word[history.status]} after {last_day(editions, history.ended or '')}."
    yield from (f"    into {_describe_place(place)}" for place in history.into)
    yield from announcement_lines(history.ended_announced)


def _format_period(first: str, last: str, editions: Sequence[str]) -> str:
    until = last_day(editions, last)
    return f"{first} to {until}" if until else f"since {first}"


def _format_head(entry: HistoryEntry, editions: Sequence[str]) -> str:
    change = f", {entry.change}" if entry.change and entry.change != "unchanged" else ""
    told = f"; {entry.first} is known only from a {RETYPED} copy" if entry.retyped else ""
    heading = entry.passage.heading if entry.passage and entry.passage.text else None
    title = f"  {heading}" if heading and not is_term(entry.key) else ""  # the key has the term
    span = _format_period(entry.first, entry.last, editions)
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
        yield from (
            indent_text(f"{name[:-1].capitalize()}: {mark_segments(change.segments)}", "        ")
            for change in changes_of(name, [("", earlier)], [("", passage)], str.__eq__, NO_RENAMINGS)
        )


@click.command(
    "blame",
    epilog="""\b
Examples:
  comprules blame 702.40a
  comprules blame 601.2 --as-of 2015-07-17
  comprules blame 702.40a 100.1
  comprules blame glossary:Storm --json

A word that changed its typography only, or a number that moved with its rule, keeps its date.

\b
JSON: {number, edition, lineage, text, tokens, examples, notes}; of several
  NUMBERs an array of these
  tokens: {text, start, end, since, number}, which cover the text; since: the
    edition in which the words first appeared; number: of their rule there
  examples, notes: {text, tokens}
""",
)
@click.argument("number", nargs=-1, required=True)
@edition_option
@answers_from(open_knowledge_base)
def blame_command(store: Store, number: Sequence[str], as_of: str) -> Answer:
    """Show the edition in which each phrase of a rule first appeared.

    NUMBER is a rule or `glossary:TERM`, whose words may be several. Phrases are followed through all numbers that the
    rule had, and back into the rules from which they were moved. Each phrase is printed with the number under which it
    first appeared.
    """
    edition = edition_of(store, as_of)
    keys = dict.fromkeys(key_of(store, edition, typed) for typed in _split_names(number))
    history = History(store)
    blamed = [blame_rule(history, edition, key) for key in keys]
    return blamed[0] if len(blamed) == 1 else blamed, parted(map(_format_blame, blamed))


def _split_names(words: Sequence[str]) -> list[str]:
    """Return the numbers and terms among the words of the command line.

    A number ends what is before it, and so does `glossary:`; other words belong to the name that they follow or begin,
    such as `glossary:State-Based Actions` and `rule 702.40a`.
    """
    names: list[list[str]] = [[]]
    for word in words:
        before = names[-1]
        if before and (is_term(word) or number_in(before[-1]) or (number_in(word) and is_term(before[0]))):
            names.append([])
        names[-1].append(word)
    return [" ".join(name) for name in names]


def _format_blame(blamed: BlameAnswer) -> Iterator[str]:
    yield f"{number_style(blamed.key)}  {dim(f'edition {blamed.edition}, lineage {blamed.lineage}')}"
    passages = [("", blamed.spans), *(("Example", example.spans) for example in blamed.examples)]
    passages += [("Note", note.spans) for note in blamed.notes]
    width = max((len(span.key) for _, spans in passages for span in spans), default=0)
    for label, spans in passages:
        yield from filter(None, [label and dim(label)])
        for span in spans:
            first, *others = span.text.strip().split("\n")
            yield f"{dim(f'{span.since}  {span.key.ljust(width)}')}  {first}"
            yield from (f"{dim(' ' * (12 + width))}  {line}" for line in others)


_SHOWN = frozenset(CLASSES) - {"unchanged"}
"""Classes of change whose texts are shown."""
_AROUND = 100
"""Number of characters shown around the words of --grep."""


@click.command(
    "diff",
    epilog="""\b
Examples:
  comprules diff 2009-05-01 M10
  comprules diff 2009-05-01 M10 --only wording,added,deleted
                                                   without what was only renumbered or renamed
  comprules diff DOM latest --only added,deleted
  comprules diff M10 2009-05-01 --json             backwards
  comprules diff 2025-04-04 2025-06-06 | less -R
  comprules diff 2009-05-01 M10 --grep "mana burn" --in deleted
  comprules diff 1999-04-21 1999-04-23             a rulings summary, by what it restates
  comprules diff 1999-04-21 fragments/page.html    a page of another issue, only what it covers

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
Of a rulings summary and an edition of the rules, compared by correspondence:
  {from, to, by, summary, changes}; by: correspondence
  summary: {restated, sure, likely, perhaps, unmatched_old, unmatched_new}
  changes: [{kind, old, new, segments, restated}], restated as for `show`
Of an edition and a page of an issue that the archive has not:
  {from, to, by, covers, not_covered, same, changes}; by: partial-issue
  covers: [{first, last}]; changes: [{kind, class, old, new, segments}]
""".replace("{classes}", ", ".join(CLASSES)),
)
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
@answers_from(open_knowledge_base)
def diff_command(store: Store, editions: Sequence[str], only: Sequence[str], grep: str, where: Where) -> Answer:
    """Show what changed between two editions.

    The first EDITION is the one compared from; it may be the later one. How many changes there are comes first, then
    each change with its words, chapter by chapter as the second EDITION has them; deleted rules are listed where their
    chapter is now, or under its old heading if it is gone.
    """
    # After --only, further classes may follow as separate words.
    further = [word for word in editions if only and word in {*CLASSES, *KINDS}]
    names, wanted = [word for word in editions if word not in further], split_classes([*only, *further])
    if len(names) != 2:
        raise click.UsageError("name two editions: comprules diff 2009-05-01 M10")
    history = History(store)
    page = find_partial(store, names[1])
    if page is not None:
        compared = compare_partial(history, edition_of(store, names[0]), page)
        return compared, _format_page(compared, describe_days(page))
    old, new = (edition_of(store, name) for name in names)
    if is_across_works(history, old, new):
        if wanted or grep:
            raise click.UsageError(f"{old} and {new} are of different works; --only and --grep need editions of one")
        correspondence = answer_correspondence(history, old, new)
        return correspondence, _format_correspondence(correspondence)
    comparison = answer_comparison(history, old, new, wanted, grep=grep, where=where)
    return comparison, _format_comparison(store, comparison)


def _format_page(answer: PartialComparisonAnswer, days: str) -> Iterator[str]:
    changed = f"{len(answer.changes):,} changes, {answer.same:,} unchanged"
    yield f"{answer.old} to {answer.new}, a page of another issue, {days}: {changed}"
    covered = describe_stretches(answer.covers)
    yield f"  {dim('covers')}   {covered}; of the other {answer.not_covered:,} nothing is said"
    for change in answer.changes:
        numbers = " → ".join(number_style(number) for number in dict.fromkeys([change.old, change.new]) if number)
        what = f"{change.kind}, {change.change}" if change.change else change.kind
        yield ""
        yield f"{numbers}  {dim(what)}"
        yield indent_text(mark_segments(change.segments), "    ")


def _format_correspondence(answer: CorrespondenceAnswer) -> Iterator[str]:
    summary = answer.summary
    yield f"{answer.old} to {answer.new}, two works, by correspondence: {summary.restated:,} rules restated"
    yield f"  {dim('how sure')} {summary.sure:,} sure, {summary.likely:,} likely, {summary.perhaps:,} perhaps"
    unmatched = f"{summary.unmatched_old:,} of {answer.old}, {summary.unmatched_new:,} of {answer.new}"
    yield f"  {dim('unknown ')} {unmatched}: nothing is claimed of these"
    for change in answer.changes:
        olds, news = (", ".join(number_style(record.number) for record in side) for side in (change.old, change.new))
        best = max(change.restated, key=attrgetter("score"))
        yield ""
        yield f"{olds} → {news}  {dim(f'restated, {best.certainty} ({best.method}, {best.score:.0%})')}"
        yield indent_text(mark_segments(change.segments), "    ")


def _format_comparison(store: Store, comparison: ComparisonAnswer) -> Iterator[str]:
    """Yield all lines as one text: they may be thousands, and each that is printed is flushed."""
    beside = unannounced_lines(comparison.unannounced)
    yield "\n".join([*_summarize_changes(comparison), *beside, *_by_chapter(store, comparison)])


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
            moves = passage.moved_from or passage.moved_to
            moved = f" {dim(f'moved from {passage.old_number} to {passage.new_number}:')}" if moves else ":"
            yield indent_text(f"{label}{moved} {mark_segments(passage.segments)}", "        ")


@click.command(
    "map",
    epilog="""\b
Examples:
  comprules map 502.30a --from 2004-06-01             where it is today
  comprules map 409.1b 217.1c --from 2009-05-01 --to M10
  comprules map 702.40a --from latest --to 2004-06-01  backwards
  comprules map --from 2009-05-01 --to M10 --json      all of the edition
  comprules map A.2.4 --to M10                         of a rulings summary

Exit status 1: the edition has no such number.

\b
JSON: [{old, new, kind, class, method, score, lineage}]
  a row for each number of --from in its order, and one with old null for
    what is new
  new: a list, empty for what was deleted; both continuations where kind is
    ambiguous
  kind: split for a rule with several continuations, merged for one that
    shares its only one, restated in another work, unmatched if nothing there
    is known to say the same; method: steps where the editions are not
    consecutive
""",
)
@click.argument("numbers", metavar="[NUMBER]...", nargs=-1)
@click.option(
    "--from", "first", metavar="EDITION", help="The edition compared from; may be omitted for A.2.4 of a summary."
)
@click.option("--to", "last", metavar="EDITION", default="latest", show_default=True, help="The edition compared to.")
@answers_from(opened_facts)
def map_command(store: Store, numbers: Sequence[str], first: str | None, last: str) -> Answer:
    """Show where each rule went between two editions.

    NUMBER is a rule or `glossary:TERM` of the edition --from; without one, all rules are listed, also new ones. --to
    may be the earlier one. Without a knowledge base the ledger is read. Between a rulings summary and an edition of the
    rules, each number is mapped to what says the same.
    """
    old, new = edition_of(store, first or "latest"), edition_of(store, last)
    if first is None:
        issues = {edition_with(store, old, number) for number in numbers}
        if issues in (set(), {old}) or len(issues) > 1:
            raise click.UsageError("--from is missing: name the edition of the numbers")
        (old,) = issues
    keys, missing = keys_of(store, old, numbers)
    for error in missing:
        say(f"Error: {error}")
    rows: Sequence[MoveAnswer] = []
    if keys or not numbers:
        rows = answer_moves_between(History(store), old, new, list(dict.fromkeys(keys)) if numbers else None)
    if numbers:
        rows = [row for key in dict.fromkeys(keys) for row in rows if row.old == key]
    return rows, _format_moves(rows, old, new), NOT_FOUND if missing else 0


def _format_moves(rows: Sequence[MoveAnswer], old: str, new: str) -> Iterator[str]:
    if not rows:
        return
    yield from table(
        rows,
        (
            (old, attrgetter("old")),
            (new, attrgetter("new")),
            ("kind", attrgetter("kind")),
            ("class", attrgetter("change")),
            ("method", lambda row: row.method if row.method != "none" else None),
            ("score", lambda row: row.score if row.method != "none" else None),
        ),
    )
    if len(rows) > 1:
        yield dim(", ".join(f"{count:,} {kind}" for kind, count in Counter(row.kind for row in rows).items()))
