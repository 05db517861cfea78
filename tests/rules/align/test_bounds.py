"""What is too much alike, or too long, is aligned coarsely: in proportion to its size, and every record says so."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from bench.growth import grows_in_proportion
from rules.align.align import align
from rules.align.coarse import COARSE, select_affordable
from rules.align.edition_columns import EditionColumns
from rules.align.limits import MOST_CANDIDATES
from rules.align.matching import Matching
from rules.links import StepRecords
from rules.records import Rule
from rules.text_sizes import LONGEST_PASSAGE

Pair = tuple[Sequence[Rule], Sequence[Rule]]


def chapter(number: int, texts: Sequence[str]) -> list[Rule]:
    return [
        Rule("2001-01-01", f"{number}", "chapter", heading="General", parent="1"),
        *(
            Rule("2001-01-01", f"{number}.{at}", "rule", None, text, parent=f"{number}")
            for at, text in enumerate(texts, 1)
        ),
    ]


def book(texts: Sequence[str], chapters: int = 1) -> list[Rule]:
    rules = [Rule("2001-01-01", "1", "section", heading="Game")]
    return [*rules, *(rule for at in range(chapters) for rule in chapter(100 + at, texts[at::chapters]))]


def draw_sentence(count: int, seed: int, vocabulary: int = 40) -> str:
    numbers = random.Random(seed).choices(range(vocabulary), k=count)
    return " ".join(f"word{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in numbers)


def sentences(count: int, word: str) -> str:
    return " ".join(f"Stone {chr(97 + at % 26)}x lies in the {word}." for at in range(count))


def draw_rules(count: int) -> list[str]:
    return [sentences(2, f"river {at}") for at in range(count)]


CASES: dict[str, Callable[[int], Pair]] = {
    "equal words, replaced": lambda n: (book(["stone"] * n), book(["water"] * n)),
    "equal words, more of them": lambda n: (book(["stone"] * n), book(["stone"] * (n + n // 2))),
    "equal words in other chapters": lambda n: (book(["stone"] * n, 2), book(["water"] * n, 3)),
    "few words": lambda n: (
        book([draw_sentence(8, at) for at in range(n)], 2),
        book([draw_sentence(8, -at - 1) for at in range(n)], 3),
    ),
    "one rule of many words": lambda n: (book([draw_sentence(40 * n, 1)]), book([draw_sentence(40 * n, 2)])),
    "one rule of one word": lambda n: (book(["stone " * 40 * n]), book(["stone " * 40 * n + "water"])),
    "one rule of many sentences": lambda n: (book([sentences(8 * n, "river")]), book([sentences(8 * n, "sea")])),
    "many became one": lambda n: (book(draw_rules(n)), book([sentences(4 * n, "sea")])),
    "one became many": lambda n: (book([sentences(4 * n, "sea")]), book(draw_rules(n))),
}


class CountedChildren(dict[int, list[int]]):
    """The children of new records, with the number of children that were looked up."""

    looked_up = 0

    def get(self, parent: int, default: Any = ()) -> Any:
        children = super().get(parent, default)
        self.looked_up += len(children)
        return children


def align_pair(pair: Pair) -> StepRecords:
    old, new = pair
    return align(EditionColumns(old, []), EditionColumns(new, []))


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_lost_and_it_is_said_at_a_cost_in_proportion(name: str) -> None:
    """The least size is beyond the limits; below them all is compared with all, and that is little."""
    assert grows_in_proportion(lambda count: partial(align_pair, CASES[name](500 * count)), 4)
    old, new = CASES[name](1_000)
    alignment = align_pair((old, new))
    assert {link.old for link in alignment.links} - {None} == {rule.key for rule in old}
    assert {link.new for link in alignment.links} - {None} == {rule.key for rule in new}
    methods = {link.method for link in alignment.links}
    if name == "equal words, more of them":
        assert methods == {"heading", "twin", "none"}, "all that can be told is told"
    else:
        assert COARSE in methods


def test_the_same_number_links_what_begins_alike() -> None:
    alike = draw_sentence(LONGEST_PASSAGE // 6, 3, 600)
    old = book([alike, "A stone.", draw_sentence(LONGEST_PASSAGE // 6, 4)])
    new = book([alike + " water", "A stone.", draw_sentence(LONGEST_PASSAGE // 6, 5, 600)])
    links = {link.old or link.new: (link.kind, link.change, link.method) for link in align_pair((old, new)).links}
    assert links["100.1"] == ("kept", "wording", COARSE)
    assert links["100.2"] == ("kept", "unchanged", "text")
    assert links["100.3"] == ("deleted", None, COARSE)


def test_other_families_are_compared_closely_still() -> None:
    """The crowd in one chapter takes nothing from the next one."""
    crowd = MOST_CANDIDATES + 1
    texts = ["A player who has a ship may sail it once each turn.", "The harbour closes when the last lamp is out."]
    changed = [text.replace("ship", "boat").replace("last", "final") for text in texts]
    old = [*book(["stone"] * crowd), *chapter(200, texts)]
    new = [*book(["water"] * crowd), *chapter(300, changed)]
    by_old = {link.old: (link.new, link.method) for link in align_pair((old, new)).links if link.old}
    assert [by_old[key] for key in ("200.1", "200.2")] == [("300.1", "words"), ("300.2", "words")]
    assert by_old["100.1"][1] == COARSE


@pytest.mark.parametrize("parent_count", [1, 100])
def test_the_children_of_a_crowded_family_are_looked_up_once_for_each_parent(parent_count: int) -> None:
    """Several parents that became one have the same children, which are set aside once."""
    crowd = 20 * MOST_CANDIDATES
    old = EditionColumns(book(["stone"] * crowd, parent_count), [])
    new = EditionColumns(book(["water"] * crowd), [])
    matching = Matching(old, new)
    parents = [position for position, kind in enumerate(old.kinds) if kind == "chapter"]
    (new_parent,) = [position for position, kind in enumerate(new.kinds) if kind == "chapter"]
    *children, last = new.children[new_parent]
    for parent in parents:
        matching.link(old.children[parent][0], children.pop(), "test", 1.0)
    unlinked = CountedChildren({new_parent: children})
    olds = [position for parent in parents for position in old.children[parent][1:]]
    affordable = select_affordable(matching, matching.update_families(), olds, unlinked, lambda _old: [last])
    assert affordable == {}
    assert matching.coarse_old == set(olds)
    assert matching.coarse_new.issuperset(children)
    assert unlinked.looked_up == (parent_count + 1) * len(children)
