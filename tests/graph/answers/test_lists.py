"""The small lists: keywords, contents, codes."""

from __future__ import annotations

from typing import Any

from graph.answers.contents import list_contents
from graph.answers.editions import list_codes
from graph.answers.keywords import list_keywords
from rules.store import Store, open_store
from tests.graph.lineages.small import added, link
from tests.rules.histories import Retyped, write_history


def test_keywords_of_the_sample(sample_store: Store) -> None:
    keywords = {(keyword.name, keyword.kind): keyword for keyword in list_keywords(sample_store)}
    storm = keywords["Storm", "ability"]
    assert (storm.number, storm.since, storm.until) == ("702.40", "2005-08-01", None)
    assert list(keywords) == sorted(keywords, key=lambda key: key[0].lower())


def test_ability_words_are_those_that_a_rule_lists(tmp_path: Any) -> None:
    text = "Some words are printed in italics. The ability words are amble, bay’s hour, and carousel."
    path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": {"100.1": text}}, {})
    with open_store(path) as store:
        assert [(word.name, word.since, word.until) for word in list_keywords(store)] == [
            ("amble", "2001-01-01", None),
            ("bay’s hour", "2001-01-01", None),
            ("carousel", "2001-01-01", None),
        ]


def test_keywords_of_an_edition_have_their_names_and_numbers_of_then(tmp_path: Any) -> None:
    old = {"502": "Keyword Abilities|", "502.1": "Gleaming|", "502.2": "Wandering|"}
    new = {"702": "Keyword Abilities|", "702.1": "Gleam|", "702.2": "Wandering|", "702.3": "Fading|"}
    links = [link("502", "702"), link("502.1", "702.1"), link("502.2", "702.2"), *added("702.3")]
    path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": old, "2002-01-01": new}, {"2002-01-01": links})
    with open_store(path) as store:
        assert [(word.name, word.number, word.until) for word in list_keywords(store, "2001-01-01")] == [
            ("Gleaming", "502.1", "2001-01-01"),
            ("Wandering", "502.2", None),
        ]
        assert [word.name for word in list_keywords(store, "2002-01-01")] == ["Fading", "Gleam", "Wandering"]
        assert len(list_keywords(store)) == 4


def test_a_retyped_edition_has_its_keywords_but_dates_none(tmp_path: Any) -> None:
    edition = {"702": "Keyword Abilities|", "702.1": "Wandering|"}
    editions = {"2001-01-01": edition, "2001-05-05": Retyped(edition), "2002-01-01": edition}
    links = [link("702", "702"), link("702.1", "702.1")]
    path = write_history(tmp_path / "kb.sqlite", editions, {"2002-01-01": links, "2001-01-01..2001-05-05": links})
    with open_store(path) as store:
        (word,) = list_keywords(store, "2001-05-05")
    assert (word.name, word.since, word.until) == ("Wandering", "2001-01-01", None)


def test_a_retyped_edition_dates_what_the_next_edition_has_as_an_addition(tmp_path: Any) -> None:
    old = {"702": "Keyword Abilities|", "702.1": "Wandering|"}
    new = old | {"702.2": "Fading|"}
    editions = {"2001-01-01": old, "2001-05-05": Retyped(new), "2002-01-01": new}
    links = [link("702", "702"), link("702.1", "702.1"), *added("702.2")]
    path = write_history(tmp_path / "kb.sqlite", editions, {"2002-01-01": links, "2001-01-01..2001-05-05": links})
    with open_store(path) as store:
        assert [(word.name, word.since) for word in list_keywords(store)] == [
            ("Fading", "2001-05-05"),
            ("Wandering", "2001-01-01"),
        ]


def test_variants_that_have_a_name_are_keywords(tmp_path: Any) -> None:
    edition = {
        "702": "Keyword Abilities|",
        "702.1": "Landwalk|",
        "702.2": "Gleam|",
        "702.2a": "It shines. Megagleam is a variant of the gleam ability. “Gleam twice” is a variant of gleam.",
        "702.2b": "Gleam from [a thing] is a variant of the gleam ability.",
        "702.2c": "“[Type]cycling” is a word with a type.",
        "803.1": "Chess is a variant of the game.",
    }
    with open_store(write_history(tmp_path / "kb.sqlite", {"2001-01-01": edition}, {})) as store:
        numbers = {word.name: word.number for word in list_keywords(store)}
    assert numbers["Megagleam"] == numbers["Gleam twice"] == "702.2a"
    assert (numbers["Plainswalk"], numbers["Swampcycling"]) == ("702.1", "702.2c")
    assert len(numbers) == 2 + 2 + 5 + 5


def test_contents_and_codes_of_the_sample(sample_store: Store) -> None:
    newest = sample_store.chained()[-1]
    contents = list_contents(sample_store, newest)
    headed = [rule for rule in sample_store.rules(newest) if rule.heading and rule.kind != "subrule"]
    assert [(row.number, row.kind, row.heading) for row in contents] == [(r.number, r.kind, r.heading) for r in headed]
    codes = {row.code: row for row in list_codes(sample_store)}
    assert codes["M10"].edition == "2009-07-11"
    assert all(row.edition == row.editions[0] for row in codes.values())


def test_a_variant_lives_as_long_as_a_rule_defines_it(tmp_path: Any) -> None:
    heads = {"702": "Keyword Abilities|", "702.1": "Wandering|"}
    old = heads | {"702.1a": "“Farwandering” is a variant of the wandering ability. It goes far."}
    new = heads | {
        "702.1a": "“Farwandering” means “This creature goes far.”",
        "702.1b": "“It goes” means nothing.",
        "702.1c": "“Sailor’s walk” means a walk.",
    }
    new["glossary:Sailor’s Walk"] = "Sailor’s Walk|A way of wandering."
    links = [
        link("702", "702"),
        link("702.1", "702.1"),
        link("702.1a", "702.1a"),
        *added("702.1b", "702.1c", "glossary:Sailor’s Walk"),
    ]
    path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": old, "2002-01-01": new}, {"2002-01-01": links})
    with open_store(path) as store:
        keywords = {word.name: (word.since, word.until) for word in list_keywords(store)}
    first, second = ("2001-01-01", None), ("2002-01-01", None)
    assert keywords == {"Farwandering": first, "Sailor’s walk": second, "Wandering": first}


def test_a_heading_over_two_keywords_names_both(tmp_path: Any) -> None:
    old = {"701": "Keyword Actions|", "701.1": "Coil|"}
    new = {"701": "Keyword Actions|", "701.1": "Coil and Uncoil|", "701.2": "Swim and then Dive|"}
    links = [link("701", "701"), link("701.1", "701.1"), *added("701.2")]
    path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": old, "2002-01-01": new}, {"2002-01-01": links})
    with open_store(path) as store:
        assert [(word.name, word.since, word.until) for word in list_keywords(store)] == [
            ("Coil", "2001-01-01", None),
            ("Swim and then Dive", "2002-01-01", None),
            ("Uncoil", "2002-01-01", None),
        ]
