"""The parts of a picture's page, for any picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from site_src.layout.book import PageLink
from site_src.markup.changes import Category


class Table(Struct, frozen=True):
    """A picture as a table.

    Attributes:
        title: Its title.
        head: Headings of the columns.
        rows: Text, numbers, links or safe markup; the first of each row is its heading.
        is_open: Whether it is shown at first.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str | int | PageLink]]
    is_open: bool = False


class PictureView(Struct, frozen=True):
    """One drawing of a picture's page.

    Attributes:
        name: Its anchor.
        title: Its title.
        drawing: Safe markup.
        words: Observations, one per paragraph.
        link: Link to details.
        table: The same as a table, if the page has no other.
    """

    name: str
    title: str
    drawing: Markup
    words: Sequence[str] = ()
    link: PageLink | None = None
    table: Table | None = None


class Picture(Struct, frozen=True):
    """A picture's page.

    Attributes:
        name: Name of its page below `pictures/` and of its data files.
        title: Its heading.
        about: Its content in a sentence, for the list of pictures.
        words: Observations, one per paragraph.
        small: The drawing in the list of pictures.
        views: The drawings, the first one shown in full, the others to be opened.
        hint: What pointer and keys do, shown if there is a script; empty if they do nothing.
        boxes: The categories that can be ticked; they need the script.
        tables: The same as tables.
        document: The data, as JSON.
        head: Columns of the data as CSV.
        rows: Rows of the CSV file; if empty there is no such file.
    """

    name: str
    title: str
    about: str
    words: Sequence[str]
    small: Markup
    views: Sequence[PictureView]
    hint: str
    boxes: Sequence[Category]
    tables: Sequence[Table]
    document: Any
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str | int]] = ()
