"""Comments that let findings pass, and comments that let pass what does not occur."""

from __future__ import annotations

from functools import partial

import pytest

from bench.growth import grows_in_proportion
from comprules.lint.decode import DecodedText
from comprules.lint.ignores import apply_ignores, find_ignores
from graph.citations.codes import CODES
from graph.citations.records import Fault

POSSIBLE = frozenset(CODES) - {"CR003", "CR008"}


def list_remaining(text: str) -> list[str]:
    """What is left of a text in which `!CR002` stands for a finding: lines and codes, with what is said of comments."""
    lines = DecodedText(text)
    judged = []
    for code in CODES:
        start = text.find(f"!{code}")
        while start >= 0:
            judged.append(Fault(code, "wrong", start=start, end=start + 6))
            start = text.find(f"!{code}", start + 1)
    remaining, _ = apply_ignores(find_ignores(lines), judged, lines, POSSIBLE)
    return [
        f"{lines.place(judgement.start)[0]} {judgement.code}" + judgement.message.replace("wrong", "")
        for judgement in remaining
    ]


@pytest.mark.parametrize(
    "text",
    [
        "!CR002 // comprules: ignore[CR002] kept for the old client",
        "!CR002 # comprules: ignore",
        "!CR002 !CR001 <!-- comprules:ignore[CR001, CR002] -->",
        "!CR002 -- comprules: ignore[retired]",
        "/* comprules: ignore-next-line[CR002] */\r\n!CR002",
        "; comprules: ignore-next-line\n!CR001 !CR002",
        "!CR001\n\n% comprules: ignore-file[CR001] made by a program\n!CR001",
        "!CR001\n!CR002\n(* comprules: ignore-file *)",
    ],
)
def test_covered(text: str) -> None:
    assert list_remaining(text) == []


@pytest.mark.parametrize(
    ("text", "beginnings"),
    [
        ("!CR002\n// comprules: ignore[CR002]", ["1 CR002", "2 CR100CR002 retired is not found on this line"]),
        ("!CR002 // comprules: ignore-next-line", ["1 CR002", "1 CR100Nothing is found on the next line"]),
        ("!CR002 // comprules: ignore[CR001]", ["1 CR002", "1 CR100CR001 never-existed is not found on this line"]),
        ("// comprules: ignore-file[CR001]", ["1 CR100CR001 never-existed is not found in this file"]),
        (
            "!CR001 // comprules: ignore[CR001, CR004]",
            ["1 CR100CR004 text-mismatch is not found on this line; remove that code from the comment."],
        ),
        ("!CR002 // comprules: ignore[CR02]", ["1 CR002", "1 CR100There is no finding 'CR02'; did you mean CR002?"]),
        ("!CR002 // comprules: ignored", ["1 CR002"]),
        ("!CR002 // xcomprules: ignore", ["1 CR002"]),
        ("!CR002 // comprules: ignore[]", []),
    ],
)
def test_not_covered(text: str, beginnings: list[str]) -> None:
    messages = list_remaining(text)
    assert len(messages) == len(beginnings), messages
    assert all(message.startswith(beginning) for message, beginning in zip(messages, beginnings, strict=True)), messages


def test_what_comments_are_credited_with() -> None:
    nearest = "// comprules: ignore-file[CR002]\n!CR002 // comprules: ignore[CR002]"
    assert list_remaining(nearest) == ["1 CR100CR002 retired is not found in this file; remove this comment."]
    assert list_remaining(nearest + "\n!CR002") == []
    for codes in ("CR003", "CR008, CR003"):
        assert list_remaining(f"// comprules: ignore[{codes}]") == [], "they cannot occur in this run"
    for whole in ("ignore-file[CR100] examples", "ignore-file"):
        text = f"// comprules: ignore[CR001]\n// comprules: {whole}"
        assert list_remaining(text) == [], "it covers findings about other comments"
    assert len(list_remaining("// comprules: ignore[CR001, CR100]")) == 1, "none covers itself"


def test_a_finding_over_two_lines_is_covered_from_either() -> None:
    text = "CR\n100.1 // comprules: ignore[CR001]"
    lines = DecodedText(text)
    judged = [Fault("CR001", "wrong", end=8)]
    assert apply_ignores(find_ignores(lines), judged, lines, POSSIBLE) == ([], 1)


def test_findings_come_by_place_with_and_without_comments() -> None:
    judged = [Fault("CR001", "wrong", start=9, end=14), Fault("CR002", "wrong", start=0, end=5)]
    for text in ("100.1 or 100.2", "100.1 or 100.2 // comprules: ignore[CR005]"):
        lines = DecodedText(text)
        remaining, _ = apply_ignores(find_ignores(lines), judged, lines, frozenset())
        assert remaining == [judged[1], judged[0]]


def test_the_cost_grows_with_the_comments_and_findings() -> None:
    text = "!CR001 // comprules: ignore[CR001]\n// comprules: ignore[CR002]\n"
    assert len(list_remaining(text * 500)) == 500
    assert grows_in_proportion(lambda count: partial(list_remaining, text * count), 500)
