"""The build hook: what it rewrites, what it refuses, and that each way to build gives the same wheel."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from hatch_build import NestingError, check_strings, nest_imports
from tests.integrations.conftest import ROOT, run_or_fail


@pytest.mark.parametrize(
    ("source", "nested"),
    [
        ("from rules.text import words\n", "from comprules.rules.text import words\n"),
        ("from  rules  import text  # both\n", "from  comprules.rules  import text  # both\n"),
        ("import rules\n", "import comprules.rules as rules\n"),
        ("import rules.text as t\n", "import comprules.rules.text as t\n"),
        ("if x:\n    é = 'é'; from graph import (\n        a,\n        b as c,\n    )\n", None),
        ("def f():\n\tfrom site_src.x import y\n\treturn y, 'from rules import z'\n", None),
        ("from \\\n    rules.text import words\nfrom graph.x import y\n", None),
        ('"""from rules import x"""\n# import rules\nfrom scraper import fetch; from rules import text\n', None),
    ],
)
def test_imports_come_from_below(source: str, nested: str | None) -> None:
    result = nest_imports(source, "a.py")
    if nested is not None:
        assert result == nested
    added = result.count("comprules.")
    assert added > 0
    assert result.replace("comprules.", "").replace(" as rules", "") == source
    assert nest_imports(result, "a.py") == result, "nothing is nested twice"


@pytest.mark.parametrize(
    "source",
    [
        "from . import rules\nfrom .rules import text\nfrom .. import graph\n",
        "import ruleset\nfrom rules_engine import x\nimport os, sys\nfrom comprules.lint import files\n",
        "rules = graph.scraper\nprint('from rules import x', rules.text)\n",
        "x = 1\r\ny = '''\r\nimport rules\r\n'''\r\n",
    ],
)
def test_all_else_stays(source: str) -> None:
    assert nest_imports(source, "a.py") == source


@pytest.mark.parametrize("source", ["import rules.text\n", "import os, rules\n", "import rules.text, graph as g\n"])
def test_what_would_mean_another_module_is_refused(source: str) -> None:
    with pytest.raises(NestingError, match=r"a\.py:1: write"):
        nest_imports(source, "a.py")


def test_a_module_named_in_a_string_is_refused() -> None:
    modules = {"scraper.documents.worker", "rules.text"}
    check_strings("x = 'rules.number', 'scraper', 'see rules.text'\n", "a.py", modules)
    with pytest.raises(NestingError, match=r"a\.py:2: the module 'rules\.text'.*__package__"):
        check_strings("import os\nx = ['rules.text']\n", "a.py", modules)


def hash_content(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


@pytest.mark.long
def test_the_wheel_of_the_source_distribution_is_the_same(wheel: Path, tmp_path: Path) -> None:
    run_or_fail(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path))
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = (folder for folder in tmp_path.iterdir() if folder.is_dir())
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index")
    run_or_fail(*pip, "-w", str(tmp_path), str(unpacked))
    (built,) = tmp_path.glob("*.whl")
    assert hash_content(built) == hash_content(wheel)


def test_an_editable_installation_has_the_files_of_the_repository(tmp_path: Path) -> None:
    run_or_fail(sys.executable, "-m", "hatchling", "build", "-t", "wheel:editable", "-d", str(tmp_path))
    (built,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        (link,) = (name for name in archive.namelist() if ".dist-info/" not in name)
        assert archive.read(link).decode().split() == [str(ROOT)]


def test_a_build_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    shutil.copytree(ROOT / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "comprules").mkdir()
    for name in ("hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE.md"):
        shutil.copy(ROOT / name, tmp_path)
    run_or_fail(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path), cwd=tmp_path)
    assert list(temporary.iterdir()) == []
    assert len(list(tmp_path.glob("*.whl"))) == 1
