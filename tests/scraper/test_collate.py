"""Several witnesses → one reading: what the base keeps, what it takes, what is shown as a variant."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.records import GlossaryEntry, Matter, ParsedDocument, Reading, Rule
from scraper.collate import collate, passage_of
from scraper.parse import UnknownDialect, parse_bytes
from scraper.passages import bones, is_damaged, same_but_for_damage, same_words

GOOD = """These rules are effective as of March 5, 2020.

Contents

1. Flocks
100. General

Glossary

Credits

1. Flocks

100. General

100.1. A “flock” is a group of lambs — or rams.

100.2. A lamb’s wool is white.
Example: A lamb’s owner shears it.

100.3. The dog watches.

Glossary

Lamb’s Wool
What a lamb wears.

Ram
A grown lamb.

Credits

The shepherds.
"""
LOSSY = GOOD.replace("“", "\ufffd").replace("”", "\ufffd").replace("’", "\ufffd").replace("—", "\ufffd")
STRAIGHT = GOOD.replace("“", '"').replace("”", '"').replace("’", "'").replace("—", "--")
TRUNCATED = GOOD.partition("\nRam")[0][:-4]
# UTF-16 taken for ASCII: the rest is lost, the zeros became characters, and line ends were "mended" byte by byte.
DESTROYED = GOOD.encode("utf-16-le").decode("ascii", "replace").replace("\n\0", "\n")
REWORDED = GOOD.replace("The dog watches.", "The dog sleeps.")


@dataclass(frozen=True)
class Facts:
    file: str
    origin: str = "example.org"
    sha256: str = "0" * 64
    bytes: int = 1


def document(text: str, name: str) -> ParsedDocument:
    return parse_bytes(text.encode(), name, "official")


def read(**texts: str) -> Reading:
    return collate(
        "2020-03-05", "FLK", "Flocks", (), [(Facts(name), document(text, name)) for name, text in texts.items()]
    )


def kinds(reading: Reading) -> dict[str, str]:
    return {variant.key: variant.kind for variant in reading.variants}


def test_one_witness_is_the_reading() -> None:
    reading = read(good=GOOD)
    assert reading.variants == ()
    assert reading.edition.condition == "good"
    assert [rule.edition for rule in reading.rules] == ["2020-03-05"] * 5


def test_the_undamaged_witness_is_the_base_and_the_losses_are_variants() -> None:
    reading = read(lossy=LOSSY, good=GOOD)
    assert [witness.file for witness in reading.edition.witnesses] == ["good", "lossy"]
    assert [witness.chosen for witness in reading.edition.witnesses] == [True, False]
    assert reading.edition.condition == "good"
    assert kinds(reading) == {"100.1": "damage", "100.2": "damage", "glossary:Lamb’s Wool": "damage"}


def test_straight_quotes_are_typographic() -> None:
    reading = read(straight=STRAIGHT, good=GOOD)
    assert set(kinds(reading).values()) == {"typographic"}
    assert reading.rules[2].text == "A “flock” is a group of lambs — or rams."


def test_other_words_are_a_variant_and_said() -> None:
    reading = read(good=GOOD, reworded=REWORDED)
    (variant,) = reading.variants
    assert (variant.key, variant.kind, variant.adopted) == ("100.3", "wording", False)
    assert (variant.reading, variant.text) == ("The dog watches.", "The dog sleeps.")
    assert [row.code for row in reading.diagnostics] == ["witnesses-disagree"]


def test_a_rule_that_one_witness_alone_has_is_extra_and_not_taken() -> None:
    other = GOOD.replace("100.2. ", "100.1a A ewe is no ram.\n\n100.2. ").replace("\n100.3. The dog watches.\n", "")
    reading = read(good=GOOD, other=other.replace("\nRam\nA grown lamb.\n", ""))
    (variant,) = [variant for variant in reading.variants if variant.key == "100.1a"]
    assert (variant.witness, variant.kind, variant.reading, variant.text) == ("other", "extra", "", "A ewe is no ram.")
    assert "100.1a" not in [rule.number for rule in reading.rules]


def test_two_damaged_witnesses_mend_each_other() -> None:
    upper, lower = GOOD.split("100.2. ", 1)
    lossy_upper, lossy_lower = LOSSY.split("100.2. ", 1)
    reading = read(a=f"{lossy_upper}100.2. {lower}", b=f"{upper}100.2. {lossy_lower}")
    texts = [rule.text for rule in reading.rules]
    assert "A “flock” is a group of lambs — or rams." in texts
    assert "A lamb’s wool is white." in texts
    assert reading.edition.condition == "good"
    assert any(variant.adopted for variant in reading.variants)


def test_a_damaged_passage_whose_witness_has_other_words_is_not_mended() -> None:
    other = LOSSY.replace("is white", "is black").replace("A lamb\ufffds wool", "A lamb’s wool")
    reading = read(a=LOSSY.replace("\ufffdflock\ufffd", "“flock”"), b=other)
    assert reading.edition.witnesses[0].file == "a"
    assert reading.edition.condition == "damaged"
    (text,) = [rule.text for rule in reading.rules if rule.number == "100.2"]
    assert text == "A lamb\ufffds wool is white."


def passages(reading: Reading) -> dict[str, str]:
    """All that a reading says, in its order, by key."""
    keyed: list[tuple[str, Rule | GlossaryEntry | Matter]] = [(rule.key, rule) for rule in reading.rules]
    keyed += [(entry.key, entry) for entry in reading.glossary]
    keyed += [(matter.name, matter) for matter in reading.matter]
    return {key: passage_of(record) for key, record in keyed}


WHOLE = passages(collate("2020-03-05", "FLK", "Flocks", (), [(Facts("good"), document(GOOD, "good"))]))


def test_a_base_that_breaks_off_is_completed() -> None:
    """The copy with most whole passages is the base; its cut entry, the next one and the credits are the other's."""
    reading = read(whole=LOSSY, cut=TRUNCATED)
    assert reading.edition.witnesses[0].file == "cut"
    assert reading.edition.condition == "damaged"
    assert list(passages(reading)) == [key.replace("’", "\ufffd") for key in WHOLE]
    assert [bones(text) for text in passages(reading).values()] == [bones(text) for text in WHOLE.values()]
    assert {(variant.key, variant.kind) for variant in reading.variants if variant.adopted} == {
        ("glossary:Lamb\ufffds Wool", "damage"),
        ("glossary:Ram", "extra"),
        ("matter:credits", "extra"),
    }
    assert read(cut=TRUNCATED).edition.condition == "truncated"


def test_only_what_lies_after_the_cut_is_taken() -> None:
    other = LOSSY.replace("\nLamb\ufffds Wool\nWhat", "\nEwe\nA lamb\ufffds mother.\n\nLamb\ufffds Wool\nWhat")
    reading = read(other=other, cut=TRUNCATED)
    assert reading.edition.witnesses[0].file == "cut"
    assert [entry.term for entry in reading.glossary] == ["Lamb\ufffds Wool", "Ram"]
    assert ("glossary:Ewe", "extra", False) in {(row.key, row.kind, row.adopted) for row in reading.variants}


def test_a_last_passage_with_other_words_is_not_replaced() -> None:
    cut = GOOD[: GOOD.index("What a lamb")] + "Hair of she"
    reading = read(whole=LOSSY, cut=cut)
    assert reading.edition.witnesses[0].file == "cut"
    assert [(entry.term, entry.text) for entry in reading.glossary] == [
        ("Lamb’s Wool", "Hair of she"),
        ("Ram", "A grown lamb."),
    ]


def test_of_a_copy_that_has_nothing_in_common_nothing_is_taken() -> None:
    alien = GOOD.replace("100.", "300.").replace("1. Flocks", "3. Barns").replace("Lamb’s Wool", "Barn Door")
    reading = read(good=GOOD, alien=alien.replace("\nRam\n", "\nStall\n"))
    assert [rule.number for rule in reading.rules] == ["3", "300", "300.1", "300.2", "300.3"]
    assert not any(row.adopted for row in reading.variants)


@pytest.mark.parametrize(("end", "start"), [("og watches", "100.2. "), ("’s wool is", "100.1. A")])
def test_the_first_and_the_last_part_complete_each_other(end: str, start: str) -> None:
    first, last = GOOD.partition(end)[0], GOOD[GOOD.index(start) :]
    reading = read(first=first, last=last)
    assert passages(reading) == WHOLE
    assert reading.edition.condition == "good"


def test_a_short_copy_without_a_fault_is_no_base() -> None:
    """What a copy holds decides, not what can be said of its end."""
    short = "1. Flocks\n\n100. General\n\n100.1. A “flock” is red.\n"
    reading = read(short=short, cut=TRUNCATED)
    assert [witness.file for witness in reading.edition.witnesses] == ["cut", "short"]
    assert ("100.1", "wording") in {(variant.key, variant.kind) for variant in reading.variants}


def is_seen_as_cut(end: int) -> bool:
    """Whether a cut leaves something to see: half a heading looks like a glossary entry, and so may stay as one."""
    line = GOOD[GOOD.rfind("\n", 0, end) + 1 : end]
    rest = GOOD[end : GOOD.index("\n", end)]
    return not (line and rest) or rest.endswith(".")


# Up to the credits: that a copy was cut in them cannot be seen.
CUTS = [end for end in range(GOOD.rindex("Credits")) if is_seen_as_cut(end)]


@given(st.lists(st.sampled_from(CUTS), min_size=1, max_size=3), st.sampled_from(("", GOOD, LOSSY, STRAIGHT)))
def test_copies_cut_anywhere_give_all_that_any_of_them_holds(ends: list[int], whole: str) -> None:
    texts = {f"cut{end}": GOOD[:end] for end in ends} | ({"whole": whole} if whole else {})
    copies = []
    for name, text in texts.items():
        with contextlib.suppress(UnknownDialect):  # cut before the first rule
            copies.append((Facts(name), document(text, name)))
    assume(copies)
    reading = collate("2020-03-05", "FLK", "Flocks", (), copies)
    collated = passages(reading)
    alone = [passages(collate("2020-03-05", None, None, (), [copy])) for copy in copies]
    longest = max(alone, key=lambda one: sum(map(len, one.values())))
    assert [bones(key) for key in collated][: len(longest) - 1] == [bones(key) for key in longest][:-1]
    if whole:
        assert reading.edition.condition != "truncated"
        assert {bones(text) for text in collated.values()} >= {bones(text) for text in WHOLE.values()}
        assert len(collated) <= len(WHOLE) + 1, "a heading that was cut looks like a record"


def test_what_a_truncated_witness_lacks_is_missing_and_its_last_words_are_damage() -> None:
    reading = read(good=GOOD, cut=TRUNCATED)
    assert kinds(reading) == {"glossary:Ram": "missing", "glossary:Lamb’s Wool": "damage", "matter:credits": "missing"}


def test_a_destroyed_witness_stays_a_witness() -> None:
    reading = read(good=GOOD, destroyed=DESTROYED)
    assert [witness.condition for witness in reading.edition.witnesses] == ["good", "destroyed"]
    assert reading.variants == ()
    assert {row.code for row in reading.diagnostics} >= {"destroyed"}


def test_the_archives_date_stands_against_the_documents() -> None:
    reading = collate("2021-01-01", None, None, (), [(Facts("good"), document(GOOD, "good"))])
    assert {rule.edition for rule in reading.rules} == {"2021-01-01"}
    assert [row.code for row in reading.diagnostics] == ["misdated"]


def test_the_order_of_the_witnesses_does_not_matter() -> None:
    texts = {"good": GOOD, "lossy": LOSSY, "cut": TRUNCATED, "reworded": REWORDED}
    readings = [read(**{name: texts[name] for name in order}) for order in permutations(texts)]
    assert all(reading == readings[0] for reading in readings)


def test_no_witness_is_an_error() -> None:
    with pytest.raises(ValueError, match="no witness"):
        collate("2020-03-05", None, None, (), [])


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("An “ox”", 'An "ox"', True),
        ("An ox — a cow", "An ox--a cow", True),
        ("Oxen™ eat", "Oxen(TM)  eat", True),
        ("the _Ox_ set", "the Ox set", True),
        ("gets +1/–1", "gets +1/-1", True),
        ("gets +1/+1", "gets +1/-1", False),
        ("An ox", "An Ox", False),
        ("{2}: Eat", "2: Eat", False),
    ],
)
def test_same_words(first: str, second: str, same: bool) -> None:
    assert same_words(first, second) is same
    assert same_words(second, first) is same


def test_damage() -> None:
    assert is_damaged("isn\ufffdt")
    assert is_damaged("an ox?or a cow")
    assert not is_damaged("Is it an ox? Or www.example.com/a.asp?x=1")
    assert same_but_for_damage("El-Hajj\ufffdj", "El-Hajjâj")
    assert not same_but_for_damage("an ox", "a cow")
