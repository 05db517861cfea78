"""A made-up game in a few chapters, as an edition to change: the texts are the tests' own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.links import Alignment, Link
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


def pairs(alignment: Alignment) -> set[tuple[str, str]]:
    """Old and new keys that are linked, for better or worse."""
    return {(link.old, link.new) for link in alignment.links if link.old and link.new}


def links_by_keys(alignment: Alignment) -> dict[tuple[str | None, str | None], Link]:
    """The links by what they link."""
    return {(link.old, link.new): link for link in alignment.links}
