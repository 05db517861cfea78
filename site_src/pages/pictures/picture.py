"""A picture of the site: a drawing with its words, tables and data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from site_src.addresses import PageLink
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


class Picture(Struct, frozen=True):
    """A drawing with its words, tables and data: the picture of a page, or a further view on such a page.

    Attributes:
        name: Name of its page below `pictures/` and of its data files; of a view, its anchor.
        title: Its heading.
        drawing: Safe markup.
        words: Observations, one per paragraph.
        link: Link to details.
        table: The same as a table, below the drawing.
        about: Its content in a sentence, for the list of pictures.
        small: The drawing in the list of pictures.
        views: Further drawings of its page, to be opened.
        hint: A sentence on the use of pointer and keys, shown if there is a script; empty if they do nothing.
        boxes: The categories that can be ticked; they need the script.
        tables: Further tables, below the views.
        document: The data, as JSON.
        head: Columns of the data as CSV.
        rows: Rows of the CSV file; if empty there is no such file.
    """

    name: str
    title: str
    drawing: Markup
    words: Sequence[str] = ()
    link: PageLink | None = None
    table: Table | None = None
    about: str = ""
    small: Markup = Markup("")
    views: Sequence[Picture] = ()
    hint: str = ""
    boxes: Sequence[Category] = ()
    tables: Sequence[Table] = ()
    document: Any = None
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str | int]] = ()
