"""The parts of the site that mkdocs does not see: thousands of pages and data files, each part a module of its own.

To add a part: write a function that takes an `ExtraContext` in a module below `site_src/`, and name it in `EXTRAS`.
The build calls them in this order, after mkdocs wrote its pages and before the search index is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rules.store import Store
from site_src.api.extra import write_data
from site_src.audit.pages import write_audit
from site_src.book import Place
from site_src.compare_pages.write import write_comparisons
from site_src.history.write import write_history
from site_src.pictures.write import write_pictures
from site_src.search.write import write_search
from site_src.shell import Shell
from site_src.sitemap import write_sitemap


@dataclass(frozen=True, slots=True)
class ExtraContext:
    """What a part is given.

    Attributes:
        store: The knowledge base, open for reading. Worker processes open their own: `open_store(context.store.path)`.
        site_dir: The site that is being built; a part writes only below addresses of its own.
        shell: Makes whole pages of a body; it can be sent to worker processes.
        places: Where each record of the current edition stands, by its key (`702.40a`, `glossary:Storm`).
        progress: Told what is being done, in a few words.
    """

    store: Store
    site_dir: Path
    shell: Shell
    places: Mapping[str, Place]
    progress: Callable[[str], None]


Extra: TypeAlias = Callable[[ExtraContext], None]

EXTRAS: tuple[Extra, ...] = (
    write_data,
    write_history,
    write_comparisons,
    write_search,
    write_audit,
    write_pictures,
    write_sitemap,
)
"""The sitemap stays last: it lists what the others wrote."""


def write_extras(context: ExtraContext) -> None:
    """Has every part write its files."""
    for extra in EXTRAS:
        extra(context)
