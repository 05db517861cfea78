"""Tables of small changes to a made-up game: what must be linked, and what must not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest

from rules.align.align import align
from rules.align.close import make_term_renamer
from rules.align.edition_columns import EditionColumns
from rules.align.matching import Matching
from rules.align.passage_words import stems_of_term
from rules.links import Link, StepRecords
from rules.numbers import kind_of, parent_of
from rules.records import GlossaryEntry, Rule

GAME = """
1 = Sailing Out
100 = Boats
100.1 Every sailor begins the season with three boats, a chart of the bay and a purse of twelve silver coins.
100.2 A boat is painted in its owner's colour before the first tide, so that nobody mistakes it in the fog.
100.2a A boat whose paint has worn away belongs to whoever last steered it into the harbour.
100.3 Boats are moored at the quay unless a captain has ordered them to leave during this tide.
101 = Tides
101.1 The tide turns once all sailors have passed the lantern twice around the table without giving an order.
101.2 While the tide is low, boats with a deep keel stay where they are and only rowing boats may be moved.
101.3 The lantern keeper announces the tide aloud; an order called before the announcement is void.
2 = Trading
200 = Markets
200.1 A market opens when two cargoes of different goods lie on the same wharf at sunset.
200.2 Prices fall by one coin for each barrel sold and recover overnight to the price printed on the board.
200.3 Nobody may buy back on the same evening the barrels that they themselves brought to market.
201 = Storms
201.1 If the weather die shows a cloud, every boat outside the breakwater takes one point of storm damage.
201.2 A boat with as many points of storm damage as planks sinks, and its cargo drifts to the nearest beach.
3 = Crafts
300 = Crafts of the Crew
300.1 = Caulking
300.1a Caulking is a craft that mends hulls. At sunrise, remove one storm damage from a boat with a caulker aboard.
300.1b Several caulkers aboard the same boat mend it only once.
300.2 = Piloting
300.2a Piloting is a craft that finds channels. A boat with a pilot aboard may cross a sandbank at low tide.
300.2b Several pilots aboard the same boat guide it only once.
300.3 = Netting
300.3a Netting is a craft that feeds the crew. At sunset, a boat with a netter aboard gains one barrel of herring.
300.3b Several netters aboard the same boat fish only once.
@Breakwater A wall of stone in front of the harbour. Boats behind it are safe from the weather die.
@Lantern The token that shows whose turn it is to give orders. It is passed to the left.
"""

Records = tuple[tuple[Rule, ...], tuple[GlossaryEntry, ...]]


def edition(lines: Iterable[str], name: str = "2001-01-01") -> Records:
    """Records of lines: `100 = Heading`, `100.1 text`, `@Term text`; ` ! ` in a text begins an example."""
    rules, glossary = [], []
    for line in lines:
        number, _, text = line.strip().partition(" ")
        if not number:
            continue
        if number.startswith("@"):
            glossary.append(GlossaryEntry(name, number[1:], text))
            continue
        heading = text.removeprefix("= ") if text.startswith("= ") else None
        passage, *examples = ("" if heading else text).split(" ! ")
        rules.append(Rule(name, number, kind_of(number), heading, passage, tuple(examples), parent=parent_of(number)))
    return tuple(rules), tuple(glossary)


def apply_changes(changes: str, base: str = GAME) -> list[str]:
    """The base with lines put in: a line replaces the one of its number, `-100.1` takes it out, others go in in order.

    A line `100.9 text` that is new goes after the last line of its parent; `after 101.1: 101.2 text` goes there.
    `{100.1}` in a text is what the base has under that number.
    """
    lines = [line for line in base.strip().splitlines() if line]
    texts = dict(line.split(" ", 1) for line in lines)
    for change in re.sub(r"\{(.+?)\}", lambda number: texts[number[1]], changes.strip()).splitlines():
        if change.startswith("-"):
            lines = [line for line in lines if line.split(" ", 1)[0] != change[1:]]
            continue
        after, _, text = (
            change.removeprefix("after ").partition(": ") if change.startswith("after ") else ("", "", change)
        )
        number = text.split(" ", 1)[0]
        numbers = [line.split(" ", 1)[0] for line in lines]
        if after:
            lines.insert(numbers.index(after) + 1, text)
        elif number in numbers:
            lines[numbers.index(number)] = text
        else:
            family = [at for at, other in enumerate(numbers) if other.startswith(parent_of(number) or number)]
            lines.insert(max(family) + 1, text)
    return lines


def pairs(alignment: StepRecords) -> set[tuple[str, str]]:
    """Old and new keys that are linked, for better or worse."""
    return {(link.old, link.new) for link in alignment.links if link.old and link.new}


def links_by_keys(alignment: StepRecords) -> dict[tuple[str | None, str | None], Link]:
    """The links by what they link."""
    return {(link.old, link.new): link for link in alignment.links}


OLD = apply_changes("")

# Below each name: the changes of the old edition (`<`), those of the new one (`+`), and where old keys went that do not
# keep theirs (`>`). What begins with two blanks goes on from the line before.
CASES = """
# a rule put in before another
+ 200.2 At noon a bell is rung, and whoever is late for it pays a coin to the harbour master.
+ 200.3 {200.2}
+ 200.4 {200.3}
> 200.2 200.3
> 200.3 200.4
# two rules change places
+ 101.2 {101.3}
+ 101.3 {101.2}
> 101.2 101.3
> 101.3 101.2
# a rule reworded in its place
+ 200.3 Barrels that somebody brought to market may not be bought back by that person until the next morning.
# a rule that grew
+ 201.1 {201.1} A boat that is towed takes none, provided that the boat towing it carries a lighted lamp and has a
  pilot.
# a rule turned round, where its craft holds it
+ 300.2b Several pilots aboard the same boat each guide it, one after the other.
# crafts that change numbers
+ 300.1 {300.2}
+ 300.1a {300.2a}
+ 300.1b {300.2b}
+ 300.2 {300.1}
+ 300.2a {300.1a}
+ 300.2b {300.1b}
> 300.1 300.2
> 300.1a 300.2a
> 300.1b 300.2b
> 300.2 300.1
> 300.2a 300.1a
> 300.2b 300.1b
# a rule cut in two
< 201.2 A boat with as many points of storm damage as planks sinks at once. Cargo from a sunken boat drifts to the
  nearest beach, where any sailor may gather it.
+ 201.2 A boat with as many points of storm damage as planks sinks at once.
+ 201.3 Cargo from a sunken boat drifts to the nearest beach, where any sailor may gather it.
> 201.2 201.2 201.3
# a rule that became a list
< 100.3 Boats are moored at the quay. A captain may order a moored boat to leave during this tide. A fisher may mend
  nets on board while it lies there.
+ 100.3 Boats are moored at the quay.
+ 100.3a A captain may order a moored boat to leave during this tide.
+ 100.3b A fisher may mend nets on board while it lies there.
> 100.3 100.3 100.3a 100.3b
# a rule on two things torn into twins
< 200.4 If a merchant or a smuggler would unload a crate, that crate is opened on the wharf and the first guard to see
  it counts the bottles.
+ 200.4 If a merchant would unload a crate, that crate is opened on the wharf and the first guard to see it counts the
  bottles.
+ 201.3 If a smuggler would unload a crate, that crate is opened on the wharf and the first guard to see it counts the
  bottles.
> 200.4 200.4 201.3
# two rules that became one
< 201.3 A boat on the beach cannot be steered by anyone.
< 201.4 Driftwood from a wreck mends one plank of any rowing boat.
+ -201.4
+ 201.3 {201.3} {201.4}
> 201.3 201.3
> 201.4 201.3
# a sentence that two rules have now is no piece of the one that kept it
< 200.1 {200.1} Gulls steal one herring from every uncovered basket on the pier.
+ 201.1 {201.1} Gulls steal one herring from every uncovered basket on the pier.
# a sentence that moved between two rules
< 200.1 {200.1} Gulls steal one herring from every uncovered basket on the pier.
+ 200.1 A market opens when two cargoes of different goods lie on the same wharf at sunset.
+ 201.1 {201.1} Gulls steal one herring from every uncovered basket on the pier.
> 200.1 200.1 201.1
# a glossary entry that grew
+ @Lantern The token that shows whose turn it is to give orders. It is passed to the left, never to the right.
# a heading renamed over its rules
+ 201 = Foul Weather
# a term renamed everywhere
+ 100.1 Every sailor begins the season with three cutters, a chart of the bay and a purse of twelve silver coins.
+ 100.3 Cutters are moored at the quay unless a captain has ordered them to leave during this tide.
# typography alone
+ 100.2 A boat is painted in its owner’s colour before the first tide, so that nobody mistakes it in the fog.
# a rule struck out
+ -200.2
> 200.2
# a copy beside its original is new
+ 200.4 {200.3}
# a new craft that repeats another's words is new
+ 300.4 = Rigging
+ 300.4a Rigging is a craft that sets sails. At sunrise, a boat with a rigger may move one pier further.
+ 300.4b Several riggers aboard the same boat move it only once.
# a craft that is gone is not the new one
+ -300.3
+ -300.3a
+ -300.3b
+ after 300.2b: 300.3 = Signalling
+ after 300.3: 300.3a Signalling is a craft of flags. Whoever has a signaller may look at the topmost weather card.
> 300.3
> 300.3a
> 300.3b
# a number that another rule was given
< 201.3 Lightning strikes the tallest mast of a fleet; the captain then chooses which barrel of tar catches fire first.
+ 201.3 Whoever oversleeps misses breakfast, then washes each wooden spoon of the captain, first the one with tar.
> 201.3
# a heading whose only rule left for under another rule
< 200.4 = Bargains
< 200.4a Whoever haggles twice about one basket of plums pays the higher of the two prices.
+ -200.4
+ -200.4a
+ 101.4 The ferry leaves on the hour, full or empty.
+ 101.4a {200.4a}
> 200.4
> 200.4a 101.4a
# a turn of phrase in a new chapter
< 201.3 No signal flags are hoisted in races.
+ -201.3
+ 301 = Regattas
+ 301.1 A regatta is sailed by two crews. On windless mornings the judge rows ahead with a whistle, and no other signal
  flags are hoisted between the two buoys that mark the start of the course.
> 201.3
# one of two cases in a sentence, which kept the number
< 201.3 A sailor with no coins left or who was told to unload more crates than lie in the hold of any boat that has
  moored since the lantern was lit leaves the table.
+ 201.3 A sailor with no coins left leaves the table.
+ 201.4 A sailor who was told to unload more crates than lie in the hold of any boat that has moored since the lantern
  was lit leaves the table.
> 201.3 201.3 201.4
# a craft that repeats a sentence of another one, which put it otherwise
< 300.3c A netter may fish only while moored. It will be following the same gull, seal, or whale as the boat that was
  returned to its owner's quay.
+ 300.3c The boat that leaves by netting departs following the same gull, seal, or whale as the boat that was returned
  to its owner's quay.
+ 300.4 = Rigging
+ 300.4a Rigging is a craft that sets sails. At sunrise, a boat with a rigger may move one pier further.
+ 300.4b A rigged cutter arrives damp. It will be following the same gull, seal, or whale as the boat that was returned
  to its owner's quay.
# a phrase that another rule happens to share
+ 200.4 A sailor who sleeps at sunset on the same wharf wakes with an empty purse.
"""


def read_case(case: str) -> tuple[list[str], list[str], dict[str, set[str]]]:
    """The lines of the older edition, those of the newer one, and where old keys went that do not keep theirs."""
    lines = case.replace("\n  ", " ").splitlines()
    before, after = ("\n".join(line[2:] for line in lines if line[0] == sign) for sign in "<+")
    old = apply_changes(before)
    moved = {line.split()[1]: set(line.split()[2:]) for line in lines if line[0] == ">"}
    return old, apply_changes(after, "\n".join(old)), moved


READ_CASES = {name: read_case(case) for name, _, case in (part.partition("\n") for part in CASES.split("\n# ")[1:])}
EXAMPLE = "Ada and Bo both row to the pier. Bo arrives last and pays for supper."
KETTLE = "A kettle left on the stove overnight belongs to the cook, who may sell it to the highest bidder."


def align_lines(old: list[str], new: list[str]) -> StepRecords:
    return align(EditionColumns(*edition(old)), EditionColumns(*edition(new, "2002-01-01")))


def align_changes(before: str, after: str) -> dict[tuple[str | None, str | None], Link]:
    """The links between the game with the ones changes and the game with the others."""
    return links_by_keys(align_lines(apply_changes(before), apply_changes(after)))


@pytest.mark.parametrize("name", READ_CASES)
def test_what_is_linked(name: str) -> None:
    old, new, moved = READ_CASES[name]
    rules, glossary = edition(old)
    keys = [*(rule.key for rule in rules), *(entry.key for entry in glossary)]
    assert pairs(align_lines(old, new)) == {(key, target) for key in keys for target in moved.get(key, {key})}


def test_the_parts_of_a_split_are_told_apart_and_a_merged_rule_has_one_heir() -> None:
    old, new, _ = READ_CASES["a rule that became a list"]
    links = links_by_keys(align_lines(old, new))
    parts = [links["100.3", key] for key in ("100.3", "100.3a", "100.3b")]
    assert [part.kind for part in parts] == ["split"] * 3
    assert [part.main for part in parts].count(True) == 1
    old, new, _ = READ_CASES["two rules that became one"]
    links = links_by_keys(align_lines(old, new))
    merged = [links[key, "201.3"] for key in ("201.3", "201.4")]
    assert [(link.kind, link.main) for link in merged] == [("merged", True), ("merged", False)]


def test_an_example_tells_where_its_rule_went_and_of_which_rule_a_part_came() -> None:
    old = f"200.4 Latecomers owe the crew something warm. ! {EXAMPLE}"
    new = f"201.3 Whoever reaches the landing stage after everybody else treats the others. ! {EXAMPLE}"
    assert align_changes(old, new)["200.4", "201.3"].method == "example"
    links = align_changes(old, f"200.4 Latecomers owe the crew something hot.\n{new}")
    assert links["200.4", "200.4"].main
    assert (links["200.4", "201.3"].method, links["200.4", "201.3"].main) == ("example", False)


def test_a_renamed_term_is_reported_and_carries_its_rules_as_known_ones_do() -> None:
    alignment = align_lines(OLD, [line.replace("boat", "cutter").replace("Boat", "Cutter") for line in OLD])
    assert {(old, new) for old, new in pairs(alignment) if old != new} == set()
    assert ("boat", "cutter") in {(replacement.old, replacement.new) for replacement in alignment.replacements}
    assert links_by_keys(alignment)["100.3", "100.3"].change == "terminology"
    old = apply_changes("200.4 The quartermaster hands the grog to the bosun.")
    new = apply_changes("201.3 The purser hands the cider to the mate.")
    known = [("quartermaster", "purser"), ("grog", "cider"), ("bosun", "mate")]
    sides = (EditionColumns(*edition(old)), EditionColumns(*edition(new, "2002-01-01")))
    assert ("200.4", "201.3") not in pairs(align(*sides))
    assert ("200.4", "201.3") in pairs(align(*sides, terms=known))


def test_what_could_be_linked_otherwise_is_ambiguous_but_twins_go_in_order() -> None:
    one = f"after 100.3: 102 = Galley\n102.1 {KETTLE}"
    two = f"after 100.3: 103 = Kitchens Afloat\n103.1 {KETTLE}\nafter 103.1: 104 = Kitchens Ashore\n104.1 {KETTLE}"
    links = align_changes(one, two.replace("kettle", "copper kettle"))
    for key in ("103.1", "104.1"):
        tie = links["102.1", key]
        assert (tie.kind, tie.main, tie.change) == ("ambiguous", False, None), key
    links = align_changes(two, one.replace("kettle", "copper kettle"))
    assert links["103.1", "102.1"].kind == links["104.1", "102.1"].kind == "ambiguous"
    twins = "300.3c Ask the harbour master.\n300.3d Ask the harbour master."
    links = align_changes(twins, twins.replace("master", "master first"))
    assert {("300.3c", "300.3c"), ("300.3d", "300.3d")} <= set(links)
    assert "ambiguous" not in {link.kind for link in links.values()}


def test_an_alignment_does_not_depend_on_former_calls() -> None:
    sides = [(old, new) for old, new, _ in READ_CASES.values()]
    first = [align_lines(*side) for side in sides]
    order = list(range(len(sides)))
    random.Random(5).shuffle(order)
    again = {at: align_lines(*sides[at]) for at in order}
    assert [again[at] for at in range(len(sides))] == first


@pytest.mark.parametrize("lines", [[], ["1 = Alone"], ["100.1 Orphan of a lost chapter."]])
def test_little_is_no_trouble(lines: list[str]) -> None:
    small, whole = edition(lines), edition(GAME.splitlines(), "2002-01-01")
    for old, new in ((small, whole), (whole, small), (small, small)):
        alignment = align(EditionColumns(*old), EditionColumns(*new))
        assert {link.old for link in alignment.links} - {None} == {rule.key for side in old for rule in side}
        assert {link.new for link in alignment.links} - {None} == {rule.key for side in new for rule in side}


def test_a_decision_takes_the_place_of_what_was_found() -> None:
    new = EditionColumns(*edition(apply_changes("201.1a The harbour master keeps the die.")))
    decided = {
        "201.1": ["201.1a", "101.1"],  # not what it is linked with, and a rule that another one continues
        "100.1": ["100.2", "999.9"],  # left out: the newer edition has no such rule
        "888.8": ["100.1"],
    }
    links = links_by_keys(align(EditionColumns(*edition(OLD)), new, decided=decided))
    assert {(link.new, link.kind, link.method, link.main) for link in links.values() if link.old == "201.1"} == {
        ("201.1a", "split", "decided", True),
        ("101.1", "split", "decided", False),
    }
    assert links["101.1", "101.1"].main
    assert links[None, "201.1"].kind == "added"
    assert links["100.1", "100.1"].method == "text"


def test_a_decision_may_be_that_nothing_continues_a_rule() -> None:
    links = links_by_keys(
        align(EditionColumns(*edition(OLD)), EditionColumns(*edition(OLD, "2002-01-01")), decided={"201.1": []})
    )
    assert links["201.1", None].kind == "deleted"
    assert links[None, "201.1"].kind == "added"


def test_the_score_of_a_piece_is_the_share_of_its_words_that_moved() -> None:
    old = "200.4 A captain can't begin to load a crate or haul a boat that's forbidden from being moved by an order."
    kept = "200.4 A captain can't begin to load a crate that's forbidden from being moved.\n"
    links = align_changes(old, f"{kept}201.3 A captain can't begin to haul a boat that's forbidden from being hauled.")
    assert links["200.4", "201.3"].method == "piece"
    assert 0.7 < links["200.4", "201.3"].score < 1.0


def test_a_renamed_glossary_term_has_the_stems_of_the_new_term() -> None:
    rename_term = make_term_renamer([("low tide", "ebbing phase")])
    # The stem of "phase" is "phas", which would lose its last letter as a plural does if it were stemmed again.
    assert rename_term(stems_of_term("Low Tides (Obsolete)")) == stems_of_term("Ebbing Phase") == ("ebb", "phas")


def test_a_link_is_made_and_undone_once() -> None:
    side = EditionColumns(*edition(["100 = Boats"]))
    matching = Matching(side, side)
    with pytest.raises(ValueError, match="is not linked"):
        matching.unlink(0)
    matching.link(0, 0, "test", 1.0)
    with pytest.raises(ValueError, match="is linked already"):
        matching.link(0, 0, "test", 1.0)
    matching.unlink(0)
    assert matching.are_unlinked(0, 0)
    assert not matching.update_families().votes, "no link is counted"
