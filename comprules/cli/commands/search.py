"""`comprules search`: search the rules, or the changes of the editions."""

from collections.abc import Iterator, Sequence
from typing import Any

import click
from msgspec import Struct

from comprules.cli.json_help import JsonCommand
from comprules.cli.marking import mark_changes, mark_words
from comprules.cli.options import edition_option, split_classes
from comprules.cli.output import Answer, dim, number_style, say, wrap_text
from comprules.cli.related import announcement_lines
from comprules.cli.sources import answers_from, edition_of, open_knowledge_base, say_retyped
from comprules.site_links import comparison_link, record_link
from graph.answers.excerpts import cut_window, find_window, move_marks, shorten
from graph.answers.lookup import describe_elsewhere
from graph.answers.search import ChangeAnswer, ChangeResult, Period, SearchAnswer, SearchResult, Where
from graph.answers.why import EVIDENT
from graph.history import last_day
from graph.search.changes import ChangeFilter, search_changes
from graph.search.match import read_wanted
from graph.search.searcher import Searcher
from graph.search.times import first_day, time_in
from rules.keys import GLOSSARY, key_of_entry
from rules.numbers import is_number, kind_of
from rules.store import Store
from rules.store.query import number_in

_ENTRY_NAMED = "SELECT 1 FROM keys WHERE lower(key) = lower(?) LIMIT 1"
_LONGEST = 320
"""Maximum number of characters shown of a passage, so that several answers fit on a screen; `show` prints all of it."""
_EVIDENT_KINDS = frozenset({"kept", "added", "deleted"})
"""Kinds of changes that are not printed: `kept` says nothing new, and the side of the change shows the others."""
_CHOOSING = ("only", "chapter", "first", "last", "oldest_first")
"""Options that choose among changes, by the names of their parameters; `where` is not one, since it has a default."""
_COUNTED_WITH_OTHERS = ("chapter", "rule")
"""The kinds of records whose page of references counts those below them, too."""


class SearchOptions(Struct, frozen=True, kw_only=True):
    """The options of `search`, by the names of their parameters."""

    history: bool
    changes: bool
    where: Where
    only: str
    chapter: str
    first: str | None
    last: str | None
    oldest_first: bool
    changed_since: str | None
    limit: int


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    return {"": tuple[SearchAnswer, ...], "with --changes": tuple[ChangeAnswer, ...]}


@click.command(
    "search",
    cls=JsonCommand,
    answers=_list_answers,
    epilog="""\b
Examples:
  comprules search storm
  comprules search "does deathtouch work with trample?"
  comprules search copy '"mana cost"'     with the words in double quotes as a phrase
  comprules search 'planes* -plane'       words that begin with planes, but not the word plane
  comprules search 702.19b trample        the rule, then passages with the word
  comprules search 613.7 2012             the rule of that number in 2012
  comprules search damage on the stack 2008
                                          the rules that decided it in 2008
  comprules search when was mana burn removed
  comprules search what changed in layers since 2019
                                          the comparison, then the rules
  comprules search theros bulletin        what was announced with a set
  comprules search --history "mana burn"  in every edition, each rule once
  comprules search comes into play        an old term: finds its present name
  comprules search combat --changed-since 2024-01-01
                                          rules that are new or reworded since then
  comprules search --changes enters tapped
                                          which edition added or removed the words
  comprules search --changes 502.42b      the changes of a rule under this number
  comprules search --changes '"mana burn"' --in deleted --oldest-first
  comprules search --changes die --chapter 704 --only wording --from M10 --to 2015

--changed-since finds new rules and changes of the classes terminology and wording, but not changes of typography or
of references to renumbered rules. --changes finds words, in any form, that an edition inserted into a passage,
deleted from it, or brought next to each other. All words of the first edition count as inserted. Retyped editions are
skipped.
""",
    context_settings={"ignore_unknown_options": True},
)
@click.argument("query", nargs=-1, required=True)
@edition_option
@click.option(
    "--history",
    is_flag=True,
    help="Search every edition; each rule is listed once, with the newest wording that matches.",
)
@click.option("--changes", is_flag=True, help="Search what each edition inserted and deleted; newest first.")
@click.option(
    "--in",
    "where",
    type=click.Choice(["inserted", "deleted", "either"]),
    default="either",
    help="With --changes: only inserted or only deleted words.",
)
@click.option("--only", metavar="CLASS", default="", help="With --changes: only these classes or kinds, with commas.")
@click.option(
    "--chapter",
    metavar="NUMBER",
    default="",
    help="With --changes: only this section, chapter or rule, or the glossary entry of this name, or `glossary`.",
)
@click.option("--from", "first", metavar="EDITION", help="With --changes: from this edition or day on.")
@click.option("--to", "last", metavar="EDITION", help="With --changes: up to this edition or day.")
@click.option("--oldest-first", is_flag=True, help="With --changes: the oldest edition first.")
@click.option("--changed-since", metavar="DAY", help="Only rules that are new or were reworded on this day or later.")
@click.option(
    "--limit", metavar="N", type=click.IntRange(min=1), default=20, show_default=True, help="Maximum number of answers."
)
@answers_from(open_knowledge_base)
def search_command(store: Store, query: Sequence[str], as_of: str, **values: Any) -> Answer:
    """Search the rules by words, questions, names or numbers; also their examples and the glossary."""
    options = SearchOptions(**values)
    typed = _read_query(query, options)
    if options.changes:
        return _search_changes(store, typed, options)
    searcher = Searcher(store, lambda edition, key: record_link(store, edition, key))
    edition = None
    if not options.history:
        edition = edition_of(store, as_of)
    since = ""
    if options.changed_since:
        since = _find_day(store, options.changed_since)
    result = searcher.search(typed, edition, options.limit, history=options.history, changed_since=since)
    if options.history:
        for retyped in sorted({answer.first for answer in result.answers} & store.retyped):
            say_retyped(store, retyped)
    for note in result.notes:
        say(note)
    return result.answers, _format_result(store, result, typed, since, edition)


def _search_changes(store: Store, typed: str, options: SearchOptions) -> Answer:
    """Return the changes with some words, as the options choose and order them."""
    found = search_changes(
        store,
        typed,
        _choose_changes(store, options),
        oldest_first=options.oldest_first,
        limit=options.limit,
        link=comparison_link,
    )
    return found.answers, _format_changes(found)


def _format_result(store: Store, result: SearchResult, typed: str, since: str, searched: str | None) -> Iterator[str]:
    """Yield the lines of the answers; print hints about other queries to standard error.

    Args:
        store: The knowledge base.
        result: The answers.
        typed: The query.
        since: The day since which records must have changed; empty for any.
        searched: The edition that was searched; None for all.
    """
    for answer in result.answers:
        yield from _format_answer(store, answer, searched)
        if answer.kind == "references":
            number, options = _name_refs_options(answer)
            say(f"What refers to it: comprules refs {number} --to{options}")
            say(f"What it refers to: comprules refs {number}{options}")
    if result.offer:
        say(f"Did you mean: {result.offer}")
    if not result.answers:
        where = "any edition"
        if searched is not None:
            where = f"edition {result.edition}"
        changed = ""
        if since:
            changed = f" that changed since {since}"
        yield f"nothing found in {where}{changed}"
    unknown = list(result.missing)
    if not unknown and not result.answers:
        unknown = [typed]
    for name in unknown:
        hint = describe_elsewhere(store, name)
        if hint:
            say(hint)


def _name_refs_options(answer: SearchAnswer) -> tuple[str, str]:
    """Return the number of a rule whose page of references is an answer, and the options of `refs` for that page.

    The page counts the subrules of a rule, and the rules of a chapter.
    """
    _, _, name = answer.source.partition(":")
    number, _, edition = name.partition("@")
    options = ""
    if is_number(number) and kind_of(number) in _COUNTED_WITH_OTHERS:
        options += f" --by {kind_of(number)}"
    if edition:
        options += f" --as-of {edition}"
    return number, options


def _read_query(query: Sequence[str], options: SearchOptions) -> str:
    """Return the query as one text.

    Raises:
        UsageError: It is empty, or the options contradict it or each other.
    """
    typed = " ".join(query)
    if not typed.strip():
        raise click.UsageError("name a word, a phrase in double quotes, or a number to search for")
    chooses_changes = options.where != "either" or any(getattr(options, name) for name in _CHOOSING)
    if chooses_changes and not options.changes:
        raise click.UsageError("--in, --only, --chapter, --from, --to and --oldest-first go with --changes")
    if options.changed_since and (options.history or options.changes):
        raise click.UsageError("--changed-since searches one edition; with --changes, --from gives the first day")
    if options.changes and not read_wanted(typed):
        raise click.UsageError(f"{typed!r} has no word or number to search for")
    return typed


def _choose_changes(store: Store, options: SearchOptions) -> ChangeFilter:
    """Return the filter of changes that the options describe.

    Raises:
        UsageError: No change can be meant: the range is reversed, or no edition has the chapter.
    """
    first = ""
    if options.first:
        first = _find_day(store, options.first)
    last = "9999"  # after every day, as texts are compared
    if options.last:
        last = _find_day(store, options.last, last=True)
    if first > last:
        raise click.UsageError(f"--from {options.first} is after --to {options.last}; exchange them")
    _check_chapter(store, options.chapter)
    return ChangeFilter(options.where, split_classes([options.only]), options.chapter, first, last)


def _check_chapter(store: Store, part: str) -> None:
    """Raise an error if no edition has a part of the rules with that number, or a glossary entry of that name."""
    number = number_in(part)
    if part.lower() in ("", GLOSSARY) or (number is not None and store.holders(number)):
        return
    if store.select(_ENTRY_NAMED, key_of_entry(part)):
        return
    raise click.UsageError(
        f"--chapter: no edition has a part of the rules or a glossary entry {part!r}; give a number such as 702 or "
        f"702.40, a name such as Storm, or {GLOSSARY}"
    )


def _find_day(store: Store, name: str, *, last: bool = False) -> str:
    """Return the day that a date, month, year or name of an edition means.

    `2015` is `2015-01-01`, and as the end of a range `2015-99`, which is after all days of 2015 when texts are
    compared.
    """
    time = time_in(name)
    if time is None:
        return edition_of(store, name)
    if last:
        return f"{time}-99"
    return first_day(time)


def _format_changes(result: ChangeResult) -> Iterator[str]:
    yield from map(_describe_period, result.periods)
    for answer in result.answers:
        yield ""
        notes = [dim(note) for note in _list_notes(answer)]
        yield "  ".join([answer.edition, answer.side.ljust(8), number_style(_name_both_numbers(answer)), *notes])
        yield wrap_text(_mark_answer(answer), "  ")
        yield from announcement_lines(answer.announced)
    if len(result.answers) < result.total:
        yield f"\n{len(result.answers):,} of {result.total:,} are shown; --limit shows more"
    if not result.total:
        yield "no edition inserted or deleted these words"


def _name_both_numbers(answer: ChangeAnswer) -> str:
    """Return the number of a change's rule: `502.42b → 702.45b` if the change gave it another one."""
    if not answer.other_number or answer.other_number == answer.number:
        return answer.number
    old, new = answer.other_number, answer.number
    if answer.side == "deleted":
        old, new = new, old
    return f"{old} → {new}"


def _list_notes(answer: ChangeAnswer) -> Iterator[str]:
    """Yield the kind of a change if it is not evident, its class if it has one, and its field if it is not the text."""
    if answer.kind not in _EVIDENT_KINDS:
        yield answer.kind
    if answer.class_:
        yield answer.class_
    if answer.field and answer.field != "text":
        yield answer.field


def _mark_answer(answer: ChangeAnswer) -> str:
    """Return the part of a changed text around the words that were found, with its changes marked as `diff` does."""
    start, end = find_window(answer.text, answer.marks, _LONGEST)
    changed, found = (move_marks(marks, start, end) for marks in (answer.changed, answer.marks))
    return mark_changes(cut_window(answer.text, start, end), changed, found, answer.side)


def _describe_period(period: Period) -> str:
    if period.first is None:
        if " " in period.words:
            return f"{period.words}: never next to each other in a rule"
        return f"{period.words}: never"
    ended = ""
    if period.gone:
        ended = f", last in {period.last}, gone since {period.gone}"
    return f"{period.words}: since {period.first}{ended}"


def _describe_span(store: Store, answer: SearchAnswer) -> str:
    """Return the period in which a rule had the text of an answer: `2009-07-11 to 2015-01-22`, `since 2015-01-23`."""
    until = last_day(store.chained(store.work_of[answer.last]), answer.last)
    return f"{answer.first} to {until}" if until else f"since {answer.first}"


def _format_answer(store: Store, answer: SearchAnswer, searched: str | None) -> Iterator[str]:
    """Yield the lines of an answer: its number and heading, why it is one, and the passage around the words.

    Args:
        store: The knowledge base.
        answer: The answer.
        searched: The edition that was searched; None for all.
    """
    heading = ""
    if answer.heading and answer.source != f"glossary:{answer.heading}":
        heading = answer.heading
    notes = [dim(note) for note in _list_answer_notes(store, answer, searched) if note]
    yield "  ".join([number_style(answer.source), *filter(None, [heading]), *notes])
    if answer.text:
        short = shorten(answer, _LONGEST)
        yield wrap_text(mark_words(short.text, short.marks), "  ")


def _list_answer_notes(store: Store, answer: SearchAnswer, searched: str | None) -> Iterator[str]:
    """Yield the notes about an answer, each empty if it says nothing: field, period, wordings and reason."""
    if answer.field != "text":
        yield answer.field.replace("below:", "")
    if searched is None:
        yield _describe_span(store, answer)
    elif answer.field and answer.edition != searched:
        yield f"edition {answer.edition}"
    if answer.wordings > 1:
        yield f"{answer.wordings} wordings"
    if answer.why_kind not in EVIDENT:
        yield answer.why
