"""Which files are no citing files: copies of the rules in any language, other games' rules, and which are checked."""

from __future__ import annotations

from functools import partial

import pytest

from bench.growth import grows_in_proportion
from graph.citations.find.copied_blocks import find_copied_blocks
from graph.citations.find.finder import find_citations
from graph.citations.find.foreign import describe_foreign
from tests.graph.ledger.test_copies import COPIES, OWN_FILES, SENTENCES, Lake

ROWERS = "Whoever rows the boat keeps the oars in hand until the boat has come to the other side of the lake."
CHINESE = "划船的人要把桨一直拿在手里，直到船到达湖的另一边为止，然后再把桨交给下一个人。"
POLISH = "Kto wiosłuje łodzią, trzyma wiosła w rękach, dopóki łódź nie przypłynie na drugi brzeg jeziora i z powrotem."
NUMBERS = [f"702.{rule}{letter}" for rule in range(2, 12) for letter in ("", "a", "b")]
EVERYWHERE = [f"{chapter}.{rule}" for chapter in range(500, 515) for rule in ("1", "1a", "1b", "2", "2a", "3")]


def lines(form: str, numbers: list[str] = NUMBERS, text: str = ROWERS) -> str:
    return "".join(form.replace("NUMBER", number).replace("TEXT", text) for number in numbers)


def catalogue(numbers: list[str]) -> str:
    source = '#: rowing.rst\nmsgid ""\n"Whoever rows keeps the oars "\n"in hand."\nmsgstr ""\n"TEXT"\n\n'
    return lines('#: rowing.rst\nmsgid "NUMBER"\nmsgstr "NUMBER"\n\n' + source, numbers)


TRANSLATIONS = {
    "lines": lines("NUMBER TEXT\n", text=CHINESE),
    "old line ends": lines("NUMBER. TEXT\r\r", text=CHINESE),
    "with examples": lines("NUMBER. TEXT\n", text=CHINESE) + lines("Example: TEXT\n", NUMBERS[::4], CHINESE),
    "accents": lines("NUMBER. TEXT\n", text=POLISH),
    "object": "{\n" + lines('  "NUMBER": "TEXT.",\n', text=POLISH)[:-2] + "}\n",
    "catalogue of a translator": catalogue(EVERYWHERE),
    "catalogue with old line ends": catalogue(EVERYWHERE).replace("\n", "\r"),
}
CHECKED = {
    "few": lines("NUMBER. TEXT\n", NUMBERS[:8]),
    "a test plan in another language": lines("NUMBER: TEXT\n", NUMBERS[::-1], CHINESE),
    "numbered sentences of our own": lines("NUMBER. TEXT\n\n"),
    "records of our own": "[\n" + lines('  {\n    "number": "NUMBER",\n    "text": "TEXT"\n  },\n')[:-2] + "]\n",
    "code between comments that repeat rules": lines("// NUMBER TEXT\nrow(boat, oars, NUMBER)\n"),
    "code between comments, of a script": lines("# NUMBER TEXT\nrow()\n"),
    "code between comments, of a page": lines("/*\n * NUMBER TEXT\n */\nrow();\n"),
    "index": lines("NUMBER Rowing\n"),
    "list of numbers": "[\n" + lines('  "NUMBER",\n') + "]\n",
    "checklist": lines("- [x] NUMBER TEXT\n"),
    "table": lines("| NUMBER | TEXT |\n"),
    "notes in no order": lines("NUMBER. TEXT\n", NUMBERS[::-1]),
    "prose": lines("TEXT By CR NUMBER the oars rest.\n"),
    "heading of this game": "# Magic Comprehensive Rules\nCR 702.40a\n",
    "heading of our own": "# Comprehensive Rules\n## Implementing Comprehensive Rules\nCR 702.40a\n",
    "sentence": "Lake Rowing Comprehensive Rules are not what CR 702.40a is about.\n",
    "notes on some rules": lines("## NUMBER\nTEXT\nTEXT\nTEXT\n\n", EVERYWHERE[::5]),
    "notes on one chapter": lines("## NUMBER\nTEXT\nTEXT\nTEXT\n\n"),
    "made-up chapters": "CR 702.40a, CR 599.1, CR 798.2, CR 601.2, CR 603.4\n",
}
OTHERS = {
    "heading": "# Lake of Oars Comprehensive Rules\n\nCR 702.40a\n",
    "heading with a version": "Oars Comprehensive Rules 1.2\n\nrule 702.40a\n",
    "title": "<title>OAR TCG Rules</title> rule 702.40a\n",
    "title in capital letters": "<HTML><HEAD>\n<TITLE>OAR TCG Rules</TITLE>\nrule 702.40a\n",
    "card game": "# Oars Trading Card Game Official Rules\n\nrule 702.40a\n",
    "chapters": "".join(f"CR {chapter}.1a, " for chapter in (101, 102, 541, 542, 543, 544, 545)),
    "numbers of another form": "// CR 7.6.8, CR 16.c, CR 1077.1\n// CR 3.3 and CR 12.4\n// CR 207.1 and CR 101.1a\n",
}


def exists(number: str) -> bool:
    return int(number[1:3]) < 40


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_is_recognised_by_its_sentences(name: str) -> None:
    foreign = describe_foreign(f"{COPIES[name]}\n", (), exists, Lake())
    assert foreign is not None
    assert "copy" in foreign.reason


@pytest.mark.parametrize("text", TRANSLATIONS.values(), ids=TRANSLATIONS)
def test_a_translation_is_recognised_by_the_order_of_its_numbers(text: str) -> None:
    foreign = describe_foreign(text, find_citations(text), exists, Lake())
    assert foreign is not None
    assert "copy" in foreign.reason


@pytest.mark.parametrize("text", [*CHECKED.values(), *OWN_FILES.values()], ids=[*CHECKED, *OWN_FILES])
def test_what_cites_rules_is_checked(text: str) -> None:
    assert describe_foreign(text, find_citations(text), exists, Lake()) is None


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_rules_of_another_game_are_recognised(text: str) -> None:
    citations = find_citations(text)
    assert citations
    foreign = describe_foreign(text, citations, exists, Lake())
    assert foreign is not None
    assert "copy" not in foreign.reason
    named = describe_foreign(f"{text}\nMTG\n", citations, exists, Lake())
    by_numbers = text in {OTHERS["chapters"], OTHERS["numbers of another form"]}
    assert (named is None) != by_numbers, "a text that names Magic is about it, whatever its title"


def test_a_long_string_of_the_rules_in_a_program_is_a_copy() -> None:
    copied = COPIES["plain"]
    for form in ('RULES = """\n{}\n"""\n', "```text\n{}\n```\n", "const rules = `\n{}\n`\n"):
        text = "# CR 702.40a: a boat of our own\n" + form.format(copied) + "# CR 702.40b\n"
        (block,) = find_copied_blocks(text, find_citations(text, cites_rules=True), Lake())
        assert text[block.start : block.stop].strip() == copied.strip()


def test_a_string_with_words_of_our_own_is_no_copy() -> None:
    text = f'"""\n{lines("NUMBER. TEXT ", NUMBERS[:8], "We row as the weather lets us, and rest the oars.")}\n"""\n'
    assert find_copied_blocks(text, find_citations(text, cites_rules=True), Lake()) == []


OWN_WORDS = "You write down how a boat with two rowers crosses the lake, one stroke of the oars after another."
LONG_COPY = "".join(
    f"{number}. {SENTENCES[place % len(SENTENCES)]}\n\n" for place, number in enumerate(EVERYWHERE)
).strip()


@pytest.mark.parametrize("form", ['prompt = """\n{}\n"""\n', "const prompt = `\n{}\n`\n"])
def test_a_long_copy_between_other_words_of_a_string_is_recognised(form: str) -> None:
    own = f"{OWN_WORDS}\n" * 40
    text = form.format(f"{own}\n{LONG_COPY}\n\n{own}See CR 702.40a.")
    (stretch,) = find_copied_blocks(text, find_citations(text, cites_rules=True), Lake())
    assert text[stretch.start : stretch.stop].strip() == LONG_COPY


def test_a_comment_that_quotes_some_rules_between_its_own_words_is_checked() -> None:
    quoted = "\n".join(LONG_COPY.splitlines()[:20])
    text = f'"""{OWN_WORDS}\n{OWN_WORDS}\n{quoted}\n{OWN_WORDS}\n"""\n'
    assert find_copied_blocks(text, find_citations(text, cites_rules=True), Lake()) == []


@pytest.mark.parametrize(
    ("opening", "line"), [("`", "row\n"), ("~~~\n", "row\n"), ("", "~~~text\n"), ('"""', "row\n"), ("", "'''row\n")]
)
def test_marks_without_a_counterpart_cost_in_proportion(opening: str, line: str) -> None:
    cited = "CR 702.40a, CR 702.40b, CR 702.40c\n"
    citations = find_citations(cited)
    assert grows_in_proportion(
        lambda count: partial(find_copied_blocks, f"{cited}{opening}{line * count}", citations, Lake()), 20_000
    )


def test_a_few_numbers_of_another_form_do_not_make_a_file_foreign() -> None:
    text = "// CR 7.6.8\n" + "".join(f"// CR 101.{rule}\n" for rule in range(1, 9))
    assert describe_foreign(text, find_citations(text), exists, Lake()) is None


def test_a_chapter_with_a_letter_behind_a_dot_is_no_citation() -> None:
    assert [citation.numbers for citation in find_citations("// CR 207.1, and CR 509.e of our boats\n")] == [("207.1",)]
