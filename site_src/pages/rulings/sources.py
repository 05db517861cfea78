"""Sources of a rulings summary, as named by its provenance tags: their kinds, each with its anchor.

A tag names its source as the compiler wrote it, and pages show it so; names that differ only in case are the same. A
name does not tell the kind of source: `KINDS` lists the names that the summaries themselves explain, and all others
are of the kind `other`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from rules.records import Provenance
from site_src.layout.book import SitePlace, free_anchor, slug
from site_src.markup.words import when_in_words

SOURCES_PAGE = "rulings/sources/"
UNNAMED = "Unnamed"
"""Name of the source if a tag has only a date or a page."""

UNDATED = "undated"


class Kind(Struct, frozen=True):
    """A kind of source.

    Attributes:
        slug: Name in addresses.
        title: Title of its list, and of the filter for all its sources.
        names: Names of its sources, in lower case.
        words: Words in names of this kind, in lower case, if there are many names (`Duelist Magazine #12`).
    """

    slug: str
    title: str
    names: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


OTHER = Kind("other", "Other sources")
KINDS = (
    Kind("rules", "Comprehensive Rules", words=("comprules", "comprehensive rules")),
    Kind("rulebook", "Rulebooks and rule pages", frozenset({"fifth edition", "mirage", "tempest"}),
         ("rulebook", "rule page", "rulecard", "rule card")),
    Kind("team", "The publisher’s rules team", words=("rules team",)),
    Kind("person", "People", frozenset({"aahz", "barclay", "bethmo", "d'angelo", "delaney", "peterson", "snark"})),
    Kind("magazine", "Magazines", words=("magazine",)),
    Kind("tournament", "Tournament rules and letters",
         words=("tournament", "tourney", "dci")),
    Kind("card", "Card texts and errata", frozenset({"oracle", "encyclopedia"})),
    OTHER,
)  # fmt: skip
"""In the order of the page of sources. People and books are those named in the credits of the summaries."""


class SourceLabel(Struct, frozen=True):
    """A provenance tag as shown on pages.

    Attributes:
        source: As printed, or `UNNAMED`.
        anchor: Anchor of the source on the page of sources.
        kind: Slug of its kind.
        kind_title: Title of its kind.
        year: `1998`, or `UNDATED`.
        detail: Date and page in words: `3 February 1998, page 26`; may be empty.
    """

    source: str
    anchor: str
    kind: str
    kind_title: str
    year: str
    detail: str

    @property
    def place(self) -> SitePlace:
        """Return the place of the source on the page of sources."""
        return SitePlace(SOURCES_PAGE, self.anchor)


def kind_of(source: str) -> Kind:
    """Return the kind of a source by its name: the first kind with a matching name or word."""
    name = source.casefold().replace("’", "'")
    return next((kind for kind in KINDS if name in kind.names or any(word in name for word in kind.words)), OTHER)


class Sources:
    """All sources of a work: for each name its anchor and most common spelling."""

    def __init__(self, tags: Iterable[Provenance]) -> None:
        spellings: dict[str, Counter[str]] = {}
        for tag in tags:
            spellings.setdefault(tag.source.casefold(), Counter())[tag.source] += 1
        # anchors of kinds are on the same page
        used = {f"kind-{kind.slug}" for kind in KINDS}
        self._anchors: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for folded in sorted(spellings):
            anchor = free_anchor(slug(folded or UNNAMED), used)
            self._anchors[folded] = anchor
            usual = min(spellings[folded].items(), key=lambda item: (-item[1], item[0]))[0]
            self._names[anchor] = usual or UNNAMED

    def label(self, tag: Provenance) -> SourceLabel:
        """Return a tag as shown on pages."""
        kind = kind_of(tag.source)
        when = when_in_words(tag.date) if tag.date else ""
        page = f"{'pages' if '-' in tag.page else 'page'} {tag.page.replace('-', '–')}" if tag.page else ""
        return SourceLabel(
            tag.source or UNNAMED,
            self._anchors[tag.source.casefold()],
            kind.slug,
            kind.title,
            tag.date[:4] if tag.date else UNDATED,
            ", ".join(part for part in (when, page) if part),
        )

    def name(self, anchor: str) -> str:
        """Return the most common spelling of the source at an anchor."""
        return self._names[anchor]
