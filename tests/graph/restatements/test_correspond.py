"""Which rules of a made-up game's rules another work restates, and which it does not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from graph.restatements.correspond import correspondences
from graph.restatements.tagged_editions import find_restated_editions
from rules.numbers import RuleKind, kind_of, parent_of
from rules.records import Rule

EARLY, LATE = "2001-05-01", "2003-07-01"
LOOSE = "A ring is turned by its owner, and by anybody else where the lantern's inscription says so."

RULES: dict[str, str] = {
    "100": "Turning Rings|",
    "100.1": "Only the owner of a ring may turn it unless the lantern's inscription says otherwise.",
    "100.2": "A ring that was turned stays turned until the lantern has been passed on twice.",
    "100.3": "Whenever the heron lands on an occupied notch, the stone in that notch is put into its owner's pouch.",
    "100.4": "A cracked stone is put into its owner's pouch.",
    "100.5": "A chipped stone is put into its owner's pouch.",
    "200": "Carvings|",
    "200.1": "Feather|",
    "200.1a": "A stone with feather can't be blocked by stones without feather.",
    "200.2": "Anchor|",
    "200.2a": "A stone with anchor can't be lifted off its notch by the heron while the lantern is lit.",
}
RULES |= {f"300.{i}": f"Row {i} of the small board has room for {i + 2} acorns and a nut." for i in range(1, 300)}
"""Words are weighed by how rare they are, so there must be some more rules."""


def rules_of(texts: Mapping[str, str], edition: str) -> list[Rule]:
    rules = []
    for number, text in texts.items():
        heading, bar, words = text.rpartition("|")
        tags = tuple(f"[{part}]" for part in words.replace("]", "[").split("[")[1::2])
        lettered = number[0].isalpha()
        parent = number.rpartition(".")[0] or None if lettered else parent_of(number)
        kind: RuleKind = "rule" if lettered else kind_of(number)
        rules.append(Rule(edition, number, kind, heading if bar else None, words, tags=tags, parent=parent))
    return rules


def matches(texts: Mapping[str, str], day: str | None = "2001-04-20") -> dict[str, tuple[str, str, str]]:
    """Key → edition, key and method of what it restates."""
    editions = {EARLY: rules_of(RULES, EARLY), LATE: rules_of(RULES, LATE)}
    rows = correspondences(rules_of(texts, day or ""), day, list(editions), editions.__getitem__)
    assert all(0 < row.score <= 1 for row in rows)
    restated = {row.key: (row.other_edition, row.other, row.method) for row in rows}
    assert [row.key for row in rows] == [key for key in texts if key in restated]
    return restated


RESTATED = {
    "Only the owner of a ring may turn it unless the lantern’s inscription says otherwise. [J. Ring 02/03/98]": (
        (EARLY, "100.1", "same-text")
    ),
    "A ring that has been turned stays so until the lantern was passed on twice.": (EARLY, "100.2", "words"),
    # of a titled rule, by who names the title
    "A stone that has feather cannot be blocked by a stone that is without feather.": (EARLY, "200.1a", "words"),
    f"{LOOSE} [CompRules 2003/08/15]": (LATE, "100.1", "tagged-words"),  # a tag names the edition and lowers the bar
    "Turning Rings|": (EARLY, "100", "heading"),
    LOOSE: None,
    "Whoever rows across the lake first takes the lantern home and lights the stove with it.": None,
    "A stone is put into its owner's pouch.": None,  # two rules say that, of different stones
    "A stone with hull can't be blocked by stones without hull.": None,  # the rule is about another carving
    "It may be turned.": None,
    "Boats|": None,
}


@pytest.mark.parametrize(("text", "found"), RESTATED.items())
def test_what_is_restated(text: str, found: tuple[str, str, str] | None) -> None:
    assert matches({"A.1": text}) == ({"A.1": found} if found else {})


@pytest.mark.parametrize(
    ("heading", "score"),
    [("Turning Rings", 1.0), ("Step 4: Turning Rings", 0.9), ("Turning Ring:", 0.9), ("turning rings step", 0.9)],
)
def test_a_heading_is_matched_without_its_place_in_a_turn(heading: str, score: float) -> None:
    editions = {EARLY: rules_of(RULES, EARLY)}
    rules = rules_of({"A.1": f"{heading}|"}, "2001-04-20")
    (row,) = correspondences(rules, "2001-04-20", [EARLY], editions.__getitem__)
    assert (row.other, row.method, row.score) == ("100", "heading", score)


def test_headings_that_differ_only_in_their_frame_are_not_told_apart() -> None:
    assert matches({"A.1": "Turning Rings|", "B.1": "Phase 2: Turning Rings|"}) == {}


def test_below_a_keyword_only_rules_about_it_are_restated() -> None:
    """Another rule has more of the words, but says nothing of the keyword that the heading names."""
    rule = "If the heron lands on an occupied notch, the stone in the notch is put into its owner's pouch at once."
    assert matches({"B.1": rule}) == {"B.1": (EARLY, "100.3", "words")}
    assert matches({"B": "Anchor:|", "B.1": rule}) == {"B": (EARLY, "200.2", "heading")}


def test_below_headings_that_match_less_likeness_is_enough() -> None:
    rule = "Whoever has turned a ring leaves it so, and takes the lantern, until it has been passed."
    alone = matches({"A.1": rule})
    below = matches({"A": "Turning Rings|", "A.1": rule})
    assert (alone, below["A.1"]) == ({}, (EARLY, "100.2", "words"))


def test_which_of_two_headings_is_open_and_the_nearest_edition_in_time_counts() -> None:
    assert matches({"A": "Turning Rings|", "B": "Boats|"}) == {"A": (EARLY, "100", "heading")}
    assert matches({"A": "Turning Rings|", "B": "Turning rings|"}) == {}
    for day, edition in (("1999-01-01", EARLY), ("2002-05-01", EARLY), ("2002-08-01", LATE)):
        assert matches({"A.1": RULES["100.1"]}, day=day) == {"A.1": (edition, "100.1", "same-text")}
    assert matches({"A.1": RULES["100.1"]}, day=None) == {}, "without any date nothing corresponds"


def test_a_document_without_a_date_speaks_of_what_most_of_its_tags_name() -> None:
    texts = {
        "A.1": "Only the owner of a ring may turn it. [CompRules 2003/07/01]",
        "A.2": "Boats are tied up at night. [Almanac, Page 3]",
        "A.3": "Boats are green. [CompRules 2001/06/30]",
        "A.4": "Boats are blue. [CompRules 2003/09/01]",
        "A.5": "Boats are older than that. [CompRules 1999/01/01] Boats are newer. [CompRules 2003/07/01]",
        "A.6": "Boats are older than that. [CompRules 1999/01/01]",
    }
    counterparts_found = find_restated_editions(rules_of(texts, ""), None, [EARLY, LATE])
    assert counterparts_found == [(LATE, True), (LATE, False), (EARLY, True), (LATE, True), (LATE, True), (EARLY, True)]
