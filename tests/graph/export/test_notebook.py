"""The notebooks of the documentation draw their pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")
DOCS = Path(__file__).parents[3] / "docs"


def read_program(notebook: str) -> list[str]:
    """Return the code of each cell of a notebook."""
    cells = json.loads((DOCS / "notebooks" / notebook).read_text(encoding="utf-8"))["cells"]
    programs = [cell for cell in cells if cell["cell_type"] == "code"]
    for program in programs:
        assert not program["outputs"], "it is kept without outputs, which may have texts of the publisher"
    return ["".join(program["source"]) for program in programs]


@pytest.mark.parametrize("notebook", ["pictures.ipynb", "graph.ipynb"])
def test_a_notebook_draws_six_pictures(
    notebook: str, sample_export: Path, sample_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib import pyplot

    monkeypatch.setenv("COMPRULES_DATA", str(sample_export))
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))
    names: dict[str, object] = {}
    for program in read_program(notebook):
        exec(program, names)
    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    assert len(figures) == 6
    for figure in figures:
        for axes in figure.axes:
            assert axes.lines or axes.collections or axes.patches
            assert all(line.get_path().to_polygons(closed_only=False) for line in axes.lines)
    pyplot.close("all")


def test_the_notebook_of_the_graph_has_the_examples_of_its_page() -> None:
    page = (DOCS / "graph.md").read_text(encoding="utf-8").partition("## Questions that the graph answers")[2]
    examples = [example.strip() for example in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]
    assert len(examples) == 11
    assert [program for program in read_program("graph.ipynb") if program in examples] == examples
