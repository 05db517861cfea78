"""Tables of small changes to a made-up game: what must be linked, and what must not."""

from __future__ import annotations

import random

import pytest

from rules.align import align
from tests.rules.align.rewritten_edition import GAME, apply_changes, edition, links_by_keys, pairs

OLD = apply_changes("")
KEYS = {rule.key for rule in edition(OLD)[0]} | {entry.key for entry in edition(OLD)[1]}

CASES: dict[str, tuple[str, str, dict[str, set[str]]]] = {
    # name: changes of the old edition, changes of the new one, what becomes of the old keys that do not keep theirs
    "a rule put in before another": (
        "",
        (
            "200.2 At noon a bell is rung, and whoever is late for it pays a coin to the harbour master.\n"
            "200.3 Prices fall by one coin for each barrel sold and recover overnight to the price printed on "
            "the board.\n"
            "200.4 Nobody may buy back on the same evening the barrels that they themselves brought to market."
        ),
        {"200.2": {"200.3"}, "200.3": {"200.4"}},
    ),
    "two rules change places": (
        "",
        (
            "101.2 The lantern keeper announces the tide aloud; an order called before the announcement is void.\n"
            "101.3 While the tide is low, boats with a deep keel stay where they are and only rowing boats may be "
            "moved."
        ),
        {"101.2": {"101.3"}, "101.3": {"101.2"}},
    ),
    "a rule reworded in its place": (
        "",
        "200.3 Barrels that somebody brought to market may not be bought back by that person until the next morning.",
        {},
    ),
    "a rule that grew": (
        "",
        (
            "201.1 If the weather die shows a cloud, every boat outside the breakwater takes one point of storm "
            "damage. A "
            "boat that is towed takes none, provided that the boat towing it carries a lighted lamp and has a pilot."
        ),
        {},
    ),
    "a rule turned round, where its craft holds it": (
        "",
        "300.2b Several pilots aboard the same boat each guide it, one after the other.",
        {},
    ),
    "crafts that change numbers": (
        "",
        (
            "300.1 = Piloting\n"
            "300.1a Piloting is a craft that finds channels. A boat with a pilot aboard may cross a sandbank at low "
            "tide.\n"
            "300.1b Several pilots aboard the same boat guide it only once.\n"
            "300.2 = Caulking\n"
            "300.2a Caulking is a craft that mends hulls. At sunrise, remove one storm damage from a boat with a "
            "caulker "
            "aboard.\n"
            "300.2b Several caulkers aboard the same boat mend it only once."
        ),
        {"300.1": {"300.2"}, "300.1a": {"300.2a"}, "300.1b": {"300.2b"}, "300.2": {"300.1"}, "300.2a": {"300.1a"}}
        | {"300.2b": {"300.1b"}},
    ),
    "a rule cut in two": (
        (
            "201.2 A boat with as many points of storm damage as planks sinks at once. Cargo from a sunken boat "
            "drifts to "
            "the nearest beach, where any sailor may gather it."
        ),
        (
            "201.2 A boat with as many points of storm damage as planks sinks at once.\n"
            "201.3 Cargo from a sunken boat drifts to the nearest beach, where any sailor may gather it."
        ),
        {"201.2": {"201.2", "201.3"}},
    ),
    "a rule that became a list": (
        (
            "100.3 Boats are moored at the quay. A captain may order a moored boat to leave during this tide. A "
            "fisher may "
            "mend nets on board while it lies there."
        ),
        (
            "100.3 Boats are moored at the quay.\n"
            "100.3a A captain may order a moored boat to leave during this tide.\n"
            "100.3b A fisher may mend nets on board while it lies there."
        ),
        {"100.3": {"100.3", "100.3a", "100.3b"}},
    ),
    "a rule on two things torn into twins": (
        (
            "200.4 If a merchant or a smuggler would unload a crate, that crate is opened on the wharf and the first "
            "guard "
            "to see it counts the bottles."
        ),
        (
            "200.4 If a merchant would unload a crate, that crate is opened on the wharf and the first guard to see it "
            "counts the bottles.\n"
            "201.3 If a smuggler would unload a crate, that crate is opened on the wharf and the first guard to see it "
            "counts the bottles."
        ),
        {"200.4": {"200.4", "201.3"}},
    ),
    "two rules that became one": (
        (
            "201.3 A boat on the beach cannot be steered by anyone.\n"
            "201.4 Driftwood from a wreck mends one plank of any rowing boat."
        ),
        (
            "-201.4\n"
            "201.3 A boat on the beach cannot be steered by anyone. Driftwood from a wreck mends one plank of any "
            "rowing "
            "boat."
        ),
        {"201.3": {"201.3"}, "201.4": {"201.3"}},
    ),
    "a sentence that two rules have now is no piece of the one that kept it": (
        (
            "200.1 A market opens when two cargoes of different goods lie on the same wharf at sunset. Gulls steal one "
            "herring from every uncovered basket on the pier."
        ),
        (
            "201.1 If the weather die shows a cloud, every boat outside the breakwater takes one point of storm "
            "damage. "
            "Gulls steal one herring from every uncovered basket on the pier."
        ),
        {},
    ),
    "a sentence that moved between two rules": (
        (
            "200.1 A market opens when two cargoes of different goods lie on the same wharf at sunset. Gulls steal one "
            "herring from every uncovered basket on the pier."
        ),
        (
            "200.1 A market opens when two cargoes of different goods lie on the same wharf at sunset.\n"
            "201.1 If the weather die shows a cloud, every boat outside the breakwater takes one point of storm "
            "damage. "
            "Gulls steal one herring from every uncovered basket on the pier."
        ),
        {"200.1": {"200.1", "201.1"}},
    ),
    "a glossary entry that grew": (
        "",
        "@Lantern The token that shows whose turn it is to give orders. It is passed to the left, never to the right.",
        {},
    ),
    "a heading renamed over its rules": ("", "201 = Foul Weather", {}),
    "a term renamed everywhere": (
        "",
        (
            "100.1 Every sailor begins the season with three cutters, a chart of the bay and a purse of twelve silver "
            "coins.\n"
            "100.3 Cutters are moored at the quay unless a captain has ordered them to leave during this tide."
        ),
        {},
    ),
    "typography alone": (
        "",
        "100.2 A boat is painted in its owner’s colour before the first tide, so that nobody mistakes it in the fog.",
        {},
    ),
    # what must give nothing
    "a rule struck out": ("", "-200.2", {"200.2": set()}),
    "a copy beside its original is new": (
        "",
        "200.4 Nobody may buy back on the same evening the barrels that they themselves brought to market.",
        {},
    ),
    "a new craft that repeats another's words is new": (
        "",
        (
            "300.4 = Rigging\n"
            "300.4a Rigging is a craft that sets sails. At sunrise, a boat with a rigger may move one pier further.\n"
            "300.4b Several riggers aboard the same boat move it only once."
        ),
        {},
    ),
    "a craft that is gone is not the new one": (
        "",
        (
            "-300.3\n-300.3a\n-300.3b\n"
            "after 300.2b: 300.3 = Signalling\n"
            "after 300.3: 300.3a Signalling is a craft of flags. Whoever has a signaller may look at the topmost "
            "weather "
            "card."
        ),
        {"300.3": set(), "300.3a": set(), "300.3b": set()},
    ),
    "a phrase that another rule happens to share": (
        "",
        "200.4 A sailor who sleeps at sunset on the same wharf wakes with an empty purse.",
        {},
    ),
}


def expected_links(old: list[str], moved: dict[str, set[str]]) -> set[tuple[str, str]]:
    rules, glossary = edition(old)
    keys = [rule.key for rule in rules] + [entry.key for entry in glossary]
    return {(key, target) for key in keys for target in moved.get(key, {key})}


@pytest.mark.parametrize("name", CASES)
def test_what_is_linked(name: str) -> None:
    before, after, moved = CASES[name]
    old = apply_changes(before)
    new = apply_changes(after, "\n".join(old))
    assert pairs(align(*edition(old), *edition(new, "2002-01-01"))) == expected_links(old, moved)


def test_the_parts_of_a_split_are_told_apart() -> None:
    before, after, _ = CASES["a rule that became a list"]
    old = apply_changes(before)
    links = links_by_keys(align(*edition(old), *edition(apply_changes(after, "\n".join(old)), "2002-01-01")))
    parts = [links["100.3", "100.3"], links["100.3", "100.3a"], links["100.3", "100.3b"]]
    assert [part.kind for part in parts] == ["split"] * 3
    assert [part.main for part in parts].count(True) == 1


def test_a_merged_rule_has_one_heir() -> None:
    before, after, _ = CASES["two rules that became one"]
    old = apply_changes(before)
    new = apply_changes(after, "\n".join(old))
    links = links_by_keys(align(*edition(old), *edition(new, "2002-01-01")))
    assert links["201.3", "201.3"].kind == links["201.4", "201.3"].kind == "merged"
    assert [links["201.3", "201.3"].main, links["201.4", "201.3"].main] == [True, False]


def test_an_example_tells_where_its_rule_went() -> None:
    example = "Ada and Bo both row to the pier. Bo arrives last and pays for supper."
    old = apply_changes(f"200.4 Latecomers owe the crew something warm. ! {example}")
    new = apply_changes(f"201.3 Whoever reaches the landing stage after everybody else treats the others. ! {example}")
    links = links_by_keys(align(*edition(old), *edition(new, "2002-01-01")))
    assert links["200.4", "201.3"].method == "example"


def test_an_example_tells_of_which_rule_a_part_came_here() -> None:
    example = "Ada and Bo both row to the pier. Bo arrives last and pays for supper."
    old = apply_changes(f"200.4 Latecomers owe the crew something warm. ! {example}")
    new = apply_changes(
        "200.4 Latecomers owe the crew something hot.\n"
        f"201.3 Whoever reaches the landing stage after everybody else treats the others. ! {example}"
    )
    links = links_by_keys(align(*edition(old), *edition(new, "2002-01-01")))
    assert links["200.4", "200.4"].main
    assert (links["200.4", "201.3"].method, links["200.4", "201.3"].main) == ("example", False)


def test_a_renamed_term_is_reported_and_carries_its_rules() -> None:
    swap = [line.replace("boat", "cutter").replace("Boat", "Cutter") for line in OLD]
    alignment = align(*edition(OLD), *edition(swap, "2002-01-01"))
    assert {(old, new) for old, new in pairs(alignment) if old != new} == set()
    assert ("boat", "cutter") in {(replacement.old, replacement.new) for replacement in alignment.replacements}
    assert links_by_keys(alignment)["100.3", "100.3"].change == "terminology"


def test_known_renamings_are_used() -> None:
    old = apply_changes("200.4 The quartermaster hands the grog to the bosun.")
    new = apply_changes("201.3 The purser hands the cider to the mate.")
    known = [("quartermaster", "purser"), ("grog", "cider"), ("bosun", "mate")]
    sides = (*edition(old), *edition(new, "2002-01-01"))
    assert ("200.4", "201.3") not in pairs(align(*sides))
    assert ("200.4", "201.3") in pairs(align(*sides, known=known))


class TestTies:
    """Records that could as well be linked otherwise."""

    def test_two_equal_places_for_one_rule(self) -> None:
        text = "A kettle left on the stove overnight belongs to the cook, who may sell it to the highest bidder."
        old = apply_changes(f"after 100.3: 102 = Galley\n102.1 {text}")
        copies = text.replace("kettle", "copper kettle")
        new = apply_changes(
            f"after 100.3: 103 = Kitchens Afloat\n103.1 {copies}\nafter 103.1: 104 = Kitchens Ashore\n104.1 {copies}"
        )
        links = links_by_keys(align(*edition(old), *edition(new, "2002-01-01")))
        assert links["102.1", "103.1"].kind == links["102.1", "104.1"].kind == "ambiguous"
        assert not links["102.1", "103.1"].main
        assert links["102.1", "103.1"].change is None

    def test_two_equal_rules_for_one_place(self) -> None:
        text = "A kettle left on the stove overnight belongs to the cook, who may sell it to the highest bidder."
        old = apply_changes(
            f"after 100.3: 103 = Kitchens Afloat\n103.1 {text}\nafter 103.1: 104 = Kitchens Ashore\n104.1 {text}"
        )
        new = apply_changes(f"after 100.3: 102 = Galley\n102.1 {text.replace('kettle', 'copper kettle')}")
        links = links_by_keys(align(*edition(old), *edition(new, "2002-01-01")))
        assert links["103.1", "102.1"].kind == links["104.1", "102.1"].kind == "ambiguous"

    def test_interchangeable_twins_go_in_order(self) -> None:
        old = apply_changes("300.3c Ask the harbour master.\n300.3d Ask the harbour master.")
        new = apply_changes("300.3c Ask the harbour master first.\n300.3d Ask the harbour master first.")
        links = links_by_keys(align(*edition(old), *edition(new, "2002-01-01")))
        assert ("300.3c", "300.3c") in links
        assert ("300.3d", "300.3d") in links
        assert "ambiguous" not in {link.kind for link in links.values()}


def test_the_order_of_the_arguments_records_is_all_that_counts() -> None:
    """Memory of former calls, or the order in which these were made, changes nothing."""
    sides = [
        (
            *edition(apply_changes(before)),
            *edition(apply_changes(after, "\n".join(apply_changes(before))), "2002-01-01"),
        )
        for before, after, _ in CASES.values()
    ]
    first = [align(*side) for side in sides]
    order = list(range(len(sides)))
    random.Random(5).shuffle(order)
    again = {at: align(*sides[at]) for at in order}
    assert [again[at] for at in range(len(sides))] == first


@pytest.mark.parametrize("lines", [[], ["1 = Alone"], ["100.1 Orphan of a lost chapter."]])
def test_little_is_no_trouble(lines: list[str]) -> None:
    small, whole = edition(lines), edition(GAME.splitlines(), "2002-01-01")
    for old, new in ((small, whole), (whole, small), (small, small)):
        alignment = align(*old, *new)
        assert {link.old for link in alignment.links} - {None} == {rule.key for side in old for rule in side}
        assert {link.new for link in alignment.links} - {None} == {rule.key for side in new for rule in side}


def test_a_decision_takes_the_place_of_what_was_found() -> None:
    new = edition(apply_changes("201.1a The harbour master keeps the die."))
    decided = {
        "201.1": ["201.1a", "101.1"],  # not what it is linked with, and a rule that another one continues
        "100.1": ["100.2", "999.9"],  # left out: the newer edition has no such rule
        "888.8": ["100.1"],
    }
    links = links_by_keys(align(*edition(OLD), *new, decided=decided))
    assert {(link.new, link.kind, link.method, link.main) for link in links.values() if link.old == "201.1"} == {
        ("201.1a", "split", "decided", True),
        ("101.1", "split", "decided", False),
    }
    assert links["101.1", "101.1"].main
    assert links[None, "201.1"].kind == "added"
    assert links["100.1", "100.1"].method == "text"
