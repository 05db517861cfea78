"""The record of a partial issue: a surviving page of an issue or edition that no archive has.

A page states no date. The days that it can be from follow from its citations, and from the words that it has in common
with whole editions.

Guarantees: as `rules.records`. A partial issue says nothing about rules that it does not cover.
"""

from msgspec import Struct

from rules.links import Correspondence, Link
from rules.records import Condition, Rule


class Stretch(Struct, frozen=True):
    """A part of a work: from one record to another, by their keys, both included."""

    first: str
    last: str


class PartialIssue(Struct, frozen=True):
    """A page of an issue that is not in the archive.

    Attributes:
        file: Path of the page inside the archive.
        work: Its work.
        dialect: Its dialect.
        origin: Where it was found.
        sha256: SHA-256 of its bytes.
        condition: How complete the page itself is.
        earliest: The earliest day it can be from, ISO; None if nothing bounds it.
        earliest_reason: How the earliest day is known, in words.
        latest: The latest day it can be from, ISO; None if nothing bounds it.
        latest_reason: How the latest day is known; a reason that is only likely begins with `presumably`.
        nearest: The edition of its work that has most of its text; None if no edition has any of it.
        covers: The parts of the work that it has, chapter by chapter.
        rules: Its rules.
        links: The links from the rules of `nearest` that it covers to its rules; a rule is added or deleted only if it
            is inside one of the parts.
        restated: The rules of another work that its rules restate.
    """

    file: str
    work: str
    dialect: str
    origin: str
    sha256: str
    condition: Condition
    earliest: str | None
    earliest_reason: str
    latest: str | None
    latest_reason: str
    nearest: str | None
    covers: tuple[Stretch, ...]
    rules: tuple[Rule, ...]
    links: tuple[Link, ...]
    restated: tuple[Correspondence, ...]

    def find_link(self, key: str) -> Link | None:
        """Return the link from `nearest` to a rule of the page: the main one if there are several, None without any.

        Args:
            key: Key of the rule on the page.
        """
        links = [link for link in self.links if link.new == key]
        return max(links, key=lambda link: link.main, default=None)
