"""Change classes and kinds as shown on pages, from `assets/changes.json`, which scripts and style sheets read too.

Each has a sign, a colour (named as in `assets/css/changes.css`) and a word: it is never shown by its colour alone.
Those by which a reader filters a comparison are categories as well, in the order in which pages list them. A class has
a `gravity`, its place in `rules.links.CLASSES`.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from rules.links import CLASSES as CLASS_NAMES
from rules.links import ChangeClass, ChangeKind
from site_src.paths import ASSETS


class Category(Struct, frozen=True):
    """How a reader filters a comparison.

    Attributes:
        name: Name for style sheets, scripts and addresses.
        sign: One character, hidden from screen readers: the word is next to it.
        word: Word to put after a number: `12 added`.
        shown: Whether it is shown at first: substantial changes are.
        hint: Its meaning in a phrase.
        changed: For categories not shown at first, the words in a sentence: `12 with only changed references`.
    """

    name: str
    sign: str
    word: str
    shown: bool
    hint: str
    changed: str = ""


class Mark(Struct, frozen=True):
    """The presentation of a class or kind.

    Attributes:
        name: Name for the style sheet and for scripts: `mark-wording`, `data-mark="wording"`.
        word: Word for people, in lower case.
    """

    name: str
    word: str


_ROWS = msgspec.json.decode((ASSETS / "changes.json").read_bytes())
_MARKS = {row["name"]: Mark(row["name"], row["mark"]) for row in _ROWS}
CATEGORIES = tuple(Category(row["name"], row["sign"], **row["category"]) for row in _ROWS if "category" in row)
"""In the order in which pages list them."""
CLASSES: dict[ChangeClass, Mark] = {name: _MARKS[name] for name in reversed(CLASS_NAMES)}
"""From the most to the least significant change."""
KINDS: dict[ChangeKind, Mark] = {name: mark for name, mark in _MARKS.items() if name not in CLASSES}
RENAMED = Mark("renumbered", "renamed")
"""The mark of `renumbered` for a glossary entry, which has a term instead of a number."""
