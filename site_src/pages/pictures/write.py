"""Writes the pictures: a page for each, its data beside it, and the list of them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from site_src.markup.page_source import environment
from site_src.pages.pictures.changes import changes
from site_src.pages.pictures.cited import cited
from site_src.pages.pictures.flow import flow
from site_src.pages.pictures.growth import growth
from site_src.pages.pictures.neighbourhood import neighbourhood
from site_src.pages.pictures.picture import Picture
from site_src.pages.pictures.survey import survey

if TYPE_CHECKING:
    from site_src.context import BuildContext

SHELF = "pictures/"


def write_pictures(context: BuildContext) -> None:
    """Writes them; where no editions were aligned there is nothing to draw, and the list says so."""
    context.progress("drawing the pictures")
    pictures = _pictures(context)
    templates = environment()
    for one in pictures:
        address = f"{SHELF}{one.name}/"
        body = templates.get_template("picture.html.j2").render(one=one)
        html = context.shell.page(
            address,
            one.title,
            body,
            description=one.about,
            scripts=(f"picture-{one.name}",),
            styles=("pictures",),
            indexed=True,
        )
        context.shell.write(context.site_dir, address, html)
        _write_data(context.site_dir / address, one)
    body = templates.get_template("pictures.html.j2").render(pictures=pictures)
    about = "The history of the rules in pictures."
    html = context.shell.page(SHELF, "Pictures", body, description=about, styles=("pictures",), indexed=True)
    context.shell.write(context.site_dir, SHELF, html)


def _pictures(context: BuildContext) -> list[Picture]:
    store = context.store
    if not store.step_fingerprints():
        return []
    found = survey(store)
    if len(found.editions) < 2:
        return []
    return [
        growth(found),
        changes(store, found),
        flow(store, found),
        cited(store, found),
        neighbourhood(store, found, context.places),
    ]


def _write_data(folder: Path, one: Picture) -> None:
    document = json.dumps(one.document, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{one.name}.json").write_text(document + "\n", encoding="utf-8")
    if one.rows:
        lines = io.StringIO()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerows([one.head, *one.rows])
        (folder / f"{one.name}.csv").write_text(lines.getvalue(), encoding="utf-8")
