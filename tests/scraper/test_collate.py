"""Several witnesses → one reading: base, what it takes, variants; the doctor finds each defect from the bytes."""

from __future__ import annotations

import contextlib
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.records import CardSet, Diagnostic, GlossaryEntry, Matter, ParsedDocument, Reading, Rule
from scraper.archive import Copy, load_archive
from scraper.collate import collate
from scraper.collation.agreement import alphanumerics, is_damaged, same_but_for_damage, same_words, words_of_record
from scraper.collation.copies import are_equally_whole
from scraper.doctor import EditionHealth, diagnose
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from tests.scraper.archives import write_archive
from tests.scraper.test_copies import CONTENTS, read_copy

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


def document(text: str, name: str) -> ParsedDocument:
    return parse_bytes(text.encode(), name, "official")


def copy_of(text: str, name: str) -> tuple[Copy, ParsedDocument]:
    return Copy(name, "example.org", 1, "0" * 64), document(text, name)


def read(**texts: str) -> Reading:
    copies = [copy_of(text, name) for name, text in texts.items()]
    return collate("2020-03-05", (CardSet("FLK", "Flocks"),), (), copies)


def passages(reading: Reading) -> dict[str, str]:
    """All that a reading says, in its order, by key."""
    keyed: list[tuple[str, Rule | GlossaryEntry | Matter]] = [(rule.key, rule) for rule in reading.rules]
    keyed += [(entry.key, entry) for entry in reading.glossary]
    keyed += [(matter.name, matter) for matter in reading.matter]
    return {key: words_of_record(record) for key, record in keyed}


WHOLE = passages(read(good=GOOD))
UPPER, LOWER = GOOD.split("100.2. ", 1)
LOSSY_UPPER, LOSSY_LOWER = LOSSY.split("100.2. ", 1)
LOST = "100.1 damage, 100.2 damage"
MENDED = f"{LOST}, glossary:Lamb\ufffds Wool wording, glossary:Lamb\ufffds Wool damage taken"
RAM = "glossary:Ram missing, glossary:Ram extra taken"
CREDITS_TAKEN = "matter:credits missing, matter:credits extra taken"
CREDITS = f"{CREDITS_TAKEN}, truncated, witnesses-disagree"
# Witnesses, the base first; the condition of the reading; its variants, and the codes of what is told of the copies.
READINGS: dict[str, tuple[dict[str, str], str, str]] = {
    "one witness": ({"good": GOOD}, "good", ""),
    "losses": ({"good": GOOD, "lossy": LOSSY}, "good", f"{LOST}, glossary:Lamb’s Wool damage"),
    "straight quotes": (
        {"good": GOOD, "straight": STRAIGHT},
        "good",
        "100.1 typographic, 100.2 typographic, glossary:Lamb’s Wool typographic",
    ),
    "other words": ({"good": GOOD, "reworded": REWORDED}, "good", "100.3 wording, witnesses-disagree"),
    "a rule that one witness alone has": (
        {
            "good": GOOD,
            "other": UPPER + "100.1a A ewe is no ram.\n\n100.2. " + LOWER.replace("\nRam\nA grown lamb.\n", ""),
        },
        "good",
        "100.1a extra, glossary:Ram missing",
    ),
    "two damaged witnesses mend each other": (
        {"a": f"{LOSSY_UPPER}100.2. {LOWER}", "b": f"{UPPER}100.2. {LOSSY_LOWER}"},
        "good",
        "100.1 damage, 100.1 damage taken, 100.2 damage, glossary:Lamb’s Wool damage, lossy-encoding",
    ),
    "a damaged passage whose witness has other words is not mended": (
        {
            "a": LOSSY.replace("\ufffdflock\ufffd", "“flock”"),
            "b": LOSSY.replace("is white", "is black").replace("A lamb\ufffds wool", "A lamb’s wool"),
        },
        "damaged",
        "100.1 damage, 100.2 wording, lossy-encoding, witnesses-disagree",
    ),
    "a witness that breaks off": (
        {"good": GOOD, "cut": TRUNCATED},
        "good",
        "glossary:Lamb’s Wool damage, glossary:Ram missing, matter:credits missing, truncated",
    ),
    "a base that breaks off is completed": (
        {"cut": TRUNCATED, "whole": LOSSY},
        "damaged",
        f"{MENDED}, {RAM}, {CREDITS}",
    ),
    "but only by what lies after the cut": (
        {"cut": TRUNCATED, "other": LOSSY.replace("\nLamb\ufffds", "\nEwe\nA lamb\ufffds mother.\n\nLamb\ufffds")},
        "damaged",
        f"{MENDED}, {RAM}, glossary:Ewe extra, {CREDITS}",
    ),
    "its last passage is not replaced by other words": (
        {"cut": GOOD[: GOOD.index("What a lamb")] + "Hair of she", "whole": LOSSY},
        "good",
        f"{LOST}, glossary:Lamb’s Wool wording, {RAM}, {CREDITS}",
    ),
    "a term that was cut in its letters is left out": (
        {"cut": GOOD.partition("am\nA grown")[0], "whole": LOSSY},
        "good",
        f"{LOST}, glossary:Lamb’s Wool damage, {RAM}, glossary:R extra, {CREDITS_TAKEN}, truncated",
    ),
    "a destroyed witness stays a witness": ({"good": GOOD, "destroyed": DESTROYED}, "good", "destroyed, no-rules"),
}


@pytest.mark.parametrize("name", READINGS)
def test_which_is_the_base_what_is_taken_and_what_is_told(name: str) -> None:
    texts, condition, expected = READINGS[name]
    reading = read(**dict(reversed(texts.items())))
    assert [(witness.file, witness.chosen) for witness in reading.edition.witnesses] == [
        (file, at == 0) for at, file in enumerate(texts)
    ]
    variants = [f"{row.key} {row.kind}{' taken' * row.adopted}" for row in reading.variants]
    assert ", ".join(variants + [row.code for row in reading.diagnostics]) == expected
    assert reading.edition.condition == condition
    assert {rule.edition for rule in reading.rules} == {"2020-03-05"}
    if condition == "good" and "its last" not in name:
        assert passages(reading) == WHOLE
    if name.endswith("is completed"):
        assert list(passages(reading)) == [key.replace("’", "\ufffd") for key in WHOLE]
        assert [alphanumerics(text) for text in passages(reading).values()] == [
            alphanumerics(text) for text in WHOLE.values()
        ]


def test_variants_have_both_texts_and_conditions_are_those_of_each_copy() -> None:
    (variant,) = read(good=GOOD, reworded=REWORDED).variants
    assert (variant.reading, variant.text) == ("The dog watches.", "The dog sleeps.")
    texts, _, _ = READINGS["a rule that one witness alone has"]
    (extra,) = [variant for variant in read(**texts).variants if variant.kind == "extra"]
    assert (extra.witness, extra.reading, extra.text) == ("other", "", "A ewe is no ram.")
    texts, _, _ = READINGS["a damaged passage whose witness has other words is not mended"]
    assert passages(read(**texts))["100.2"].startswith("A lamb\ufffds wool is white.")
    texts, _, _ = READINGS["its last passage is not replaced by other words"]
    assert passages(read(**texts))["glossary:Lamb’s Wool"] == "Lamb’s Wool\nHair of she"
    destroyed = read(good=GOOD, destroyed=DESTROYED)
    assert [witness.condition for witness in destroyed.edition.witnesses] == ["good", "destroyed"]
    assert read(cut=TRUNCATED).edition.condition == "truncated"


@pytest.mark.parametrize(
    ("texts", "condition", "chosen", "watches"),
    [
        ({"typed": REWORDED}, "retyped", "typed", "sleeps"),
        ({"typed": REWORDED, "good": GOOD}, "good", "good", "watches"),
        ({"typed": GOOD, "lossy": LOSSY}, "damaged", "lossy", "watches"),
        ({"typed": GOOD, "cut": TRUNCATED}, "truncated", "cut", "watches"),
        ({"typed": REWORDED, "destroyed": DESTROYED}, "retyped", "typed", "sleeps"),
        ({"typed": REWORDED, "empty": "A letter."}, "retyped", "typed", "sleeps"),
        ({"typed": TRUNCATED, "typed2": REWORDED}, "retyped", "typed2", "sleeps"),
    ],
)
def test_a_retyped_copy_is_the_base_only_if_no_other_is_usable_and_fills_nothing_in(
    texts: dict[str, str], condition: str, chosen: str, watches: str
) -> None:
    copies = []
    for name, text in texts.items():
        stated = ("retyped", "slips") if name.startswith("typed") else (None, None)
        document = (
            parse_bytes(text.encode(), name)
            if text != "A letter."
            else replace(parse_bytes(GOOD.encode(), name), rules=())
        )
        copies.append((Copy(name, "example.org", 1, "0" * 64, condition=stated[0], reason=stated[1]), document))
    reading = collate("2020-03-05", (), (), copies)
    assert (reading.edition.condition, reading.edition.witnesses[0].file) == (condition, chosen)
    assert reading.edition.reason == ("slips" if condition == "retyped" else None)
    assert {copy.condition for copy in reading.edition.witnesses if copy.file.startswith("typed")} == {"retyped"}
    assert any(rule.text == f"The dog {watches}." for rule in reading.rules)
    assert not any(row.adopted for row in reading.variants if condition != "retyped")


def test_a_list_of_contents_beside_a_whole_copy_is_only_a_witness() -> None:
    whole, contents = copy_of(GOOD, "whole"), (Copy("list", "example.org", 1, "0" * 64), read_copy(CONTENTS))
    assert contents[1].condition == "fragment"
    reading = collate("2020-03-05", (), (), [contents, whole])
    assert reading.edition.condition == "good"
    assert [(witness.file, witness.condition) for witness in reading.edition.witnesses] == [
        ("whole", "good"),
        ("list", "fragment"),
    ]
    assert collate("2020-03-05", (), (), [contents]).edition.condition == "destroyed"


def test_of_a_copy_that_has_nothing_in_common_nothing_is_taken() -> None:
    alien = GOOD.replace("100.", "300.").replace("1. Flocks", "3. Barns").replace("Lamb’s Wool", "Barn Door")
    reading = read(good=GOOD, alien=alien.replace("\nRam\n", "\nStall\n"))
    assert [rule.number for rule in reading.rules] == ["3", "300", "300.1", "300.2", "300.3"]
    assert not any(row.adopted for row in reading.variants)


def test_what_copies_hold_decides_and_not_what_can_be_said_of_their_ends() -> None:
    """The first and the last part complete each other; a short copy without a fault is no base."""
    for end, start in (("og watches", "100.2. "), ("’s wool is", "100.1. A")):
        reading = read(first=GOOD.partition(end)[0], last=GOOD[GOOD.index(start) :])
        assert passages(reading) == WHOLE, end
        assert reading.edition.condition == "good", end
    reading = read(short="1. Flocks\n\n100. General\n\n100.1. A “flock” is red.\n", cut=TRUNCATED)
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
            copies.append(copy_of(text, name))
    assume(copies)
    reading = collate("2020-03-05", (CardSet("FLK", "Flocks"),), (), copies)
    collated = passages(reading)
    alone = [passages(collate("2020-03-05", (), (), [copy])) for copy in copies]
    longest = max(alone, key=lambda one: sum(map(len, one.values())))
    assert [alphanumerics(key) for key in collated][: len(longest) - 1] == [alphanumerics(key) for key in longest][:-1]
    if whole:
        assert reading.edition.condition != "truncated"
        assert {alphanumerics(text) for text in collated.values()} >= {alphanumerics(text) for text in WHOLE.values()}
        assert len(collated) <= len(WHOLE) + 1, "a heading that was cut looks like a record"


def test_the_archives_date_stands_against_the_documents() -> None:
    reading = collate("2021-01-01", (), (), [copy_of(GOOD, "good")])
    assert {rule.edition for rule in reading.rules} == {"2021-01-01"}
    assert [row.code for row in reading.diagnostics] == ["misdated"]
    with pytest.raises(ValueError, match="no witness"):
        collate("2020-03-05", (), (), [])


def test_the_order_of_the_witnesses_does_not_matter() -> None:
    texts = {"good": GOOD, "lossy": LOSSY, "cut": TRUNCATED, "reworded": REWORDED}
    readings = [read(**{name: texts[name] for name in order}) for order in permutations(texts)]
    assert all(reading == readings[0] for reading in readings)


def test_same_words_and_damage() -> None:
    same = {"An “ox”": 'An "ox"', "An ox — a cow": "An ox--a cow", "Oxen™ eat": "Oxen(TM)  eat",
            "the _Ox_ set": "the Ox set", "gets +1/–1": "gets +1/-1"}  # fmt: skip
    other = {"gets +1/+1": "gets +1/-1", "An ox": "An Ox", "{2}: Eat": "2: Eat"}
    for first, second in (same | other).items():
        assert same_words(first, second) is same_words(second, first) is (first in same), first
    assert is_damaged("isn\ufffdt")
    assert is_damaged("an ox?or a cow")
    assert not is_damaged("Is it an ox? Or www.example.com/a.asp?x=1")
    assert same_but_for_damage("El-Hajj\ufffdj", "El-Hajjâj")
    assert not same_but_for_damage("an ox", "a cow")


QUOTES = (
    GOOD.replace("“", "?").replace("”", "?").replace("’", "?").replace("—", "--").replace("shears", "doesn?t shear")
)


def archive(folder: Path, **copies: bytes) -> Path:
    return write_archive(folder, {"2020-03-05": {f"{name}.txt": data for name, data in copies.items()}})


def health(folder: Path) -> EditionHealth:
    (only,) = diagnose(load_archive(folder), jobs=1)
    return only


def test_a_sound_copy_has_no_findings(tmp_path: Path) -> None:
    findings = health(archive(tmp_path, good=GOOD.encode()))
    assert (findings.condition, findings.findings, findings.best) == ("good", (), "editions/2020-03-05/good.txt")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (LOSSY.encode(), "lossy-encoding"),
        (TRUNCATED.encode(), "truncated"),
        (DESTROYED.encode(), "destroyed"),
        (QUOTES.encode(), "quotes-lost"),
        (REWORDED.encode(), "witnesses-disagree"),
        (GOOD.replace("March 5", "March 6").encode(), "misdated"),
        (GOOD.encode("mac-roman").decode("cp1252").encode(), "mojibake"),
        (b"A letter without a single number.\n" * 9, "unknown-dialect"),
    ],
)
def test_each_defect_beside_a_sound_copy(tmp_path: Path, bad: bytes, code: str) -> None:
    findings = health(archive(tmp_path, good=GOOD.encode(), zbad=bad))
    assert code in {row.code for row in findings.findings}
    assert all(row.path.endswith("zbad.txt") for row in findings.findings)
    assert findings.best.endswith("good.txt")
    assert findings.condition == "good"


def test_wrong_hashes_missing_files_and_archives_without_a_usable_copy(tmp_path: Path) -> None:
    folder = archive(tmp_path / "two", good=GOOD.encode(), other=GOOD.encode())
    (folder / "editions/2020-03-05/other.txt").write_bytes(GOOD.replace("dog", "cat").encode())
    tampered = health(folder)
    assert "wrong-hash" in {row.code for row in tampered.findings}
    assert tampered.best.endswith("good.txt")
    (folder / "editions/2020-03-05/other.txt").unlink()
    missing = health(folder)
    assert [row.code for row in missing.findings] == ["unreadable-file"]
    assert missing.best.endswith("good.txt")
    nothing = health(archive(tmp_path / "one", bad=b"A letter without a number.\n" * 9))
    assert (nothing.best, nothing.condition) == ("", "destroyed")
    assert "no-usable-witness" in {row.code for row in nothing.findings}


def test_the_outcome_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    good, lossy = GOOD.encode(), LOSSY.encode()
    editions = {"2020-03-05": {"good.txt": good, "lossy.txt": lossy}, "2020-03-06": {"good.txt": good}}
    loaded = load_archive(write_archive(tmp_path, editions))
    seen: list[tuple[int, int, str]] = []
    two = diagnose(loaded, jobs=2, progress=lambda count, total, edition: seen.append((count, total, edition)))
    assert two == diagnose(loaded, jobs=1)
    assert seen == [(1, 2, "2020-03-05"), (2, 2, "2020-03-06")]
    assert diagnose(loaded, editions=["2020-03-06"]) == two[1:]


@pytest.mark.parametrize(
    ("codes", "condition"),
    [
        ((), "damaged"),
        (("lost-placeholder",), "damaged"),
        (("page-unreadable",), "damaged"),
        (("lossy-encoding",), "good"),
        (("lossy-encoding", "dash-lost"), "damaged"),
    ],
)
def test_an_edition_is_as_good_as_the_copies_it_is_known_from(codes: tuple[str, ...], condition: str) -> None:
    """What the passages do not show stays lost; what they show, and no passage has, was given back."""
    facts, document = copy_of(GOOD, "only")
    reports = tuple(Diagnostic(code, "warning", "something was lost") for code in codes)
    damaged = replace(document, condition="damaged", diagnostics=reports)
    reading = collate("2020-03-05", (), (), [(facts, damaged)])
    assert reading.edition.condition == condition


def test_of_equally_whole_copies_the_base_has_the_typography_of_the_neighbours() -> None:
    copies = [copy_of(GOOD, "good"), copy_of(STRAIGHT, "straight")]
    assert are_equally_whole(copies)
    for neighbour, expected in ((STRAIGHT, "straight"), (GOOD, "good")):
        neighbours = [[document(neighbour, "before")], [document(neighbour, "after")]]
        reading = collate("2020-03-05", (), (), copies, neighbours)
        assert [witness.file for witness in reading.edition.witnesses if witness.chosen] == [expected]
        assert {variant.kind for variant in reading.variants} == {"typographic"}  # the other copy stays readable


def test_a_whole_copy_comes_before_one_with_the_typography_of_the_neighbours() -> None:
    copies = [copy_of(GOOD, "good"), copy_of(STRAIGHT.partition("\nRam")[0], "straight")]
    neighbours = [[document(STRAIGHT, "before")]]
    assert collate("2020-03-05", (), (), copies, neighbours).edition.witnesses[0].file == "good"
    assert not are_equally_whole(copies)
