"""The argument of the generators of pages and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from rules.links import Group, StepEnds
from rules.store import Store
from rules.workers import count_cores
from site_src.addresses import SitePlace
from site_src.data.corpus import Corpus
from site_src.data.mentions import Mention, list_mentions
from site_src.markup.changes import steps_of
from site_src.markup.shell import Frame, Shell

_MOST_WORKERS = 4
_SMALL = 20
"""Number of editions up to which another process costs more than it saves."""


class BuildContext(Struct, frozen=True, dict=True):
    """The input of a generator.

    A pickled context, as a worker process may get it, opens the same knowledge base again, which is recognized by its
    seal, and reports no progress.

    Attributes:
        store: The knowledge base, open for reading.
        site_dir: The site being built; a generator writes only below its own addresses.
        shell: Makes whole pages from a body.
        places: The place of each record of the current edition, by its key (`702.40a`, `glossary:Storm`).
        progress: Called with each activity in a few words.
    """

    store: Store
    site_dir: Path
    shell: Shell
    places: Mapping[str, SitePlace]
    progress: Callable[[str], object]

    def __reduce__(self) -> tuple[Callable[..., BuildContext], tuple[object, ...]]:
        return _make_in_worker, (self.store, self.site_dir, self.shell, dict(self.places))

    def write(self, frame: Frame, template: str, **values: Any) -> None:
        """Write a page with a template filled in as its body; see `Shell.write`."""
        self.shell.write(self.site_dir, frame, template, **values)

    @property
    def jobs(self) -> int:
        """Return the number of processes that write pages; each may hold many editions in memory, about 400 MB."""
        if len(self.store.edition_ids) <= _SMALL:
            return 1
        return min(count_cores(), _MOST_WORKERS)

    @cached_property
    def steps(self) -> Mapping[StepEnds, Sequence[Group]]:
        """Return the changes of each edition, as `steps_of` does; they are computed on first access."""
        return steps_of(self.store)

    @cached_property
    def corpus(self) -> Corpus:
        """Return all editions in memory, each passage once; they are read on first access."""
        return Corpus(self.store)

    @cached_property
    def mentions(self) -> Sequence[Mention]:
        """Return all references with their words; they are read on first access."""
        return list_mentions(self.store, self.corpus)


def _make_in_worker(store: Store, site_dir: Path, shell: Shell, places: Mapping[str, SitePlace]) -> BuildContext:
    """Return the context of a worker; `str` takes the place of the function that reports progress, and does nothing."""
    return BuildContext(store, site_dir, shell, places, str)
