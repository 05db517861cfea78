"""Writes the comparisons: a page for each edition and the one before it, in worker processes, and their list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from rules.records import COMPREHENSIVE_RULES, Edition
from rules.store import Store, open_store
from rules.workers import RUN, map_with_workers
from site_src.context import BuildContext
from site_src.markup.page_source import write_page
from site_src.markup.shell import Frame, Shell
from site_src.markup.words import count, date_in_words, retyped_in_words
from site_src.pages.compare.pairs import COMPARE_PATH, pair_address, pair_of


class ComparisonWorker:
    """Renders and writes pages."""

    def __init__(self, store: Path, site_dir: Path, shell: Shell, pairs: Sequence[tuple[str, str]]) -> None:
        """Prepare for all pairs of editions to compare, oldest first; each process opens the knowledge base itself."""
        self._store = open_store(store)
        self._site_dir = site_dir
        self._shell = shell
        self._pairs = pairs
        self._editions: Mapping[str, Edition] = {edition.id: edition for edition in self._store.editions()}

    def write(self, number: int) -> str:
        """Write the page of a pair, by its position; return the changes in words."""
        old, new = self._pairs[number]
        pair = pair_of(self._store, self._editions[old], self._editions[new])
        address = pair_address(old, new)
        title = f"What {date_in_words(new)} changed since {date_in_words(old)}"
        words = " ".join(pair.sentences)
        frame = Frame(address, title, words, scripts=("compare",), styles=("compare",))
        write_page(
            self._shell,
            self._site_dir,
            frame,
            "compare.html.j2",
            pair=pair,
            previous=self._find_neighbour(number, -1),
            next=self._find_neighbour(number, 1),
        )
        return words

    def _find_neighbour(self, number: int, by: int) -> str:
        """Return the folder name of the next comparison in a direction if it adjoins this one; else an empty string."""
        at = number + by
        if not 0 <= at < len(self._pairs):
            return ""
        first, second = sorted((self._pairs[number], self._pairs[at]))
        return "..".join(self._pairs[at]) if first[1] == second[0] else ""


def write_comparisons(context: BuildContext) -> None:
    """Write all comparisons; nothing if no editions were aligned.

    Raises:
        WorkerError: A worker process was killed.
    """
    pairs = pairs_of(context.store)
    if not pairs:
        return
    context.progress(f"comparing {count(len(pairs), 'edition')} with the one before")
    worker = partial(ComparisonWorker, context.store.path, context.site_dir, context.shell, pairs)
    numbers = range(len(pairs))
    with map_with_workers(worker, ComparisonWorker.write, numbers, context.jobs, run=RUN) as written:
        words = list(written)
    editions = {edition.id: edition for edition in context.store.editions()}
    rows = [
        {
            "address": pair_address(old, new),
            "day": date_in_words(new),
            "code": editions[new].set_code,
            "set": ", ".join(filter(None, (editions[new].set_name, retyped_in_words(editions[new])))),
            "words": said,
        }
        for (old, new), said in zip(pairs, words, strict=True)
        if editions[new].work == COMPREHENSIVE_RULES
    ]
    frame = Frame(
        COMPARE_PATH,
        "Compare two editions",
        "What changed between any two editions of the Comprehensive Rules, rule by rule.",
        scripts=("compare",),
        styles=("compare",),
        days=" ".join(editions),
    )
    context.write(frame, "comparisons.html.j2", rows=rows[::-1])


def pairs_of(store: Store) -> tuple[tuple[str, str], ...]:
    """Return each edition that was aligned with the one before it, by work, oldest first."""
    pairs = ((store.previous(edition), edition) for edition in store.edition_ids)
    aligned = [(old, new) for old, new in pairs if old is not None]
    return tuple(sorted(aligned, key=lambda pair: (store.works[pair[1]], pair)))
