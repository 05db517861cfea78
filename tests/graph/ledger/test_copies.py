"""What is a copy of the rules: a text whose sentences are the rules' own, in whatever form."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import partial

import pytest

from bench.growth import grows_in_proportion
from graph.ledger.copies import has_quotes, is_copy
from graph.ledger.fingerprints import fingerprints
from graph.ledger.shown_lines import list_lines
from rules.text import strip_title

SENTENCES = [
    f"Whoever rows the {kind} boat keeps both oars in hand until the {kind} boat is on the {place} side of the lake."
    for kind in ("long", "small", "heavy", "leaking", "borrowed")
    for place in ("other", "northern", "muddy")
]
CHAPTERS = ["Boats", "Oars and Rudders", "Lakes", "Rivers, Canals, and Weirs", "Crew", "Ties vs. Wins"]
NUMBERED = [(f"702.{number}", sentence) for number, sentence in enumerate(SENTENCES, 2)]


class Lake:
    """Stands in for the ledger: it knows the sentences above in every wording, and the titles of chapters."""

    chapter_titles = frozenset(map(strip_title, CHAPTERS))

    def select_known(self, marks: Collection[int]) -> frozenset[int]:
        """Return those fingerprints that one of the sentences has."""
        return frozenset(marks) & frozenset[int]().union(*map(fingerprints, SENTENCES))


def written(form: str) -> str:
    """The numbered sentences, each in a form."""
    return "".join(form.replace("NUMBER", number).replace("TEXT", text) for number, text in NUMBERED)


def text_of_sql(text: str) -> str:
    """A text as it is in a string of SQL."""
    return text.replace("'", "''")


COPIES = {
    "plain": written("NUMBER. TEXT\n\n"),
    "old line ends": written("NUMBER. TEXT\r\r"),
    "in no order": "".join(reversed(written("NUMBER. TEXT\n").splitlines(keepends=True))),
    "without numbers": written("TEXT\n\n"),
    "glossary": written("Boat\nTEXT See rule NUMBER.\n\n"),
    "table": written("| NUMBER | TEXT |\n"),
    "table of HTML": "<table>" + written("<tr><td>NUMBER<td>TEXT</tr>") + "</table>",
    "page with entities": written("NUMBER &quot;TEXT&quot;\n"),
    "page": "<html><script>"
    + "row(boat);\n" * 50
    + "</script>"
    + written('<p id="NUMBER">NUMBER TEXT</p>')
    + "</html>",
    "with links": written('<p><a href="#NUMBER">NUMBER</a> TEXT</p>\n').replace("oars", '<a href="/oars">oars</a>'),
    "Markdown with links": written("- **[NUMBER](#NUMBER)** TEXT\n").replace("oars", "[oars](https://lake/oars)"),
    "program with nothing else": 'RULES = """\n' + written("NUMBER. TEXT\n") + '"""\n',
    "strings of a program": "[\n" + written('  "NUMBER TEXT",\n') + "];\n",
    "object": json.dumps(dict(NUMBERED)),
    "records": json.dumps([{"n": number, "before": number, "ruleText": text} for number, text in NUMBERED], indent=2),
    "lines of records": "\n".join(json.dumps({"id": f"{number}@x", "words": [text]}) for number, text in NUMBERED),
    "statements of SQL": "CREATE TABLE oars (a TEXT, b TEXT);\n"
    + "".join(f"INSERT INTO oars VALUES ('{number}','{text_of_sql(text)}');\n" for number, text in NUMBERED),
    "rows of one statement": "insert into oars (a, b) values\n"
    + ",\n".join(f"  ('{number}', '{text_of_sql(text)}')" for number, text in NUMBERED)
    + ";\n",
    "lost apostrophes and quotes": written("NUMBER TEXT\n").replace("the oars", "\ufffdthe oars\ufffd"),
    "some sentences reworded": written("NUMBER. TEXT\n") + "702.40. This sentence is of the newest edition alone.\n",
    "three rules": "".join(f"{number} {text}\n" for number, text in NUMBERED[:3]),
    "short chapter": f"702. Boats\n\n702.1. {' '.join(SENTENCES[:3])}\n702.2. {' '.join(SENTENCES[3:6])}\n",
    "chapter of one rule": f"702. Oars and Rudders\n\n702.1. {SENTENCES[0]}\n",
    "chapter of one rule with its section": (
        f"# 702. Boats\n\n*Chapter: Rivers, Canals, and Weirs*\n\n702. Boats\n\n702.1. {SENTENCES[0]}\n"
    ),
    "chapter of one rule in Markdown": f"## 702. Boats\n\n**702.1** {SENTENCES[0]}\n",
    "reStructuredText": "".join(
        f".. rubric:: {number}. {text}\n   :name: {text.lower().replace(' ', '-')}\n\n" for number, text in NUMBERED
    ).replace("the oars", "`the oars <#oars>`__"),
    "page with links of reStructuredText": written("<p>NUMBER. TEXT</p>\n").replace("oars", "`oars &lt;#oars&gt;`__"),
    "contents": "Contents\n" + "".join(f"{number}. {title}\n" for number, title in enumerate(CHAPTERS, 101)),
    "contents with pages": "".join(
        f"{number}. {title} ........ 1{number}\n" for number, title in enumerate(CHAPTERS, 101)
    ),
    "contents of links": "".join(f"<li><a href=x>{number}. {title}</a>" for number, title in enumerate(CHAPTERS, 101)),
}
OWN_FILES = {
    "test plan": written(
        "**NUMBER** — TESTED in rowing_1.py; our engine handles this with a handler and two tests.\n\n"
    ),
    "test plan that quotes": written(
        "NUMBER. TEXT\nTested in rowing_1.py, with two boats and a lake, by both of us.\n"
    ),
    "checklist": written("- [x] NUMBER TEXT\n"),
    "table with marks": written("| NUMBER | TEXT | ✅ |\n"),
    "summaries": written("- NUMBER: the rower of a boat has to keep both oars until the end\n"),
    "comments of a program": written("// NUMBER TEXT\nrow(boat, oars, NUMBER);\n"),
    "comments of a script": written("# NUMBER TEXT\nreturn row()\n"),
    "tests of a program": written('\t\t{"NUMBER", "TEXT"},\n') + "\n".join(f"func Test{n}(t *T) {{" for n in range(9)),
    "index": written("NUMBER Rowing\n"),
    "list of numbers": json.dumps([number for number, _ in NUMBERED]),
    "summaries as JSON": json.dumps(
        [{"rule": number, "note": "Rows as asked, see the tests."} for number, _ in NUMBERED]
    ),
    "index with a few texts": json.dumps(
        [{"rule": number, "name": "Rowing", "group": "the boats", "state": "not begun"} for number, _ in NUMBERED * 9]
        + [{"text": sentence} for sentence in SENTENCES[:4]]
    ),
    "quotation": f"Somebody asked about 702.2. It says: {SENTENCES[0]} So we do that.\n",
    "one rule": f"702.2. {SENTENCES[0]}\n",
    "one rule below a heading of our own": f"702. Our boats\n\n702.2. {SENTENCES[0]}\n",
    "chapter with a caption of our own": f"# 702. Boats\n\n*Seen: by both of our rowers*\n\n702.1. {SENTENCES[0]}\n",
    "chapter with a remark": f"702. Boats\n\n702.1. {SENTENCES[0]}\nOur boats have it since spring.\n",
    "two rules": f"702.2. {SENTENCES[0]}\n702.3. {SENTENCES[1]}\n",
    "two long rules with a remark": (
        f"702.1. {' '.join(SENTENCES[:3])}\n702.2. {' '.join(SENTENCES[3:6])}\nOur boats have both since spring.\n"
    ),
    "own chapters": "".join(f"{number}. Our {title}\n" for number, title in enumerate(CHAPTERS, 101)),
    "progress by chapters": "".join(f"{number}. {title}: done\n" for number, title in enumerate(CHAPTERS, 101)),
    "rules of our own": written("NUMBER. Whoever swims leaves the boat at home and takes a towel.\n"),
    "nothing": "",
}


@pytest.mark.parametrize("text", COPIES.values(), ids=COPIES)
def test_what_has_only_sentences_of_the_rules_is_a_copy(text: str) -> None:
    assert is_copy(text, Lake())


@pytest.mark.parametrize("text", OWN_FILES.values(), ids=OWN_FILES)
def test_what_has_sentences_of_its_own_is_no_copy(text: str) -> None:
    assert not is_copy(text, Lake())


@pytest.mark.parametrize("name", ["plain", "table", "records"])
def test_other_numbers_change_nothing(name: str) -> None:
    assert is_copy(COPIES[name].replace("702.", "809.1"), Lake())


def test_a_long_file_is_judged_by_lines_from_all_over_it() -> None:
    own = "We wrote this sentence about our boats ourselves, and nobody else has it anywhere.\n"
    assert is_copy(written("NUMBER TEXT\n") * 400, Lake())
    assert not is_copy(written("NUMBER TEXT\n") * 200 + own * 1_000, Lake())


EDITION = [f"{chapter}.{rule}" for chapter in range(100, 140) for rule in range(1, 10)]
OWN = "We wrote this sentence about our own boats, and nobody else has it anywhere."


def list_texts(own_every: int) -> list[str]:
    """The texts of a whole edition, of which every n-th is our own."""
    return [OWN if place % own_every == 0 else SENTENCES[place % len(SENTENCES)] for place in range(len(EDITION))]


def test_a_damaged_copy_of_a_whole_edition_is_a_copy() -> None:
    damaged = [f"{number} {text}\n\n" for number, text in zip(EDITION, list_texts(own_every=5), strict=True)]
    assert is_copy("".join(damaged), Lake())
    assert not is_copy("".join(damaged[:100]), Lake())


def test_notes_on_a_whole_edition_are_no_copy() -> None:
    own = "Tested in rowing_1.py by both."
    notes = [f"{number} {text}\n{own}\n\n" for number, text in zip(EDITION, list_texts(own_every=400), strict=True)]
    assert not is_copy("".join(notes), Lake())


def test_the_rows_of_sql_are_lines() -> None:
    text = "-- boats\nINSERT INTO oars VALUES ('1', 'It''s; a boat'), (2, 'b');\nINSERT INTO oars SELECT 'c';\nrow\n"
    assert list_lines(text) == ["-- boats", "1", "It's; a boat", "b", "INSERT INTO oars SELECT 'c';", "row"]
    assert grows_in_proportion(lambda count: partial(list_lines, "INSERT INTO a VALUES ('" * count), 2_000)


def test_strings_that_begin_like_a_statement_of_sql_are_lines() -> None:
    row = "('Create', 'To create a boat is to build it.'), ('Begin', 'A day begins; then it ends.')"
    lines = ["Create", "To create a boat is to build it.", "Begin", "A day begins; then it ends."]
    assert list_lines(f"CREATE TABLE oars (a TEXT);\nINSERT INTO oars VALUES {row};\nCOMMIT;\n") == lines


def test_strings_of_mysql_and_a_string_without_an_end_are_lines() -> None:
    insertion = "INSERT INTO oars VALUES ('1', 'It\\'s; a boat'), ('2', 'b"
    assert list_lines(f"{insertion}');\nrow\n") == ["1", "It\\'s; a boat", "2", "b", "row"]
    assert list_lines(insertion) == ["1", "It\\'s; a boat", "2", "b"]
    assert grows_in_proportion(lambda count: partial(list_lines, "INSERT INTO a VALUES ('" + "\\'" * count), 2_000)


def test_hidden_parts_of_a_page_are_no_lines() -> None:
    page = "<p>One</p><!-- a <p> --><p>Two</p><SCRIPT a=1>x()</Script ><p>Three</p><nav>y</nav><p>Four<script>z()"
    assert list_lines(page) == ["<p>One</p>", "<p>Two</p>", "<p>Three</p>", "<p>Four<script>z()"]


@pytest.mark.parametrize("beginning", ["<!--", "<script>", "<nav ", "<style"])
def test_a_page_of_parts_without_an_end_costs_in_proportion(beginning: str) -> None:
    assert grows_in_proportion(lambda count: partial(list_lines, beginning * count), 2_000)


@pytest.mark.parametrize("space", ["\t", "\u00a0", "&nbsp;", "&#160;", "-"])
def test_it_does_not_matter_by_which_space_words_are_parted(space: str) -> None:
    # Lines of equally many words with tabs between them would be a table.
    texts = [" ".join(sentence.split()[: 14 + place % 7]) for place, sentence in enumerate(SENTENCES)]
    assert is_copy("".join(f"{text}.\n" for text in texts).replace(" ", space), Lake())


@pytest.mark.parametrize("count_of_rules", [1, 3])
def test_a_checklist_of_short_lines_with_quoted_rules_is_no_copy(count_of_rules: int) -> None:
    quoted = "".join(f"{number}. {text}\n" for number, text in NUMBERED[:count_of_rules])
    checklist = f"702. Boats\n{quoted}" + "boat 17 done\n" * 300
    assert not is_copy(checklist, Lake())
    assert has_quotes(checklist, Lake())  # a passage of several words is the rules' own, and there is no other


@pytest.mark.parametrize("line_end", ["\n", " "])
@pytest.mark.parametrize(("count_of_rules", "remark"), [(5, ""), (15, "We copied this from another lake.\n")])
def test_numbered_rules_are_a_copy_on_lines_and_in_a_paragraph(line_end: str, count_of_rules: int, remark: str) -> None:
    numbered = line_end.join(f"{number}. {text}" for number, text in NUMBERED[:count_of_rules])
    assert is_copy(f"{numbered}\n{remark}", Lake())


def test_a_long_paragraph_without_numbers_is_a_copy() -> None:
    remark = "We copied this from another lake.\n"
    assert is_copy(" ".join(SENTENCES) + f"\n{remark}", Lake())
    # One rule may have as many sentences, and who quotes a rule and says a word about it has no copy.
    assert not is_copy(" ".join(SENTENCES[:5]) + f"\n{remark}", Lake())
