"""Makes a shake-up: which edits, how many, in which order."""

from __future__ import annotations

import datetime
import random
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from rules.links import ChangeClass
from rules.records import GlossaryEntry, Rule
from tests.rules.align.shakeup.edits import Workshop
from tests.rules.align.shakeup.tree import EditedEntry, Node, harvest, number_anew, plant, plant_glossary
from tests.rules.align.shakeup.truth import References, truth_of
from tests.rules.align.shakeup.wording import noise, rename

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bench.scoring import Truth

Intensity = Literal["quiet", "busy", "upheaval"]


class _Plan(Struct, frozen=True):
    """The number of edits: `…_share` as a share of all rules, the others as counts."""

    chapters_moved: int
    chapters_added: int
    chapters_deleted: int
    keywords_moved: int
    keywords_added: int
    reorders: int
    swap_share: float
    move_share: float
    split_share: float
    merge_share: float
    delete_share: float
    add_share: float
    reword_share: float
    noise_share: float
    terms: int


_PLANS: Mapping[Intensity, _Plan] = {
    "quiet": _Plan(0, 0, 0, 0, 2, 0, 0.001, 0.001, 0.001, 0.001, 0.002, 0.004, 0.02, 0.01, 0),
    "busy": _Plan(1, 1, 0, 1, 4, 2, 0.005, 0.005, 0.005, 0.005, 0.01, 0.02, 0.08, 0.05, 2),
    "upheaval": _Plan(12, 2, 1, 5, 8, 8, 0.02, 0.03, 0.02, 0.02, 0.04, 0.06, 0.25, 0.3, 4),
}
INTENSITIES: tuple[Intensity, ...] = tuple(_PLANS)


class Shakeup(Struct, frozen=True):
    """A made-up later edition, and the truth about it.

    Attributes:
        rules: Its rules.
        glossary: Its glossary.
        truth: The truth about every record that can be distinguished from its twins.
        classes: (old key, new key) of the records that continue each other one to one, and how their words changed,
            if that has one answer.
        terms: Terms that were renamed everywhere, (old, new).
        twins: Old keys that the truth leaves out.
    """

    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]
    truth: Truth
    classes: Mapping[tuple[str, str], ChangeClass]
    terms: tuple[tuple[str, str], ...]
    twins: frozenset[str]


def shake(rules: Sequence[Rule], glossary: Sequence[GlossaryEntry], seed: int, intensity: Intensity) -> Shakeup:
    """Make a later edition of these rules and this glossary; the same arguments always give the same edition."""
    plan = _PLANS[intensity]
    draw = random.Random(f"{intensity} {seed}")
    shop = Workshop(plant(rules), plant_glossary(glossary), draw, plan.terms)
    _rearrange(shop, plan, len(rules))
    _retouch(shop, plan)
    return _finish(shop, rules, glossary)


def _rearrange(shop: Workshop, plan: _Plan, size: int) -> None:
    def some(share: float) -> int:
        return max(1, round(share * size))

    # Copies first, so that their originals are not deleted before.
    shop.add_keywords(plan.keywords_added)
    shop.add_chapters(plan.chapters_added)
    shop.merge(some(plan.merge_share))
    shop.split(some(plan.split_share))
    shop.delete(some(plan.delete_share))
    shop.delete_chapters(plan.chapters_deleted)
    shop.reword(plan.reword_share)
    shop.swap(some(plan.swap_share))
    shop.reorder(plan.reorders)
    shop.move(some(plan.move_share))
    shop.move_keywords(plan.keywords_moved)
    shop.move_chapters(plan.chapters_moved)
    shop.add(some(plan.add_share))
    shop.shake_glossary(plan.reword_share, plan.delete_share)


def _retouch(shop: Workshop, plan: _Plan) -> None:
    """Rename terms everywhere, then change typography in some records."""
    for record in _list_all(shop):
        passages = _list_passages(record)
        _change(record, tuple(rename(text, shop.terms) for text in passages), "terminology")
        if shop.draw.random() < plan.noise_share:
            heading, *rest = _list_passages(record)
            _change(record, (heading, *(noise(text, shop.draw) for text in rest)), "typographic")


def _finish(shop: Workshop, rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> Shakeup:
    numbers = number_anew(shop.root)
    references = References(numbers)
    for node in _list_all(shop):
        passages = _list_passages(node)
        if node.change != "wording" and not references.are_clear(passages):
            node.change = None
        _change(node, tuple(references.bring(text) for text in passages), "reference")
    edition = (datetime.date.fromisoformat(rules[0].edition) + datetime.timedelta(days=1)).isoformat()
    harvested = harvest(shop.root, numbers, edition)
    entries = _pair_entries(shop.entries, edition)
    made: list[tuple[Node | EditedEntry, Rule | GlossaryEntry]] = [*harvested.items(), *entries]
    sources = {record.key: tuple(node.sources) for node, record in made}
    new_rules, new_glossary = tuple(harvested.values()), tuple(entry for _, entry in entries)
    truth, twins = truth_of(sources, (*rules, *glossary), (*new_rules, *new_glossary))
    classes = {
        (node.sources[0], record.key): node.change
        for node, record in made
        if node.change and len(node.sources) == 1 and truth.old.get(node.sources[0]) == frozenset({record.key})
    }
    return Shakeup(new_rules, new_glossary, truth, classes, tuple(shop.terms.items()), twins)


def _pair_entries(entries: Sequence[EditedEntry], edition: str) -> list[tuple[EditedEntry, GlossaryEntry]]:
    made, seen = [], dict[str, int]()
    for entry in entries:
        seen[entry.term] = seen.get(entry.term, 0) + 1
        made.append((entry, GlossaryEntry(edition, entry.term, entry.text, seen[entry.term])))
    return made


def _list_all(shop: Workshop) -> Iterator[Node | EditedEntry]:
    yield from shop.root.walk()
    yield from shop.entries


def _list_passages(record: Node | EditedEntry) -> tuple[str, ...]:
    return (record.term, record.text) if isinstance(record, EditedEntry) else record.passages()


_GRAVITY: tuple[ChangeClass, ...] = ("unchanged", "typographic", "reference", "terminology", "wording")


def _change(record: Node | EditedEntry, passages: tuple[str, ...], change: ChangeClass) -> None:
    """Give a record new passages, and the class of the most significant change so far."""
    if passages == _list_passages(record):
        return
    if isinstance(record, EditedEntry):
        record.term, record.text = passages
    else:
        examples = len(record.examples)
        record.heading = passages[0] or None
        record.text = passages[1]
        record.examples, record.notes = passages[2 : 2 + examples], passages[2 + examples :]
    if record.change is not None:
        record.change = max(record.change, change, key=_GRAVITY.index)
