"""The data of the site: the documents of `/api/v1/`, their schemas and description, packed copies, the feeds."""

from collections.abc import Sequence
from pathlib import Path

from graph.history import History
from site_src.context import BuildContext
from site_src.data.announcements import Announcements, pack_announcements
from site_src.data.corpus import Manifest
from site_src.data.description import make_openapi, make_schemas
from site_src.data.documents import list_documents
from site_src.data.feeds import announced_in, write_feeds
from site_src.data.history import HistoryColumns
from site_src.data.packed_history import pack_history
from site_src.data.packed_manifest import pack_manifest
from site_src.writing import write_json

ROOT = "api/v1/"
"""Address of the data, from the site's root."""
PACKED = "compare/"
"""Address of the packed files that the page that compares reads, from the site's root."""


def write_data(context: BuildContext) -> None:
    """Write the data and the feeds.

    The same knowledge base gives the same bytes.
    """
    context.progress("writing the data")
    folder = context.site_dir / ROOT
    _write_documents(context, folder, context.site_dir / PACKED)
    for name, schema in make_schemas().items():
        write_json(folder / "schema" / f"{name}.json", schema)
    write_json(folder / "openapi.json", make_openapi())
    announced = announced_in(History(context.store), context.steps)
    write_feeds(context.site_dir, context.corpus, context.steps, context.shell.site_url, announced)


def _write_documents(context: BuildContext, folder: Path, packed: Path) -> None:
    """Write every document of `/api/v1/`, and the packed copies of those that the page that compares reads.

    Args:
        context: The input of the generator.
        folder: The folder of the documents.
        packed: The folder of the packed copies.
    """
    lineages: Sequence[str] = ()
    for name, document in list_documents(context.store, context.corpus, context.steps, context.mentions):
        write_json(folder / f"{name}.json", document)
        if isinstance(document, HistoryColumns):
            # the announcements, which `documents` yields later, are packed with the indexes of these
            lineages = document.lineages
            write_json(packed / "history.json", pack_history(document))
        if isinstance(document, Announcements):
            write_json(packed / "announced.json", pack_announcements(lineages, document))
        if isinstance(document, Manifest):
            write_json(packed / f"{document.edition.id}.json", pack_manifest(document))
