"""One condition for a document: by itself, by its extent, and by its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from graph.documents.condition import Judgement, apply_judgement, judge_document
from rules.keys import term_of
from rules.numbers import sort_key
from rules.records import COMPREHENSIVE_RULES, Condition, GlossaryEntry, Matter, ParsedDocument
from rules.store import Store, open_store
from rules.store.write import StoreWriter
from tests.rules.histories import reading_of, rule_of

OLD, NEW = "2001-01-01", "2002-01-01"
NUMBERS = [f"{chapter}.{rule}" for chapter in range(100, 120) for rule in range(1, 21)]
TERMS = [f"glossary:Term {letter}" for letter in "ABCDEFGHIJ"]
FIRST = {key: f"A lamb counts {place} ewes." for place, key in enumerate([*NUMBERS, *TERMS])}
SECOND = {key: text.replace("lamb", "ram") if place % 3 else text for place, (key, text) in enumerate(FIRST.items())}
SECOND |= {"119.21": "A ram sleeps."}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("condition") / "rules.sqlite"
    with StoreWriter(path) as writer:
        for edition, texts in {OLD: FIRST, NEW: SECOND}.items():
            writer.add(replace(reading_of(edition, COMPREHENSIVE_RULES, texts), fingerprint="print"))
        writer.finish({"sample": "no"})
    with open_store(path) as opened:
        yield opened


def document_of(texts: Mapping[str, str], edition: str | None, condition: Condition = "good") -> ParsedDocument:
    return ParsedDocument(
        name="copy.txt",
        work=COMPREHENSIVE_RULES,
        dialect="official",
        encoding="ascii",
        edition=edition,
        condition=condition,
        rules=tuple(rule_of(OLD, key, text) for key, text in texts.items() if not key.startswith("glossary:")),
        glossary=tuple(
            GlossaryEntry(OLD, term_of(key), text) for key, text in texts.items() if key.startswith("glossary:")
        ),
        matter=(),
        dropped=(),
        diagnostics=(),
    )


def codes_of(judgement: Judgement) -> list[str]:
    return [problem.code for problem in judgement.diagnostics]


def slip(texts: Mapping[str, str]) -> dict[str, str]:
    """Each text under the key before its own."""
    return dict(zip(texts, [*list(texts.values())[1:], "Nothing."], strict=True))


def cut(texts: Mapping[str, str], share: float) -> dict[str, str]:
    return dict(list(texts.items())[: int(len(texts) * share)])


def without(texts: Mapping[str, str], *keys: str) -> dict[str, str]:
    return {key: text for key, text in texts.items() if key not in keys}


def swap(texts: Mapping[str, str], count: int) -> dict[str, str]:
    """So many rules after the twenty that follow them."""
    rows = list(texts.items())
    return dict([*rows[:100], *rows[100 + count : 120 + count], *rows[100 : 100 + count], *rows[120 + count :]])


@pytest.mark.parametrize("stated", [OLD, None])
@pytest.mark.parametrize(
    ("texts", "condition", "codes"),
    [
        (FIRST, "good", []),
        (FIRST | {"100.4": "A wolf."}, "good", ["texts-differ"]),
        (FIRST | dict.fromkeys(NUMBERS[:4], "A wolf."), "damaged", ["texts-differ"]),
        (slip(FIRST), "damaged", ["texts-differ"]),
        ({key: "A wolf." if place % 3 else text for place, (key, text) in enumerate(FIRST.items())}, "damaged", [
            "texts-differ",
        ]),
        (cut(FIRST, 0.5), "truncated", ["incomplete"]),
        (cut(FIRST, 0.99), "truncated", ["incomplete"]),
        (cut(slip(FIRST), 0.98), "truncated", ["incomplete", "texts-differ"]),
        ({key: text for key, text in FIRST.items() if not key.startswith("107.")}, "damaged", ["incomplete"]),
        (without(FIRST, "112.7"), "damaged", ["incomplete"]),
        (without(FIRST, "112.7") | {"112.77": "A lamb counts 246 ewes."}, "good", ["texts-differ"]),
        (without(FIRST, "glossary:Term D"), "good", []),
        (without(FIRST, "glossary:Term D", "glossary:Term F"), "damaged", ["incomplete"]),
        (swap(FIRST, 1), "damaged", ["order-differs"]),
        (swap(FIRST, 4), "damaged", ["order-differs"]),
        ({key: text for key, text in FIRST.items() if key.startswith("107.")}, "fragment", ["incomplete"]),
    ],
    ids=[
        "whole", "typo", "four typos", "slipped", "foreign", "half", "no end", "slipped and cut", "gap", "lost rule",
        "corrected number", "lost entry", "two lost entries", "one swapped", "four", "part",
    ],
)  # fmt: skip
def test_a_copy_is_judged_with_and_without_its_date(
    store: Store, texts: Mapping[str, str], stated: str | None, condition: Condition, codes: list[str]
) -> None:
    document = document_of(texts, stated)
    judgement = judge_document(document, store)
    assert (judgement.condition, codes_of(judgement)) == (condition, codes)
    assert judgement.extent is not None
    assert judgement.extent.edition == OLD
    for problem in judgement.diagnostics:
        assert OLD in problem.message
        assert (problem.path, problem.severity, bool(problem.hint)) == ("copy.txt", "warning", True)
    judged = apply_judgement(document, judgement)
    assert (judged.condition, judged.diagnostics) == (judgement.condition, judgement.diagnostics)


def test_the_diagnostic_has_the_extent(store: Store) -> None:
    judgement = judge_document(document_of(cut(FIRST, 0.5), OLD), store)
    assert judgement.extent is not None
    assert [problem.message for problem in judgement.diagnostics] == [f"it has {judgement.extent.sentence}"]
    assert (
        "the first 205 of 400 rules of 2001-01-01, up to 110.5; the last 195 are missing" in judgement.extent.sentence
    )


def test_a_copy_with_the_date_of_another_edition_is_whole_and_misdated(store: Store) -> None:
    judgement = judge_document(document_of(SECOND, OLD), store)
    assert judgement.extent is not None
    assert (judgement.condition, codes_of(judgement), judgement.extent.edition) == ("good", ["texts-differ"], NEW)
    assert f"{OLD}, the edition whose date it states" in judgement.diagnostics[0].message


def test_a_loss_that_the_document_shows_itself_stays(store: Store) -> None:
    assert judge_document(document_of(FIRST, OLD, "damaged"), store).condition == "damaged"
    assert judge_document(document_of(cut(FIRST, 0.5), OLD, "damaged"), store).condition == "truncated"


def test_the_second_half_is_a_fragment_whatever_else_is_wrong(store: Store) -> None:
    half = dict(list(FIRST.items())[205:])
    for condition in ("good", "damaged", "truncated"):
        judgement = judge_document(document_of(half, None, condition), store)
        assert (judgement.condition, codes_of(judgement)) == ("fragment", ["incomplete"])
        assert judgement.extent is not None
        assert judgement.extent.sentence.startswith(
            "the last 195 of 400 rules of 2001-01-01, from 110.6 on; the first 205"
        )


def test_a_judged_document_is_judged_the_same_again(store: Store) -> None:
    for texts in (FIRST, slip(FIRST), cut(FIRST, 0.5), swap(FIRST, 4)):
        document = document_of(texts, OLD)
        judgement = judge_document(document, store)
        assert judge_document(apply_judgement(document, judgement), store) == judgement


@pytest.mark.parametrize(
    ("stated", "severity", "beginning"),
    [
        ("2003-01-01", "info", "it states 2003-01-01, which is not a known edition"),
        (None, "warning", "it states no date, and no edition has all its texts"),
    ],
)
def test_an_edition_that_is_not_known_lacks_nothing_of_another(
    store: Store, stated: str | None, severity: str, beginning: str
) -> None:
    """The next edition has most numbers of the newest one and other texts."""
    texts = {key: text.replace("ram", "goat") for key, text in SECOND.items() if key != "104.3"}
    judgement = judge_document(document_of(texts, stated), store)
    assert (judgement.condition, judgement.extent) == ("good", None)
    (problem,) = judgement.diagnostics
    assert (problem.code, problem.severity) == ("unknown-edition", severity)
    assert problem.message.startswith(f"{beginning}; the nearest, {NEW}, has 137 of its 410 texts; the others: 100.2,")
    assert problem.message.endswith("and 253 more")
    assert len(judgement.differing) == 273


def test_an_edition_to_come_with_few_other_texts_is_not_damaged(store: Store) -> None:
    texts = SECOND | dict.fromkeys(NUMBERS[:4], "A goat.")
    judgement = judge_document(document_of(texts, "2003-01-01"), store)
    assert (judgement.condition, codes_of(judgement)) == ("good", ["unknown-edition"])
    assert "has 407 of its 411 texts; the others: 100.1, 100.2, 100.3, 100.4" in judgement.diagnostics[0].message


def test_entries_with_the_texts_of_other_entries_are_damage_in_an_unknown_edition_too(store: Store) -> None:
    entries = [SECOND[key] for key in TERMS]
    changed = dict.fromkeys(NUMBERS[:20], "A goat.")
    for slips, condition in ((3, "good"), (4, "damaged")):
        slipped = dict(zip(TERMS[:slips], [*entries[1:slips], entries[0]], strict=True))
        judgement = judge_document(document_of(SECOND | changed | slipped, "2003-01-01"), store)
        assert judgement.condition == condition
        expected = ["unknown-edition", "texts-slipped"] if condition == "damaged" else ["unknown-edition"]
        assert codes_of(judgement) == expected
    assert judgement.diagnostics[-1].message == f"4 of its 10 glossary entries have the texts of other entries of {NEW}"


def number_texts(count: int) -> dict[str, str]:
    """So many rules with texts of their own."""
    return {key: f"A goat counts {key}." for key in NUMBERS[:count]}


@pytest.mark.parametrize(
    ("known", "texts", "condition", "codes"),
    [
        ("2010-01-01", FIRST | number_texts(100), "good", []),
        ("2010-01-01", FIRST | number_texts(110), "damaged", ["texts-unknown"]),
        (OLD, FIRST | number_texts(110), "good", []),
        ("2010-01-01", {key: f"A goat {text}" for key, text in FIRST.items()}, "good", []),
        ("2010-01-01", FIRST | slip(cut(FIRST, 0.2)), "good", []),
        ("2010-01-01", FIRST | slip(cut(FIRST, 0.3)), "damaged", ["texts-slipped"]),
        ("2010-01-01", without(FIRST, *NUMBERS[20:60]) | number_texts(20), "good", []),
        ("2010-01-01", without(FIRST, *NUMBERS[20:80]) | number_texts(20), "damaged", ["incomplete"]),
        ("2010-01-01", without(FIRST, *TERMS) | number_texts(20), "truncated", ["incomplete"]),
        ("2022-01-01", without(FIRST, *TERMS) | number_texts(20), "good", []),
    ],
    ids=[
        "few new", "many new", "many new at a renumbering", "another book", "few moved", "many moved", "few lost",
        "many lost", "no glossary", "a later edition has more",
    ],
)  # fmt: skip
def test_a_new_edition_adds_moves_and_drops_only_so_much(
    tmp_path: Path, known: str, texts: Mapping[str, str], condition: Condition, codes: list[str]
) -> None:
    with StoreWriter(tmp_path / "rules.sqlite") as writer:
        writer.add(replace(reading_of(known, COMPREHENSIVE_RULES, FIRST), fingerprint="print"))
        writer.finish({"sample": "no"})
    document = document_of(texts, "2020-01-01")
    with open_store(tmp_path / "rules.sqlite") as opened:
        judgement = judge_document(document, opened)
        assert judge_document(apply_judgement(document, judgement), opened) == judgement
    assert (judgement.condition, codes_of(judgement)) == (condition, ["unknown-edition", *codes])


def test_every_text_that_differs_is_named(store: Store) -> None:
    changed = {"100.4": "A wolf.", "glossary:Term C": "A wolf.", "119.22": "A wolf.", "112.3": ""}
    judgement = judge_document(document_of(FIRST | changed, OLD), store)
    assert judgement.differing == ("100.4", "112.3", "119.22", "glossary:Term C")
    (problem,) = judgement.diagnostics
    expected = f"4 of its 411 texts differ from those of {OLD} under the same numbers: 100.4, 112.3, 119.22, “Term C”"
    assert problem.message == expected


def test_a_text_without_words_is_the_same_as_another_one(tmp_path: Path) -> None:
    with StoreWriter(tmp_path / "rules.sqlite") as writer:
        writer.add(replace(reading_of(OLD, COMPREHENSIVE_RULES, FIRST | {"119.21": "—"}), fingerprint="print"))
        writer.finish({"sample": "no"})
    with open_store(tmp_path / "rules.sqlite") as opened:
        document = document_of(FIRST | {"119.21": "-", "112.3": "—"}, OLD)
        assert judge_document(document, opened).differing == ("112.3",)


def test_typography_does_not_count(tmp_path: Path) -> None:
    """Copies lose the marks of a headword, and print a web address with brackets or without."""
    texts = FIRST | {
        "glossary:“Lamb’s” _Grass_": "See <http://example.org/lamb>.",
        "119.21": "See www.example.org (a).",
    }
    with StoreWriter(tmp_path / "rules.sqlite") as writer:
        writer.add(replace(reading_of(OLD, COMPREHENSIVE_RULES, texts), fingerprint="print"))
        writer.finish({"sample": "no"})
    other = FIRST | {"glossary:?Lambs? Grass": "See http://example.org/lamb.", "119.21": "See <www.example.org> (a)."}
    with open_store(tmp_path / "rules.sqlite") as opened:
        assert judge_document(document_of(other, OLD), opened).differing == ()


def test_few_rules_of_no_edition_without_a_date_are_a_part_of_something(store: Store) -> None:
    numbers = [f"600.{rule}" for rule in range(1, 31)]
    foreign = {key: f"A wolf eats {place} stones." for place, key in enumerate([*numbers, "glossary:Wolf"])}
    judged = judge_document(document_of(foreign, None), store)
    assert (judged.condition, codes_of(judged)) == ("fragment", ["unplaced"])
    assert "only 30 rules, while the shortest edition has 400" in judged.diagnostics[0].message
    single = judge_document(document_of({"600.1": "A wolf eats stones."}, None), store)
    assert "only 1 rule, while the shortest edition has 400" in single.diagnostics[0].message
    assert judge_document(document_of(foreign, "2003-01-01"), store).condition == "good", "it says what it is"
    whole = replace(document_of(foreign, None), matter=(Matter("credits", "The shepherds."),))
    assert judge_document(whole, store).condition == "good", "it has all parts of an edition"
    long = {f"{chapter}.{rule}": f"A wolf eats {rule} stones." for chapter in range(600, 640) for rule in range(1, 21)}
    assert judge_document(document_of(long, None), store).condition == "good", "it may be an edition to come"


def test_what_has_no_records_is_compared_with_nothing(store: Store) -> None:
    assert judge_document(document_of({}, OLD), store).extent is None
    assert judge_document(document_of(FIRST, OLD, "destroyed"), store).condition == "destroyed"


def test_a_named_edition_is_the_one_to_compare_with(store: Store) -> None:
    judgement = judge_document(document_of(FIRST, None), store, NEW)
    assert (judgement.condition, codes_of(judgement)) == ("damaged", ["incomplete", "texts-differ"])
    assert judge_document(document_of(FIRST, None), store, "2003-01-01").condition == "good"


@pytest.mark.parametrize(
    ("lost", "condition", "message"),
    [
        ([], "good", ""),
        (["107"], "damaged", "the heading of 107 is missing, which 2001-01-01 has"),
        (["1"], "damaged", "the heading of 1 is missing, which 2001-01-01 has"),
        (
            ["1", *map(str, range(100, 120))],
            "damaged",
            "the headings of 1, 100, 101, 102, 103 and 16 more are missing, which 2001-01-01 has",
        ),
        (
            ["1", *(key for key in [*map(str, range(100, 120)), *NUMBERS] if not key.startswith("110"))],
            "fragment",
            "the heading of 1 is missing, which 2001-01-01 has",
        ),
    ],
    ids=["none", "a chapter's", "the section's", "all", "that of a part"],
)
def test_a_lost_heading_is_reported(tmp_path: Path, lost: list[str], condition: Condition, message: str) -> None:
    headed = sorted(["1", *map(str, range(100, 120)), *NUMBERS], key=sort_key)
    texts = {key: f"A lamb counts {place} ewes." for place, key in enumerate(headed)}
    with StoreWriter(tmp_path / "rules.sqlite") as writer:
        writer.add(replace(reading_of(OLD, COMPREHENSIVE_RULES, texts), fingerprint="print"))
        writer.finish({"sample": "no"})
    with open_store(tmp_path / "rules.sqlite") as opened:
        judgement = judge_document(document_of(without(texts, *lost), OLD), opened)
    assert judgement.condition == condition
    assert [row.message for row in judgement.diagnostics if row.code == "headings-missing"] == [message][
        : bool(message)
    ]
