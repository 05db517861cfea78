"""Encodings decided by evidence; what an earlier hand destroyed is reported, with its place."""

from __future__ import annotations

import pytest

from scraper.decode import decode
from scraper.lost_characters import line_of

PROSE = "A card named “Æther Kettle” isn’t a token — it’s a card. See rules 109.1a–c.\nThe “Séance” ends.\n"
STRAIGHT = 'An ox eats grass -- then it sleeps. Its owner\'s barn holds "hay" only.\n'
WHOLE = STRAIGHT * 9


def test_curly_prose_survives_every_encoding() -> None:
    written = {codec: codec for codec in ("utf-8", "utf-8-sig", "cp1252", "mac-roman", "utf-16-le", "utf-16-be")}
    for codec, expected in {**written, "utf-16": "utf-16-le"}.items():
        decoded = decode((PROSE * 20).encode(codec))
        assert (decoded.text, decoded.encoding) == (PROSE * 20, expected)
        assert (decoded.condition, decoded.diagnostics) == ("good", ()), codec
    marked = decode(b"\xfe\xff" + PROSE.encode("utf-16-be"))
    assert (marked.text, marked.encoding) == (PROSE, "utf-16-be")


# Encoding → what no other explains as well.
ALONE = {
    "cp437": ["the El-Hajjâj", "a Juzám", "It costs ½ more", "El Niño eats"],
    "cp1252": [
        *("the El-Hajjâj", "a Séance", "The player’s ox", "The game Wool™ is", "See rule\xa0103", "It costs ½ more"),
        *("A 2×2 ox", "François eats"),
    ],
    "mac-roman": ["the El-Hajjâj", "The player’s ox", "The game Wool™ is", "Rules 101.1a–c"],
}


@pytest.mark.parametrize("codec", ALONE)
def test_one_character_in_a_whole_file_is_enough(codec: str) -> None:
    for phrase in ALONE[codec]:
        decoded = decode(f"{STRAIGHT * 50}{phrase}.\r\n{STRAIGHT * 50}".encode(codec))
        assert phrase in decoded.text
        assert (decoded.encoding, decoded.diagnostics) == (codec, ()), phrase


def test_between_two_encodings_that_make_equal_sense_a_bare_cr_decides_for_the_mac() -> None:
    text = f"{STRAIGHT * 10}A word like p\x89t names nobody known.\n{STRAIGHT * 10}"
    windows = decode(text.replace("\n", "\r\n").encode("latin-1"))
    mac = decode(text.replace("\n", "\r").encode("latin-1"))
    assert mac.encoding == "mac-roman"
    assert [problem.code for problem in windows.diagnostics] == ["ambiguous-encoding"]


# Bytes; the text that they give, if it is certain; what is reported of it, and its condition.
REPORTED: dict[str, tuple[bytes, str | None, list[str], str]] = {
    "quotes turned into question marks": (
        b"The word ?ox? means what it says, and ?cow? doesn?t. Say ?ox? once.\n" * 3, None, ["quotes-lost"], "damaged"),
    "dashes turned into question marks": (
        b'An ox?or a cow?may "graze" here?unless it sleeps.\n' * 3, None, ["marks-lost"], "damaged"),
    "questions and addresses": (
        b"Questions? See www.example.com/default.asp?x=rules or www.example.com/?page=2 now. Is it an ox? Yes.\n" * 4,
        None, [], "good"),
    "destroyed": (("O\0n\0e\0 \0o\0x\0.\0\u2019\u2018" * 40).encode(), None, ["destroyed"], "destroyed"),
    "of no known encoding": (
        (STRAIGHT * 5 + "Tráva rośnie dla wołu, więc żyje.\n").encode("iso8859-2"), None, ["odd-characters"],
        "damaged"),
    "one sign new to the rules": ((PROSE * 20 + "It has a ♥ on it.\n").encode(), None, [], "good"),
    **{
        f"of equal sense: {words!r}": (STRAIGHT.encode() * 20 + words + b".\r\n", None, ["ambiguous-encoding"],
                                       "damaged")
        for words in (b"M\xa0lek eats", b"The Barn\xa0of Oxen", b"a p\x87t b")
    },
    "UTF-8 with a few broken bytes": (
        (PROSE * 10).encode() + b"One broken byte: \xff.\n", PROSE * 10 + "One broken byte: \ufffd.\n",
        ["lossy-encoding"], "damaged"),
    "UTF-8 with lost characters and a broken byte": (
        "Lost \ufffd here. ".encode() + "An ox’s barn — an ox. ".encode() * 3 + b"One: \xe9.\n",
        "Lost \ufffd here. " + "An ox’s barn — an ox. " * 3 + "One: \ufffd.\n", ["lossy-encoding"], "damaged"),
    **{
        f"UTF-8 cut inside a character, {cut}": (
            f"{WHOLE}An ox — a cow, and the barn’".encode()[:-cut], f"{WHOLE}An ox — a cow, and the barn\ufffd",
            ["lossy-encoding"], "damaged")
        for cut in (1, 2)
    },
    "UTF-16 saved as UTF-8": (
        ("A spell of Juzám is an ox spell.\n" * 30).encode("utf-16-le").decode("utf-8", "replace").encode(),
        "A spell of Juz\ufffdm is an ox spell.\n" * 30, ["lossy-encoding"], "damaged"),
    "lost in a wrong decoding": (
        (PROSE * 5).encode().decode("cp1252", "replace").encode(), PROSE.replace("”", "\ufffd") * 5,
        ["mojibake", "lossy-encoding"], "damaged"),
    "invisible characters": (
        (WHOLE + "100\u200b.1. An o\u00adx.\n").encode(), WHOLE + "100.1. An ox.\n", ["invisible-characters"], "good"),
    "control characters": (
        b"100.1\x00. An ox.\x0bA cow.\n" + WHOLE.encode(), "100.1. An ox. A cow.\n" + WHOLE, ["control-characters"],
        "damaged"),
    "an end of a file": ((WHOLE + "\x1a").encode(), WHOLE, ["padding"], "good"),
    "zeros after the end": ((WHOLE + "\0" * 4096).encode(), WHOLE, ["padding"], "good"),
}  # fmt: skip


@pytest.mark.parametrize("name", REPORTED)
def test_what_is_reported(name: str) -> None:
    data, text, codes, condition = REPORTED[name]
    decoded = decode(data)
    assert ([problem.code for problem in decoded.diagnostics], decoded.condition) == (codes, condition)
    if text is not None:
        assert decoded.text == text
    if name.startswith("UTF"):
        assert decoded.encoding == ("utf-16-le" if name.startswith("UTF-16") else "utf-8")
    slight = {problem.code for problem in decoded.diagnostics if problem.severity == "info"}
    assert slight == {"invisible-characters", "mojibake", "padding"} & set(codes)


def test_lost_characters_are_counted_and_placed() -> None:
    (problem,) = decode("One line.\r\nAn ox isn\ufffdt a cow.\r\nNor is \ufffdthis\ufffd.\r\n".encode()).diagnostics
    assert (problem.code, problem.severity, problem.line, problem.column) == ("lossy-encoding", "warning", 2, 10)
    assert "3" in problem.message
    for text, line in {"a\nb\nX": 3, "a\r\nb\r\nX": 3, "a\rb\rX": 3, "a\r\n\rX": 3, "X": 1}.items():
        assert line_of(text, text.index("X")) == line, text


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize(("right", "wrong"), [("cp1252", "mac-roman"), ("mac-roman", "cp1252"), ("utf-8", "mac-roman")])
def test_every_pair_of_encodings_is_undone_and_said(right: str, wrong: str, bom: str) -> None:
    decoded = decode((bom + (PROSE * 5).encode(right).decode(wrong)).encode())
    assert decoded.text == PROSE * 5
    assert decoded.encoding == f"utf-8 of {right} read as {wrong}"
    assert ([problem.code for problem in decoded.diagnostics], decoded.condition) == (["mojibake"], "good")


def test_utf_8_read_as_cp1252_is_undone_also_where_a_browser_read_it() -> None:
    text = "A player’s hand isn’t a pile — it’s hidden.\n" * 5
    assert decode(text.encode("utf-8").decode("cp1252").encode("utf-8")).text == text
    read = "".join(
        bytes([byte]).decode("cp1252") if byte not in b"\x81\x8d\x8f\x90\x9d" else chr(byte) for byte in PROSE.encode()
    )
    assert "\x9d" in read  # the last byte of a closing quote, which cp1252 does not define
    assert decode(read.encode()).text == PROSE


@pytest.mark.parametrize("sentence", ["Fähren fahren zu „Wege“ und »Häfen«.", "L’île, voir « Règles », est à côté."])
def test_the_quotes_of_other_languages_are_no_damage(sentence: str) -> None:
    document = decode(sentence.encode(), "town.txt")
    assert document.text == sentence
    assert document.diagnostics == ()


def test_names_without_their_accented_letters_are_a_loss() -> None:
    source = decode(b"The Jtun sees the Dandn.\nThe Aether and the other jtun rest.\n", "lost.txt")
    (problem,) = source.diagnostics
    assert (problem.code, problem.line, source.condition) == ("letters-lost", 1, "damaged")
    assert ": 2, first on line 1" in problem.message
    assert decode("The Jötun sees the Dandân; Jotun too.\n".encode(), "whole.txt").diagnostics == ()
