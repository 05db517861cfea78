"""The search page, its texts, and what each edition changed, as the page searches it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from graph.announcements.file import bulletins
from graph.search.changes import list_announcements, list_changes
from graph.search.definition import definition_document
from graph.search.renamed import old_names
from graph.search.sayings import ALWAYS, SayingBook, SayingRow
from graph.search.searcher import Searcher
from rules.change.typography import list_slight
from rules.grouping import grouped
from rules.links import CLASSES
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.tables import sign_parts
from site_src.context import BuildContext
from site_src.layout import anchor_of
from site_src.markup.shell import Frame
from site_src.pages.rulings import SUMMARY_PATH, chapter_of
from site_src.paths import write_json, write_text
from site_src.search.words import list_lines, list_years, trim_row, words_documents

SEARCH = "search/"

_SLIGHT_SIGNS = {"-": "<", "+": ">"}


def definition_of_site(store: Store) -> dict[str, Any]:
    """Return `definition.json`: the definition of the search with what a knowledge base has for it.

    Returns:
        The values of `definition.toml`; `sayings`, with their rules as `_make_saying_row` has them; `renamed`, old
        names; `known`, stems of other editions, which are not mistyped; `years`, the names of the documents of
        `search/years/`.
    """
    latest = store.chained()[-1]
    sayings = SayingBook(store)
    searcher = Searcher(store)
    known = searcher.known - searcher.index(latest).stems
    return definition_document() | {
        "sayings": [_make_saying_row(row, sayings.lineages_of(row)) for row in sayings.rows],
        "renamed": [msgspec.to_builtins(name) for name in old_names(store.best_terms())],
        "known": sorted(stem for stem in known if stem.isalpha()),
        "years": [first for first, *_ in list_years(store)],
    }


def _make_saying_row(row: SayingRow, lineages: Sequence[Sequence[str]]) -> list[str]:
    """Return a row of sayings as the site's scripts read it.

    Returns:
        The sayings, with bars between them; the numbers of the rules in the newest edition, none of a row of former
        editions; for each rule its lineages, the nearest first, with bars between them; the last edition in which the
        row counts, left out if it counts in all.
    """
    sayings = "|".join(row.sayings)
    of_rules = " ".join("|".join(of_rule) for of_rule in lineages)
    if row.until == ALWAYS:
        return [sayings, " ".join(row.rules), of_rules]
    return [sayings, "", of_rules, row.until]


def rulings_document(store: Store) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the issues of rulings summaries, newest first: the key, the address and the words of each rule."""
    issues = [edition for edition, work in store.work_of.items() if work != COMPREHENSIVE_RULES]
    document: list[tuple[str, list[tuple[str, str, str]]]] = []
    for issue in reversed(issues):
        rows = [
            (rule.key, _address_of(rule.number, rule.key), "\n".join([rule.text, *rule.notes]))
            for rule in store.rules(issue)
            if rule.text
        ]
        document.append((issue, rows))
    return document


def _address_of(number: str, key: str) -> str:
    """Return the address of a rule of a rulings summary."""
    return f"{SUMMARY_PATH}{chapter_of(number)}/#{anchor_of(key)}"


def write_search(context: BuildContext) -> None:
    """Write the search page and its texts."""
    context.progress("writing the words of all editions")
    definition = definition_of_site(context.store)
    write_json(context.site_dir / SEARCH / "definition.json", definition)
    documents = words_documents(context.store, context.corpus)
    for name, document in documents.items():
        write_text(context.site_dir / SEARCH / f"{name}.json", "".join(list_lines(document)))
    issues = rulings_document(context.store)
    if issues:
        write_json(context.site_dir / SEARCH / "rulings.json", issues)
    for name, document in changes_documents(context.store).items():
        write_json(context.site_dir / SEARCH / "changes" / f"{name}.json", document)
    chapters = [
        (chapter["number"], chapter["heading"])
        for section in context.shell.extra["contents"]
        for chapter in section["chapters"]
    ]
    context.write(
        Frame(
            SEARCH,
            "Search",
            description="Search the rules of Magic: of today, of any day since 1999, or of all editions at once.",
            scripts=("search",),
            styles=("search",),
            ahead=(f"{SEARCH}definition.json",),
            days=" ".join((*definition["years"], context.corpus.latest)),
        ),
        "search.html.j2",
        first=documents["past"]["editions"][0][0],
        chapters=chapters,
        issues=[issue for issue, _ in issues],
        classes=("added", "deleted", *reversed(CLASSES[1:])),
    )


def changes_documents(store: Store) -> dict[str, dict[str, Any]]:
    """Return the documents by the name of their file.

    Returns:
        `index`: the years, oldest first, the ids of all editions, and the titles of bulletins by their ids. A year: its
        editions in order, each with its id, the one before, and rows: old key, new key, kind, class, field, pieces as
        in the table `changes` (with `<` for `-` and `>` for `+` where a reader may pass over typography), lineage of
        the new record, lineage of the old one if that is another, and bulletins that announced it.
    """
    years: dict[str, list[dict[str, Any]]] = defaultdict(list)
    passages = grouped(list_changes(store))
    lineages: dict[str, str] = {}
    for edition in store.chained():
        older, lineages = lineages, store.lineages(edition)
        before = store.previous(edition)
        rows = []
        for passage in passages[edition]:
            old, new = older.get(passage.old or ""), lineages.get(passage.new or "")
            announced = {it.bulletin for it in list_announcements(before, edition, passage)}
            rows.append(
                trim_row(
                    [
                        passage.old,
                        passage.new,
                        passage.kind,
                        passage.change,
                        passage.field,
                        _sign_pieces(passage.parts),
                        new or old,
                        old if new and old != new else None,
                        sorted(announced),
                    ]
                )
            )
        years[edition[:4]].append({"id": edition, "previous": before, "rows": rows})
    index = {
        "years": list(years),
        "editions": list(store.chained()),
        "titles": {bulletin.id: bulletin.title for bulletin in bulletins()},
    }
    return {"index": index, **{year: {"editions": editions} for year, editions in years.items()}}


def _sign_pieces(parts: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the pieces of a changed passage, each after its sign."""
    pieces = []
    for piece, is_slight in zip(sign_parts(parts), list_slight(parts), strict=True):
        pieces.append(f"{_SLIGHT_SIGNS[piece[0]]}{piece[1:]}" if is_slight else piece)
    return pieces
