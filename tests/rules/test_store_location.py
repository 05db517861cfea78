"""Where the knowledge base is: named, of the environment, of a checkout, the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.store.location import data_folder, store_path


@pytest.mark.parametrize(
    ("files", "start", "expected"),
    [
        ({"pyproject.toml": '[project]\nname = "comprules"'}, ".", "build/comprules.sqlite"),
        ({"pyproject.toml": '[project]\nname = "comprules"'}, "docs/images", "build/comprules.sqlite"),
        (
            {"pyproject.toml": '[project]\nname = "comprules"', "docs/pyproject.toml": ""},
            "docs",
            "build/comprules.sqlite",
        ),
        ({"pyproject.toml": '[project]\nname = "engine"\ndependencies = ["comprules"]'}, ".", None),
        ({"pyproject.toml": "[project"}, ".", None),
        ({"pyproject.toml": "project = 1"}, ".", None),
        ({"build/comprules.sqlite": ""}, ".", None),
        ({}, ".", None),
    ],
)
def test_unnamed(
    files: dict[str, str], start: str, expected: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPRULES_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / start).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path / start)
    assert store_path() == (tmp_path / expected if expected else data_folder() / "comprules.sqlite")
    assert (data_folder() / "comprules.sqlite").parent.name == "comprules"
    monkeypatch.setenv("COMPRULES_DB", "other.sqlite")
    assert (store_path(), store_path(Path("named.sqlite"))) == (Path("other.sqlite"), Path("named.sqlite"))
