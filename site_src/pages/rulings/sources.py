"""The sources that the tags of a rulings summary name.

Pages show the name of a source as the tag has it; names that differ only in case are the same source. The kind of a
source does not follow from its name, so `KINDS` lists the names that the summaries themselves explain. All other
sources are of the kind `other`.
"""

from collections.abc import Iterable
from statistics import mode

from msgspec import Struct

from rules.grouping import grouped
from rules.records import Provenance
from site_src.addresses import free_anchor, slug
from site_src.markup.words import when_in_words
from site_src.pages.records import SourceLabel

UNNAMED = "Unnamed"
"""Name of the source if a tag has only a date or a page."""

UNDATED = "undated"
"""Year of a tag without a date."""


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


def kind_of(source: str) -> Kind:
    """Return the kind of a source by its name: the first kind with a matching name or word."""
    name = source.casefold().replace("’", "'")
    for kind in KINDS:
        if name in kind.names or any(word in name for word in kind.words):
            return kind
    return OTHER


class Sources:
    """All sources of a work.

    Args:
        tags: The tags that name them.

    Attributes:
        names: The most common spelling of each source, by its anchor on the page of sources.
    """

    def __init__(self, tags: Iterable[Provenance]) -> None:
        spellings_by_name = grouped((tag.source.casefold(), tag.source) for tag in tags)
        # the same page has anchors for the kinds
        used = {f"kind-{kind.slug}" for kind in KINDS}
        self._anchors: dict[str, str] = {}
        self.names: dict[str, str] = {}
        # sorted, so that of two names with the same slug the same one always gets the number
        for name in sorted(spellings_by_name):
            self._anchors[name] = free_anchor(slug(name or UNNAMED), used)
        for name, spellings in spellings_by_name.items():
            # of equally common spellings, `mode` returns the first one
            self.names[self._anchors[name]] = mode(sorted(spellings)) or UNNAMED

    def label(self, tag: Provenance) -> SourceLabel:
        """Return a tag as shown on pages."""
        kind = kind_of(tag.source)
        return SourceLabel(
            source=tag.source or UNNAMED,
            anchor=self._anchors[tag.source.casefold()],
            kind=kind.slug,
            kind_title=kind.title,
            year=tag.date[:4] if tag.date else UNDATED,
            detail=_describe_detail(tag),
        )


def offers_choice(labels: Iterable[SourceLabel]) -> bool:
    """Return whether the rulings of a page can be filtered: whether their labels name two sources or two years.

    Args:
        labels: The labels of all rulings of the page.
    """
    sources: set[str] = set()
    years: set[str] = set()
    for label in labels:
        sources.add(label.anchor)
        years.add(label.year)
    return len(sources) > 1 or len(years) > 1


def _describe_detail(tag: Provenance) -> str:
    """Return the day and the page of a tag in words; empty if it has neither."""
    parts: list[str] = []
    if tag.date:
        parts.append(when_in_words(tag.date))
    if tag.page:
        noun = "page"
        if "-" in tag.page:
            noun = "pages"
        parts.append(f"{noun} {tag.page.replace('-', '–')}")
    return ", ".join(parts)
