"""`mkdocs build` in a plain clone makes the documentation, before any site was built."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from comprules.documentation_hook import PAGES_ELSEWHERE, flatten_links
from site_src.builder.documentation import read_documentation
from site_src.paths import ROOT

COPIED = ("mkdocs.yml", "comprules/documentation_hook.py", *PAGES_ELSEWHERE)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with what a clone has of the documentation."""
    folder = tmp_path / "clone"
    shutil.copytree(ROOT / "docs", folder / "docs")
    for name in COPIED:
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, target)
    return folder


def test_a_plain_clone_builds_the_documentation(clone: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", "out"]
    subprocess.run(command, cwd=clone, check=True, capture_output=True, env={"NO_MKDOCS_2_WARNING": "1"})
    built = clone / "out"
    for group in read_documentation().values():
        for document in group:
            folder = "" if document.name == "README.md" else document.stem
            assert (built / folder / "index.html").is_file(), document.name
    commands = (built / "commands" / "index.html").read_text(encoding="utf-8")
    assert "<!-- reference" not in commands
    assert "comprules trace" in commands


@pytest.mark.parametrize(
    ("written", "flat"),
    [
        ("[a](../CHANGELOG.md)", "[a](CHANGELOG.md)"),
        ("[a](docs/site.md#x)", "[a](site.md#x)"),
        ("[a](site.md)", "[a](site.md)"),
        ("[a](images/b.svg)", "[a](images/b.svg)"),
    ],
)
def test_links_are_those_of_one_folder(written: str, flat: str) -> None:
    assert flatten_links(written) == flat
