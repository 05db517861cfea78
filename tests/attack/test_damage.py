"""A knowledge base with a changed bit is never carried over: it is told, and made anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from comprules.ingest import ingest
from rules.store.seal import EMPTY, is_sealed
from tests.attack.editions import NEW, OLD, edition_text, write_archive
from tests.comprules.running import run

SEED = 17
WORDS = ("stone", "lamp", "boat", "rope", "bell")


@pytest.fixture(scope="module")
def archive_and_base(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """An archive of two editions, and its knowledge base."""
    folder = tmp_path_factory.mktemp("sound")
    rules = [f"The {word} lies in the river, and a player may take it." for word in WORDS]
    # An edition may have the words of the seal; how a table stands in the file is not for its texts to say.
    rules += [f"A player who reads {EMPTY} aloud takes a lamp.", f"seal{EMPTY}"]
    archive = write_archive(folder, {day: edition_text(day, {"General": rules}) for day in (OLD, NEW)})
    ingest(archive, folder / "kb.sqlite", jobs=1)
    return archive, (folder / "kb.sqlite").read_bytes()


@pytest.mark.parametrize("place", range(6))
def test_a_changed_bit(archive_and_base: tuple[Path, bytes], tmp_path: Path, place: int) -> None:
    archive, sound = archive_and_base
    path = tmp_path / "kb.sqlite"
    path.write_bytes(sound)
    assert is_sealed(path) is True
    data = bytearray(sound)
    at = random.Random(SEED + place).randrange(100, len(data)) if place else sound.index(b"sealed-sha256:") + 20
    data[at] ^= 1
    path.write_bytes(data)
    assert is_sealed(path) in {False, None}
    result = run("ingest", "--archive", str(archive), "--db", str(path), "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert path.read_bytes() == sound, f"byte {at}"
    assert "it is damaged" in result.stderr or "2 worked" in result.stderr
