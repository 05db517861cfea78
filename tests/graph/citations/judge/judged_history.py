"""A small history of made-up rules, and the facts of it that the judge asks for.

| | 2001 | 2002 | 2003 | 2004 |
|---|---|---|---|---|
| Boats | 100 | 100 | 100 | 100 |
| Tolls | 101 | 101 | 102 | 102 |
| Weather | | | 101 | 101 |
| Drifting | 700.2 | 700.2 | 700.3 | 700.3 |
| Anchoring | 700.3 | 700.3 | 700.4 | 700.4 |
| Beaching | | | 700.2 | 700.2 |
| Towing | | | | 700.5 |

In 2002 rule 100.2 is split and 100.3a comes to an end in 100.3; in 2003 rule 100.1b is dropped; in 2004 chapter 100
loses its rule 100.1a, and the letters behind it move up; rule 101.1 is reworded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Fault
from graph.history import History
from graph.ledger.words import distinctive_terms, pack_terms
from rules.edition_names import edition_named
from rules.keys import parent_key
from rules.links import Link, Version
from rules.records import COMPREHENSIVE_RULES, CardSet, Edition, Resolution
from tests.graph.compare.histories import Ledger
from tests.graph.lineages.small import added, deleted, link, merged, split

_MARK = re.compile("[«»]")


def unmarked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and the spans that they enclosed."""
    places = [mark.start() - taken for taken, mark in enumerate(_MARK.finditer(text))]
    return _MARK.sub("", text), list(zip(places[::2], places[1::2], strict=True))


def judge_file(judge: Judge, citations: Sequence[Citation], base: str | None = None) -> list[tuple[Fault, ...]]:
    """What is wrong with each citation of a file."""
    return [judge.find_faults(citations, place, base) for place in range(len(citations))]


def judged(judge: Judge, text: str, base: str | None = None) -> list[Fault]:
    """All judgements on a text without marks."""
    return [judgement for of_one in judge_file(judge, find_citations(text), base) for judgement in of_one]


def check(judge: Judge, marked: str, *expected: str, base: str | None = None) -> list[Fault]:
    """Asserts what is found where: `CR002 100.1c -> 100.1a since 2004-04-04` for each mark, from left to right."""
    text, spans = unmarked(marked)
    judgements = judged(judge, text, base)
    assert [describe_judgement(judgement) for judgement in judgements] == list(expected)
    assert [(judgement.start, judgement.end) for judgement in judgements] == spans
    return judgements


def describe_judgement(judgement: Fault) -> str:
    """A judgement in short."""
    suggestion = f" -> {judgement.suggestion}" if judgement.suggestion else ""
    fix = f" in {judgement.fix}" if judgement.fix == "file" else ""
    since = f" since {judgement.broken}" if judgement.broken else ""
    return f"{judgement.code} {judgement.number}{suggestion}{fix}{since}"


A, B, C, D = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04"
_TOLLS = {
    "": "Tolls|",
    ".1": "A skipper hands the copper coins to the warden of the bridge.",
    ".1a": "Children ride across the bridge for nothing.",
    ".2": "Whoever flees from the warden forfeits the cargo.",
}
_DRIFTING = {
    "": "Drifting|",
    "a": "A drifting boat follows the current until somebody steers it.",
    "b": "Two drifting boats that collide are tied together.",
    "c": "A knot between two boats is undone before either of them is fastened, as said in rule 700.3a.",
    "d": "Whenever some boat openly disobeys rule 700.3a, one that is tied to another keeps its name and its rudder.",
}
_DRIFTING_ON = {end: text.replace("rule 700.3a", "rule 700.4a") for end, text in _DRIFTING.items()}
_ANCHORING = {"": "Anchoring|", "a": "An anchored boat stays where its chain is fastened."}
_BOATS = {
    "1": "Harbour|",
    "100": "Boats|",
    "100.1": "Every boat carries a lantern.",
    "100.1a": "Lanterns are lit with whale oil.",
    "100.1b": "Lanterns are painted green on Sundays.",
    "100.1c": "Broken lanterns are thrown into the pond.",
    "100.2": "Oars are counted at dawn. Sails are mended at dusk.",
    "100.3": "A pilot sleeps on board.",
    "100.3a": "A pilot never sleeps on land.",
    "100.4": "Whoever hauls a boat ashore pays two copper coins to the keeper of the pier.",
    "7": "More|",
    "700": "Keywords|",
    "700.1": "Some boats have abilities with a name.",
}


def _moved(rules: dict[str, str], stem: str) -> dict[str, str]:
    return {stem + end: text for end, text in rules.items()}


def _links(rules: dict[str, str], old: str, new: str) -> tuple[Link, ...]:
    return tuple(link(old + end, new + end) for end in rules)


_SECOND = {key: text for key, text in _BOATS.items() if key != "100.3a"} | {
    "100.2": "Oars are counted at dawn.",
    "100.2a": "Sails are mended at dusk.",
    "100.3": "A pilot sleeps on board and never on land.",
    "100.4": "Whoever moors a boat ashore pays two copper coins to the keeper of the quay.",
}
_THIRD = {key: text for key, text in _SECOND.items() if key != "100.1b"} | {
    "100.4": "Canoes have no keel.",
    "101": "Weather|",
    "101.1": "Fog halts every departure.",
    "700.2": "Beaching|",
    "700.2a": "A beached boat rests on sand.",
}
_FOURTH = {key: text for key, text in _THIRD.items() if key not in {"100.1a", "100.1c"}} | {
    "100.1a": _BOATS["100.1c"],
    "101.1": "Fog and hail halt every departure.",
    "700.5": "Towing|",
    "700.5a": "A towing boat drags another behind it with a rope and a hook.",
}
EDITIONS = {
    A: _BOATS | _moved(_TOLLS, "101") | _moved(_DRIFTING, "700.2") | _moved(_ANCHORING, "700.3"),
    B: _SECOND | _moved(_TOLLS, "101") | _moved(_DRIFTING, "700.2") | _moved(_ANCHORING, "700.3"),
    C: _THIRD | _moved(_TOLLS, "102") | _moved(_DRIFTING_ON, "700.3") | _moved(_ANCHORING, "700.4"),
    D: _FOURTH | _moved(_TOLLS, "102") | _moved(_DRIFTING_ON, "700.3") | _moved(_ANCHORING, "700.4"),
}
LINKS: dict[str, tuple[Link, ...]] = {
    B: (*split("100.2", "100.2", "100.2a"), *merged("100.3", "100.3", "100.3a"), *deleted("100.4"), *added("100.4")),
    C: (
        *deleted("100.1b", "100.4"),
        *_links(_TOLLS, "101", "102"),
        *_links(_DRIFTING, "700.2", "700.3"),
        *_links(_ANCHORING, "700.3", "700.4"),
        *added("100.4", "101", "101.1", "700.2", "700.2a"),
    ),
    D: (
        *deleted("100.1a"),
        link("100.1c", "100.1a"),
        link("101.1", "101.1", "kept", "wording"),
        *added("700.5", "700.5a"),
    ),
}


class JudgedHistory(Ledger):
    """The facts of that history, as a ledger would tell them."""

    def __init__(self) -> None:
        super().__init__(EDITIONS, LINKS)
        named: dict[str, tuple[str | None, str | None, tuple[str, ...]]] = dict.fromkeys(EDITIONS, (None, None, ()))
        named |= {A: ("FTD", "First Tide", ()), C: ("TTD", "Third Tide", ("20030301",))}
        self._editions = tuple(
            Edition(day, COMPREHENSIVE_RULES, (CardSet(code, name),) if code else (), aliases, "official", (), "good")
            for day, (code, name, aliases) in named.items()
        )

    def editions(self) -> tuple[Edition, ...]:
        return self._editions

    def edition(self, edition: str) -> Edition:
        return next(each for each in self._editions if each.id == edition)

    def editions_of(self, _work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        return tuple(EDITIONS)

    def chained(self, _work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        return tuple(EDITIONS)

    def resolve(self, name: str) -> str:
        return edition_named(name, self._editions, tuple(EDITIONS))

    def heading(self, edition: str, key: str) -> str | None:
        heading, bar, _ = EDITIONS[edition].get(key, "").partition("|")
        return heading if bar else None

    def keys(self, edition: str) -> tuple[str, ...]:
        return tuple(EDITIONS[edition])

    def numbers(self, edition: str) -> tuple[str, ...]:
        return self.keys(edition)

    def headings(self, edition: str) -> dict[str, str]:
        titles = ((key, self.heading(edition, key)) for key in EDITIONS[edition])
        return {key: title for key, title in titles if title}

    def headings_below(self, edition: str, parent: str) -> dict[str, str | None]:
        return {key: self.heading(edition, key) for key in EDITIONS[edition] if parent_key(key) == parent}

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        return ()  # no rule refers to another

    def all_titles(self) -> list[tuple[str, str, str]]:
        titles = ((it.key, it.first, self.heading(it.first, it.key)) for it in self._all())
        return sorted((key, first, heading) for key, first, heading in titles if heading)

    def glossary_rules(self, edition: str) -> list[tuple[str, str]]:
        rules = [
            ("Captain’s Lamp (Obsolete)", "100.1"),
            ("Penny Rule", "102.2"),
            ("Old Sail", "100.2"),
            ("Toll", "102"),
        ]
        named = [*rules, ("Lost Boat", "100.1"), ("Lost Boat", "100.4")]
        return [(term, number) for term, number in named if number in EDITIONS[edition]]

    def ability_words(self) -> list[tuple[str, str]]:
        return [("becalmed", f"700.1@{A}")]

    def resembling(self, text: str) -> dict[str, float]:
        words = _shingles(text)
        scores: dict[str, float] = {}
        for version in self._all():
            share = len(words & _shingles(EDITIONS[version.first][version.key])) / len(words) if words else 0.0
            if share:
                scores[version.lineage] = max(share, scores.get(version.lineage, 0.0))
        return scores

    def distinctive_terms(self) -> dict[str, bytes]:
        terms: dict[str, frozenset[int]] = {}
        for version in self._all():
            text = EDITIONS[version.first][version.key].replace("|", " ")
            terms[version.lineage] = terms.get(version.lineage, frozenset()) | distinctive_terms(text)
        return {lineage: pack_terms(its) for lineage, its in terms.items()}

    def text_sha256(self, edition: str, key: str) -> str | None:
        text = EDITIONS[edition].get(key)
        return None if text is None else sha256(text.encode()).hexdigest()

    def _all(self) -> Iterator[Version]:
        return chain.from_iterable(self._versions.values())


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()
    return frozenset(tuple(words[start : start + 4]) for start in range(len(words) - 3))


def make_judge(target: str = "latest", since: str | None = None) -> Judge:
    """A judge over that history."""
    return Judge(History(JudgedHistory()), target, since=since)  # type: ignore[arg-type]
