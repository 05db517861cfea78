"""`comprules search`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from comprules.cli.lookup import describe_elsewhere, latest_of, open_knowledge_base
from comprules.cli.options import edition_option, json_option, store_option
from comprules.cli.output import dim, number_style, print_json, print_text, say, say_retyped, wrap_text
from comprules.cli.records import hit_json
from comprules.cli.renamed import hits_by_new_name, renamed_in
from graph.traces.since import last_day

if TYPE_CHECKING:
    from pathlib import Path

    from rules.store import Hit, Store

_EPILOG = """\b
Examples:
  comprules search storm
  comprules search copy '"mana cost"'     all of these; the words in double quotes as a phrase
  comprules search 'planes* -plane'       begins with planes, without the word plane
  comprules search 702.40a                the rule, then where it is mentioned
  comprules search --history "mana burn"  through every edition, each text once
  comprules search comes into play        an old term: what it is called now is searched as well

\b
JSON: [{source, number, edition, kind, heading, field, text, first, last,
  score}]
  first, last: the editions between which the passage has this number
  term: the new name, where the query was a renamed term
"""
_LONGEST = 320
"""Maximum number of characters shown of a passage; `show` prints all of it."""


@click.command("search", epilog=_EPILOG, context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1, required=True)
@edition_option
@click.option("--history", is_flag=True, help="Search every edition; each text is found once.")
@click.option("--limit", metavar="N", type=click.IntRange(min=1), default=20, show_default=True, help="At most N hits.")
@json_option
@store_option
def command(  # noqa: PLR0917
    query: tuple[str, ...],
    as_of: str,
    history: bool,
    limit: int,
    as_json: bool,
    db: Path | None,
) -> None:
    """Search the full text of the rules, their examples and the glossary."""
    if not "".join(query).strip():
        raise click.UsageError("name a word, a phrase in double quotes, or a number to search for")
    with open_knowledge_base(db) as store:
        edition = None if history else latest_of(store, as_of)
        hits = store.search(" ".join(query), edition, limit)
        for retyped in sorted({hit.first for hit in hits} & store.retyped if history else ()):
            say_retyped(store, retyped)
        term = renamed_in(store, " ".join(query), edition) if edition else None
        more = hits_by_new_name(store, term, edition, limit, hits) if term and edition else ()
        if as_json:
            print_json([hit_json(hit) for hit in hits] + [{**hit_json(hit), "term": term.new} for hit in more if term])
            return
        for hit in hits:
            _print_hit(hit, query, _format_span(store, hit) if history else "")
        if term:
            say(f"“{term.old}” is called “{term.new}” since {term.since}" + (":" if more else ""))
            for hit in more:
                _print_hit(hit, (term.new,), "")
        if not hits and not more:
            where = "any edition" if edition is None else f"edition {edition}"
            print_text(f"nothing found in {where}")
            hint = describe_elsewhere(store, " ".join(query))
            if hint:
                say(hint)


def _format_span(store: Store, hit: Hit) -> str:
    """Return the time in which a hit's words were in force: to the day before the edition without them."""
    until = last_day(store.chained(store.works[hit.last]), hit.last)
    return f"{hit.first} to {until}" if until else f"since {hit.first}"


def _print_hit(hit: Hit, query: tuple[str, ...], span: str) -> None:
    words = [re.escape(word) for part in query for word in re.findall(r"\w+", part)]
    heading = f"  {hit.heading}" if hit.heading and hit.number else ""
    field = "" if hit.field == "text" else f"  {dim(hit.field)}"
    when = f"  {dim(span)}" if span else ""
    print_text(f"{number_style(hit.key)}{heading}{field}{when}")
    if hit.text:
        text = wrap_text(_cut_excerpt(hit.text, words), "  ")
        if words:
            pattern = re.compile(rf"\b({'|'.join(words)})\w*", re.IGNORECASE)
            text = pattern.sub(lambda match: click.style(match[0], bold=True), text)
        print_text(text)


def _cut_excerpt(text: str, words: list[str]) -> str:
    """Return the part of a long passage around the first word that was searched for."""
    if len(text) <= _LONGEST:
        return text
    match = re.search(rf"\b({'|'.join(words)})", text, flags=re.IGNORECASE) if words else None
    start = max(0, (match.start() if match else 0) - _LONGEST // 3)
    start = text.find(" ", start) + 1 if start else 0
    end = text.rfind(" ", start, start + _LONGEST)
    end = end if end > start else start + _LONGEST
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
