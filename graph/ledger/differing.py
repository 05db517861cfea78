"""What two ledgers say differently, for the person who has to decide which one is right."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graph.ledger.ledger import Ledger

_SHOWN = 3


def differing(old: Ledger, new: Ledger) -> Iterator[str]:
    """One line for each sort of facts in each edition that differ, then one for each section that does.

    Args:
        old: The ledger that is there.
        new: The ledger as it should be.
    """
    for edition in sorted({*old.edition_ids} | {*new.edition_ids}):
        if edition not in new.edition_ids:
            yield f"edition {edition}: it is in the ledger only"
        elif edition not in old.edition_ids:
            yield f"edition {edition}: it is not in the ledger"
        else:
            yield from _in_edition(old, new, edition)
    ours, theirs = ({one.lineage for one in ledger.all_versions()} for ledger in (old, new))
    if ours != theirs:
        yield f"lineages: {_named(ours ^ theirs)}"
    elif old.all_versions() != new.all_versions():
        changed = {one.lineage for one in {*old.all_versions()} ^ {*new.all_versions()}}
        yield f"versions: of lineages {_named(changed)}"
    if old.all_terms() != new.all_terms():
        yield f"terms: {_named(one.old for one in {*old.all_terms()} ^ {*new.all_terms()})}"
    before, after = old.checksums(), new.checksums()
    sections = [name for name in before | after if before.get(name) != after.get(name)]
    if sections:
        yield f"sections of the file: {_named(sections)}"


def _in_edition(old: Ledger, new: Ledger, edition: str) -> Iterator[str]:
    facts = (_facts(ledger, edition) for ledger in (old, new))
    for (name, before), (_, after) in zip(*(one.items() for one in facts), strict=True):
        keys = [key for key in before | after if before.get(key) != after.get(key)]
        if keys:
            yield f"edition {edition}: {name}: {_named(keys)}"
        elif [*before] != [*after]:
            yield f"edition {edition}: {name}: in another order"


def _facts(ledger: Ledger, edition: str) -> dict[str, Mapping[str, Any]]:
    """Sort of facts to key to fact."""
    keys = ledger.keys(edition)
    links: dict[str, list[Any]] = {}
    for link in ledger.links(edition):
        links.setdefault(link.old or link.new or "", []).append(link)
    references: dict[str, list[Any]] = {}
    for one in ledger.references(edition):
        references.setdefault(one.reference.source, []).append(one)
    (record,) = (one for one in ledger.editions if one.id == edition)
    return {
        "the edition itself": {edition: (record, ledger.counts()[edition], ledger.previous(edition))},
        "texts": {key: ledger.text_sha256(edition, key) for key in keys},
        "headings, kinds or parents": {
            key: (ledger.heading(edition, key), ledger.kind(edition, key), ledger.parent(edition, key)) for key in keys
        },
        "lineages": ledger.lineages(edition),
        "links": links,
        "references": references,
    }


def _named(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names)) if isinstance(names, list) else sorted(set(names))
    more = f" and {len(found) - _SHOWN:,} more" if len(found) > _SHOWN else ""
    return ", ".join(islice(found, _SHOWN)) + more
