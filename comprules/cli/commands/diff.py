"""`comprules diff`: show what changed between two editions."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import click

from comprules.cli.json_help import JsonCommand
from comprules.cli.marking import mark_segments, mark_words
from comprules.cli.options import split_classes
from comprules.cli.output import Answer, dim, indent_text, number_style
from comprules.cli.related import announcement_lines, unannounced_lines
from comprules.cli.sources import answers_from, edition_of, open_knowledge_base
from graph.answers.change_counts import KINDS
from graph.answers.chapters import order_chapter
from graph.answers.compared_changes import ComparedChange, ComparedRecord
from graph.answers.comparison import (
    ComparisonAnswer,
    answer_comparison,
)
from graph.answers.copies import describe_copies
from graph.answers.correspondence import (
    CorrespondenceAnswer,
    answer_correspondence,
    is_across_works,
)
from graph.answers.excerpts import cut_around
from graph.answers.partial_comparison import PartialComparisonAnswer, compare_partial
from graph.answers.partial_issues import describe_stretches, find_partial
from graph.answers.search import Marks, Match, Where
from graph.compare.examples import PassageChange
from graph.documents.partial_days import describe_days
from graph.history import History
from rules.counts import format_count
from rules.keys import GLOSSARY
from rules.links import CLASSES
from rules.store import Store
from site_src.markup.changes import counts_in_words

_SHOWN = frozenset(CLASSES) - {"unchanged"}
"""Classes of change whose texts are shown."""
_AROUND = 100
"""Number of characters shown around the words of --grep, so that each change has one line."""


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON, by the words after `JSON` in the help; the usual answer needs none.

    The help then has a section `JSON`, and another one `JSON of two works`.
    """
    return {
        "": ComparisonAnswer,
        "of two works": CorrespondenceAnswer,
        "of an edition and a page": PartialComparisonAnswer,
    }


@click.command(
    "diff",
    cls=JsonCommand,
    answers=_list_answers,
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
returned, deleted, ambiguous. --only lists changes of any class or kind that
it names; additions and deletions have no class.
Unchanged rules with the same number are not listed. --grep lists only changes that have all of the words, in any
form, in one text or example. A phrase in double quotes ('"mana burn"') must match exactly. With `--in inserted` the
change must have inserted the words or brought them next to each other; with `--in deleted` it must have deleted them
or separated them. If you pass a rule number to --grep, the change of that rule is listed.
""".replace("{classes}", ", ".join(CLASSES)),
)
@click.argument("editions", metavar="EDITION EDITION", nargs=-1, required=True)
@click.option(
    "--only",
    metavar="CLASS",
    multiple=True,
    help="Only changes of this class or kind; name several with commas, or repeat the option.",
)
@click.option("--grep", metavar="WORDS", default="", help="Only changes with these words, or of this number.")
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

    The first EDITION is the one compared from; it may be the later one. The number of changes comes first, then each
    change with its words, grouped by chapter of the second EDITION. Deleted rules are listed under the current number
    of their chapter, or under its old heading if the chapter no longer exists.
    """
    # `--only added deleted`: click takes the second class for an argument.
    further = [word for word in editions if only and word in {*CLASSES, *KINDS}]
    names = [word for word in editions if word not in further]
    wanted = split_classes([*only, *further])
    if len(names) != 2:
        raise click.UsageError("name two editions: comprules diff 2009-05-01 M10")
    if grep.strip() and not _has_words(grep):
        raise click.UsageError(f"--grep: {grep!r} has no word or number to look for")
    history = History(store)
    page = find_partial(store, names[1])
    if page is not None:
        _refuse_selection(f"{names[1]} is a page; --only and --grep need two editions", wanted, grep)
        compared = compare_partial(history, edition_of(store, names[0]), page)
        return compared, _format_page(compared, describe_days(page))
    old, new = (edition_of(store, name) for name in names)
    if is_across_works(history, old, new):
        message = f"{old} and {new} are of different works; --only and --grep need editions of one"
        _refuse_selection(message, wanted, grep)
        correspondence = answer_correspondence(history, old, new)
        return correspondence, _format_correspondence(correspondence)
    comparison = answer_comparison(history, old, new, wanted, grep=grep, where=where)
    return comparison, _format_comparison(store, comparison)


def _refuse_selection(message: str, wanted: Sequence[str], grep: str) -> None:
    """Raise a `UsageError` with a message if --only or --grep is given, which need two editions of one work."""
    if wanted or grep:
        raise click.UsageError(message)


def _format_page(answer: PartialComparisonAnswer, days: str) -> Iterator[str]:
    changed = f"{format_count(len(answer.changes), 'change')}, {answer.same:,} unchanged"
    yield f"{answer.old} to {answer.new}, a page of another issue, {days}: {changed}"
    covered = describe_stretches(answer.covers)
    outside = format_count(answer.not_covered, "other rule is", "other rules are")
    yield f"  {dim('covers')}   {covered}; {outside} not on the page"
    for change in answer.changes:
        numbers = " → ".join(number_style(number) for number in dict.fromkeys([change.old, change.new]) if number)
        yield ""
        yield f"{numbers}  {dim(_describe_kind(change.kind, change.change))}"
        yield indent_text(mark_segments(change.segments), "    ")


def _format_correspondence(answer: CorrespondenceAnswer) -> Iterator[str]:
    summary = answer.summary
    restated = format_count(summary.restated, "rule")
    yield f"{answer.old} to {answer.new}, two works, by correspondence: {restated} restated"
    yield f"  {dim('how sure')} {summary.sure:,} sure, {summary.likely:,} likely, {summary.perhaps:,} perhaps"
    unmatched = f"{summary.unmatched_old:,} of {answer.old}, {summary.unmatched_new:,} of {answer.new}"
    yield f"  {dim('unknown ')} {unmatched}: no counterpart is known"
    for change in answer.changes:
        olds = ", ".join(number_style(record.number) for record in change.old)
        news = ", ".join(number_style(record.number) for record in change.new)
        best = max(change.restated, key=attrgetter("score"))
        yield ""
        yield f"{olds} → {news}  {dim(f'restated, {best.certainty} ({best.method}, {best.score:.0%})')}"
        yield indent_text(mark_segments(change.segments), "    ")


def _has_words(grep: str) -> bool:
    from graph.search.match import read_wanted  # noqa: PLC0415 - slow, and only needed for --grep

    return bool(read_wanted(grep))


def _format_comparison(store: Store, comparison: ComparisonAnswer) -> Iterator[str]:
    """Yield all lines as one text, since there may be thousands, and the output is flushed after each printed text.

    The steps without a known announcement come last: between distant editions there are dozens of them.
    """
    lines = [*_summarize_changes(comparison), *_by_chapter(store, comparison)]
    unannounced = list(unannounced_lines(comparison.unannounced))
    if unannounced:
        lines += ["", dim("Steps without a known announcement, by their new edition"), *unannounced]
    yield "\n".join(lines)


def _summarize_changes(comparison: ComparisonAnswer) -> Iterator[str]:
    summary = comparison.summary
    changes = format_count(summary.changes, "change")
    yield f"{comparison.old} to {comparison.new}: {changes}, {summary.same:,} unchanged"
    yield from (f"  {sentence}" for sentence in counts_in_words(summary.rules, summary.glossary))
    if comparison.copies:
        yield f"  {dim('copies'.ljust(8))} {describe_copies(comparison.copies)}"
    if len(comparison.changes) < summary.changes:
        yield f"  {dim('listed'.ljust(8))} {len(comparison.changes):,}"


def _by_chapter(store: Store, comparison: ComparisonAnswer) -> Iterator[str]:
    listed = sorted(comparison.changes, key=lambda change: order_chapter(change.chapter, comparison.new))
    for chapter, changes in groupby(listed, attrgetter("chapter")):
        yield ""
        heading = store.heading(chapter.edition, chapter.number)
        if heading:
            title = f"{chapter.number}  {heading}"
        else:
            title = chapter.number.capitalize()
        aside = ""
        if chapter.edition != comparison.new:
            aside = f" (of {chapter.edition})"
        yield click.style(title + aside, bold=True, underline=True)
        for change in changes:
            yield ""
            yield from _describe_change(change, in_glossary=chapter.number == GLOSSARY)
            yield from _describe_matches(change.matches or ())
            yield from announcement_lines(change.announced)


def _describe_matches(matches: Sequence[Match]) -> Iterator[str]:
    """Yield lines with the words of `--grep` where the change inserted or deleted them, or else where they stayed.

    A change that was found by its number has no such words.
    """
    changed = [match for match in matches if match.changed]
    for match in changed:
        yield _describe_match(f"{match.side}:", match.text, match.changed)
    if not changed:
        for match in matches[:1]:
            if match.marks:
                yield _describe_match("unchanged:", match.text, match.marks)


def _describe_match(label: str, text: str, marks: Marks) -> str:
    shown, shown_marks = cut_around(text, marks, _AROUND)
    return f"    {dim(label)} {mark_words(' '.join(shown.splitlines()), shown_marks)}"


def _describe_change(change: ComparedChange, *, in_glossary: bool) -> Iterator[str]:
    """Yield the lines of a change: its title, its heading if that changed, its text, its examples and notes.

    The text is shown if its words changed, or if the rule is new or gone. It is not known how the words of an ambiguous
    change differ, so the new texts are shown without marks.
    """
    yield _format_title(change)
    if change.heading and not in_glossary:  # the heading of an entry is its term, which the title shows
        yield f"    {dim('heading')} {change.heading.old or 'none'} → {change.heading.new or 'none'}"
    is_shown = change.change in _SHOWN and any(op != "equal" for op, _ in change.segments)
    is_new_or_gone = not change.old or not change.new
    if is_shown or is_new_or_gone:
        yield indent_text(mark_segments(change.segments), "    ")
    elif change.kind == "ambiguous":
        yield indent_text("\n".join(record.text for record in change.new), "    ")
    for label, passages in (("Example", change.examples), ("Note", change.notes)):
        for passage in passages:
            yield indent_text(_format_passage(label, passage), "        ")


def _format_title(change: ComparedChange) -> str:
    """Return the title of a change: `702.36e → 702.37e  moved, reference`; a kept rule has one number and its class."""
    olds = _format_numbers(change.old)
    if change.kind == "kept":
        return f"{olds}  {dim(change.change or '')}"
    numbers = " → ".join(filter(None, (olds, _format_numbers(change.new))))
    return f"{numbers}  {dim(_describe_kind(change.kind, change.change))}"


def _describe_kind(kind: str, change_class: str | None) -> str:
    """Return the kind of a change, with its class if it has one: `moved, wording`."""
    if change_class:
        return f"{kind}, {change_class}"
    return kind


def _format_numbers(records: Sequence[ComparedRecord]) -> str:
    return ", ".join(number_style(record.number) for record in records)


def _format_passage(label: str, passage: PassageChange) -> str:
    """Return an example or note that changed, with the rule that it was moved from or to."""
    text = mark_segments(passage.segments)
    if passage.moved_from or passage.moved_to:
        return f"{label} {dim(f'moved from {passage.old_number} to {passage.new_number}:')} {text}"
    return f"{label}: {text}"
