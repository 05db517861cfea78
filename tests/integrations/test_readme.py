"""The README: its commands and its Python print what it shows, without a knowledge base, and its pictures are true."""

import contextlib
import io
import os
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from bench.linter_picture import COMMAND, PICTURE, TREE, draw, read_text
from tests.comprules.running import ROOT, run

PAGE = ROOT / "README.md"
BLOCK = re.compile(
    r"^```\n(?:(?P<folder>tests/\S+))?\$ comprules (?P<words>.+)\n(?P<output>(?s:.*?))^```\n", re.MULTILINE
)
PYTHON = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def without_knowledge_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(tmp_path / "none.sqlite"))
    monkeypatch.setenv("NO_COLOR", "1")


def print_block(block: re.Match[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a block of the page with what its command prints now."""
    folder = block["folder"] or ""
    monkeypatch.chdir(ROOT / folder)
    result = run(*shlex.split(block["words"]))
    assert result.exit_code in (0, 1), result.output
    return f"```\n{folder}$ comprules {block['words']}\n{result.stdout}```\n"


def test_the_commands_print_what_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """With UPDATE_GOLDENS=1 the page is written again."""
    page = PAGE.read_text(encoding="utf-8")
    assert len(BLOCK.findall(page)) == page.count("$ comprules ") >= 3
    wanted = BLOCK.sub(lambda block: print_block(block, monkeypatch), page)
    if os.environ.get("UPDATE_GOLDENS"):
        PAGE.write_text(wanted, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == wanted, "read the diff, then UPDATE_GOLDENS=1"


def test_the_python_runs() -> None:
    examples = PYTHON.findall(PAGE.read_text(encoding="utf-8"))
    assert examples
    for example in examples:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(example, str(PAGE), "exec"), {})
        for line in printed.getvalue().splitlines():
            assert f"# {line}\n" in example


def test_the_picture_shows_what_the_linter_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m bench.linter_picture` draws it again."""
    monkeypatch.chdir(TREE)
    result = run(*COMMAND)
    shown = read_text(PICTURE.read_text(encoding="utf-8"))
    assert shown == read_text(draw(result.stdout + result.stderr.splitlines()[-1]))
    assert "CR002" in shown


def test_the_badges_say_what_the_project_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f">{oldest}+<" in (ROOT / "docs" / "images" / "badge-python.svg").read_text(encoding="utf-8")
    assert f">{project['license']}<" in (ROOT / "docs" / "images" / "badge-licence.svg").read_text(encoding="utf-8")
