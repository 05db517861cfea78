"""Reads the gold verdicts, `bench/gold/alignment/OLD..NEW.toml`: one file for each judged pair of editions.

A file names the pair (`from`, `to`), gives the new keys of each judged old key (`[old]`) and the old keys of each
judged new key (`[new]`), none for a deletion or an addition, and may name undecided records in `[unsure]`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from bench.scoring import Truth

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLD = Path(__file__).parent / "alignment"
"""The folder of the verdicts."""
SECOND = Path(__file__).parent / "second"
"""Verdicts on another random sample, by other judges. They are not used for tuning, so they show how reliable the
figures of the first sample are."""


class GoldError(Exception):
    """Error: a file of verdicts is invalid; the message has the file and the place."""


class GoldPair(Struct, frozen=True):
    """The verdicts on a pair of editions: their ids, the truth, and the undecided records."""

    old: str
    new: str
    truth: Truth
    unsure: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the pair as `OLD..NEW`."""
        return f"{self.old}..{self.new}"


def load_gold(folder: Path = GOLD) -> tuple[GoldPair, ...]:
    """Return all judged pairs, oldest first.

    Raises:
        GoldError: A file cannot be read or contradicts itself.
    """
    return tuple(load_pair(path) for path in sorted(folder.glob("*..*.toml")))


def load_pair(path: Path) -> GoldPair:
    """Return the verdicts of one file.

    Raises:
        GoldError: It cannot be read or contradicts itself.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GoldError(f"{path}: not TOML ({error})") from error
    unknown = set(data) - {"from", "to", "old", "new", "unsure"}
    if unknown:
        raise GoldError(f"{path}: unknown name {min(unknown)}")
    unsure = data.get("unsure", {})
    truth = Truth(_read_verdicts(path, data, "old", unsure), _read_verdicts(path, data, "new", unsure))
    for line in _find_contradictions(truth, unsure):
        raise GoldError(f"{path}: {line}")
    if path.stem != f"{data.get('from')}..{data.get('to')}":
        raise GoldError(f"{path}: is about {data.get('from')}..{data.get('to')}")
    return GoldPair(data["from"], data["to"], truth, tuple(unsure))


def _read_verdicts(path: Path, data: dict[str, Any], side: str, unsure: dict[str, Any]) -> dict[str, frozenset[str]]:
    verdicts = {}
    for key, counterparts in data.get(side, {}).items():
        if not isinstance(counterparts, list) or not all(isinstance(counterpart, str) for counterpart in counterparts):
            raise GoldError(f"{path}: [{side}] {key}: a list of keys is wanted")
        if f"{side} {key}" not in unsure:
            verdicts[key] = frozenset(counterparts)
    return verdicts


def _find_contradictions(truth: Truth, unsure: dict[str, Any]) -> Iterator[str]:
    for old, news in truth.old.items():
        for new, olds in truth.new.items():
            if (new in news) != (old in olds):
                yield f"[old] {old} and [new] {new} contradict each other"
    yield from (f"[unsure] {name}: old KEY or new KEY is wanted" for name in unsure if name[:4] not in {"old ", "new "})
