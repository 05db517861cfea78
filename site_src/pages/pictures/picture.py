"""The parts of a picture's page, for any picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct, field


class Boxes(Struct, frozen=True):
    """Checkboxes of a picture; they need the script.

    Attributes:
        label: Label for the reader.
        options: Value and words of each checkbox.
        chosen: Values that are checked at first.
    """

    label: str
    options: Sequence[tuple[str, str]]
    chosen: frozenset[str]


class Cell(Struct, frozen=True):
    """A cell of a table that is more than text: a link, or a small picture."""

    words: str
    href: str = ""
    drawing: Markup = field(default=Markup(""))


class Table(Struct, frozen=True):
    """A picture as a table.

    Attributes:
        title: Its title.
        head: Headings of the columns.
        rows: Text, numbers or cells; the first of each row is its heading.
        is_open: Whether it is shown at first.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str | int | Cell]]
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
    link: Cell | None = None
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
        boxes: Checkboxes.
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
    boxes: Boxes | None
    tables: Sequence[Table]
    document: Any
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str | int]] = ()
