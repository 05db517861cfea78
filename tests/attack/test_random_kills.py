"""Commands killed anywhere and run again, and damaged files, leave the bytes of an undisturbed run and nothing else."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from comprules.facts import SAMPLE
from comprules.ingest import ingest
from rules.store.seal import EMPTY, is_file_sealed
from tests.attack.editions import FILLER, NEW, OLD, edition_text, write_archive
from tests.attack.kills import count, kill_at, kill_at_event
from tests.attack.rounds import rounds
from tests.comprules.running import read_output, run
from tests.tiers import leave_to_test_all

CITED = "2018-07-13", "2026-04-17"
TREE = {f"src/{number}.rs": f"// CR 119.3a and 702.36e, file {number}\n" for number in range(8)}
MARKS = {".lock"}


class Attacked(Struct, frozen=True):
    """A command on a folder: what fills the folder first, what runs, how often it is killed by default.

    `grows`: it puts one file after the other in place, and the list of them anew each time.
    """

    fill: Callable[[Path], None]
    arguments: Callable[[Path], list[str]]
    rounds: int = 8
    grows: bool = False


def _tree(folder: Path) -> None:
    for name, text in TREE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def _declared_tree(folder: Path) -> None:
    _tree(folder)
    (folder / "comprules.toml").write_text(f'edition = "{CITED[0]}"\n')


EDITIONS = {OLD: edition_text(OLD, {"General": FILLER}), NEW: edition_text(NEW, {"General": FILLER[1:]})}


def _archive(folder: Path) -> None:
    write_archive(folder / "archive", EDITIONS)


def _store(folder: Path) -> None:
    _archive(folder)
    assert_ends_well(_ingest(folder))


def _grown_archive(folder: Path) -> None:
    """A knowledge base without the newest edition of the archive that stands beside it."""
    write_archive(folder / "archive", {OLD: EDITIONS[OLD]})
    assert_ends_well(_ingest(folder))
    _archive(folder)


def _base(name: str) -> Callable[[Path], None]:
    def fill(folder: Path) -> None:
        _store(folder)
        (folder / name).write_bytes(b"what was there before")

    return fill


def _ingest(at: Path) -> list[str]:
    return ["ingest", "--archive", f"{at}/archive", "--db", f"{at}/kb.sqlite", "--jobs", "1"]


COMMANDS: dict[str, Attacked] = {
    "ingest": Attacked(_archive, _ingest),
    "ingest again": Attacked(_grown_archive, _ingest),
    "ledger": Attacked(_base("x.ledger"), lambda at: ["ledger", "--db", f"{at}/kb.sqlite", "--out", f"{at}/x.ledger"]),
    "graph": Attacked(
        _base("graph.json"), lambda at: ["graph", "--db", f"{at}/kb.sqlite", "--out", f"{at}/graph.json"]
    ),
    "upgrade": Attacked(_declared_tree, lambda at: ["upgrade", str(at), "--write", "--to", CITED[1]]),
    "upgrade without a declaration": Attacked(
        _tree, lambda at: ["upgrade", str(at), "--write", "--from", CITED[0], "--to", CITED[1]]
    ),
    "baseline": Attacked(
        _tree, lambda at: ["check", str(at), "--write-baseline", "--baseline", f"{at}/known.json", "--jobs", "1"]
    ),
    "fetch": Attacked(
        lambda _: None, lambda at: ["fetch", "--all", "--from", str(SAMPLE), "--archive", f"{at}/archive"], grows=True
    ),
    "site": Attacked(_store, lambda at: ["site", "--db", f"{at}/kb.sqlite", "--out", f"{at}/site"], 1),
}


def contents(folder: Path) -> dict[str, bytes]:
    """Return what stands in a folder, without locks, which stay empty beside what they guard."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in MARKS
    }


def assert_ends_well(arguments: list[str]) -> None:
    result = run(*arguments)
    if result.exit_code == 2:
        raise SystemExit(2)


def _kills(
    chance: random.Random, steps: int, events: int
) -> Iterator[tuple[str, Callable[[Callable[[], object]], bool]]]:
    step, event = chance.randrange(1, steps + 1), chance.randrange(1, events + 1)
    if chance.random() < 0.5:
        yield f"step {step} of {steps}", lambda work: kill_at(work, step)
    else:
        yield f"event {event} of {events}", lambda work: kill_at_event(work, event)


@pytest.mark.long
@pytest.mark.usefixtures("known_comparisons")
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_anywhere_and_run_again(tmp_path: Path, name: str) -> None:
    if name == "site":
        leave_to_test_all()
    attacked = COMMANDS[name]
    # One place for all runs: some of what is written names its folder.
    place, copy = tmp_path / "place", tmp_path / "kept"
    copy.mkdir()
    attacked.fill(copy)
    arguments = attacked.arguments(place)

    def work() -> None:
        assert_ends_well(arguments)

    def reset() -> None:
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(copy, place)

    reset()
    steps, events = count(work)
    before, wanted = contents(copy), contents(place)
    assert wanted != before
    killed = 0
    for seed, chance in rounds(attacked.rounds, name):
        reset()
        for where, kill in _kills(chance, steps, events):
            killed += kill(work)
            if not attacked.grows:
                for name, data in contents(place).items():
                    # what is neither was being written beside its place
                    assert data in {before.get(name), wanted.get(name)} or name not in wanted, f"seed {seed}: {name}"
            result = run(*arguments)
            assert result.exit_code in {0, 1}, f"seed {seed}, killed at {where}: {result.output}"
            assert list_differences(contents(place), wanted) == [], f"seed {seed}, killed at {where}"
    assert killed


def list_differences(first: dict[str, bytes], second: dict[str, bytes]) -> list[str]:
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


@pytest.fixture(scope="module")
def archive_and_base(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """An archive of two editions, and its knowledge base."""
    folder = tmp_path_factory.mktemp("sound")
    # An edition may have the words of the seal; how a table stands in the file is not for its texts to say.
    rules = [*FILLER, f"A player who reads {EMPTY} aloud takes a lamp.", f"seal{EMPTY}"]
    archive = write_archive(folder, {day: edition_text(day, {"General": rules}) for day in (OLD, NEW)})
    ingest(archive, folder / "kb.sqlite", jobs=1)
    return archive, (folder / "kb.sqlite").read_bytes()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_base_that_is_cut_off_is_made_anew(
    archive_and_base: tuple[Path, bytes], tmp_path: Path, share: float
) -> None:
    archive, sound = archive_and_base
    path = tmp_path / "kb.sqlite"
    path.write_bytes(sound[: round(share * len(sound))])
    output = read_output("ingest", "--archive", str(archive), "--db", str(path), "--jobs", "1")
    assert "damaged" in output
    assert path.read_bytes() == sound


@pytest.mark.parametrize("place", range(6))
def test_a_changed_bit_is_told_and_the_base_made_anew(
    archive_and_base: tuple[Path, bytes], tmp_path: Path, place: int
) -> None:
    archive, sound = archive_and_base
    path = tmp_path / "kb.sqlite"
    path.write_bytes(sound)
    assert is_file_sealed(path)
    data = bytearray(sound)
    at = random.Random(17 + place).randrange(100, len(data)) if place else sound.index(b"sealed-sha256:") + 20
    data[at] ^= 1
    path.write_bytes(data)
    assert not is_file_sealed(path)
    output = read_output("ingest", "--archive", str(archive), "--db", str(path), "--jobs", "1")
    assert path.read_bytes() == sound, f"byte {at}"
    assert "this file is damaged" in output or "2 processed" in output
