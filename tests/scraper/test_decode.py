"""Encodings decided by evidence; what an earlier hand destroyed is reported, with its place."""

from __future__ import annotations

import pytest

from scraper.decode import decode
from scraper.losses import line_of

PROSE = "A card named “Æther Kettle” isn’t a token — it’s a card. See rules 109.1a–c.\nThe “Séance” ends.\n"
STRAIGHT = 'An ox eats grass -- then it sleeps. Its owner\'s barn holds "hay" only.\n'


@pytest.mark.parametrize(
    ("codec", "expected"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("cp1252", "cp1252"),
        ("mac-roman", "mac-roman"),
        ("utf-16", "utf-16-le"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
    ],
)
def test_curly_prose_survives_every_encoding(codec: str, expected: str) -> None:
    decoded = decode((PROSE * 20).encode(codec))
    assert (decoded.text, decoded.encoding) == (PROSE * 20, expected)
    assert (decoded.condition, decoded.diagnostics) == ("good", ())


def test_utf_16_big_endian_with_mark() -> None:
    decoded = decode(b"\xfe\xff" + PROSE.encode("utf-16-be"))
    assert (decoded.text, decoded.encoding) == (PROSE, "utf-16-be")


@pytest.mark.parametrize(
    ("word", "codec"),
    [
        ("El-Hajjâj", "cp437"),
        ("Juzám", "cp437"),
        ("El-Hajjâj", "cp1252"),
        ("El-Hajjâj", "mac-roman"),
        ("Séance", "cp1252"),
    ],
)
def test_one_accent_in_a_whole_file_is_enough(word: str, codec: str) -> None:
    text = STRAIGHT * 50 + f"The effect of {word} is old.\n" + STRAIGHT * 50
    decoded = decode(text.encode(codec))
    assert word in decoded.text
    assert decoded.encoding == codec


def test_between_two_encodings_that_make_equal_sense_a_bare_cr_decides_for_the_mac() -> None:
    text = f"{STRAIGHT * 10}A word like p\x89t names nobody known.\n{STRAIGHT * 10}"
    windows = decode(text.replace("\n", "\r\n").encode("latin-1"))
    mac = decode(text.replace("\n", "\r").encode("latin-1"))
    assert mac.encoding == "mac-roman"
    assert [problem.code for problem in windows.diagnostics] == ["ambiguous-encoding"]


def test_utf_8_read_as_cp1252_is_undone() -> None:
    text = "A player’s hand isn’t a pile — it’s hidden.\n" * 5
    decoded = decode(text.encode("utf-8").decode("cp1252").encode("utf-8"))
    assert decoded.text == text


def test_lost_characters_are_counted_and_placed() -> None:
    decoded = decode("One line.\r\nAn ox isn\ufffdt a cow.\r\nNor is \ufffdthis\ufffd.\r\n".encode())
    (problem,) = decoded.diagnostics
    assert (problem.code, problem.severity, problem.line, problem.column) == ("lossy-encoding", "warning", 2, 10)
    assert "3" in problem.message
    assert decoded.condition == "damaged"


# What is reported of a text, and its condition.
REPORTED: dict[str, tuple[bytes, list[str], str]] = {
    "quotes turned into question marks": (
        b"The word ?ox? means what it says, and ?cow? doesn?t. Say ?ox? once.\n" * 3, ["quotes-lost"], "damaged"),
    "dashes turned into question marks": (
        b'An ox?or a cow?may "graze" here?unless it sleeps.\n' * 3, ["marks-lost"], "damaged"),
    "questions and addresses": (
        b"Questions? See www.example.com/default.asp?x=rules or www.example.com/?page=2 now. Is it an ox? Yes.\n" * 4,
        [], "good"),
    "destroyed": (("O\0n\0e\0 \0o\0x\0.\0\u2019\u2018" * 40).encode(), ["destroyed"], "destroyed"),
    "of no known encoding": (
        (STRAIGHT * 5 + "Tráva rośnie dla wołu, więc żyje.\n").encode("iso8859-2"), ["odd-characters"], "damaged"),
    "one sign new to the rules": ((PROSE * 20 + "It has a ♥ on it.\n").encode(), [], "good"),
    **{
        f"of equal sense: {words!r}": (STRAIGHT.encode() * 20 + words + b".\r\n", ["ambiguous-encoding"], "damaged")
        for words in (b"M\xa0lek eats", b"The Barn\xa0of Oxen", b"a p\x87t b")
    },
}  # fmt: skip


@pytest.mark.parametrize("name", REPORTED)
def test_what_is_reported(name: str) -> None:
    data, codes, condition = REPORTED[name]
    decoded = decode(data)
    assert ([problem.code for problem in decoded.diagnostics], decoded.condition) == (codes, condition)


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize(("right", "wrong"), [("cp1252", "mac-roman"), ("mac-roman", "cp1252"), ("utf-8", "mac-roman")])
def test_every_pair_of_encodings_is_undone_and_said(right: str, wrong: str, bom: str) -> None:
    decoded = decode((bom + (PROSE * 5).encode(right).decode(wrong)).encode())
    assert decoded.text == PROSE * 5
    assert decoded.encoding == f"utf-8 of {right} read as {wrong}"
    assert ([problem.code for problem in decoded.diagnostics], decoded.condition) == (["mojibake"], "good")


def test_utf_8_with_a_few_broken_bytes_stays_utf_8() -> None:
    decoded = decode((PROSE * 10).encode() + b"One broken byte: \xff.\n")
    assert decoded.encoding == "utf-8"
    assert decoded.condition == "damaged"


@pytest.mark.parametrize(
    ("text", "line"), [("a\nb\nX", 3), ("a\r\nb\r\nX", 3), ("a\rb\rX", 3), ("a\r\n\rX", 3), ("X", 1)]
)
def test_line_of_counts_every_kind_of_line_end(text: str, line: int) -> None:
    assert line_of(text, text.index("X")) == line


def test_utf_16_re_saved_as_utf_8_keeps_what_is_left() -> None:
    text = "A spell of Juzám is an ox spell.\n" * 30
    decoded = decode(text.encode("utf-16-le").decode("utf-8", "replace").encode())
    assert decoded.text == text.replace("á", "\ufffd")
    assert (decoded.encoding, decoded.condition) == ("utf-16-le", "damaged")


@pytest.mark.parametrize(
    ("phrase", "codec"),
    [
        ("The player’s ox", "cp1252"),
        ("The player’s ox", "mac-roman"),
        ("The game Wool™ is", "cp1252"),
        ("The game Wool™ is", "mac-roman"),
        ("See rule\xa0103", "cp1252"),
        ("It costs ½ more", "cp1252"),
        ("It costs ½ more", "cp437"),
        ("A 2×2 ox", "cp1252"),
        ("Rules 101.1a–c", "mac-roman"),
        ("El Niño eats", "cp437"),
        ("François eats", "cp1252"),
    ],
)
def test_a_single_character_that_one_encoding_alone_explains(phrase: str, codec: str) -> None:
    decoded = decode(f"{STRAIGHT * 20}{phrase}.\r\n{STRAIGHT * 20}".encode(codec))
    assert phrase in decoded.text
    assert (decoded.encoding, decoded.diagnostics) == (codec, ())


def test_utf_8_read_by_a_browser_as_cp1252_is_undone() -> None:
    read = "".join(
        bytes([byte]).decode("cp1252") if byte not in b"\x81\x8d\x8f\x90\x9d" else chr(byte) for byte in PROSE.encode()
    )
    assert "\x9d" in read  # the last byte of a closing quote, which cp1252 does not define
    assert decode(read.encode()).text == PROSE


def test_what_was_lost_in_a_wrong_decoding_stays_lost() -> None:
    decoded = decode((PROSE * 5).encode().decode("cp1252", "replace").encode())
    assert decoded.text == PROSE.replace("”", "\ufffd") * 5
    assert [problem.code for problem in decoded.diagnostics] == ["mojibake", "lossy-encoding"]
    assert decoded.condition == "damaged"


@pytest.mark.parametrize("cut", [1, 2])
def test_utf_8_cut_inside_a_character_stays_utf_8(cut: int) -> None:
    decoded = decode(f"{STRAIGHT * 9}An ox — a cow, and the barn’".encode()[:-cut])
    assert decoded.encoding == "utf-8"
    assert "ox — a cow" in decoded.text
    assert [problem.code for problem in decoded.diagnostics] == ["lossy-encoding"]


def test_invisible_characters_are_left_out_and_said() -> None:
    decoded = decode((STRAIGHT * 3 + "100\u200b.1. An o\u00adx.\n").encode())
    assert decoded.text.endswith("100.1. An ox.\n")
    assert [(problem.code, problem.severity) for problem in decoded.diagnostics] == [("invisible-characters", "info")]
    assert decoded.condition == "good"


def test_control_characters_are_left_out_and_said() -> None:
    decoded = decode(b"100.1\x00. An ox.\x0bA cow.\n" + STRAIGHT.encode())
    assert decoded.text.startswith("100.1. An ox. A cow.\n")
    assert [problem.code for problem in decoded.diagnostics] == ["control-characters"]
    assert decoded.condition == "damaged"


@pytest.mark.parametrize("end", ["\x1a", "\0" * 4096])
def test_padding_after_the_end_is_no_damage(end: str) -> None:
    decoded = decode((STRAIGHT * 9 + end).encode())
    assert decoded.text == STRAIGHT * 9
    assert ([problem.code for problem in decoded.diagnostics], decoded.condition) == (["padding"], "good")
