"""Whose text a document carries: editions of a made-up game, and pieces of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graph.documents.identify import Identification, identify
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY, Matter, ParsedDocument
from rules.store import Store, open_store
from rules.store.write import StoreWriter
from tests.rules.histories import Texts, reading_of, rule_of

FIRST: dict[str, str] = {
    "100": "The Board|",
    "100.1": "The board is a disc of oak with nine rings, and every ring has twelve notches.",
    "100.2": "A stone rests in a notch. A notch can't hold two stones, whoever owns them.",
    "100.2a": "A stone between two rings is lifted off the board at the end of the round. EX Anna's stone lies loose.",
    "100.3": "Turning a ring takes one token; turning it back takes two tokens.",
    "100.4": "The heron moves along the outermost ring only, against the sun.",
    "101": "The Round|",
    "101.1": "A round begins when both players have drawn, and ends when neither of them will turn a ring.",
    "101.2": "Whoever has the lantern turns first; the other one answers or passes the lantern on.",
    "glossary:Heron": "The piece that no player owns.",
    "glossary:Lantern": "What tells whose turn it is. See rule 101.2.",
}
SECOND = {**FIRST, "100.3": "Turning a ring takes two tokens; turning it back takes none."}
THIRD = {  # the same texts as in the second, two of them under other numbers
    **{key: text for key, text in SECOND.items() if key not in ("100.3", "100.4")},
    "100.3": SECOND["100.4"],
    "100.4": SECOND["100.3"],
}
FOURTH = {}  # the third with one more rule between two others
for _key, _text in THIRD.items():
    FOURTH[_key] = _text
    if _key == "101.1":
        FOURTH["101.1a"] = "A round in which nobody has turned a ring counts for nothing."
FIFTH = {**FOURTH, "100.2a": "A stone between two rings is lifted off. EX Berta's stone lies between."}
EDITIONS = {"2001-01-01": FIRST, "2002-02-02": SECOND, "2003-03-03": THIRD, "2004-04-04": FOURTH, "2005-05-05": FIFTH}
FROM_THIRD = tuple(EDITIONS)[2:]


def document(texts: Texts, work: str = COMPREHENSIVE_RULES) -> ParsedDocument:
    """A document as a dialect gives it, which says nothing of itself."""
    reading = reading_of("", work, texts)
    return ParsedDocument("page", work, "official", "utf-8", None, "good", reading.rules, reading.glossary, (), (), ())


def write(path: Path, editions: Mapping[str, Texts], works: Mapping[str, str]) -> Store:
    """A knowledge base of these editions, not aligned."""
    with StoreWriter(path) as writer:
        for edition, texts in editions.items():
            reading = reading_of(edition, works.get(edition, COMPREHENSIVE_RULES), texts)
            writer.add(replace(reading, fingerprint=f"print of {edition}"))
        writer.finish({"sample": "no"})
    return open_store(path)


def part(texts: Texts, keys: Sequence[str]) -> dict[str, str]:
    """Some of the texts."""
    return {key: texts[key] for key in keys}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return write(tmp_path_factory.mktemp("small") / "kb.sqlite", EDITIONS, {})


def best(identification: Identification) -> tuple[str, ...]:
    assert identification.candidates[0].edition in identification.editions
    return identification.editions


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_edition_is_found_to_be_itself(store: Store, edition: str) -> None:
    identification = identify(document(EDITIONS[edition]), store)
    assert (identification.verdict, identification.range) == ("edition", (edition, edition))
    top = identification.candidates[0]
    assert (top.verbatim, top.near, top.unmatched, top.score) == (len(EDITIONS[edition]), 0, 0, 1.0)
    assert top.rules_matched == top.rules_total == identification.rules_total


def test_texts_count_for_more_than_numbers_which_decide_between_the_same_texts(store: Store) -> None:
    shifted = {f"2{key[1:]}": text for key, text in part(SECOND, ["100.1", "100.3", "101.1"]).items()}
    identification = identify(document(shifted), store)
    assert best(identification) == tuple(EDITIONS)[1:]
    assert identification.candidates[0].same_number == 0
    identification = identify(document(part(THIRD, ["100.3", "100.4"])), store)
    assert best(identification) == FROM_THIRD
    second = next(candidate for candidate in identification.candidates if candidate.edition == "2002-02-02")
    assert (second.verbatim, second.same_number, second.score) == (2, 0, 1.0)


def test_a_number_that_an_edition_lacks_counts_against_it(store: Store) -> None:
    told = {"100.1": FIRST["100.1"], "101.1a": "Words that stand in none of these editions, whatever their number."}
    identification = identify(document(told), store)
    assert best(identification) == ("2004-04-04", "2005-05-05")  # only they have any rule 101.1a
    by_edition = {each.edition: (each.score, each.same_number, each.has_number) for each in identification.candidates}
    assert by_edition["2003-03-03"] == (0.5, 1, 1)
    assert by_edition["2004-04-04"] == (0.5, 1, 2)


def test_what_a_document_lacks_decides_last_and_a_fragment_is_a_range(store: Store) -> None:
    identification = identify(document(part(THIRD, list(THIRD)[1:])), store)
    assert best(identification) == ("2003-03-03",)
    by_edition = {candidate.edition: candidate.lacking for candidate in identification.candidates}
    assert (by_edition["2003-03-03"], by_edition["2004-04-04"]) == (0, 1)
    # an excerpt lacks too much for that to tell anything, but for a rule between those that it has
    identification = identify(document(part(THIRD, ["100.3", "101.1", "101.2"])), store)
    assert identification.verdict == "edition"  # `101.1a` is all that is left out, of the fourth edition
    identification = identify(document(part(THIRD, ["100.1", "100.3", "101.1", "101.2"])), store)
    assert best(identification) == FROM_THIRD
    assert all(candidate.lacking is None for candidate in identification.candidates)
    identification = identify(document(part(FIRST, ["100", "100.1", "100.2"])), store)
    assert (identification.verdict, identification.range) == ("range", ("2001-01-01", "2005-05-05"))
    assert best(identification) == tuple(EDITIONS)


def test_examples_and_the_glossary_tell_editions_apart(store: Store, tmp_path: Path) -> None:
    reworded = {"100.2a": FIRST["100.2a"].replace("Anna", "Berta").replace("loose", "between")}
    identification = identify(document({**part(FIRST, ["100.2"]), **reworded}), store)
    assert identification.candidates[0].near == 1
    assert best(identify(document(part(FIFTH, ["100.2", "100.2a"])), store)) == ("2005-05-05",)
    assert best(identify(document(part(FOURTH, ["100.2", "100.2a"])), store)) == tuple(EDITIONS)[:4]
    other = {**FIRST, "glossary:Heron": "The piece that moves after both players have moved."}
    with write(tmp_path / "kb.sqlite", {"2001-01-01": FIRST, "2002-02-02": other}, {}) as two:
        assert best(identify(document(other), two)) == ("2002-02-02",)
        assert best(identify(document(part(FIRST, ["glossary:Heron"])), two)) == ("2001-01-01",)


@pytest.mark.parametrize(
    "text",
    [
        "A stone rests in a notch. A notch can’t hold two stones, whoever owns them.",
        "A  stone rests in a notch. A notch can?t hold two stones, whoever owns them.",
        "A stone rests in a notch. A not ch can\ufffdt hold two stones, whoever owns them.",
        "A Stone rests in a Notch. A notch can't hold two stones, whoever owns them. [RingRules 2001/01/01]",
    ],
)
def test_typography_damage_and_tags_make_no_difference(store: Store, text: str) -> None:
    top = identify(document({"100.2": text}), store).candidates[0]
    assert (top.verbatim, top.same_number) == (1, 1)


def test_reworded_rules_are_near_also_under_other_numbers_and_the_last_may_break_off(store: Store) -> None:
    texts = part(SECOND, ["100.1", "100.3", "101.1"])
    texts["100.3"] = texts["100.3"].replace("none", "none at all")
    top = identify(document(texts), store).candidates[0]
    assert (top.edition, top.verbatim, top.near, top.unmatched) == ("2002-02-02", 2, 1, 0)
    assert 0.9 < top.score < 1
    texts = {"100.1": FIRST["100.1"], "555.5": FIRST["100.4"].replace("the sun", "the light of the sun")}
    top = identify(document(texts), store).candidates[0]
    assert (top.verbatim, top.near, top.same_number) == (1, 1, 1)
    texts = part(FIRST, ["100.1", "100.2", "100.3"])
    identification = identify(document({**texts, "100.3": texts["100.3"][:30]}), store)
    assert best(identification) == ("2001-01-01",)
    assert (identification.candidates[0].near, identification.candidates[0].score) == (1, 1.0)


def test_no_date_is_looked_at_and_twins_are_counted_each(store: Store) -> None:
    plain = document(part(THIRD, ["100.3", "100.4", "101.1"]))
    dated = replace(plain, edition="2001-01-01", matter=(Matter("title", "In force since January 1, 2001."),))
    assert identify(dated, store) == identify(plain, store)
    twin = replace(plain, rules=(*plain.rules, rule_of("", "100.3#2", THIRD["100.3"])))
    assert identify(twin, store).candidates[0].verbatim == 4


def test_what_is_of_another_game_is_not_identified(store: Store) -> None:
    fish = document({"9": "Fish|", "900.1": "Every player is dealt seven cards and asks for one."})
    nothing = Identification(COMPREHENSIVE_RULES, "official", "none", 2, (), None, ())
    found = identify(fish, store)
    assert (found.condition, [problem.code for problem in found.diagnostics]) == ("fragment", ["unplaced"])
    assert (replace(found, condition="good", diagnostics=()), nothing.range) == (nothing, None)
    assert identify(document({}), store) == replace(nothing, rules_total=0)
    foreign = {
        f"3{number}.1": f"Card number {number} beats the card before it, and no other." for number in range(10, 14)
    }
    little = identify(document({**part(FIRST, ["100.1"]), **foreign}), store)
    assert (little.verdict, little.range, little.editions) == ("nearest", None, tuple(EDITIONS))


def test_a_work_is_told_from_another_that_quotes_it(tmp_path: Path) -> None:
    summary = {"B": "Board", "B.1": "Rings", "B.1.1": "A ring has twelve notches and is never taken off."}
    works = {"2000-01-01": RULINGS_SUMMARY}
    with write(tmp_path / "kb.sqlite", {"2000-01-01": summary, **EDITIONS}, works) as store:
        own = identify(document(summary, RULINGS_SUMMARY), store)
        assert (own.work, best(own)) == (RULINGS_SUMMARY, ("2000-01-01",))
        quoting = identify(document(part(FIRST, ["100.2", "100.4"]), RULINGS_SUMMARY), store)
        assert quoting.work == RULINGS_SUMMARY
        assert {candidate.work for candidate in quoting.candidates} == {COMPREHENSIVE_RULES}


@given(data=st.data(), edition=st.sampled_from(sorted(EDITIONS)))
def test_every_piece_of_an_edition_is_found_to_fit_it(store: Store, data: st.DataObject, edition: str) -> None:
    keys = list(EDITIONS[edition])
    start = data.draw(st.integers(0, len(keys) - 1))
    stop = data.draw(st.integers(start + 1, len(keys)))
    identification = identify(document(part(EDITIONS[edition], keys[start:stop])), store)
    assert edition in best(identification)
    assert identification.candidates[0].score == 1.0
