"""The search page, written with all documents that it searches."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.links import CLASSES
from rules.records import COMPREHENSIVE_RULES
from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.search.all_editions import CONTENTS, documents_of_all_editions
from site_src.search.changes import changes_documents
from site_src.search.definition import asked_of_site, definition_of_site, lineages_of_sayings, names_of_site
from site_src.search.rulings import rulings_document
from site_src.search.times import times_document
from site_src.search.words import list_lines, words_documents
from site_src.writing import write_json, write_text

SEARCH = "search/"


def write_search(context: BuildContext) -> None:
    """Write the search page and the documents that it searches."""
    context.progress("writing the words of all editions")
    store, folder = context.store, context.site_dir / SEARCH
    definition = definition_of_site(store)
    write_json(folder / "definition.json", definition)
    write_json(folder / "names.json", names_of_site(store))
    write_json(folder / "asked.json", asked_of_site(store))
    write_json(folder / "lineages.json", lineages_of_sayings(store))
    write_json(folder / "times.json", times_document(store))
    for name, document in words_documents(store, context.corpus).items():
        write_text(folder / f"{name}.json", "".join(list_lines(document)))
    first_stems = _write_all_editions(context, folder)
    rulings = rulings_document(store)
    if rulings:
        write_json(folder / "rulings.json", rulings)
    for name, document in changes_documents(store).items():
        write_json(folder / "changes" / f"{name}.json", document)
    _write_page(context, definition["years"], [issue for issue, _ in rulings], first_stems)


def _write_all_editions(context: BuildContext, folder: Path) -> list[str]:
    """Write the documents by which all editions are searched, and return the first stem of each file of `all/uses/`."""
    sets = {date: content.edition.set_name or "" for date, content in context.corpus.contents.items()}
    documents = documents_of_all_editions(context.store, sets)
    contents = documents.pop(CONTENTS)
    write_text(folder / f"{CONTENTS}.json", "".join(list_lines(contents)))
    for name, document in documents.items():
        write_json(folder / f"{name}.json", document)
    return list(contents["uses"])


def _write_page(context: BuildContext, years: Iterable[str], issues: Sequence[str], first_stems: Sequence[str]) -> None:
    """Write the search page.

    Args:
        context: The build.
        years: The names of the documents of `search/years/`.
        issues: The issues of the rulings summaries, newest first.
        first_stems: The first stem of each file of `all/uses/`.
    """
    frame = Frame(
        SEARCH,
        "Search",
        description="Search the rules of Magic: of today, of any day since 1999, or of all editions at once.",
        scripts=("search",),
        styles=("search",),
        days=" ".join((*years, context.corpus.latest)),
    )
    _unchanged, *classes_of_changes = CLASSES
    context.write(
        frame,
        "search.html.j2",
        first=context.store.editions_of(COMPREHENSIVE_RULES)[0],
        chapters=_list_chapters(context.shell.extra["contents"]),
        issues=issues,
        first_stems=first_stems,
        classes=("added", "deleted", *reversed(classes_of_changes)),
    )


def _list_chapters(contents: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return number and heading of each chapter; `contents` are the sections as the frame lists them."""
    chapters: list[tuple[str, str]] = []
    for section in contents:
        chapters += [(chapter["number"], chapter["heading"]) for chapter in section["chapters"]]
    return chapters
