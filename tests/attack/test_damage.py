"""A knowledge base with a changed bit is never carried over: it is told, and made anew."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from comprules.ingest import ingest
from rules.store.seal import is_sealed
from tests.comprules.running import run

SEED = 17


@pytest.mark.parametrize("place", range(6))
def test_a_changed_bit(archive: Path, sample_store: Path, tmp_path: Path, place: int) -> None:
    path = tmp_path / "kb.sqlite"
    data = bytearray(sample_store.read_bytes())
    at = random.Random(SEED + place).randrange(100, len(data)) if place else bytes(data).index(b"sealed-sha256:") + 20
    data[at] ^= 1
    path.write_bytes(data)
    assert is_sealed(path) in {False, None}
    result = run("ingest", "--archive", str(archive), "--db", str(path), "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert path.read_bytes() == sample_store.read_bytes(), f"byte {at}"
    assert "it is damaged" in result.stderr or "5 worked" in result.stderr


def test_a_sound_one_is_carried_over(archive: Path, sample_store: Path, tmp_path: Path) -> None:
    path = tmp_path / "kb.sqlite"
    shutil.copy(sample_store, path)
    assert is_sealed(path) is True
    assert ingest(archive, path, jobs=1).written is False
