"""docs/citations.md: its example gives the findings that the page explains."""

import re
from pathlib import Path

import msgspec

from tests.comprules.running import ROOT, run

PAGE = ROOT / "docs" / "citations.md"


def test_the_example_gives_the_findings_that_the_page_explains(tmp_path: Path) -> None:
    example = re.search(r"^```\n(.*?)^```\n", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert example is not None
    path = tmp_path / "morph.rs"
    path.write_text(example[1], encoding="utf-8")
    answer = msgspec.json.decode(run("check", "--format", "json", str(path)).stdout)
    findings = [(finding["number"], finding["code"], finding["suggestion"]) for finding in answer["findings"]]
    assert findings == [("702.36e", "CR002", "702.37e"), ("702.35", "CR005", "702.40")]
    assert answer["citations"] == 4
