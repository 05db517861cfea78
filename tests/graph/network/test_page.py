"""The examples of the page about the graph run as they are and print something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "graph.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 12


@pytest.mark.parametrize("place", range(len(EXAMPLES)))
def test_an_example_prints_something(
    place: int, sample_kb: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    exec(compile(EXAMPLES[place], "docs/graph.md", "exec"), {})
    assert capsys.readouterr().out.strip()


@pytest.mark.archive
@pytest.mark.long
def test_the_figures_of_betweenness_are_those_of_the_real_editions(
    whole: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(whole))
    (example,) = (example for example in EXAMPLES if "betweenness" in example)
    exec(compile(example, "docs/graph.md", "exec"), {})
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert len(printed) == 5
    for number, *_, share in printed:
        assert re.search(rf"{re.escape(number)}\s\({share}\)", PAGE), f"{number} ({share})"


@pytest.mark.archive
def test_the_figures_of_impact_are_those_of_the_real_editions(
    whole: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPRULES_DB", str(whole))
    (example,) = (example for example in EXAMPLES if "comprules.impact" in example)
    exec(compile(example, "docs/graph.md", "exec"), {})
    direct, indirect = re.findall(r"(?<![.\d])\d+(?![.\d])", capsys.readouterr().out)[-2:]
    assert f"{direct} rules and entries and another {indirect} in" in PAGE
