"""Writes the pictures: a page for each with its data files, and their list."""

import csv

from msgspec.structs import replace

from rules.grouping import grouped
from site_src.addresses import neighbourhood_place, references_place
from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.markup.words import say
from site_src.pages.pictures.changes import changes
from site_src.pages.pictures.cited import draw_cited
from site_src.pages.pictures.flow import flow
from site_src.pages.pictures.growth import growth
from site_src.pages.pictures.neighbourhood import Neighbourhoods, neighbourhood, page_title
from site_src.pages.pictures.picture import Picture
from site_src.pages.pictures.survey import PictureData
from site_src.writing import write_json

PICTURES_PATH = "pictures/"


def write_pictures(context: BuildContext) -> None:
    """Write the pictures and their list; if there are no pictures, the list says so."""
    context.progress("drawing the pictures")
    pictures = _draw_pictures(context)
    for picture in pictures:
        _write_picture(context, picture)
    frame = Frame(PICTURES_PATH, "Pictures", "The history of the rules in pictures.", styles=("pictures",))
    context.write(frame, "pictures.html.j2", pictures=pictures)


def _draw_pictures(context: BuildContext) -> list[Picture]:
    """Return the pictures, and write the pages of neighbourhoods; none without two aligned editions with rules."""
    store = context.store
    if not store.step_fingerprints():
        return []
    data = PictureData(store)
    if len(data.editions) < 2:
        return []
    nets = Neighbourhoods(store, data.latest, context.places)
    _write_neighbourhoods(context, nets)
    return [
        growth(data),
        changes(store, data, context.steps),
        flow(store, data),
        draw_cited(store, data),
        neighbourhood(nets, data.latest),
    ]


def _write_neighbourhoods(context: BuildContext, nets: Neighbourhoods) -> None:
    """Write a page for each section: one for each rule would make thousands, most of them with one line."""
    by_page = grouped((neighbourhood_place(key).page, key) for key in nets.keys)
    for page, keys in by_page.items():
        title = page_title(page)
        about = say("neighbourhoods_of", title=title)
        frame = Frame(page, f"Neighbourhoods: {title}", about, styles=("pictures",), indexed=False)
        context.write(
            frame,
            "neighbourhoods.html.j2",
            title=title,
            nets=nets,
            keys=keys,
            page=page,
            place_of=neighbourhood_place,
            references_of=references_place,
        )


def _write_picture(context: BuildContext, picture: Picture) -> None:
    """Write the page of a picture, and its data."""
    address = f"{PICTURES_PATH}{picture.name}/"
    frame = Frame(address, picture.title, picture.about, styles=("pictures",))
    if picture.hint:
        frame = replace(frame, scripts=("picture",))
    context.write(frame, "picture.html.j2", picture=picture)
    target = context.site_dir / address / picture.name
    write_json(target.with_suffix(".json"), picture.document)
    if picture.rows:
        with target.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([picture.head, *picture.rows])
