"""The search page and its texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from site_src.data.write import write_json
from site_src.markup.page_source import make_environment
from site_src.search.words import words_documents

if TYPE_CHECKING:
    from site_src.context import BuildContext

SEARCH = "search/"


def write_search(context: BuildContext) -> None:
    """Write the search page and its texts."""
    context.progress("writing the words of all editions")
    documents = words_documents(context.store, context.corpus)
    for name, document in zip(("now", "past"), documents, strict=True):
        write_json(context.site_dir / SEARCH / f"{name}.json", document)
    contents = context.shell.facts["contents"]
    chapters = [(chapter["number"], chapter["heading"]) for section in contents for chapter in section["chapters"]]
    body = (
        make_environment()
        .get_template("search.html.j2")
        .render(first=documents[1]["editions"][0][0], chapters=chapters)
    )
    html = context.shell.page(
        SEARCH,
        "Search",
        body,
        description="Search the rules of Magic: of today, of any day since 1999, or of all editions at once.",
        scripts=("search",),
        styles=("search",),
        indexed=True,
    )
    context.shell.write(context.site_dir, SEARCH, html)
