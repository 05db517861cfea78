"""Which rules of a made-up game's rules another work restates, and which it does not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from graph.correspond import correspondences
from graph.correspond.counterparts import counterparts
from rules.numbers import kind_of, parent_of
from rules.records import Rule, RuleKind

EARLY, LATE = "2001-05-01", "2003-07-01"

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
    correspondences_found = correspondences(rules_of(texts, day or ""), day, list(editions), editions.__getitem__)
    assert all(0 < correspondence.score <= 1 for correspondence in correspondences_found)
    assert [correspondence.key for correspondence in correspondences_found] == [
        key for key in texts if key in {correspondence.key for correspondence in correspondences_found}
    ]
    return {
        correspondence.key: (correspondence.other_edition, correspondence.other, correspondence.method)
        for correspondence in correspondences_found
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Only the owner of a ring may turn it unless the lantern’s inscription says otherwise. [J. Ring 02/03/98]",
            (EARLY, "100.1", "same-text"),
        ),
        ("A ring that has been turned stays so until the lantern was passed on twice.", (EARLY, "100.2", "words")),
        # of a titled rule, by who names the title
        ("A stone that has feather cannot be blocked by a stone that is without feather.", (EARLY, "200.1a", "words")),
    ],
)
def test_words_that_are_restated(text: str, found: tuple[str, str, str]) -> None:
    assert matches({"A.1": text}) == {"A.1": found}


def test_headings() -> None:
    assert matches({"A": "Turning Rings|", "B": "Boats|"}) == {"A": (EARLY, "100", "heading")}
    assert matches({"A": "Turning Rings|", "B": "Turning rings|"}) == {}, "which of the two is open"


@pytest.mark.parametrize(
    "text",
    [
        "Whoever rows across the lake first takes the lantern home and lights the stove with it.",
        "A stone is put into its owner's pouch.",  # two rules say that, of different stones
        "A stone with hull can't be blocked by stones without hull.",  # the rule is about another carving
        "It may be turned.",
    ],
)
def test_what_restates_nothing(text: str) -> None:
    assert matches({"A.1": text}) == {}


def test_a_tag_names_the_edition_and_lowers_the_bar() -> None:
    loose = "A ring is turned by its owner, and by anybody else where the lantern's inscription says so."
    assert matches({"A.1": f"{loose} [CompRules 2003/08/15]"}) == {"A.1": (LATE, "100.1", "tagged-words")}
    assert matches({"A.1": loose}) == {}


def test_a_document_without_a_date_speaks_of_what_most_of_its_tags_name() -> None:
    texts = {
        "A.1": "Only the owner of a ring may turn it. [CompRules 2003/07/01]",
        "A.2": "Boats are tied up at night. [Almanac, Page 3]",
        "A.3": "Boats are green. [CompRules 2001/06/30]",
        "A.4": "Boats are blue. [CompRules 2003/09/01]",
        "A.5": "Boats are older than that. [CompRules 1999/01/01] Boats are newer. [CompRules 2003/07/01]",
        "A.6": "Boats are older than that. [CompRules 1999/01/01]",
    }
    counterparts_found = counterparts(rules_of(texts, ""), None, [EARLY, LATE])
    assert counterparts_found == [(LATE, True), (LATE, False), (EARLY, True), (LATE, True), (LATE, True), (EARLY, True)]


def test_without_any_date_nothing_corresponds() -> None:
    assert matches({"A.1": RULES["100.1"]}, day=None) == {}


@pytest.mark.parametrize(("day", "edition"), [("1999-01-01", EARLY), ("2002-05-01", EARLY), ("2002-08-01", LATE)])
def test_the_nearest_edition_in_time(day: str, edition: str) -> None:
    assert matches({"A.1": RULES["100.1"]}, day=day) == {"A.1": (edition, "100.1", "same-text")}
