"""Damages: what can happen to a copy of the rules between the publisher and a reader, done to its text on purpose.

Each damage is a function from the text of a whole edition to what is left of it. Tests ask for
each whether the condition of the copy tells it.
"""

import random
import re
from collections.abc import Callable
from textwrap import wrap

Damage = Callable[[str], str]

RULE = re.compile(r"(?m)^(?P<label>[1-9]\d\d\.\d{1,3}(?:\.|[a-z]\.?))(?P<space>[ \t]+)(?P<text>\S.*)$")
CHAPTER = re.compile(r"(?m)^[1-9]\d\d\. +[A-Z].*$")
_FIRST_RULE = re.compile(r"(?m)^10[01]\.1\.? ")
_SENTENCE = re.compile(r"(?<=[.”)]) (?=[A-Z“])")
_WORD = re.compile(r"[A-Za-z]{4,}")
_FOREIGN = "Der Hirte zählt die Schafe am Zaun, bevor der Abend kommt. Danach schläft der Hund neben dem Tor."
_OWN = "A shepherd counts the flock beside the fence, and the oldest ram waits below the tree until the evening comes."
_PAGE = 45
"""Number of lines of a page."""


def split_body(text: str) -> tuple[str, str]:
    """Return the part of a text before its first rule, and the rest."""
    found = _FIRST_RULE.search(text)
    start = found.start() if found else 0
    return text[:start], text[start:]


def in_body(change: Damage) -> Damage:
    """Return a damage of what follows the contents."""

    def damage(text: str) -> str:
        head, body = split_body(text)
        return head + change(body)

    return damage


def every(step: int, change: Callable[[re.Match[str]], str]) -> Damage:
    """Return a damage of one in so many rules."""

    def damage(text: str) -> str:
        count = iter(range(10_000_000))
        return RULE.sub(lambda rule: change(rule) if next(count) % step == 0 else rule[0], text)

    return in_body(damage)


def texts(step: int, change: Damage) -> Damage:
    """Return a damage of the texts of one in so many rules; their numbers stay."""
    return every(step, lambda rule: rule["label"] + rule["space"] + change(rule["text"]))


def _paragraphs(text: str) -> list[str]:
    return re.split(r"\n\s*\n", text)


def _chapters(body: str) -> list[str]:
    """Return the body cut before each heading of a chapter."""
    starts = [found.start() for found in CHAPTER.finditer(body)]
    return [body[start:end] for start, end in zip([0, *starts], [*starts, len(body)], strict=True)]


def slip_texts(body: str) -> str:
    """Each rule with the text of the rule after it."""
    found = [rule["text"] for rule in RULE.finditer(body)]
    following = iter([*found[1:], found[0]])
    return RULE.sub(lambda rule: rule["label"] + rule["space"] + next(following), body)


def swap_pages(body: str) -> str:
    """Two neighbouring pages in the middle in the other order."""
    lines = body.split("\n")
    start = len(lines) // 3
    first, second = lines[start : start + _PAGE], lines[start + _PAGE : start + 2 * _PAGE]
    return "\n".join([*lines[:start], *second, *first, *lines[start + 2 * _PAGE :]])


def lose_page(body: str) -> str:
    """A page in the middle is missing."""
    lines = body.split("\n")
    start = len(lines) // 2
    return "\n".join([*lines[:start], *lines[start + 2 * _PAGE :]])


def double_page(body: str) -> str:
    """A page in the middle is there twice."""
    lines = body.split("\n")
    start = len(lines) // 2
    return "\n".join([*lines[: start + _PAGE], *lines[start:]])


def double_chapter(body: str) -> str:
    """The longest chapter is there twice."""
    chapters = _chapters(body)
    longest = max(range(len(chapters)), key=lambda index: len(chapters[index]))
    return "".join([*chapters[: longest + 1], *chapters[longest:]])


def double_short_chapter(body: str) -> str:
    """The chapter with the fewest rules is there twice."""
    chapters = _chapters(body)
    counts = {index: len(RULE.findall(chapter)) for index, chapter in enumerate(chapters)}
    shortest = min((index for index, count in counts.items() if count), key=lambda index: counts[index])
    return "".join([*chapters[: shortest + 1], *chapters[shortest:]])


def lose_chapter(body: str) -> str:
    """A chapter in the middle is missing."""
    chapters = _chapters(body)
    middle = len(chapters) // 2
    return "".join([*chapters[:middle], *chapters[middle + 1 :]])


def shuffle_chapters(body: str) -> str:
    """The chapters in another order."""
    first, *chapters = _chapters(body)
    random.Random(1).shuffle(chapters)  # noqa: S311 - no secret
    return "".join([first, *chapters])


def sort_rules(body: str) -> str:
    """The rules in the alphabetical order of their texts."""
    rules = sorted((rule["text"], rule[0]) for rule in RULE.finditer(body))
    ordered = iter(row for _, row in rules)
    return RULE.sub(lambda _: next(ordered), body)


def interleave_columns(body: str) -> str:
    """Lines of the left and of the right column in turns."""
    lines = [line for row in body.split("\n") for line in (wrap(row, 60) or [""])]
    half = len(lines) // 2
    pairs = zip(lines[:half], lines[half:], strict=False)
    return "\n".join(line for pair in pairs for line in pair)


def reverse_paragraphs(body: str) -> str:
    """The paragraphs from the last to the first."""
    return "\n\n".join(reversed(_paragraphs(body)))


def reverse_words(text: str) -> str:
    """The words of a text from the last to the first."""
    return " ".join(reversed(text.split(" ")))


def glossary_of(text: str) -> tuple[str, str, str]:
    """Return the part before the glossary, the glossary, and the part after it."""
    start = max(found.start() for found in re.finditer(r"(?m)^Glossary\s*$", text))
    credit = re.search(r"(?m)^Credits\s*$", text[start:])
    end = start + credit.start() if credit else len(text)
    return text[:start], text[start:end], text[end:]


def double_glossary(text: str) -> str:
    """The glossary is there twice."""
    before, glossary, after = glossary_of(text)
    return before + glossary + glossary + after


def lose_glossary(text: str) -> str:
    """The glossary is missing, its heading is there."""
    before, glossary, after = glossary_of(text)
    heading = glossary.split("\n", 1)[0]
    return f"{before}{heading}\n\n{after}"


def slip_glossary(text: str) -> str:
    """Each entry of the glossary with the text of the entry after it."""
    before, glossary, after = glossary_of(text)
    entries = [entry.split("\n") for entry in _paragraphs(glossary)]
    full = [index for index, entry in enumerate(entries) if len(entry) > 1 and index]
    bodies = [entries[index][1:] for index in full]
    for index, body in zip(full, [*bodies[1:], bodies[0]], strict=True):
        entries[index] = [entries[index][0], *body]
    return before + "\n\n".join("\n".join(entry) for entry in entries) + after


def lose_headwords(text: str) -> str:
    """The glossary without its headwords."""
    before, glossary, after = glossary_of(text)
    entries = [entry.split("\n") for entry in _paragraphs(glossary)]
    kept = [entry[1:] if len(entry) > 1 and index else entry for index, entry in enumerate(entries)]
    return before + "\n\n".join("\n".join(entry) for entry in kept) + after


def lose_last_sentence(text: str) -> str:
    """A text of several sentences without the last one."""
    sentences = _SENTENCE.split(text)
    return " ".join(sentences[:-1]) if len(sentences) > 1 else text


def lose_first_sentence(text: str) -> str:
    """A text of several sentences without the first one."""
    sentences = _SENTENCE.split(text)
    return " ".join(sentences[1:]) if len(sentences) > 1 else text


def lose_word(text: str) -> str:
    """One long word in the middle is missing."""
    words = text.split(" ")
    del words[len(words) // 2]
    return " ".join(words)


def misread_letters(text: str) -> str:
    """What a scanner confuses: l and 1, O and 0, rn and m."""
    return text.replace("ll", "l1").replace("O", "0").replace("rn", "m")


def translate_word(found: re.Match[str]) -> str:
    """A word in another language, as it were."""
    word = found[0]
    return word[::-1].capitalize() if word[0].isupper() else word[::-1]


def double_letters(text: str) -> str:
    """Bold letters printed twice, as extracted from some PDFs."""
    return _WORD.sub(lambda found: "".join(letter * 2 for letter in found[0]), text, count=3)


def add_running_lines(body: str) -> str:
    """A header and a footer on each page, inside the texts."""
    lines = [line for row in body.split("\n") for line in (wrap(row, 90) or [""])]
    pages = [lines[start : start + _PAGE] for start in range(0, len(lines), _PAGE)]
    framed: list[str] = []
    for number, page in enumerate(pages, 1):
        framed += ["Book of Flocks - rules", *page, f"Page {number} of {len(pages)}"]
    return "\n".join(framed)


def cut_lines(body: str) -> str:
    """Everything beyond 80 columns is lost."""
    return "\n".join(line[:80] for line in body.split("\n"))


def number_lines(text: str) -> str:
    """A number in front of each line, as an editor shows it."""
    return "\n".join(f"{number:>5}: {line}" for number, line in enumerate(text.split("\n"), 1))


def drop_subrules(step: int) -> Damage:
    """Return a damage that loses one in so many subrules."""
    return every(step, lambda rule: "" if rule["label"].rstrip(".")[-1].isalpha() else rule[0])


def renumber_subrules(rule: re.Match[str]) -> str:
    """A subrule without its letter."""
    label = rule["label"].rstrip(".")
    if not label[-1].isalpha():
        return rule[0]
    return f"{label[:-1]}. {rule['text']}"


def misread_number(rule: re.Match[str]) -> str:
    """The digits 1 and 0 of a number as letters."""
    return rule["label"].replace("1", "l").replace("0", "O") + rule["space"] + rule["text"]


def shift_number(rule: re.Match[str]) -> str:
    """The number of a chapter one higher."""
    label = rule["label"]
    return f"{int(label[:3]) + 1}{label[3:]}{rule['space']}{rule['text']}"


def edit_chapter(change: Damage) -> Damage:
    """Return a damage of the texts of the longest chapter."""

    def damage(body: str) -> str:
        chapters = _chapters(body)
        longest = max(range(len(chapters)), key=lambda index: len(RULE.findall(chapters[index])))
        chapters[longest] = RULE.sub(
            lambda rule: rule["label"] + rule["space"] + change(rule["text"]), chapters[longest]
        )
        return "".join(chapters)

    return in_body(damage)


def _upper_after_stop(text: str) -> str:
    return re.sub(r"([a-z])\. ([A-Z])", r"\1 \2", text)


DAMAGES: dict[str, Damage] = {
    # Lost
    "half of the text": lambda text: text[: len(text) // 2],
    "the last twentieth lost": lambda text: text[: len(text) * 19 // 20],
    "the first half lost": in_body(lambda body: body[len(body) // 2 :]),
    "the glossary lost": lose_glossary,
    "a page lost": in_body(lose_page),
    "a chapter lost": in_body(lose_chapter),
    "every tenth rule lost": every(10, lambda _: ""),
    "every fourth subrule lost": drop_subrules(4),
    "all subrules lost": drop_subrules(1),
    "last sentences lost": texts(1, lose_last_sentence),
    "last sentences of every twentieth rule lost": texts(20, lose_last_sentence),
    "first sentences lost": texts(1, lose_first_sentence),
    "a word of every rule lost": texts(1, lose_word),
    "a word of every thirtieth rule lost": texts(30, lose_word),
    "texts cut at 40 letters": texts(1, lambda text: text[:40]),
    "lines cut at 80 columns": in_body(cut_lines),
    "examples lost": in_body(lambda body: re.sub(r"(?m)^\s*Example:.*\n", "", body)),
    "headwords lost": lose_headwords,
    "chapter headings lost": in_body(lambda body: CHAPTER.sub("", body)),
    # Signs lost
    "spaces lost": texts(9, lambda text: text[:12] + text[12:].replace(" ", "")),
    "capitals lost": in_body(str.lower),
    "digits lost": texts(1, lambda text: re.sub(r"\d", "", text)),
    "full stops lost": texts(1, lambda text: text.replace(".", "")),
    "full stops between sentences lost": texts(1, _upper_after_stop),
    "commas lost": in_body(lambda body: body.replace(",", "")),
    "quotation marks lost": in_body(lambda body: re.sub('[“”"]', "", body)),
    "apostrophes lost": in_body(lambda body: re.sub("[’']", "", body)),
    "parentheses lost": in_body(lambda body: re.sub("[()]", "", body)),
    "braces of symbols lost": in_body(lambda body: re.sub("[{}]", "", body)),
    "symbols in braces lost": in_body(lambda body: re.sub(r"\{[^{}\n]*\}", "", body)),
    "double letters lost": in_body(lambda body: body.replace("ll", "l").replace("ss", "s")),
    "the letter z lost": in_body(lambda body: body.replace("z", "")),
    "ligatures lost": in_body(lambda body: re.sub("ff|fi|fl", "", body)),
    "letters beyond ASCII lost": lambda text: "".join(sign for sign in text if sign.isascii() or not sign.isalpha()),
    # Wrong letters
    "letters misread": texts(1, misread_letters),
    "letters misread in every fifth rule": texts(5, misread_letters),
    "letters doubled": texts(3, double_letters),
    "another alphabet": texts(5, lambda text: text.translate(str.maketrans("aeopcx", "аеорсх"))),
    "all capitals": texts(1, str.upper),
    "words broken by hyphens": texts(6, lambda text: re.sub(r"(?<=[a-z]{3})(?=[a-z]{3})", "-", text, count=1)),
    "words broken by spaces": texts(2, lambda text: re.sub(r"(?<=[a-z]{3})(?=[a-z]{3})", " ", text, count=2)),
    "question marks for quotation marks": in_body(lambda body: re.sub("[“”’]", "?", body)),
    # Numbers
    "numbers misread": every(1, misread_number),
    "numbers of every twelfth rule misread": every(12, misread_number),
    "chapters one higher": every(1, shift_number),
    "subrules without letters": every(1, renumber_subrules),
    "half of the subrules without letters": every(2, renumber_subrules),
    "numbers lost": every(1, lambda rule: rule["text"]),
    "numbers of every eighth rule lost": every(8, lambda rule: rule["text"]),
    # Order
    "texts slipped": in_body(slip_texts),
    "glossary slipped": slip_glossary,
    "two pages swapped": in_body(swap_pages),
    "columns interleaved": in_body(interleave_columns),
    "paragraphs reversed": in_body(reverse_paragraphs),
    "chapters shuffled": in_body(shuffle_chapters),
    "rules sorted by their words": in_body(sort_rules),
    "words reversed": texts(3, reverse_words),
    # Too much
    "a page doubled": in_body(double_page),
    "a chapter doubled": in_body(double_chapter),
    "a short chapter doubled": in_body(double_short_chapter),
    "the glossary doubled": double_glossary,
    "the whole doubled": lambda text: f"{text}\n\n{text}",
    "every rule doubled": every(1, lambda rule: f"{rule[0]}\n\n{rule[0]}"),
    "headers and footers on each page": in_body(add_running_lines),
    "lines numbered": number_lines,
    "comments between rules": every(6, lambda rule: f"{rule[0]}\n\nposted by shepherd: {_OWN}"),
    "a remark in every seventh rule": texts(7, lambda text: f"{text} [Remark: {_OWN}]"),
    # Foreign
    "every third text foreign": texts(3, lambda _: _FOREIGN),
    "every third text of another book": texts(3, lambda _: _OWN),
    "a chapter of another book": edit_chapter(lambda _: _OWN),
    "a chapter in another language": edit_chapter(lambda text: _WORD.sub(translate_word, text)),
    "a term replaced throughout": in_body(lambda body: re.sub(r"\bplayers?\b", "shepherd", body)),
    "the negation lost": in_body(lambda body: re.sub(r"\b(?:can’t|can't|cannot|not)\b", "", body)),
    # Markup
    "tags in texts": texts(9, lambda text: text.replace(" the ", " <i>the</i> ")),
    "entities in texts": texts(9, lambda text: text.replace(" and ", " &amp; ")),
    "links in texts": texts(9, lambda text: text.replace(" the ", " [the](#the) ")),
    # Structure
    "headings glued to the rule before": in_body(lambda body: re.sub(r"\n\s*\n(?=[1-9]\d\d\. [A-Z])", " ", body)),
    "examples inside texts": in_body(lambda body: re.sub(r"\n\s*(?=Example:)", " ", body)),
    "subrules inside texts": in_body(lambda body: re.sub(r"\n\s*\n?(?=[1-9]\d\d\.\d+[a-z] )", " ", body)),
    "everything on one line": in_body(lambda body: " ".join(body.split())),
}
"""What happened → the damage."""

HARMLESS: dict[str, Damage] = {
    "nothing": str,
    "tabs for spaces after numbers": every(1, lambda rule: f"{rule['label']}\t{rule['text']}"),
    "lines wrapped": in_body(
        lambda body: "\n".join(line for row in body.split("\n") for line in (wrap(row, 78) or [""]))
    ),
    "straight quotation marks": lambda text: text.translate(str.maketrans("“”’‘", "\"\"''")),
    "lines end with a return": lambda text: text.replace("\n", "\r\n"),
}
"""What happened and is no loss."""
