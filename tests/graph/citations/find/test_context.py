"""What stands beside a citation: stamps, titles, quoted text, and the words around it."""

import pytest

from graph.citations.find import find_citations
from graph.citations.records import Citation


def find_only(text: str) -> Citation:
    (citation,) = find_citations(text)
    return citation


def words(citation: Citation, kind: str) -> list[str]:
    return [evidence.words for evidence in citation.evidence if evidence.kind == kind]


STAMPS = {
    "//20091005 - 701.6a": ["20091005"],
    "// 20241022 - 601.2b": ["20241022"],
    "# 2024-11-08: CR 601.2b": ["2024-11-08"],
    "CR 702.40a (2026-04-17)": ["2026-04-17"],
    "CR 702.40a (as of 2026-04-17)": ["2026-04-17"],
    "CR 702.40a @2024-11-08": ["2024-11-08"],
    "CR 702.40a@M10": ["M10"],
    "CR 702.40a (M10)": ["M10"],
    "CR 702.40a (DOM rules)": ["DOM"],
    "CR 702.40a (SBA)": [None],
    "CR 702.40a (8 of 20241022)": [None],
    "CR 702.40a, seen in 2024": [None],
    "since 2024-11-08 this follows CR 702.40a": [None],
    # at the head of a comment it covers the comment and no more
    "//20091005 - 510.1c, 702.17c\n// and CR 104.3\nfoo();\n// CR 100.1\n": ["20091005", "20091005", "20091005", None],
    # behind a list it covers the list
    "// CR 100.1 first. CR 510.1c + 702.17c (2024-11-08)\n": [None, "2024-11-08", "2024-11-08"],
}


@pytest.mark.parametrize(("text", "stamps"), STAMPS.items())
def test_a_date_or_set_beside_it(text: str, stamps: list[str | None]) -> None:
    assert [citation.stamp for citation in find_citations(text)] == stamps


TITLES = {
    '// CR 702.40a, "Storm"': "Storm",
    "// CR 702.40. Storm": "Storm",
    "// CR 702.40a (Storm)": "Storm",
    "// CR 702.40 — Storm. It copies": "Storm",
    "// CR 702.4: Double Strike": "Double Strike",
    "// Double Strike (CR 702.4)": "Double Strike",
    "## Storm (CR 702.40a)": "Storm",
    "| Storm | CR 702.40 | done |": "Storm",
    "// `Storm` (CR 702.40a)": "Storm",
    "**CR 702.40** **Storm**": "Storm",
    "// CR 506.3 Beginning of Combat Step": "Beginning of Combat Step",
    "// CR 702.40a When it is cast": None,
    "// CR 702.40a: each copy is new": None,
    "// see CR 702.40a": None,
}


@pytest.mark.parametrize(("text", "title"), TITLES.items())
def test_titles(text: str, title: str | None) -> None:
    assert words(find_only(text), "title") == ([] if title is None else [title])


LISTS: list[tuple[str, str, list[list[str]]]] = [
    ("CR 701.65 Airbend, 701.66 Earthbend", "title", [["Airbend"], ["Earthbend"]]),
    # evidence ends at the neighbouring citations
    (
        "// flying CR 702.9b or trample CR 702.19c if deathtouch\n",
        "keyword",
        [["or trample", "flying"], ["if deathtouch", "or trample"]],
    ),
    # what stands behind the citation of another item is of that one
    ("# - CR 702.9: Sails\n# - CR 702.10: Oars\n# - CR 702.15: Ropes\n", "keyword", [["Sails"], ["Oars"], ["Ropes"]]),
    # words above a list are of its first item
    ("# Oars are counted:\n# - see CR 702.10\n", "keyword", [["Oars are counted: - see"]]),
]


@pytest.mark.parametrize(("text", "kind", "expected"), LISTS)
def test_each_of_a_list_has_its_own_words(text: str, kind: str, expected: list[list[str]]) -> None:
    assert [words(citation, kind) for citation in find_citations(text)] == expected


def test_evidence_is_near_and_its_spans_hold_the_words() -> None:
    near = find_only("// " + "word " * 200 + "CR 702.40a " + "next " * 200).evidence
    assert all(evidence.end - evidence.start <= 200 for evidence in near if evidence.kind == "keyword")
    text = '// Storm (CR 702.40a): "each copy goes onto the stack"\n'
    for evidence in find_only(text).evidence:
        assert text[evidence.start : evidence.end] == evidence.words


QUOTE = "Cards may be thrown away at any time."
TEXTS = {
    '// CR 601.2c: "The player names each of the targets"': "The player names each of the targets",
    "(CR 601.2c says “the player names each of the targets”)": "the player names each of the targets",
    # behind a colon, over lines
    f"// CR 702.29b: {QUOTE}": QUOTE,
    "// CR 702.29b: Cards may be\n// thrown away at any time.\nx();": QUOTE,
    # as the rules print it
    "/**\n * 702.37. Amplify 702.37a Amplify looks at\n * what is in the hand.\n * @author me\n */": (
        "Amplify looks at what is in the hand."
    ),
    # its beginning left out
    "// 702.29b ... Cards may be\n// thrown away at any time.\n": QUOTE,
    # below its number
    f"// 702.29b\n// {QUOTE}\n": QUOTE,
    # behind a stamp of its own
    "// 20121001 - 601.2c\n// 601.2c The player names all of the targets (see rule 115.1).": (
        "The player names all of the targets (see"
    ),
    # to the end of the paragraph
    " * 702.32a Flashback is on cards that come back.\n *\n * Other words of another paragraph here.\n": (
        "Flashback is on cards that come back."
    ),
}


@pytest.mark.parametrize(("text", "quoted"), TEXTS.items())
def test_quoted_text(text: str, quoted: str) -> None:
    citations = find_citations(f"{text}\n\n// creature\n")
    assert [word for citation in citations for word in words(citation, "text")] == [quoted]


AROUND = {
    "// CR 702.40a copies for storm.\n": ["copies for storm"],
    "// The storm count (CR 702.40a) is kept.\n": ["is kept", "The storm count"],
    "// Other. Storm by CR 702.40a here. Next.\n": ["here", "Storm by"],
    "// CR 702.40a, e.g. for storm\n": ["e.g. for storm"],
    "// CR 702.40a copies\n// each storm.\nint flying;\n": ["copies each storm"],
    "int flying; // storm, CR 702.40a\nint trample;\n": ["storm"],
    "# flying\n\n# CR 702.40a storm\n\n# trample": ["storm"],
    "/* flying */ /* CR 702.40a storm */ trample": ["storm"],
    "Flying.\n\nAs told\nby CR 702.40a the storm\ngoes on.\n\nTrample.": ["the storm goes on", "As told by"],
    "// comprules: ignore-next-line[CR002] cascade\n// CR 702.40a storm // comprules: ignore[CR009] flying\n": ["storm"],
    "let x = 702; // CR 702.40a comprules: ignore[CR009] Flying\n": [],
}


@pytest.mark.parametrize(("text", "clauses"), AROUND.items())
def test_the_words_of_the_same_sentence(text: str, clauses: list[str]) -> None:
    assert words(find_only(text), "keyword") == clauses


CODE = {
    "drawStartingHands(HAND) // CR 702.40a\n": ["draw starting hands hand"],
    "// CR 702.40a\nfn shuffle_library() {\n": ["fn shuffle library"],
    "// CR 702.40a\n\nfn shuffle_library() {\n": [],
    "// CR 702.40a\n// \nfn shuffle_library() {\n": [],
    "Of this CR 702.40a": [],
}


def test_a_comment_without_words_is_told_by_the_code_it_stands_at() -> None:
    assert {text: words(find_only(text), "code") for text in CODE} == CODE
