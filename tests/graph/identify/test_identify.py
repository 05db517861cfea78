"""Whose text a document carries: editions of a made-up game, and pieces of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.identify import Identification, identify
from rules.records import RULINGS_SUMMARY, Matter
from rules.store import Store, open_store
from tests.graph.identify.small import BOARD, document, part, with_changes, write
from tests.rules.histories import rule_of

FIRST = BOARD
SECOND = with_changes(FIRST, {"100.3": "Turning a ring takes two tokens; turning it back takes none."})
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
FIFTH = with_changes(FOURTH, {"100.2a": "A stone between two rings is lifted off. EX Berta's stone lies between."})
EDITIONS = {"2001-01-01": FIRST, "2002-02-02": SECOND, "2003-03-03": THIRD, "2004-04-04": FOURTH, "2005-05-05": FIFTH}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return open_store(write(tmp_path_factory.mktemp("small") / "kb.sqlite", EDITIONS))


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


def test_texts_count_for_more_than_numbers(store: Store) -> None:
    shifted = {f"2{key[1:]}": text for key, text in part(SECOND, ["100.1", "100.3", "101.1"]).items()}
    identification = identify(document(shifted), store)
    assert best(identification) == ("2002-02-02", "2003-03-03", "2004-04-04", "2005-05-05")
    assert identification.candidates[0].placed == 0


def test_numbers_decide_between_the_same_texts(store: Store) -> None:
    identification = identify(document(part(THIRD, ["100.3", "100.4"])), store)
    assert best(identification) == ("2003-03-03", "2004-04-04", "2005-05-05")
    second = next(candidate for candidate in identification.candidates if candidate.edition == "2002-02-02")
    assert (second.verbatim, second.placed, second.score) == (2, 0, 1.0)


def test_what_a_document_lacks_decides_last(store: Store) -> None:
    identification = identify(document(part(THIRD, list(THIRD)[1:])), store)
    assert best(identification) == ("2003-03-03",)
    by_edition = {candidate.edition: candidate.lacking for candidate in identification.candidates}
    assert (by_edition["2003-03-03"], by_edition["2004-04-04"]) == (0, 1)


def test_an_excerpt_lacks_too_much_for_that_to_tell_anything(store: Store) -> None:
    identification = identify(document(part(THIRD, ["100.3", "101.1", "101.2"])), store)
    assert identification.verdict == "edition"  # `101.1a` is all that is left out, of the fourth edition
    identification = identify(document(part(THIRD, ["100.1", "100.3", "101.1", "101.2"])), store)
    assert best(identification) == ("2003-03-03", "2004-04-04", "2005-05-05")
    assert all(candidate.lacking is None for candidate in identification.candidates)


def test_a_fragment_that_fits_several_is_a_range(store: Store) -> None:
    identification = identify(document(part(FIRST, ["100", "100.1", "100.2"])), store)
    assert (identification.verdict, identification.range) == ("range", ("2001-01-01", "2005-05-05"))
    assert best(identification) == tuple(EDITIONS)


def test_examples_tell_editions_apart(store: Store) -> None:
    reworded = {"100.2a": FIRST["100.2a"].replace("Anna", "Berta").replace("loose", "between")}
    identification = identify(document({**part(FIRST, ["100.2"]), **reworded}), store)
    assert identification.candidates[0].near == 1
    assert best(identify(document(part(FIFTH, ["100.2", "100.2a"])), store)) == ("2005-05-05",)
    assert best(identify(document(part(FOURTH, ["100.2", "100.2a"])), store)) == tuple(EDITIONS)[:4]


def test_the_glossary_counts_too(tmp_path: Path) -> None:
    other = with_changes(FIRST, {"glossary:Heron": "The piece that moves after both players have moved."})
    with open_store(write(tmp_path / "kb.sqlite", {"2001-01-01": FIRST, "2002-02-02": other})) as store:
        assert best(identify(document(other), store)) == ("2002-02-02",)
        assert best(identify(document(part(FIRST, ["glossary:Heron"])), store)) == ("2001-01-01",)


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
    identification = identify(document({"100.2": text}), store)
    assert (identification.candidates[0].verbatim, identification.candidates[0].placed) == (1, 1)


def test_reworded_rules_are_near(store: Store) -> None:
    texts = part(SECOND, ["100.1", "100.3", "101.1"])
    texts["100.3"] = texts["100.3"].replace("none", "none at all")
    top = identify(document(texts), store).candidates[0]
    assert (top.edition, top.verbatim, top.near, top.unmatched) == ("2002-02-02", 2, 1, 0)
    assert 0.9 < top.score < 1


def test_near_rules_are_found_under_other_numbers(store: Store) -> None:
    texts = {"100.1": FIRST["100.1"], "555.5": FIRST["100.4"].replace("the sun", "the light of the sun")}
    top = identify(document(texts), store).candidates[0]
    assert (top.verbatim, top.near, top.placed) == (1, 1, 1)


def test_the_last_rule_may_break_off(store: Store) -> None:
    texts = part(FIRST, ["100.1", "100.2", "100.3"])
    texts["100.3"] = texts["100.3"][:30]
    identification = identify(document(texts), store)
    assert best(identification) == ("2001-01-01",)
    assert identification.candidates[0].near == 1
    assert identification.candidates[0].score == 1.0


def test_no_date_is_looked_at(store: Store) -> None:
    plain = document(part(THIRD, ["100.3", "100.4", "101.1"]))
    dated = replace(plain, edition="2001-01-01", matter=(Matter("title", "In force since January 1, 2001."),))
    assert identify(dated, store) == identify(plain, store)


def test_what_is_of_another_game_is_not_identified(store: Store) -> None:
    identification = identify(
        document({"9": "Fish|", "900.1": "Every player is dealt seven cards and asks for one."}), store
    )
    assert (identification.verdict, identification.range, identification.editions, identification.candidates) == (
        "none",
        None,
        (),
        (),
    )
    empty = identify(document({}), store)
    assert (empty.verdict, empty.rules_total) == ("none", 0)


def test_a_little_in_common_is_not_enough(store: Store) -> None:
    foreign = {
        f"3{number}.1": f"Card number {number} beats the card before it, and no other." for number in range(10, 14)
    }
    identification = identify(document({**part(FIRST, ["100.1"]), **foreign}), store)
    assert (identification.verdict, identification.range) == ("nearest", None)
    assert identification.editions == tuple(EDITIONS)


def test_a_work_is_told_from_another_that_quotes_it(tmp_path: Path) -> None:
    summary = {"B": "Board", "B.1": "Rings", "B.1.1": "A ring has twelve notches and is never taken off."}
    path = write(tmp_path / "kb.sqlite", {"2000-01-01": summary, **EDITIONS}, {"2000-01-01": RULINGS_SUMMARY})
    with open_store(path) as store:
        own = identify(document(summary, RULINGS_SUMMARY), store)
        assert (own.work, best(own)) == (RULINGS_SUMMARY, ("2000-01-01",))
        quoting = identify(document(part(FIRST, ["100.2", "100.4"]), RULINGS_SUMMARY), store)
        assert quoting.work == RULINGS_SUMMARY
        assert {candidate.work for candidate in quoting.candidates} == {"comprehensive-rules"}


def test_doubled_numbers_and_twins_are_counted_each(store: Store) -> None:
    plain = document(part(FIRST, ["100.1", "100.2"]))
    twin = replace(plain, rules=(*plain.rules, rule_of("", "100.2#2", FIRST["100.2"])))
    assert identify(twin, store).candidates[0].verbatim == 3


@given(data=st.data(), edition=st.sampled_from(sorted(EDITIONS)))
def test_every_piece_of_an_edition_is_found_to_fit_it(store: Store, data: st.DataObject, edition: str) -> None:
    keys = list(EDITIONS[edition])
    start = data.draw(st.integers(0, len(keys) - 1))
    stop = data.draw(st.integers(start + 1, len(keys)))
    identification = identify(document(part(EDITIONS[edition], keys[start:stop])), store)
    assert edition in best(identification)
    assert identification.candidates[0].score == 1.0
