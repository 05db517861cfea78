"""The reasons for which something answers a query; only this module knows their wording."""

from typing import Literal

from msgspec import Struct

WhyKind = Literal[
    "number",
    "heading",
    "number-today",
    "number-until",
    "last-edition",
    "first-edition",
    "no-number",
    "meant-before",
    "all-meanings",
    "history",
    "references",
    "edition",
    "changes",
    "bulletin",
    "term",
    "named",
    "see",
    "old-name",
    "mistyped",
    "abbreviation",
    "saying",
    "similar",
    "all-words",
    "some-words",
]
_WORDING: dict[WhyKind, str] = {
    "number": "number",
    "heading": "heading",
    "number-today": "{name} today",
    "number-until": "{name} until {edition}",
    "last-edition": "last in the edition of {edition}",
    "first-edition": "first in the edition of {edition}",
    "meant-before": "what this number meant before",
    "all-meanings": "all that this number meant",
    "no-number": "there is no {name}",
    "history": "history",
    "references": "the rules that refer to it, and those that it refers to",
    "edition": "edition",
    "changes": "changes",
    "bulletin": "bulletin",
    "term": "term",
    "named": "so called",
    "see": "see “{name}”",
    "old-name": "old term of “{name}”",
    "mistyped": "typing error for “{name}”",
    "abbreviation": "abbreviation of “{name}”",
    "saying": "players say “{name}”",
    "similar": "players say something like “{name}”",
    "all-words": "all words",
    "some-words": "some of the words",
}


class Why(Struct, frozen=True):
    """The reason for which something is an answer; its text is what people read.

    Attributes:
        kind: The kind of reason.
        name: The number, name or saying that the reason is about.
        edition: The edition that the reason is about.
    """

    kind: WhyKind
    name: str = ""
    edition: str = ""

    def __str__(self) -> str:
        """Return the reason in words."""
        return _WORDING[self.kind].format(name=self.name, edition=self.edition)


NUMBER = Why("number")
EDITION = Why("edition")
NAMED = Why("named")
ALL_WORDS = Why("all-words")
SOME_WORDS = Why("some-words")
HEADING = Why("heading")
EVIDENT: frozenset[WhyKind] = frozenset({"number", "edition", "changes", "bulletin", "term", "all-words", "some-words"})
"""The reasons that are evident to a reader who sees query and answer."""
