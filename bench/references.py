"""`python -m bench.references DB`: precision and recall of the references, against passages labelled by hand.

The labels are in `bench/gold/references/`, one file per edition: `first` was used while the rules were made, `second`
was labelled afterwards and not used for tuning; `third` was labelled by another person from the printed text alone,
before the program had read it, and drawn without its help. They hold facts only: where a reference is in its passage,
what is printed, what it names, the title beside it and whether the edition has all that.
`bench.reference_sample` drew the passages of the first two.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from bench.gold.verdicts import GoldError
from graph.references import resolve_records
from graph.references.resolve import passages
from rules.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.records import GlossaryEntry, Resolution, Rule

FIRST = Path(__file__).parent / "gold" / "references" / "first"
SECOND = Path(__file__).parent / "gold" / "references" / "second"
THIRD = Path(__file__).parent / "gold" / "references" / "third"

Place = tuple[str, str]
"""Key of a record, and the field of a passage in it."""


class ReferenceItem(Struct, frozen=True):
    """A reference, as labelled or as found; the two must be equal in all fields."""

    start: int
    raw: str
    kind: str
    targets: tuple[str, ...]
    title: str | None
    status: str


class GoldPassage(Struct, frozen=True):
    """A passage with its references. `length` shows whether it is still the labelled passage."""

    place: Place
    length: int
    items: tuple[ReferenceItem, ...]


class Agreement(Struct, frozen=True):
    """The agreement of labels and findings in an edition: items labelled, found, and equal; and those that differ."""

    edition: str
    passages: int
    labelled: int
    found: int
    equal: int
    differing: tuple[str, ...]

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
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            by_edition[path.stem] = tuple(_read_passage(entry) for entry in data["passage"])
        except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
            raise GoldError(f"{path}: {error!r}") from error
    return by_edition


def _read_passage(data: dict[str, object]) -> GoldPassage:
    items = data["references"]
    if not isinstance(items, list):
        raise TypeError("references is no list")
    return GoldPassage(
        (str(data["source"]), str(data["field"])),
        int(str(data["length"])),
        tuple(
            ReferenceItem(
                entry["at"], entry["raw"], entry["kind"], tuple(entry["targets"]), entry.get("title"), entry["status"]
            )
            for entry in items
        ),
    )


def measure_agreement(
    edition: str, gold: Sequence[GoldPassage], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]
) -> Agreement:
    """Compare the references found in an edition with its labels.

    Raises:
        GoldError: A labelled passage is missing or has changed.
    """
    texts = {(source, field): text for source, field, text in passages(rules, glossary)}
    by_place: dict[Place, list[ReferenceItem]] = defaultdict(list)
    for record in resolve_records(rules, glossary):
        by_place[record.reference.source, record.reference.field].append(item_of(record))
    labelled = equal = there = 0
    differing: list[str] = []
    for passage in gold:
        if len(texts.get(passage.place, "")) != passage.length:
            raise GoldError(f"{edition} {' '.join(passage.place)}: this is not the passage that was labelled")
        mine, theirs = set(by_place[passage.place]), set(passage.items)
        labelled, there, equal = labelled + len(theirs), there + len(mine), equal + len(mine & theirs)
        for sign, items in (("not found", theirs - mine), ("wrongly found", mine - theirs)):
            differing += [
                f"{edition} {' '.join(passage.place)}: {sign}: {item}" for item in sorted(items, key=_find_start)
            ]
    return Agreement(edition, len(gold), labelled, there, equal, tuple(differing))


def item_of(resolution: Resolution) -> ReferenceItem:
    """Return a resolution in the form that is compared with labels."""
    reference = resolution.reference
    return ReferenceItem(
        reference.start, reference.raw, reference.kind, reference.targets, reference.quoted_title, resolution.status
    )


def _find_start(item: ReferenceItem) -> int:
    return item.start


def sum_agreements(agreements: Iterable[Agreement], name: str = "all") -> Agreement:
    """Return the agreements of several editions as one."""
    every = tuple(agreements)
    return Agreement(
        name,
        sum(each.passages for each in every),
        sum(each.labelled for each in every),
        sum(each.found for each in every),
        sum(each.equal for each in every),
        tuple(line for each in every for line in each.differing),
    )


def summary(name: str, agreements: Sequence[Agreement]) -> str:
    """Return the totals of a sample on one line."""
    whole = sum_agreements(agreements)
    return (
        f"references, {name} sample: {whole.passages:,} passages of {len(agreements):,} editions, "
        f"{whole.labelled:,} references, precision {whole.precision:.2%}, recall {whole.recall:.2%}"
    )


def _format_table(agreements: Sequence[Agreement]) -> Iterator[str]:
    yield f"{'edition':<12}{'passages':>9}{'labelled':>9}{'found':>7}{'precision':>11}{'recall':>9}"
    for row in (*agreements, sum_agreements(agreements)):
        figures = f"{row.passages:>9,}{row.labelled:>9,}{row.found:>7,}{row.precision:>11.2%}{row.recall:>9.2%}"
        yield f"{row.edition:<12}{figures}"


def main() -> int:
    """Print the samples edition by edition; return 1 if anything differs, else 0."""
    parser = argparse.ArgumentParser(prog="python -m bench.references", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("db", type=Path, help="a knowledge base with the editions that were labelled")
    options = parser.parse_args()
    differing: list[str] = []
    with open_store(options.db) as store:
        for name, folder in (("first", FIRST), ("second", SECOND), ("third", THIRD)):
            gold = load_references(folder)
            here = [edition for edition in gold if edition in store.edition_ids]
            agreements = [measure_agreement(day, gold[day], store.rules(day), store.glossary(day)) for day in here]
            print("\n".join((*_format_table(agreements), summary(name, agreements), "")))
            differing += sum_agreements(agreements).differing
    print("\n".join(differing))
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
