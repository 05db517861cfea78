"""`n/numbers.json`: what every number of every edition meant, with the editions, and where that is now.

    {"editions": ["1999-04-23", …],
     "titles": ["", "Storm", …],
     "lineages": [["502.30a@2003-05-26", "702.40a", "current", []], …],
     "numbers": {"502.30a": [[lineage, first, last, title], …], …}}

A lineage has its id, its current or last number, its status and the lineages that continue it, as positions in the
list. A number has its meanings, oldest first: lineage, first and last edition and title, all as positions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.numbers import is_term, number_of
from rules.records import COMPREHENSIVE_RULES
from site_src.layout.addresses import RESOLVER
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.plan import in_order


def numbers_json(outcomes: Outcomes) -> dict[str, Any]:
    """Return the document, with the numbers of the Comprehensive Rules only, in order."""
    histories = outcomes.histories
    editions = [edition for edition, work in histories.works.items() if work == COMPREHENSIVE_RULES]
    at = {edition: place for place, edition in enumerate(editions)}
    titles: dict[str, int] = {"": 0}
    places: dict[str, int] = {}
    numbers: dict[str, list[list[int]]] = {}
    for number in sorted({number_of(key) for key in histories.by_key if not is_term(key)}, key=in_order):
        meanings = [
            [
                places.setdefault(period.lineage, len(places)),
                at[period.first],
                at[period.last],
                titles.setdefault((histories.shown_title(period.first, key) or ("",))[0], len(titles)),
            ]
            for key, period in histories.periods_of_number(number)
        ]
        if meanings:
            numbers[number] = meanings
    # lineages that continue others are included, too, whatever their numbers
    todo = list(places)
    for lineage in todo:
        for into in outcomes.list_next(lineage):
            if into not in places:
                places[into] = len(places)
                todo.append(into)
    return {
        "editions": editions,
        "titles": list(titles),
        "lineages": [
            [lineage, trace.entries[-1].key, trace.status, [places[into] for into in outcomes.list_next(lineage)]]
            for lineage, trace in ((lineage, outcomes.trace(lineage)) for lineage in places)
        ],
        "numbers": numbers,
    }


def write_numbers(outcomes: Outcomes, site_dir: Path) -> int:
    """Write the table; return its size in bytes."""
    text = json.dumps(numbers_json(outcomes), ensure_ascii=False, separators=(",", ":")) + "\n"
    target = site_dir / RESOLVER / "numbers.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.write_text(text, encoding="utf-8")
