"""The search page, its texts, and what each edition changed, as the page searches it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from graph.announcements.file import bulletins
from graph.search.changed_sides import list_changes
from graph.search.changes import list_announcements
from graph.search.dating import find_dated
from graph.search.definition import definition_document
from graph.search.lives import read_lives
from graph.search.past import Past
from graph.search.renamed import old_names
from graph.search.sayings import ALWAYS, SayingBook, SayingRow
from graph.search.searcher import Searcher
from rules.change.typography import list_slight
from rules.grouping import grouped
from rules.links import CLASSES, ChangedPassage, Term
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.tables import sign_parts
from site_src.context import BuildContext
from site_src.layout import anchor_of, bulletin_page
from site_src.markup.shell import Frame
from site_src.pages.bulletins import bulletins_of
from site_src.pages.rulings.layout import SUMMARY_PATH, chapter_of
from site_src.pages.terms import TermPages
from site_src.paths import write_json, write_text
from site_src.search.rare_words import Parts, list_rare_words
from site_src.search.words import list_lines, list_years, trim_row, words_documents

SEARCH = "search/"

_SLIGHT_SIGNS = {"-": "<", "+": ">"}


def definition_of_site(store: Store) -> dict[str, Any]:
    """Return `definition.json`: the definition of the search with what a knowledge base has for it.

    Returns:
        The values of `definition.toml`; `sayings`, with their rules as `_make_saying_row` has them; `renamed`, old
        names; `known`, stems of other editions, which are not mistyped; `past`, as `_past_names_document` has it;
        `years`, the names of the documents of `search/years/`.
    """
    terms = store.best_terms()
    searcher = Searcher(store)
    latest = searcher.index(store.chained()[-1])
    of_others = searcher.known - latest.stems
    document = definition_document()
    document["sayings"] = _list_sayings(SayingBook(store))
    document["renamed"] = msgspec.to_builtins(list(old_names(terms)))
    document["known"] = sorted(stem for stem in of_others if stem.isalpha())
    document["past"] = _past_names_document(searcher.past, terms)
    document["years"] = [first for first, *_ in list_years(store)]
    return document


def _list_sayings(sayings: SayingBook) -> list[list[str]]:
    rows = []
    for row in sayings.rows:
        lineages = sayings.lineages_of(row)
        rows.append(_make_saying_row(row, lineages))
    return rows


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


def _past_names_document(past: Past, terms: Iterable[Term]) -> dict[str, list[list[Any]]]:
    """Return what tells what the rules no longer have, in lists by name."""
    pages = TermPages(terms)
    return {
        "gone": _list_gone(past, pages),
        "pages": _list_old_names(past, pages),
        "taken": _list_new_names(past, pages),
    }


def _list_gone(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each name or saying that is gone.

    Returns:
        The name, the first edition without it, the last edition with it, the rules that decided it then, the name of
        its term and the address of that term's page, which may be empty, and whether it is a saying.
    """
    rows: list[list[Any]] = []
    for name in past.gone:
        page = pages.find(name.term) or ""
        rows.append([name.name, name.gone, name.until, name.rules, name.term, page, name.is_saying])
    return rows


def _list_old_names(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each old name.

    Returns:
        Its stems, the name, the edition that gave it up, the address of its page, its newest name, and whether that
        replaced it only in part, in one of its senses.
    """
    rows: list[list[Any]] = []
    for joined, term, newest in past.list_given_up():
        page = pages.page(term.old)
        is_only_part = newest is None
        rows.append([joined, term.old, term.edition, page, newest or term.new, is_only_part])
    return rows


def _list_new_names(past: Past, pages: TermPages) -> list[list[Any]]:
    """Return a row for each name that replaced another.

    Returns:
        Its stems, the name, the edition since which it has been the name, the address of its page, the old name.
    """
    rows: list[list[Any]] = []
    for joined, term in past.renamings_by_new_name.items():
        page = pages.page(term.new or "")
        rows.append([joined, term.new, term.edition, page, term.old])
    return rows


def times_document(store: Store) -> dict[str, list[list[Any]]]:
    """Return `times.json`, which questions about the past need.

    Returns:
        `names`: a row for each name that the rules have had: its stems, the name, the first edition with it, the key of
        the record with the name there, and the last edition with it, empty if that is the newest edition.
        `bulletins`: a row for each bulletin: its id, its title, its address, and the editions that it announced, oldest
        first.
    """
    newest = store.chained()[-1]
    names: list[list[Any]] = []
    for life in read_lives(store).values():
        last = ""
        if life.last != newest:
            last = life.last
        names.append([life.joined, life.name, life.first, life.first_key, last])
    announced: list[list[Any]] = []
    for bulletin in bulletins_of(store.work_of):
        editions = [new for _, new in bulletin.steps]
        announced.append([bulletin.id, bulletin.title, bulletin_page(bulletin.id), editions])
    return {"names": names, "bulletins": announced}


def rulings_document(store: Store) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the issues of rulings summaries, newest first: the key, the address and the words of each rule."""
    issues = [edition for edition, work in store.work_of.items() if work != COMPREHENSIVE_RULES]
    document: list[tuple[str, list[tuple[str, str, str]]]] = []
    for issue in reversed(issues):
        rows = []
        for rule in store.rules(issue):
            if rule.text:
                words = "\n".join([rule.text, *rule.notes])
                rows.append((rule.key, _address_of(rule.number, rule.key), words))
        document.append((issue, rows))
    return document


def _address_of(number: str, key: str) -> str:
    """Return the address of a rule of a rulings summary."""
    return f"{SUMMARY_PATH}{chapter_of(number)}/#{anchor_of(key)}"


def write_search(context: BuildContext) -> None:
    """Write the search page and its texts."""
    context.progress("writing the words of all editions")
    store, folder = context.store, context.site_dir / SEARCH
    definition = definition_of_site(store)
    write_json(folder / "definition.json", definition)
    write_json(folder / "times.json", times_document(store))
    documents = words_documents(store, context.corpus)
    for name, document in documents.items():
        write_text(folder / f"{name}.json", "".join(list_lines(document)))
    issues = rulings_document(store)
    if issues:
        write_json(folder / "rulings.json", issues)
    for name, document in changes_documents(store).items():
        write_json(folder / "changes" / f"{name}.json", document)
    frame = Frame(
        SEARCH,
        "Search",
        description="Search the rules of Magic: of today, of any day since 1999, or of all editions at once.",
        scripts=("search",),
        styles=("search",),
        ahead=(f"{SEARCH}definition.json",),
        days=" ".join((*definition["years"], context.corpus.latest)),
    )
    # This `past` has the words of all editions; `definition["past"]` is about names.
    first_edition, *_ = documents["past"]["editions"]
    first_day = first_edition[0]
    _unchanged, *classes_of_changes = CLASSES
    context.write(
        frame,
        "search.html.j2",
        first=first_day,
        chapters=_list_chapters(context.shell.extra["contents"]),
        issues=[issue for issue, _ in issues],
        classes=("added", "deleted", *reversed(classes_of_changes)),
    )


def _list_chapters(contents: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return number and heading of each chapter; `contents` are the sections as the frame lists them."""
    chapters: list[tuple[str, str]] = []
    for section in contents:
        chapters += [(chapter["number"], chapter["heading"]) for chapter in section["chapters"]]
    return chapters


def changes_documents(store: Store) -> dict[str, dict[str, Any]]:
    """Return the documents by the name of their file.

    Returns:
        `index`: the years, oldest first, the ids of all editions, the titles of bulletins by their ids, and `words`, as
        `list_rare_words` has them. A year: its editions in order, each with its id, the one before, and rows: old key,
        new key, kind, class, field, pieces as in the table `changes` (with `<` for `-` and `>` for `+` where a reader
        may pass over typography), lineage of the new record, lineage of the old one if that is another, bulletins that
        announced it, and the retyped edition that dates the record, if one does, with the passage there.
    """
    years: dict[str, list[dict[str, Any]]] = defaultdict(list)
    passages_of_years: dict[str, list[Parts]] = defaultdict(list)
    passages = grouped(list_changes(store))
    lineages: dict[str, str] = {}
    for edition in store.chained():
        older, lineages = lineages, store.lineages(edition)
        rows = [_make_change_row(store, edition, passage, older, lineages) for passage in passages[edition]]
        year = edition[:4]
        years[year].append({"id": edition, "previous": store.previous(edition), "rows": rows})
        passages_of_years[year] += [passage.parts for passage in passages[edition]]
    index = {
        "years": list(years),
        "editions": list(store.chained()),
        "titles": {bulletin.id: bulletin.title for bulletin in bulletins()},
        "words": list_rare_words(passages_of_years),
    }
    documents: dict[str, dict[str, Any]] = {"index": index}
    for year, editions in years.items():
        documents[year] = {"editions": editions}
    return documents


def _make_change_row(
    store: Store, edition: str, passage: ChangedPassage, older: Mapping[str, str], lineages: Mapping[str, str]
) -> list[Any]:
    """Return a row of a year, as `changes_documents` describes it.

    Args:
        store: The knowledge base.
        edition: The edition that changed the passage.
        passage: The changed passage.
        older: The lineages of the edition before by their keys.
        lineages: The lineages of the edition by their keys.
    """
    old, new = older.get(passage.old or ""), lineages.get(passage.new or "")
    former_lineage = None
    if new and old != new:
        former_lineage = old
    announced = {answer.bulletin for answer in list_announcements(store.previous(edition), edition, passage)}
    row = [
        passage.old,
        passage.new,
        passage.kind,
        passage.change,
        passage.field,
        _sign_pieces(passage.parts),
        new or old,
        former_lineage,
        sorted(announced),
        find_dated(store, edition, passage),
    ]
    return trim_row(row)


def _sign_pieces(parts: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the pieces of a changed passage, each after its sign."""
    pieces = []
    for piece, is_slight in zip(sign_parts(parts), list_slight(parts), strict=True):
        if is_slight:
            sign, words = piece[0], piece[1:]
            pieces.append(f"{_SLIGHT_SIGNS[sign]}{words}")
        else:
            pieces.append(piece)
    return pieces
