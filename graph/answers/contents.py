"""The table of contents of an edition."""

from msgspec import Struct

from rules.store import Store

# The + before `position` keeps SQLite from using the index of that column (`rules.store.schema`).
_HEADINGS = """
    SELECT number, kind, title, parent FROM rules JOIN texts ON texts.id = text_id
    WHERE title IS NOT NULL AND kind IN ('section', 'chapter', 'rule') AND edition = ? ORDER BY +position
"""


class ContentsAnswer(Struct, frozen=True):
    """A heading of an edition.

    Attributes:
        number: Number of the heading.
        kind: `section`, `chapter` or `rule`.
        heading: The words.
        parent: Number of the heading above it; null for a section.
    """

    number: str
    kind: str
    heading: str
    parent: str | None


def list_contents(store: Store, edition: str) -> list[ContentsAnswer]:
    """Return the headings of an edition, in the order of the document."""
    return [
        ContentsAnswer(number, kind, title, parent) for number, kind, title, parent in store.select(_HEADINGS, edition)
    ]
