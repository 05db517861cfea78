"""What a picture's page consists of, whichever picture it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Control:
    """What one can choose about a picture; needs its script.

    Attributes:
        name: For the script.
        label: For the reader.
        options: Value and words of each choice.
        chosen: Values that are chosen at first; more than one makes boxes to tick of it.
        many: Whether several can be chosen.
    """

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    chosen: frozenset[str]
    many: bool = False


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
class Picture:
    """A picture's page.

    Attributes:
        name: Of its page below `pictures/`, of its script (`picture-NAME`) and of its data.
        title: Its heading.
        about: What it shows, in a sentence, for the list of pictures.
        words: What can be seen in it, a paragraph each.
        drawings: The picture for wide and for narrow pages, as SVG; nothing where a script alone can draw it.
        hint: What a pointer or a key does, shown with a script.
        controls: What can be chosen.
        tables: The same without a picture.
        document: The data, as JSON.
        head: Columns of the data as CSV.
        rows: Its rows; none for no such file.
    """

    name: str
    title: str
    about: str
    words: Sequence[str]
    drawings: Sequence[Markup]
    hint: str
    controls: Sequence[Control]
    tables: Sequence[Table]
    document: Any
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str | int]] = ()
