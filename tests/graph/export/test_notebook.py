"""The notebook of the documentation draws its pictures."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")
NOTEBOOK = Path(__file__).parents[3] / "docs" / "notebooks" / "pictures.ipynb"


def test_the_notebook_draws_six_pictures(sample_export: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib import pyplot

    monkeypatch.setenv("COMPRULES_DATA", str(sample_export))
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "it is kept without outputs, which may have texts of the publisher"
            exec("".join(cell["source"]), names)
    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    assert len(figures) == 6
    for figure in figures:
        for axes in figure.axes:
            assert axes.lines or axes.collections or axes.patches
            assert all(line.get_path().to_polygons(closed_only=False) for line in axes.lines)
    pyplot.close("all")
