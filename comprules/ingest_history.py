"""Write the part of a knowledge base that follows from all its editions together, such as steps and lineages.

A step is a pair of consecutive editions, with the links between their records. It has a fingerprint made from those of
its editions, by which an unchanged step is carried over from the existing knowledge base. Next to a retyped edition (no
copy is the publisher's own text) there are more steps: from it to the next edition, and one that skips it. Lineages are
traced again whenever a file is written.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from comprules.attribution import Attribution, attribute
from comprules.edition_texts import EditionTexts, find_restated, mine_editions, trace_editions, watch_retyping
from comprules.ingest_plan import IngestPlan
from comprules.steps import align_steps, coarsely_aligned, plan_steps
from graph.lineages.history import TracedLineages
from graph.lineages.registry import read_registry
from rules.links import Correspondence, StepEnds, StepRecords, Term
from rules.records import Diagnostic
from rules.store import Store, open_store
from rules.store.tables import CORRESPONDENCES, FRAGMENT_VARIANTS, FRAGMENTS, PARTIAL_ISSUES, TERMS
from rules.store.write import StoreWriter


class _Histories(NamedTuple):
    """The records that follow from all editions together.

    Attributes:
        steps: The steps, with their links.
        lineages: The lineages of all records.
        terms: The renamed and retired terms.
        restated: For each rulings summary, its correspondences with the Comprehensive Rules.
        attribution: The editions that parts of editions are from.
    """

    steps: Sequence[StepRecords]
    lineages: TracedLineages
    terms: Sequence[Term]
    restated: Sequence[Sequence[Correspondence]]
    attribution: Attribution


class HistoryMaker:
    """Aligns the editions of one knowledge base, and traces their records.

    Args:
        plan: The plan of the run.
        jobs: Number of worker processes.
        report_aligned: Called with the number of steps that have been aligned, their total, and the newer edition of
            the last one.

    Attributes:
        aligned: The editions that were aligned again with the one before.
        diagnostics: The problems found.
    """

    def __init__(self, plan: IngestPlan, jobs: int, report_aligned: Callable[[int, int, str], None]) -> None:
        self._plan = plan
        self._jobs = jobs
        self._report_aligned = report_aligned
        self.aligned: tuple[str, ...] = ()
        self.diagnostics: list[Diagnostic] = []

    def write(self, writer: StoreWriter) -> None:
        """Write the histories of the editions that a writer has got; no edition can be added to it afterwards."""
        writer.settle()
        with closing(open_store(writer.temporary)) as store:
            histories = self._make_histories(store)
        # Nothing is written while the file is read.
        for step in histories.steps:
            writer.add_step(step)
        lineages = histories.lineages
        writer.add_lineages(chain.from_iterable(lineages.lineages.values()), lineages.aliases, lineages.retyped)
        writer.add_records(TERMS, histories.terms)
        for correspondences in histories.restated:
            writer.add_records(CORRESPONDENCES, correspondences)
        _write_fragments(writer, histories.attribution)

    def _make_histories(self, store: Store) -> _Histories:
        """Return the records that follow from all editions together.

        Args:
            store: The knowledge base that is being written, with the records of all editions.
        """
        texts = EditionTexts(store)
        steps = self._make_steps(texts)
        lineages = trace_editions(texts, steps, read_registry())
        terms = mine_editions(texts, steps)
        restated = find_restated(store)
        self.diagnostics.extend(self._plan.unusable_fragments)
        attribution = attribute(self._plan.fragments, store)
        self.diagnostics.extend(attribution.problems)
        return _Histories(steps, lineages, terms, restated, attribution)

    def _make_steps(self, texts: EditionTexts) -> list[StepRecords]:
        """Return all steps between the editions: new and changed ones are aligned, the others carried over."""
        carried = self._plan.carried
        old_fingerprints: Mapping[StepEnds, str] = {}
        if carried:
            old_fingerprints = carried.step_fingerprints()
        planned = plan_steps(texts.store)
        changed = [step for step in planned if old_fingerprints.get(step.ends) != step.fingerprint]
        aligned = self._align(texts, changed)
        steps = []
        for step in planned:
            if carried is None or step.ends in aligned:
                steps.append(aligned[step.ends])
            else:
                steps.append(carried.step_records(step.ends))
        return steps

    def _align(self, texts: EditionTexts, planned: Sequence[StepRecords]) -> dict[StepEnds, StepRecords]:
        """Align steps, and remember their problems and their editions.

        Args:
            texts: All editions.
            planned: The steps, without links.

        Returns:
            The steps with their links, by the editions at their ends.
        """
        store = texts.store
        # The edition after a retyped one has two steps; it is listed once, for the step that skips the retyped one.
        self.aligned = tuple(step.edition for step in planned if step.previous not in store.retyped)
        aligned = list(align_steps(store.path, planned, jobs=self._jobs, report=self._report_aligned))
        self.diagnostics.extend(filter(None, map(coarsely_aligned, aligned)))
        if planned:
            self.diagnostics.extend(watch_retyping(texts, {step.edition for step in planned}))
        return {step.ends: step for step in aligned}


def _write_fragments(writer: StoreWriter, attribution: Attribution) -> None:
    """Write the parts of editions: those of unknown issues, then those of each edition with their variants."""
    writer.add_records(PARTIAL_ISSUES, attribution.partial_issues)
    by_edition = attrgetter("edition")
    for edition, fragments in groupby(sorted(attribution.witnesses, key=by_edition), by_edition):
        members = list(fragments)
        writer.add_records(FRAGMENTS, [member.witness for member in members], edition)
        variants = chain.from_iterable(member.variants for member in members)
        writer.add_records(FRAGMENT_VARIANTS, variants, edition)
