"""Writes the pictures: a page for each with its data files, and their list."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.markup.words import say
from site_src.pages.pictures.changes import changes
from site_src.pages.pictures.drawing import Picture
from site_src.pages.pictures.flow import flow
from site_src.pages.pictures.growth import growth
from site_src.pages.pictures.references import DrawnNeighbourhood, draw_cited, neighbourhood, neighbourhoods, page_title
from site_src.pages.pictures.survey import PictureData, survey

PICTURES_PATH = "pictures/"


def write_pictures(context: BuildContext) -> None:
    """Write the pictures and their list; if no editions were aligned, the list states that there are none."""
    context.progress("drawing the pictures")
    data = _survey(context)
    store, drawn, pictures = context.store, list[DrawnNeighbourhood](), list[Picture]()
    if data:
        drawn = neighbourhoods(store, data.latest, context.places)
        pictures = [growth(data), changes(store, data, context.steps), flow(store, data)]
        pictures += [draw_cited(store, data), neighbourhood(store, data, drawn)]
    for picture in pictures:
        address = f"{PICTURES_PATH}{picture.name}/"
        frame = Frame(
            address,
            picture.title,
            picture.about,
            scripts=("picture",) if picture.hint else (),
            styles=("pictures",),
        )
        context.write(frame, "picture.html.j2", one=picture)
        _write_data(context.site_dir / address, picture)
    _write_neighbourhoods(context, drawn)
    about = "The history of the rules in pictures."
    context.write(Frame(PICTURES_PATH, "Pictures", about, styles=("pictures",)), "pictures.html.j2", pictures=pictures)


def _survey(context: BuildContext) -> PictureData | None:
    if not context.store.step_fingerprints():
        return None
    data = survey(context.store)
    return data if len(data.editions) > 1 else None


def _write_neighbourhoods(context: BuildContext, drawn: Sequence[DrawnNeighbourhood]) -> None:
    """Write a page for each section.

    A page for each rule would make thousands of pages, most of them with one line.
    """
    by_page: dict[str, list[DrawnNeighbourhood]] = {}
    for drawn_neighbourhood in drawn:
        by_page.setdefault(drawn_neighbourhood.place.page, []).append(drawn_neighbourhood)
    for page, there in by_page.items():
        title = page_title(page)
        about = say("neighbourhoods_of", title=title)
        frame = Frame(page, f"Neighbourhoods: {title}", about, styles=("pictures",), indexed=False)
        context.write(frame, "neighbourhoods.html.j2", title=title, drawn=there, page=page)


def _write_data(folder: Path, picture: Picture) -> None:
    document = json.dumps(picture.document, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{picture.name}.json").write_text(document + "\n", encoding="utf-8")
    if picture.rows:
        lines = io.StringIO()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerows([picture.head, *picture.rows])
        (folder / f"{picture.name}.csv").write_text(lines.getvalue(), encoding="utf-8")
