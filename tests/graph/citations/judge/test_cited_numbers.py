"""How often a file cites a rule."""

from graph.citations.find.finder import find_citations
from graph.citations.judge.cited_numbers import CitedNumbers

TEXT = "// CR 702.40a and CR 702.40b. Also CR 702.40, CR 702.19c-e, CR 702.40a, CR 704.3 and chapter CR 702."


def test_a_rule_is_counted_with_its_subrules() -> None:
    cited = CitedNumbers(find_citations(TEXT))
    assert [cited.count_rule(number) for number in ("702.40a", "702.40", "702.19", "702.5")] == [4, 4, 2, 0]


def test_a_file_without_citations_cites_nothing() -> None:
    cited = CitedNumbers(())
    assert cited.count_rule("702.40a") == 0
