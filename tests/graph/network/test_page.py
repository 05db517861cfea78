"""The examples of the page about the graph run as they are and print something."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "graph.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def run_example(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str, Path], str]:
    """Return what an example prints with a knowledge base."""

    def run(example: str, path: Path) -> str:
        monkeypatch.setenv("COMPRULES_DB", str(path))
        exec(compile(example, "docs/graph.md", "exec"), {})
        return capsys.readouterr().out

    return run


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 12


@pytest.mark.parametrize("place", range(len(EXAMPLES)))
def test_an_example_prints_something(place: int, sample_kb: Path, run_example: Callable[[str, Path], str]) -> None:
    assert run_example(EXAMPLES[place], sample_kb).strip()


@pytest.mark.archive
@pytest.mark.long
def test_the_figures_of_betweenness_are_those_of_the_real_editions(
    whole: Path, run_example: Callable[[str, Path], str]
) -> None:
    (example,) = (example for example in EXAMPLES if "betweenness" in example)
    printed = [line.split() for line in run_example(example, whole).splitlines()]
    assert len(printed) == 5
    for number, *_, share in printed:
        assert re.search(rf"{re.escape(number)}\s\({share}\)", PAGE), f"{number} ({share})"


@pytest.mark.archive
def test_the_figures_of_impact_are_those_of_the_real_editions(
    whole: Path, run_example: Callable[[str, Path], str]
) -> None:
    (example,) = (example for example in EXAMPLES if "comprules.impact" in example)
    direct, indirect = re.findall(r"(?<![.\d])\d+(?![.\d])", run_example(example, whole))[-2:]
    sentence = f"{direct} rules and entries refer to it directly and another {indirect} through other rules"
    assert sentence in " ".join(PAGE.split())
