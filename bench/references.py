"""Precision and recall of the references, against passages labelled by hand.

The labels are in `bench/gold/references/`, one file per edition: `first` was used while the rules were made, `second`
was labelled afterwards and not used for tuning; `third` was labelled by another person from the printed text alone,
before the program had read it, and drawn without its help. They hold facts only: where a reference is in its passage,
what is printed, what it names, the title beside it and whether the edition has all that. `bench.sample` drew the
passages of the first two.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from bench.gold.verdicts import GoldError
from bench.section import Section, map_tasks
from graph.references.resolve import passages, resolve_references
from rules.conversion import decode_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rules.records import GlossaryEntry, Resolution, Rule
    from rules.store import Store

FOLDER = Path(__file__).parent / "gold" / "references"
SAMPLES = ("first", "second", "third")

Place = tuple[str, str]
"""Key of a record, and the field of a passage in it."""


class ReferenceItem(Struct, frozen=True, rename={"start": "at"}):
    """A reference, as labelled or as found; the two must be equal in all fields."""

    start: int
    raw: str
    kind: str
    targets: tuple[str, ...]
    status: str
    title: str | None = None


class GoldPassage(Struct, frozen=True, rename={"items": "references"}):
    """A passage with its references. `length` shows whether it is still the labelled passage."""

    source: str
    field: str
    length: int
    items: tuple[ReferenceItem, ...]

    @property
    def place(self) -> Place:
        """Return the place of the passage."""
        return self.source, self.field


class _Labels(Struct, frozen=True):
    passage: tuple[GoldPassage, ...]


class Agreement(Struct, frozen=True):
    """The agreement of labels and findings: passages, items labelled, found, and equal; and those that differ."""

    passages: int = 0
    labelled: int = 0
    found: int = 0
    equal: int = 0
    differing: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        """Return the share of the references found that are right."""
        return self.equal / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Return the share of the labelled references that were found."""
        return self.equal / self.labelled if self.labelled else 1.0


def load_references(folder: Path) -> dict[str, tuple[GoldPassage, ...]]:
    """Return the labelled passages of each edition.

    Raises:
        GoldError: A file does not have the form of labels; the message names it.
    """
    by_edition = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            by_edition[path.stem] = decode_toml(path.read_bytes(), _Labels).passage
        except msgspec.DecodeError as error:
            raise GoldError(f"{path}: {error}") from error
    return by_edition


def measure_agreement(
    edition: str, gold: Sequence[GoldPassage], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]
) -> Agreement:
    """Compare the references found in an edition with its labels.

    Raises:
        GoldError: A labelled passage is missing or has changed.
    """
    texts = {(source, field): text for source, field, text in passages(rules, glossary)}
    by_place: dict[Place, set[ReferenceItem]] = defaultdict(set)
    for record in resolve_references(rules, glossary):
        by_place[record.reference.source, record.reference.field].add(item_of(record))
    counted = []
    for passage in gold:
        place = f"{edition} {' '.join(passage.place)}"
        if len(texts.get(passage.place, "")) != passage.length:
            raise GoldError(f"{place}: this is not the passage that was labelled")
        found, labelled = by_place[passage.place], {*passage.items}
        differing = [(item.start, f"{place}: not found: {item}") for item in labelled - found]
        differing += [(item.start, f"{place}: wrongly found: {item}") for item in found - labelled]
        lines = tuple(line for _, line in sorted(differing))
        counted.append(Agreement(1, len(labelled), len(found), len(labelled & found), lines))
    return sum_agreements(counted)


def item_of(resolution: Resolution) -> ReferenceItem:
    """Return a resolution in the form that is compared with labels."""
    at = resolution.reference
    return ReferenceItem(at.start, at.raw, at.kind, at.targets, resolution.status, at.quoted_title)


def sum_agreements(agreements: Iterable[Agreement]) -> Agreement:
    """Return several agreements as one."""
    parts = list(agreements)
    names = ("passages", "labelled", "found", "equal")
    numbers = {name: sum(getattr(each, name) for each in parts) for name in names}
    return Agreement(**numbers, differing=tuple(line for each in parts for line in each.differing))


def measure_references(store: Store, jobs: int | None, *, failures: bool = False) -> Section:
    """Compare the references of the labelled editions with the labels; the sample has other words, so it has none.

    Raises:
        GoldError: The labels do not fit the text.
    """
    counts: dict[str, int] = {}
    lines = [""]
    for name in SAMPLES:
        gold = {} if store.is_sample else load_references(FOLDER / name)
        available = [(edition, labels) for edition, labels in gold.items() if edition in store.edition_ids]
        agreed = sum_agreements(map_tasks(store, _measure_edition, available, jobs))
        counts |= {f"{name} sample: {figure}": getattr(agreed, figure) for figure in ("labelled", "found", "equal")}
        lines.append(summarize(name, len(available), agreed))
        lines += agreed.differing if failures else ()
    return Section(counts, lines)


def summarize(name: str, editions: int, agreed: Agreement) -> str:
    """Return the totals of a sample on one line."""
    if not editions:
        return f"references, {name} sample: the archive has no labelled edition"
    return (
        f"references, {name} sample: {agreed.passages:,} passages of {editions:,} editions, "
        f"{agreed.labelled:,} references, precision {agreed.precision:.2%}, recall {agreed.recall:.2%}"
    )


def _measure_edition(store: Store, labelled: tuple[str, tuple[GoldPassage, ...]]) -> Agreement:
    edition, gold = labelled
    return measure_agreement(edition, gold, store.rules(edition), store.glossary(edition))
