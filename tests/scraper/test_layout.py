"""Lines of a source: which belong to a paragraph and how they are joined, labels as printed, the account of them."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from rules.numbers import LETTERS
from rules.records import Span
from scraper.claims import Claims
from scraper.labels import is_title, read_heading, read_label
from scraper.layout import Paragraph, SourceDocument, is_wrapped, paragraphs, split_lines, without_leader

FILL = (
    "The shepherd counts her flock at dawn and writes the number on a slate that hangs by the\n"
    "door of the barn, where the dog can see that nobody has changed it since the last count\n"
    "was made and the gate was closed behind the last of the lambs.\n\n"
)


def texts(document: str) -> list[str]:
    return [paragraph.text for paragraph in paragraphs(split_lines(document))]


# Inside a document that is plainly wrapped. ¶ begins a paragraph, ‿ ends a line that is joined without a blank.
PASSAGES = {
    "a line that starts with a number inside a sentence goes on": """
¶201.3. A lamb that leaves the flock is counted where it is found, and not before; see rule
103.4. If a second lamb follows it, both are counted at once by whoever finds them.
""",
    "a rule after a finished sentence begins a paragraph without a blank line": """
¶201.3. A lamb that leaves the flock is counted where it is found, and never before that.
¶201.4. A second lamb that follows it is counted by whoever finds it in the valley below.
""",
    "a chapter or a part after a finished sentence begins one": """
¶201.8. A lamb that has been counted by two shepherds at once belongs to the older of them.
¶202. Rams
¶202.1. A ram that has been counted by two shepherds at once belongs to neither of the two.
¶Glossary
""",
    "words broken at their hyphen close up": """
¶201.5. The barns that stand in the valley are named Snow-Covered Barn and also Snow-‿
Covered Stable, and a count in one of them changes the weight of a lamb by -1/-‿
1 until the sun has set behind the hills that close the valley to the west.
""",
    "suspended hyphens keep their space": """
¶201.6. A shepherd may count both the morning- and evening lambs, and also the weight-
and wool-bearing ones, as long as each of them is standing upright when it is seen.
""",
    "examples and senses begin paragraphs": """
¶201.7. A lamb that has been counted twice is struck from the slate the next time around.
¶Example: A lamb was counted at dawn by the shepherd and again at noon by her daughter.
¶2. The second sense of a word begins a line of its own even though nothing is between.
""",
    "short lines end paragraphs": """
¶Lamb
¶A lamb is what the slate by the door counts, and the dog makes sure that nobody ever
rubs one out.
""",
    "a line that could have taken the next word, as 70 of 90 columns, ends its paragraph": """
¶It is the shepherd who decides which of the lambs is to be shorn.
¶The dog has no say in it at all.
""",
    "each entry of an index is a paragraph however full its line": """
¶Shepherds and the dogs that go with them, 101.2, 101.4a, 102.3, 104.1a–c, 104.2, 105, 106.1-3
¶lost ones, 107.3a, 107.4, 108.1b, 108.2a, 108.3
¶Slate, 110.2
""",
    "bullets begin paragraphs": """
¶201.8. A lamb that nobody has weighed since it was born counts for one of:
¶* A goat
¶* A dog
""",
    "a star in mid-sentence is no bullet": """
¶201.8. The weight of a lamb that nobody has put on the scales is written on the slate as a
* until it is.
""",
    "a label with letters begins a paragraph whatever was before it": """
¶A.1.1 - A lamb that has been counted twice is struck from the slate, see what is said in Rule
¶A.1.2 - A ram never is. [Shepherd's Almanac 04/12/98]
¶Note - This was not so before the gate was built.
""",
}


@pytest.mark.parametrize("name", PASSAGES)
def test_where_paragraphs_begin_and_how_lines_are_joined(name: str) -> None:
    marked = PASSAGES[name].strip()
    expected = [part.strip().replace("‿\n", "").replace("\n", " ") for part in marked.split("¶")[1:]]
    source = marked.replace("¶lost", "\tlost").replace("¶", "").replace("‿", "")
    assert texts(FILL * 4 + source + "\n")[4:] == expected


def test_where_the_spaces_at_breaks_were_kept_they_decide() -> None:
    lines = [line + " " if line and not line.endswith(".") else line for line in (FILL * 4).split("\n")]
    passage = (
        "201.6. A shepherd may count both the morning and evening lambs, and also the weight-\nand-wool ones too.\n"
    )
    decided = texts("\n".join(lines) + passage)
    assert decided[-1].endswith("weight-and-wool ones too.")


def test_a_document_with_a_paragraph_a_line_stays_so_and_a_stray_break_in_it_is_mended() -> None:
    rows = [f"10{n}.1. This is a whole paragraph, long enough to count, in one line.\n" for n in range(9)]
    assert not is_wrapped(split_lines("".join(rows)))
    assert texts("".join(rows)) == [row.strip() for row in rows]
    broken = "110.1. This paragraph was broken by an editor in the middle of the\nsentence, and goes on here.\n"
    assert texts("\n".join(rows) + "\n" + broken) == [*map(str.strip, rows), broken.replace("\n", " ").strip()]
    tagged = "A.1.1 - A lamb that has been counted twice is struck from the slate at noon. [Almanac 1998]\n" * 9
    assert not is_wrapped(split_lines(tagged)), "a tag ends a paragraph"
    apart = split_lines("".join(f"10{n}.1. A paragraph.\n\n" for n in range(9)))
    assert all(line.after_blank for line in apart)
    assert texts("Heading\n-------\n\nText.\n") == ["Heading", "-------", "Text."]


def test_a_title_as_long_as_a_line_is_not_joined_to_the_sentence_below_it() -> None:
    title = "Shepherds of the High Valley, Counted, Counted-and-Shorn Lambs of Old (Gone)"
    sentence = "“Count [something] at dawn” is what the shepherds of the valley said before the slate was\nhung up.\n"
    assert texts(f"{FILL}{title}\n{sentence}{FILL}")[1:3] == [title, sentence.strip().replace("\n", " ")]
    goes_on = "The lambs were shorn at Upper Ford, Lower Ford, New Barn, Old Barn, Mill Hill, and Long Acre,"
    assert f"{goes_on} and nobody counted them." in texts(f"{FILL}{goes_on}\nand nobody counted them.\n\n{FILL}")


@pytest.mark.parametrize(
    "word", ["(www.flocks.example/shepherds/of/the/high/valley)", "Flocks.Example/of/the/high/valley/and/so/on"]
)
def test_a_title_before_a_web_address_goes_on(word: str) -> None:
    """The address is too long for the line of the title, so that it begins the next one."""
    text = f"The Rules of the Shepherds of the Valley\n{word} count every lamb.\n"
    assert texts(f"{FILL}\n{text}\n{FILL}")[1:2] == [text.strip().replace("\n", " ")]


def test_indented_lines_below_a_rule_go_on_with_it_where_all_are_indented() -> None:
    rule = "A lamb that leaves the flock\n    is counted where it is found.\n    Nobody counts it twice.\n"
    hanging = "".join(f"201.{number}. {rule}" for number in range(1, 21))
    joined = "A lamb that leaves the flock is counted where it is found. Nobody counts it twice."
    wide = FILL.replace("\n", " ").strip()
    assert texts(f"{wide}\n\n{FILL}{hanging}")[2:] == [f"201.{number}. {joined}" for number in range(1, 21)]


@given(st.text(alphabet="ab.- \n\r\t19", max_size=300))
def test_no_character_but_white_space_is_lost(document: str) -> None:
    joined = "".join(texts(document))
    assert "".join(joined.split()) == "".join(document.split())


@given(st.text(alphabet="ab.\n\r", max_size=200))
def test_line_numbers_are_an_editors(document: str) -> None:
    editor = document.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for line in split_lines(document):
        assert editor[line.first - 1].strip() == line.text


@pytest.mark.parametrize("end", ["\r\r\n", "\n\n"])
def test_doubled_line_ends_are_taken_back(end: str) -> None:
    document = (
        f"{FILL * 3}201.1. A lamb.\n201.2. A ram that is so heavy that it cannot be carried by one\nshepherd alone.\n"
    )
    once, twice = texts(document), texts(document.replace("\n", end))
    assert once == twice
    assert len(once) == 5


@pytest.mark.parametrize("filler", [" ", ".", ". ", '"', ".)", "?a", "[1", ", 100", "- "])
def test_what_a_long_line_costs_grows_with_its_length(filler: str) -> None:
    def document(size: int) -> str:
        line = f"100.1. x{filler * (size // len(filler))}b"
        return f"{FILL}{line}\n{line}\n"

    assert sum(map(len, texts(document(100_000)))) >= 200_000
    assert grows_in_proportion(lambda size: partial(texts, document(size)), 50_000)


def test_leaders_of_the_contents() -> None:
    assert without_leader("101. Counting ........ 17") == "101. Counting"
    assert without_leader("101. Counting........") == "101. Counting"
    assert without_leader("It ends here... 17") == "It ends here... 17"


# The text, in which ¶ ends the label → its number, its kind, what is printed instead.
LABELS = {
    "702.40. ¶Storm": ("702.40", "rule", ""),
    "100.1a ¶An ox eats.": ("100.1a", "subrule", ""),
    "702.124ab ¶An ox.": ("702.124ab", "subrule", ""),
    "205.2b. ¶An ox eats.": ("205.2b", "subrule", "205.2b."),
    "606.5 ¶If an ox eats": ("606.5", "rule", "606.5"),
    "901.4.¶All oxen eat.": ("901.4", "rule", "901.4."),
    "606. 8b ¶An ox eats.": ("606.8b", "subrule", "606. 8b"),
    "408.f ¶An ox eats.": ("408.f", "subrule", ""),
    '502.7a ¶"Ox" means cow.': ("502.7a", "subrule", ""),
    "702.1a ¶{T}: An ox.": ("702.1a", "subrule", ""),
}


def test_labels() -> None:
    for text, expected in LABELS.items():
        label = read_label(text.replace("¶", ""))
        assert label is not None, text
        assert ((label.number, label.kind, label.printed), label.end) == (expected, text.index("¶"))


def test_what_is_a_label_a_heading_or_a_title_and_what_only_looks_like_one() -> None:
    for text in ("An ox", "100. General", "1. The Game", "3.14 is a number", "100.1oxen", "1000.1. Ox", "100 oxen", ""):
        assert read_label(text) is None, text
    assert read_label("010.1. Ox") is None
    headings = {"100. General": "chapter", "1. The Game": "section", "421. Handling “Infinite” Loops": "chapter"}
    for text, kind in headings.items():
        heading = read_heading(text)
        assert heading is not None, text
        assert (heading.number, heading.kind) == (text.partition(".")[0], kind)
    for text in ("215. This part is empty now.", "An ox", "100.1. Ox", "1. the sense of a word"):
        assert read_heading(text) is None, text
    titles = ["Storm", "Ox and Cow", "An ox eats.", "", "ox", "See \ufffdOx.\ufffd"]
    assert [text for text in titles if is_title(text)] == titles[:2]


@given(st.integers(100, 999), st.integers(1, 999), st.sampled_from(["", *LETTERS]))
def test_every_regular_number_is_read_back(chapter: int, rule: int, letter: str) -> None:
    number = f"{chapter}.{rule}{letter}"
    label = read_label(f"{number}{'' if letter else '.'} Some words.")
    assert label is not None
    assert (label.number, label.printed) == (number, "")


def test_each_line_is_claimed_dropped_or_left_over_and_none_taken_twice() -> None:
    text = "100.1. A flock\nis a group of lambs.\n\nPage 7\nof 9\n"
    lines = tuple(split_lines(text))
    first = Paragraph(1, 2, "100.1. A flock is a group of lambs.", after_blank=True)
    claims = Claims(SourceDocument("x", text, "ascii", "good", lines, ()), "dialect")
    assert claims.claim([first]) == Span(1, 2)
    left_over = claims.close(None, "good").diagnostics
    assert [problem.line for problem in left_over] == [line.first for line in lines[2:]]
    claims.problems.clear()
    with pytest.raises(ValueError, match="lines 1 to 2 are claimed twice"):
        claims.claim([first])
    with pytest.raises(ValueError, match="claimed twice"):
        claims.drop(first, "heading")
    with pytest.raises(IndexError):
        claims.claim([])
    claims.drop(Paragraph(4, 5, "Page 7 of 9", after_blank=True), "page number")
    document = claims.close(None, "good")
    dropped = [(row.line, row.reason, row.text) for row in document.dropped]
    assert dropped == [(4, "page number", "Page 7"), (5, "page number", "of 9")]
    assert document.diagnostics == ()
