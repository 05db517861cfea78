"""What the comparison of two generators' sites finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.generators import main

PAGE = '<p id="a">One <b>two</b></p><script>1</script>'


@pytest.mark.parametrize(
    ("other", "status", "said"),
    [
        (PAGE, 0, "0 missing\n"),
        ('<p id="a">One <i>t</i>wo</p><p id="b">three</p>', 0, "has id            1  b\n0 missing\n"),
        ("<p>One two</p>", 1, "lacks id          1  a\n1 missing\n"),
        ('<p id="a">One</p>', 1, "lacks text        1  two\n1 missing\n"),
        (None, 1, "lacks page        1  x.html\n1 missing\n"),
    ],
)
def test_differences(
    other: str | None, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, page in (("site", PAGE), ("other", other)):
        (tmp_path / name).mkdir()
        if page is not None:
            (tmp_path / name / "x.html").write_text(page)
    assert main(str(tmp_path / "site"), str(tmp_path / "other")) == status
    assert capsys.readouterr().out == said
