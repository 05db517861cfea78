"""The accuracy report: it counts from the records, and it tells gains and losses."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest

from bench.accuracy import NUMBERS, Tally, _measure_edition, as_json, from_json, measure
from bench.alignment_report import measure_alignment
from bench.report import _flat_comparison, _format_comparison, _format_table, sum_tallies
from bench.shakeup import INTENSITIES
from comprules.places import SAMPLE
from comprules.tools import REAL_TOOLS
from rules.records import ParsedDocument
from scraper.archive import load_archive
from tests.tiers import leave_to_test_all


@pytest.fixture(scope="module")
def figures() -> dict[str, Tally]:
    return measure(SAMPLE, REAL_TOOLS, jobs=1)


def test_no_line_of_the_sample_is_left_over(figures: dict[str, Tally]) -> None:
    assert len(figures) == 5
    for edition, tally in figures.items():
        numbers = tally.numbers
        assert numbers["lines"] > 0, edition
        assert numbers["unclaimed"] == 0, edition
        assert numbers["claimed"] + numbers["dropped"] == numbers["lines"], edition
        assert set(numbers) == set(NUMBERS), edition
        assert sum(tally.dropped.values()) == numbers["dropped"], edition


def test_lost_lines_are_counted(figures: dict[str, Tally]) -> None:
    def parse_forgetfully(data: bytes, name: str) -> ParsedDocument:
        document = REAL_TOOLS.parse(data, name)
        return msgspec.structs.replace(document, glossary=document.glossary[1:])

    archive = load_archive(SAMPLE)
    tally = _measure_edition(archive, msgspec.structs.replace(REAL_TOOLS, parse=parse_forgetfully), archive.entries[-1])
    assert tally.numbers["unclaimed"] > 0
    assert tally.numbers["glossary"] == figures[archive.entries[-1].edition].numbers["glossary"] - 1


def test_the_table_has_a_row_for_each_edition_and_the_comparison_tells_gains_and_losses(
    figures: dict[str, Tally],
) -> None:
    lines = list(_format_table(figures))
    assert [line.split()[0] for line in lines[1:7]] == [*figures, "all"]
    assert "  no difference in the totals" in list(_format_comparison(figures, figures, "HEAD"))
    before = from_json(json.loads(json.dumps(as_json(figures))))
    assert before == figures
    edition = next(iter(figures))
    before[edition].numbers["rules"] -= 2
    before[edition].dropped["a-reason"] = 3
    text = "\n".join(_format_comparison(before, figures, "HEAD"))
    rules = sum_tallies(figures).numbers["rules"]
    assert f"  rules {rules - 2:,} → {rules:,} (+2)" in text
    assert "dropped: a-reason 3 → 0 (-3)" in text
    assert "1 editions differ" in text
    whole = sum_tallies({"a": Tally(Counter(rules=1)), "b": Tally(Counter(rules=2), Counter(x=1))})
    assert whole == Tally(Counter(rules=3), Counter(x=1))


@pytest.mark.long
def test_alignment_is_measured_and_compared() -> None:
    leave_to_test_all()
    measured = measure_alignment(SAMPLE, REAL_TOOLS, jobs=1)
    assert not measured.gold
    assert len(measured.synthetic) == 5 * len(INTENSITIES)
    lines = list(measured.lines())
    assert "  the archive has no two editions that were judged" in lines
    counts = measured.flatten_figures()
    assert all(counts[name] > 0 for name in counts if name.endswith("judged"))
    name = next(name for name in counts if name.endswith("exact"))
    assert "  no difference" in list(_flat_comparison("alignment", counts, counts))
    comparison = list(_flat_comparison("alignment", {**counts, name: counts[name] - 3}, counts))
    assert any(line.startswith(f"  {name} ") and line.endswith("(+3)") for line in comparison)
    assert "  the other revision did not measure it" in list(_flat_comparison("alignment", {}, counts))
