"""The families of web sites, in an explicit table: a module each, the first that recognises a page reads it.

A module has

- `NAME`, as `--source` names it;
- `READS_INTERFACE`: whether an interface for programs gives the text, so that a page for people only leads there;
- `recognizes(page) -> bool`;
- `contents(page) -> tuple[Lead, ...]`: what an index leads to, in order;
- `next_page(page) -> Lead | None`.

Its docstring says how the family is recognised, in which order its pages come and what is navigation. To add a family,
add a module and a row here.
"""

from types import ModuleType

from rules.errors import ComprulesError
from scraper.sources import chapters, ebook, mediawiki, publisher, rulings, site, wordpress
from scraper.sources.page import WebPage

SOURCES: tuple[ModuleType, ...] = (mediawiki, wordpress, rulings, chapters, publisher, ebook, site)
"""From the surest signs to the weakest."""


class UnknownSource(ComprulesError):
    """There is no family of this name. The message lists those that there are."""


def source_named(name: str) -> ModuleType:
    """Return the module of a family.

    Raises:
        UnknownSource: There is none of this name.
    """
    families = {source.NAME: source for source in SOURCES}
    if name not in families:
        raise UnknownSource(f"there is no family of sites {name!r}; the known ones are {', '.join(families)}")
    return families[name]


def source_of(page: WebPage) -> ModuleType:
    """Return the family that recognises a page."""
    return next(source for source in SOURCES if source.recognizes(page))
