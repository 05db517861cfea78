"""The public Python API."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import comprules
from comprules.places import SAMPLE

ROOT = Path(__file__).parents[2]


def test_importing_it_loads_nothing() -> None:
    script = "import sys, comprules; print(*{'rules', 'click', 'scraper', 'sqlite3'} & set(sys.modules))"
    completed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert completed.stdout.strip() == ""


def test_every_name_is_there() -> None:
    for name in comprules.__all__:
        assert getattr(comprules, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        comprules.nonsense  # noqa: B018


def test_parse_build_open(tmp_path: Path) -> None:
    document = next((SAMPLE / "editions").glob("2026-*/*"))
    parsed = comprules.parse(document)
    assert parsed == comprules.parse(document.read_bytes(), str(document))
    comprules.build_store(SAMPLE, tmp_path / "kb.sqlite", jobs=1)
    with comprules.open_store(tmp_path / "kb.sqlite") as store:
        edition = comprules.resolve_edition(store, "latest")
        assert len(store.rules(edition)) == len(parsed.rules)


def test_the_documented_lines_run(
    sample_store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
    code = page.split("```python\n", 1)[1].split("```", 1)[0]
    monkeypatch.setenv("COMPRULES_DB", str(sample_store))
    exec(compile(code, "docs/library.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("702.40a cited by")
    assert [line.split()[1] for line in lines[1:]] == ["502.30a", "702.37a", "702.40a"]
