"""What a picture's page consists of, whichever picture it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Boxes:
    """What one can tick of a picture; needs the script.

    Attributes:
        label: For the reader.
        options: Value and words of each.
        chosen: Values that are ticked at first.
    """

    label: str
    options: Sequence[tuple[str, str]]
    chosen: frozenset[str]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table that is more than words: a link, or a small picture."""

    words: str
    href: str = ""
    drawing: Markup = field(default=Markup(""))


@dataclass(frozen=True, slots=True)
class Table:
    """A picture in rows.

    Attributes:
        title: What it lists.
        head: Of each column.
        rows: Words, numbers or cells; the first names its row.
        is_open: Whether it is shown without being asked for.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str | int | Cell]]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class PictureView:
    """One drawing of a picture's page.

    Attributes:
        name: Its anchor.
        title: What it shows.
        drawing: Safe markup.
        words: What can be seen in it, a paragraph each.
        link: Where more of it stands.
        table: The same in rows, where the page has no other.
    """

    name: str
    title: str
    drawing: Markup
    words: Sequence[str] = ()
    link: Cell | None = None
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture's page.

    Attributes:
        name: Of its page below `pictures/` and of its data.
        title: Its heading.
        about: What it shows, in a sentence, for the list of pictures.
        words: What can be seen in it, a paragraph each.
        small: The drawing in the list of pictures.
        views: What is drawn, the first in full view, the others to be opened.
        hint: What a pointer or a key does, shown with a script; empty where it does nothing.
        boxes: What can be ticked.
        tables: The same without a picture.
        document: The data, as JSON.
        head: Columns of the data as CSV.
        rows: Its rows; none for no such file.
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
