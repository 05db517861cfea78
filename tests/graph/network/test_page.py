"""The examples of the page about the graph run as they are and print something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "graph.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 11


@pytest.mark.parametrize("place", range(len(EXAMPLES)))
def test_an_example_prints_something(
    place: int, sample_kb: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    exec(compile(EXAMPLES[place], "docs/graph.md", "exec"), {})
    assert capsys.readouterr().out.strip()
