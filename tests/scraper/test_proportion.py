"""The proportions of a document: a made-up edition is in proportion, and many kinds of damage are found."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from scraper.proportion import ENOUGH, MEASURES
from tests.scraper.accounts import codes_of

CODES = {measure.code for measure in MEASURES}
SUBJECTS = ["A shepherd", "The oldest ram", "A lamb", "Each ewe", "The dog of the flock", "Whoever counts the flock"]
VERBS = ["walks along the fence", "waits beside the gate", "counts all the others", "sleeps below the old tree"]
ENDS = [
    "until the evening comes",
    "as long as nobody calls",
    "before the others have eaten",
    "if the weather allows it",
]


def sentence(seed: int) -> str:
    """One of many different sentences."""
    subject = SUBJECTS[seed % len(SUBJECTS)]
    verb, end = VERBS[seed // 7 % len(VERBS)], ENDS[seed // 3 % len(ENDS)]
    return f"{subject} {verb} {end}, and the “shepherd’s flock” number {seed % 97} (if any) does so as well {{T}}."


def paragraph(seed: int) -> str:
    return f"{sentence(seed)} {sentence(seed * 5 + 1)}"


def edition() -> str:
    """A whole edition in our own words: 25 chapters with 14 rules and subrules each, and a glossary."""
    rows = ["Rules of the Flocks", "These rules are effective as of January 1, 2015.", "Contents"]
    chapters = [100 * section + chapter for section in (1, 2, 3, 4, 5) for chapter in range(5)]
    contents = [f"{chapter}. Flocks of Field {chapter}" for chapter in chapters]
    rows += [*contents, "Glossary", "Credits", ""]
    seed = 0
    for chapter, title in zip(chapters, contents, strict=True):
        if chapter % 100 == 0:
            rows += [f"{chapter // 100}. Field {chapter // 100}", ""]
        rows += [title, ""]
        for rule in range(1, 8):
            seed += 1
            rows += [f"{chapter}.{rule}. {paragraph(seed)}", ""]
            if rule % 3 == 0:
                rows += [f"Example: {paragraph(seed + 1000)}", ""]
            rows += [f"{chapter}.{rule}a {paragraph(seed + 2000)}", ""]
    rows += ["Glossary", ""]
    for count in range(40):
        rows += [
            f"{chr(65 + count // 2)}{'ab'[count % 2]}le",
            f"{paragraph(count + 3000)} {paragraph(count + 4000)}",
            "",
        ]
    return "\n".join([*rows, "Credits", "", "Written by the shepherds.", ""])


WHOLE = edition()
RULE = re.compile(r"^\d{3}\.\d+(?:\.|[a-z]) .*$", re.MULTILINE)
BODY = WHOLE.index("1. Field 1")


def every(step: int, change: Callable[[str], str]) -> Callable[[str], str]:
    """Change every so many rules of the text."""

    def damage(text: str) -> str:
        places = iter(range(1_000_000))
        return RULE.sub(lambda found: change(found[0]) if next(places) % step == 0 else found[0], text)

    return damage


def body(change: Callable[[str], str]) -> Callable[[str], str]:
    """Change the text after the contents."""
    return lambda text: text[:BODY] + change(text[BODY:])


def swap_rules(text: str) -> str:
    """The rules of the whole edition in another order, as in a set."""
    rules = RULE.findall(text)
    others = iter(sorted(rules, key=lambda rule: rule[::-1]))
    return RULE.sub(lambda _: next(others), text)


def glue_headings(text: str) -> str:
    return re.sub(r"\n\n(\d{3}\. Flocks)", r" \1", text)


def move_texts(text: str) -> str:
    """All texts in the last rule, nearly nothing in the others."""
    rules = RULE.findall(text)
    words = " ".join(rule.partition(" ")[2] for rule in rules)
    return every(1, lambda rule: rule.partition(" ")[0] + " A.")(text).replace("504.7a A.", f"504.7a {words}")


def shift_numbers(text: str) -> str:
    """The numbers of two chapters one higher."""
    return re.sub(r"(?m)^(101|302)\.(\d+)", lambda found: f"{found[1]}.{int(found[2]) + 1}", text)


def break_words(text: str) -> str:
    """A hyphen in one word of each rule that other rules have whole."""
    words = iter(("shep-herd", "num-ber", "eve-ning", "weath-er") * 1_000)

    def damage(rule: str) -> str:
        word = next(words)
        return rule.replace(word.replace("-", ""), word, 1)

    return every(3, damage)(text)


def add_titles(text: str) -> str:
    """The running title of a page inside rules."""
    pages = iter(range(1_000_000))
    return every(9, lambda rule: rule.replace(" and the ", f" and\nBook of flocks {next(pages)}\nthe "))(text)


def cut_words(text: str) -> str:
    """A blank inside a long word of each rule."""
    return every(1, lambda rule: re.sub(r"(?<=[a-z]{3})(?=[a-z]{3})", " ", rule, count=1))(text)


def swap_pages(text: str) -> str:
    """Two pages of eleven rules each in the other order."""
    rules = RULE.findall(text)
    others = iter([*rules[:100], *rules[111:122], *rules[100:111], *rules[122:]])
    return RULE.sub(lambda _: next(others), text)


def double_glossary(text: str) -> str:
    start, end = text.rindex("\nGlossary\n"), text.rindex("\nCredits\n")
    return text[:end] + text[start:end] + text[end:]


DAMAGES: dict[str, Callable[[str], str]] = {
    "tags in texts": every(9, lambda rule: rule.replace(" and ", " <i>and</i> ")),
    "entities in texts": every(9, lambda rule: rule.replace(" and ", " &amp; ")),
    "Markdown in texts": every(9, lambda rule: rule.replace("flock", "**flock**")),
    "links in texts": every(9, lambda rule: rule.replace("flock", "[flock](#flock)")),
    "spaces lost": body(lambda text: re.sub(r"(?<=[a-z,]) (?=[a-z])", "", text)),
    "all capitals": every(1, str.upper),
    "headings glued to the rule before": glue_headings,
    "chapter headings lost": body(lambda text: re.sub(r"(?m)^\d{3}\. Flocks.*\n", "", text)),
    "two chapter headings lost": body(lambda text: re.sub(r"(?m)^(?:102|303)\. Flocks.*\n", "", text)),
    "examples inside texts": body(lambda text: text.replace("\n\nExample: ", " Example: ")),
    "examples lost": body(lambda text: re.sub(r"(?m)^Example: .*\n", "", text)),
    "subrules inside texts": body(lambda text: re.sub(r"\n\n(\d{3}\.\d+a)", r" \1", text)),
    "shuffled": swap_rules,
    "every rule twice": every(1, lambda rule: f"{rule}\n\n{rule}"),
    "the same text everywhere": every(1, lambda rule: f"{rule.split(' ')[0]} {paragraph(1)}"),
    "texts cut short": every(1, lambda rule: rule[:40]),
    "texts without ends": every(1, lambda rule: rule[:-12]),
    "most rules inside chapters lost": body(lambda text: re.sub(r"(?m)^\d{3}\.[23456]\.? .*\n", "", text)),
    "rules without their subrules' parents": body(lambda text: re.sub(r"(?m)^\d{3}\.\d+\. .*\n", "", text)),
    "a megabyte in one rule": lambda text: text.replace("100.1. ", "100.1. " + paragraph(4) * 9_000, 1),
    "another alphabet": every(1, lambda rule: rule.translate(str.maketrans("aeopcx", "аеорсх"))),
    "digits for letters": every(1, lambda rule: rule.replace("e", "3").replace("o", "0")),
    "words broken by spaces": every(1, lambda rule: re.sub(r"(?<=[a-z]{2})(?=[a-z]{2})", " ", rule)),
    "a hundred pages of other text before": lambda text: (paragraph(1) + "\n\n") * 2_000 + text,
    "the glossary in one entry": lambda text: re.sub(r"(?m)^[B-T][ab]le\n", "", text),
    "everything in the last rule": move_texts,
    "the beginning lost": lambda text: text[:BODY] + text[text.index("2. Field 2", BODY) :],
    "subrules lost": body(lambda text: re.sub(r"(?m)^\d{3}\.\d+a .*\n", "", text)),
    "numbers one higher": shift_numbers,
    "marks of a forum": every(9, lambda rule: rule.replace(" and ", " [b]and[/b] ")),
    "links of a wiki": every(9, lambda rule: rule.replace("flock", "[[Flock|flock]]")),
    "spaces lost in some texts": every(9, lambda rule: rule[:12] + rule[12:].replace(" ", "")),
    "words broken at line ends": break_words,
    "running titles in texts": add_titles,
    "symbols lost": body(lambda text: text.replace("{T}", "")),
    "quotation marks lost": body(lambda text: re.sub("[“”]", "", text)),
    "apostrophes lost": body(lambda text: text.replace("’", "")),
    "words cut by blanks": cut_words,
    "two pages swapped": swap_pages,
    "the glossary twice": double_glossary,
    "four rules twice": every(100, lambda rule: f"{rule}\n\n{rule}"),
    "parentheses lost": body(lambda text: re.sub(r" \([^)]*\)", "", text)),
}


def test_a_chapter_with_one_rule_twice_is_told() -> None:
    text = re.sub(r"(?ms)^(504\. Flocks[^\n]*\n\n504\.1\. [^\n]*\n\n)", r"\1\1", WHOLE[BODY:], count=1)
    document = parse_bytes((WHOLE[:BODY] + text).encode(), "doubled.txt")
    assert (document.condition, "doubled-records" in codes_of(document)) == ("damaged", True)


def test_a_page_with_the_beginnings_of_texts_is_not_good() -> None:
    rules = "".join(
        f"<p><b>101.{rule}.</b> {sentence(rule)[:60]}... <a href=/x>Read more</a></p>" for rule in range(1, 9)
    )
    document = parse_bytes(f"<html><body><h1>Rules</h1>{rules}</body></html>".encode(), "page.html")
    assert (document.condition, "texts-broken-off" in codes_of(document)) == ("damaged", True)


def test_rules_that_a_page_drops_are_told() -> None:
    """The last rule of a page is followed by words of the site, and then by more rules in another form."""
    rules = "".join(f"<p>101.{number}. {sentence(number)}</p>" for number in range(1, 5))
    further = "".join(f"<p>** 101.{number}: {sentence(number)}</p>" for number in range(5, 12))
    document = parse_bytes(f"<html><body>{rules}<p>More of them</p>{further}</body></html>".encode(), "page.html")
    assert (document.condition, "rules-left-out" in codes_of(document)) == ("damaged", True)


def test_a_whole_edition_is_in_proportion() -> None:
    document = parse_bytes(WHOLE.encode(), "whole.txt")
    assert (len(document.rules), len(document.glossary)) == (25 * 15 + 5, 40)
    assert (document.condition, CODES.intersection(codes_of(document))) == ("good", set())


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_out_of_proportion(name: str) -> None:
    damaged = DAMAGES[name](WHOLE)
    assert damaged != WHOLE
    try:
        document = parse_bytes(damaged.encode(), "damaged.txt")
    except UnknownDialect:
        return
    assert document.condition != "good"
    problems = [row for row in document.diagnostics if row.severity != "info"]
    assert problems
    assert all(re.search(r"\d", row.message) for row in problems if row.code in CODES), "a figure"


@pytest.mark.parametrize(
    ("name", "code", "figure"),
    [
        ("two pages swapped", "misplaced-numbers", 11),
        ("the glossary twice", "doubled-records", 40),
        ("four rules twice", "doubled-records", 4),
        ("words cut by blanks", "parted-words", None),
    ],
)
def test_the_measure_counts(name: str, code: str, figure: int | None) -> None:
    (problem,) = [row for row in parse_bytes(DAMAGES[name](WHOLE).encode(), "copy.txt").diagnostics if row.code == code]
    if figure is not None:
        assert problem.message.startswith(f"{figure} ")


def test_sections_without_their_headings_are_counted() -> None:
    text, count = re.subn(r"(?m)^[1-9]\. .*\n", "", WHOLE)
    assert count
    document = parse_bytes(text.encode(), "copy.txt")
    (problem,) = [row for row in document.diagnostics if row.code == "lost-sections"]
    assert document.condition == "damaged"
    assert problem.message.startswith(f"{len({rule.number[0] for rule in document.rules})} sections ")


def test_a_short_document_has_no_proportions() -> None:
    rules = [rule.replace(" and ", " <b>and</b> ") for rule in RULE.findall(WHOLE)[: ENOUGH - 1]]
    assert not CODES.intersection(codes_of(parse_bytes("\n\n".join(rules).encode(), "short.txt")))


@pytest.mark.parametrize("mark", ["{}", '<a href="x://101.1">{}</a>'])
def test_markup_in_a_glossary_alone_is_reported(mark: str) -> None:
    entries = (
        f"Lamp {chr(97 + n // 26)}{chr(97 + n % 26)}\nIt shines on {mark.format('quay')}. See rule 101.1.\n"
        for n in range(ENOUGH)
    )
    document = parse_bytes("\n".join(["Glossary\n", *entries]).encode(), "glossary")
    assert len(document.glossary) == ENOUGH
    assert ("markup-in-text" in codes_of(document), document.condition) == (
        (True, "damaged") if "<" in mark else (False, "good")
    )


def test_every_measure_has_a_code_of_its_own() -> None:
    assert len(CODES) == len(MEASURES)
