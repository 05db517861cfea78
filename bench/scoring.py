"""The agreement of an alignment with the truth, as counts: for gold verdicts and synthetic shake-ups alike.

The truth is known only for some records (the judged ones), from both sides: where an old record went, and where a new
one came from. A link counts if one of its ends is judged. A link of kind `ambiguous` claims nothing: it is neither
right nor wrong as a link, but the record counts as missed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from bench.section import share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rules.links import Link

Side = Literal["old", "new"]
OLD_KINDS = ("kept", "elsewhere", "split", "deleted")
NEW_KINDS = ("same", "from elsewhere", "merged", "added")
KINDS = OLD_KINDS + NEW_KINDS
"""Kinds of judged records by the truth: of old ones, then of new ones."""


class Truth(Struct, frozen=True):
    """The truth about a pair of editions.

    Attributes:
        old: Judged old keys and all new keys that continue them; none for a deletion.
        new: Judged new keys and all old keys that they continue; none for an addition.
    """

    old: Mapping[str, frozenset[str]]
    new: Mapping[str, frozenset[str]]

    def links(self) -> frozenset[tuple[str, str]]:
        """Return every true link (old key, new key) with at least one judged end."""
        forth = {(old, new) for old, news in self.old.items() for new in news}
        return frozenset(forth | {(old, new) for new, olds in self.new.items() for old in olds})


class MisjudgedRecord(Struct, frozen=True):
    """A judged record for which the aligner has another result. Keys only."""

    side: Side
    key: str
    kind: str
    true: tuple[str, ...]
    found: tuple[str, ...]
    ambiguous: bool

    def __str__(self) -> str:
        arrow = "→" if self.side == "old" else "←"
        given = "ambiguous" if self.ambiguous and not self.found else " ".join(self.found) or "nothing"
        return f"{self.kind:<15}{self.key} {arrow} {' '.join(self.true) or 'nothing'}; found {given}"


class Score(Struct):
    """Counts that can be added.

    Attributes:
        judged: Judged records by kind, see `KINDS`.
        exact: Judged records whose set of counterparts was found exactly, by kind.
        claimed: Judged records that the aligner calls `deleted` or `added`.
        true_links: Links of the truth.
        found_links: Links of the aligner with a judged end.
        right_links: Links in both.
        ambiguous: Judged records that the aligner left undecided.
        failures: Records that were not found exactly.
    """

    judged: Counter[str] = field(default_factory=Counter)
    exact: Counter[str] = field(default_factory=Counter)
    claimed: Counter[str] = field(default_factory=Counter)
    true_links: int = 0
    found_links: int = 0
    right_links: int = 0
    ambiguous: int = 0
    failures: list[MisjudgedRecord] = field(default_factory=list)

    def add(self, score: Score) -> None:
        """Add the counts of another pair."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(score, name))

    @property
    def precision(self) -> float | None:
        """Return the share of the aligner's links that are true; None if there are none."""
        return share(self.right_links, self.found_links)

    @property
    def recall(self) -> float | None:
        """Return the share of the true links that were found; None if there are none."""
        return share(self.right_links, self.true_links)

    @property
    def f1(self) -> float | None:
        """Return the harmonic mean of precision and recall; None if there are no true and no found links."""
        return share(2 * self.right_links, self.found_links + self.true_links)

    def exact_of(self, *kinds: str) -> float | None:
        """Return the share of the judged records of these kinds that were found exactly; None if there are none."""
        return share(sum(self.exact[kind] for kind in kinds), sum(self.judged[kind] for kind in kinds))

    def precision_of(self, kind: Literal["deleted", "added"]) -> float | None:
        """Return the share of the records called deleted or added that are so; None if there are none."""
        return share(self.exact[kind], self.claimed[kind])


def score(links: Iterable[Link], truth: Truth) -> Score:
    """Compare the links of an alignment with the truth about some or all of its records."""
    linked: dict[Side, dict[str, set[str]]] = {"old": defaultdict(set), "new": defaultdict(set)}
    called: dict[str, set[str | None]] = defaultdict(set)
    result = Score()
    pairs = set()
    for link in links:
        called[link.kind].update(("old " + link.old if link.old else None, "new " + link.new if link.new else None))
        if link.kind == "ambiguous" or link.old is None or link.new is None:
            continue
        linked["old"][link.old].add(link.new)
        linked["new"][link.new].add(link.old)
        if link.old in truth.old or link.new in truth.new:
            pairs.add((link.old, link.new))
    true = truth.links()
    result.true_links, result.found_links, result.right_links = len(true), len(pairs), len(pairs & true)
    for side, key, expected in _list_judged(truth):
        kind = kind_of(side, key, expected)
        got = frozenset(linked[side].get(key, ()))
        unclear = f"{side} {key}" in called["ambiguous"]
        claim: Literal["deleted", "added"] = "deleted" if side == "old" else "added"
        claimed = not got and f"{side} {key}" in called[claim]
        result.judged[kind] += 1
        result.claimed[claim] += claimed
        result.ambiguous += unclear
        # A deletion must be stated by the aligner; a missing link is not enough.
        if got == expected and (claimed or expected):
            result.exact[kind] += 1
        else:
            result.failures.append(
                MisjudgedRecord(side, key, kind, tuple(sorted(expected)), tuple(sorted(got)), unclear)
            )
    return result


def kind_of(side: Side, key: str, counterparts: frozenset[str]) -> str:
    """Return the kind of a record by the truth, one of `KINDS`."""
    kinds = OLD_KINDS if side == "old" else NEW_KINDS
    if not counterparts:
        return kinds[3]
    if len(counterparts) > 1:
        return kinds[2]
    return kinds[0] if counterparts == {key} else kinds[1]


def _list_judged(truth: Truth) -> Iterator[tuple[Side, str, frozenset[str]]]:
    for key, counterparts in truth.old.items():
        yield "old", key, counterparts
    for key, counterparts in truth.new.items():
        yield "new", key, counterparts
