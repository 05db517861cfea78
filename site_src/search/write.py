"""The search page, written with all documents that it searches."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.links import CLASSES
from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.paths import write_json, write_text
from site_src.search.all_editions import CONTENTS, documents_of_all_editions
from site_src.search.changes import changes_documents
from site_src.search.definition import definition_of_site
from site_src.search.rulings import rulings_document
from site_src.search.times import times_document
from site_src.search.words import list_lines, words_documents

SEARCH = "search/"


def write_search(context: BuildContext) -> None:
    """Write the search page and its texts."""
    context.progress("writing the words of all editions")
    store, folder = context.store, context.site_dir / SEARCH
    definition = definition_of_site(store)
    write_json(folder / "definition.json", definition)
    write_json(folder / "times.json", times_document(store))
    for name, document in words_documents(store, context.corpus).items():
        write_text(folder / f"{name}.json", "".join(list_lines(document)))
    contents = context.corpus.contents
    sets = {date: contents[date].edition.set_name or "" for date in contents}
    of_all = documents_of_all_editions(store, sets)
    contents_of_all = of_all.pop(CONTENTS)
    write_text(folder / f"{CONTENTS}.json", "".join(list_lines(contents_of_all)))
    for name, document in of_all.items():
        write_json(folder / f"{name}.json", document)
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
        preloads=(f"{SEARCH}definition.json",),
        days=" ".join((*definition["years"], context.corpus.latest)),
    )
    first_edition, *_ = contents_of_all["editions"]
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
