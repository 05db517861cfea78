"""Align the steps between the editions of a work (`rules.links`), in worker processes.

A run of consecutive steps goes to one process: it reads each edition once, and the aligner reuses what it computed for
a text, since most texts occur in both editions of a step.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path

from msgspec.structs import replace
from rapidfuzz import fuzz

from comprules.code import aligning_code
from graph.compare.changed import list_changed
from graph.curated.decisions import decided_links
from graph.terms.facts import known_renamings
from rules.align.align import align
from rules.align.coarse import COARSE
from rules.align.edition_columns import EditionColumns
from rules.align.prints import Prints
from rules.change import Passage
from rules.counts import format_count
from rules.grouping import grouped
from rules.links import ChangedPassage, Link, StepRecords, list_steps
from rules.records import Diagnostic
from rules.sentences import FEW
from rules.store import SCHEMA_VERSION, Store, open_store
from rules.workers import map_with_workers

_SAME_RECORD = 80
"""Minimum likeness, in percent, of a record and its retyped copy. Of 666 records with a text that 2003-03-15 and
2003-05-26 have under the same key, 13 are less alike, since they were partly rewritten."""
_RUNS_PER_PROCESS = 4
"""Number of runs of consecutive steps for each process. With fewer runs, one process might still have a long run of
large steps to do after the others are done; with more runs, more editions are read by two processes."""


def plan_steps(store: Store) -> tuple[StepRecords, ...]:
    """Return the steps between the editions of a knowledge base, without links yet, sorted by the newer edition.

    The fingerprint of each is a hash of everything that decides the alignment of its editions; a step is aligned again
    if the fingerprint has changed.
    """
    fingerprints = store.fingerprints()
    planned: list[StepRecords] = []
    for work in set(store.work_of.values()):
        for previous, edition in list_steps(store.editions_of(work), store.retyped):
            facts = (aligning_code(), SCHEMA_VERSION, previous, fingerprints[previous], edition, fingerprints[edition])
            planned.append(StepRecords(edition, previous, hashlib.sha256(repr(facts).encode()).hexdigest()))
    return tuple(sorted(planned, key=lambda step: (step.edition, step.previous)))


def align_steps(
    path: Path, todo: Sequence[StepRecords], *, jobs: int, report: Callable[[int, int, str], None]
) -> Iterator[StepRecords]:
    """Align steps.

    Args:
        path: A knowledge base with the editions.
        todo: The steps, oldest first.
        jobs: Number of worker processes.
        report: Called with the number of finished steps, their total, and the edition of each finished step.

    Yields:
        The records of each step, in the order of `todo`.

    Raises:
        WorkerError: A worker process was killed.
    """
    run = max(1, len(todo) // (_RUNS_PER_PROCESS * jobs))
    with map_with_workers(partial(StepWorker, path), StepWorker.work, todo, jobs, run=run) as worked:
        for done, step in enumerate(worked, 1):
            report(done, len(todo), step.edition)
            yield step


def coarsely_aligned(step: StepRecords) -> Diagnostic | None:
    """Return a warning about a step with too many or too long records to compare each with each; None for others."""
    ends = [(link.old, link.new) for link in step.links if link.method == COARSE]
    if not ends:
        return None
    shown = ", ".join(str(new or old) for old, new in ends[:FEW])
    if ends[FEW:]:
        shown += ", …"
    linked = format_count(len(ends), "record was linked", "records were linked")
    return Diagnostic(
        "aligned-coarsely",
        "warning",
        f"{linked} by number or not at all ({shown}): the records are too many or too long to compare each with each "
        f"of {step.previous}",
        path=step.edition,
        hint="their links have the method `coarse`",
    )


class StepWorker:
    """Aligns steps one after the other.

    Args:
        path: The knowledge base with the editions.
    """

    def __init__(self, path: Path) -> None:
        self._store = open_store(path)
        # Two editions are kept: the newer one of a step is the older one of the next.
        self._read_columns = lru_cache(2)(self._make_columns)

    def close(self) -> None:
        """Close the knowledge base."""
        self._store.close()

    def _make_columns(self, edition: str) -> EditionColumns:
        return EditionColumns(self._store.rules(edition), self._store.glossary(edition))

    def work(self, plan: StepRecords) -> StepRecords:
        """Align the two editions of a step."""
        old = self._read_columns(plan.previous)
        new = self._read_columns(plan.edition)
        try:
            alignment = self._align(plan, old, new)
        except Exception as error:
            error.add_note(f"while aligning {plan.edition} with {plan.previous}")
            raise
        before, after = old.passages_by_key, new.passages_by_key
        links = drop_trivial(alignment.links, before, after)
        changes: tuple[ChangedPassage, ...] = ()
        if self._store.retyped.isdisjoint(plan.ends):
            changes = list_changed(links, before, after)
        return replace(plan, links=links, replacements=alignment.replacements, changes=changes)

    def _align(self, plan: StepRecords, old: EditionColumns, new: EditionColumns) -> StepRecords:
        """Return the alignment of the records of two editions, with everything that is known about the step."""
        typography = self._store.edition(plan.previous).typography
        return align(
            old,
            new,
            known_renamings(*plan.ends),
            decided=self._decide(plan),
            differing=typography.differing(self._store.edition(plan.edition).typography),
            old_prints=self._list_prints(plan.previous),
            new_prints=self._list_prints(plan.edition),
        )

    def _list_prints(self, edition: str) -> Prints:
        """Return the texts of records in good copies of an edition that differ from its reading only in typography."""
        conditions = {witness.file: witness.condition for witness in self._store.edition(edition).witnesses}
        return grouped(
            (variant.key, variant.text)
            for variant in self._store.variants(edition)
            if variant.kind == "typographic" and conditions.get(variant.witness) == "good"
        )

    def _decide(self, plan: StepRecords) -> Mapping[str, tuple[str, ...]]:
        """Return the curated decisions about a step: old key → new keys.

        A step from a retyped edition also takes over decisions about the step of the chain that skips that edition.
        """
        decided = decided_links(*plan.ends)
        if plan.previous not in self._store.retyped:
            return decided
        return {**self._decide_by_chain(plan), **decided}

    def _decide_by_chain(self, plan: StepRecords) -> Mapping[str, tuple[str, ...]]:
        """Return the decisions about the step of the chain that skips the retyped edition of a step.

        If B is retyped, these are the decisions about the step from A to C for the step from B to C. A decision is
        taken over if A and B have the record under the same key, in nearly the same words.
        """
        # No `Store.previous`: the knowledge base that is being written has no steps yet.
        chain = self._store.chained(self._store.work_of[plan.previous])
        earlier = [edition for edition in chain if edition < plan.previous]
        if not earlier:
            return {}
        decisions = decided_links(earlier[-1], plan.edition)
        if not decisions:
            return {}
        chained = self._read_columns(earlier[-1]).passages_by_key
        retyped = self._read_columns(plan.previous).passages_by_key
        alike: dict[str, tuple[str, ...]] = {}
        for key, continuations in decisions.items():
            if key not in chained or key not in retyped:
                continue
            if fuzz.ratio(chained[key].body, retyped[key].body) >= _SAME_RECORD:
                alike[key] = continuations
        return alike


def drop_trivial(
    links: Sequence[Link], before: Mapping[str, Passage], after: Mapping[str, Passage]
) -> tuple[Link, ...]:
    """Return the links without the trivial ones.

    A link is trivial if the record keeps its key and its exact passage and neither end occurs in another link. So if
    any link of a record is kept, all its links are.
    """
    olds = Counter([link.old for link in links])
    news = Counter([link.new for link in links])
    remaining: list[Link] = []
    for link in links:
        is_unchanged = (
            link.old is not None
            and link.old == link.new
            and (link.kind, link.change, link.main) == ("kept", "unchanged", True)
            and before.get(link.old) == after.get(link.old)
        )
        is_only = olds[link.old] == news[link.new] == 1
        if not (is_unchanged and is_only):
            remaining.append(link)
    return tuple(remaining)
