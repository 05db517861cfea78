"""A part of a document between two of its headings."""

from collections.abc import Sequence

from msgspec import Struct, field

from scraper.claims import Claims
from scraper.layout import Paragraph

RULES, GLOSSARY = "rules", "glossary"
"""Names of the regions that are read as records."""


class Region(Struct):
    """A named part of a document.

    Attributes:
        name: `RULES`, `GLOSSARY` or the name of framing matter.
        has_heading: Whether its first paragraph is only its heading.
        paragraphs: All its paragraphs, the heading included.
    """

    name: str
    has_heading: bool
    paragraphs: list[Paragraph] = field(default_factory=list)

    @property
    def body(self) -> Sequence[Paragraph]:
        """The paragraphs below the heading."""
        if self.has_heading:
            return self.paragraphs[1:]
        return self.paragraphs

    @property
    def has_body(self) -> bool:
        """Whether there are paragraphs below the heading; tells so without copying them, as `body` does."""
        if self.has_heading:
            return len(self.paragraphs) > 1
        return len(self.paragraphs) > 0

    def drop_heading(self, claims: Claims) -> None:
        """Drop the heading, if there is one: the name of the region, which its records get, says the same."""
        if self.has_heading:
            claims.drop(self.paragraphs[0], "heading")
