"""Words as the search compares them: folded, cut into tokens, reduced to stems, as `definition.toml` says.

And what a query is: numbers, an edition, phrases, words. It knows the list of editions and nothing else.
"""

import calendar
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from rapidfuzz.distance import OSA

from rules.conversion import convert
from rules.store.query import DOTTED, DRESS, mend_digits, number_in

_WORDS = ("stop", "question", "asking", "filler", "common")


class Definition(msgspec.Struct, frozen=True):
    """What words mean to the search, and how it ranks; `definition.toml` says what each value is."""

    stop: frozenset[str]
    question: frozenset[str]
    asking: frozenset[str]
    filler: frozenset[str]
    common: frozenset[str]
    irregular: dict[str, str]
    suffixes: tuple[tuple[tuple[str, str, int], ...], ...]
    synonyms: dict[str, dict[str, float]]
    tiers: dict[str, int]
    weights: dict[str, float]
    limits: dict[str, int]


_HERE = files(__package__)


def definition_document() -> dict[str, Any]:
    """Return the definition as plain JSON values, as the site's scripts read it."""
    document = tomllib.loads(_HERE.joinpath("definition.toml").read_text(encoding="utf-8"))
    for name in _WORDS:
        document[name] = document[name].split()
    stems = document.pop("stem")
    document |= {"irregular": stems["irregular"], "suffixes": [group["rules"] for group in stems["groups"]]}
    return document


@cache
def read_definition() -> Definition:
    """Return the definition of the search."""
    return convert(definition_document(), Definition)


@cache
def read_sayings() -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return how players say what the rules decide.

    Returns:
        The edition whose numbers are given, and the rules by saying, in the order in which they decide it.
    """
    document = tomllib.loads(_HERE.joinpath("sayings.toml").read_text(encoding="utf-8"))
    named = ((saying.strip(), rules) for sayings, rules in document["sayings"].items() for saying in sayings.split("|"))
    return document["edition"], {saying: tuple(rules.split()) for saying, rules in named}


_PLAIN = str.maketrans("’‘“”–—−\u00a0", "''\"\"--- ")
_TOKEN = re.compile(r"\{[^{}\s]{1,9}\}|[+-][0-9x*]{1,3}/[+-][0-9x*]{1,3}|[^\W_]+(?:(?:(?<=[0-9])\.|')[^\W_]+)*")
"""Symbols (`{s}`), changes of power and toughness (`+1/+1`), words and numbers (`702.40a`, `can't`)."""
_PLAIN_WORD = re.compile(r"[a-z']{3,}")
_TWIN = re.compile(r"([bdfgklmnprtvz])\1$")


def fold(text: str) -> str:
    """Return a text in small letters with straight quotes, of the same length, so that places stay places."""
    small = text.lower()
    return (small if len(small) == len(text) else text).translate(_PLAIN)


def words_in(text: str) -> list[str]:
    """Return the words of a text in order, folded, without the `'s` of a possessive."""
    return [word.removesuffix("'s") for word in _TOKEN.findall(fold(text))]


def places_in(text: str) -> list[tuple[str, int, int]]:
    """Return the words of a text with where each begins and ends."""
    return [(match[0].removesuffix("'s"), match.start(), match.end()) for match in _TOKEN.finditer(fold(text))]


@cache
def stem_of(word: str) -> str:
    """Return the stem of a folded word: "layers" and "layer" share one. Symbols and numbers are their own."""
    definition = read_definition()
    if _PLAIN_WORD.fullmatch(word) is None:
        return word
    for group in definition.suffixes:
        known = definition.irregular.get(word)
        if known == word:
            return word
        word = known or word
        for suffix, instead, least in group:
            if word.endswith(suffix) and len(word) - len(suffix) >= least:
                word = word[: len(word) - len(suffix)] + instead
                break
    word = _TWIN.sub(r"\1", word)
    return f"{word[:-1]}i" if word.endswith("y") else word


def content_words(words: Iterable[str]) -> list[str]:
    """Return the words of a query that say what it is about; all of them if none does."""
    definition = read_definition()
    words = list(words)
    kept = [word for word in words if word not in definition.stop]
    return [word for word in kept if word not in definition.question] or kept or words


def correct(word: str, frequencies: Mapping[str, int]) -> str | None:
    """Return the known word that a mistyped one most likely is: the nearest, then the most frequent; else None."""
    limits = read_definition().limits
    if len(word) < limits["one_error"] or not word.isalpha():
        return None
    most = 1 if len(word) < limits["two_errors"] else 2
    near = (
        # the first letter is seldom the wrong one
        (OSA.distance(word, known, score_cutoff=most), known[0] != word[0], -frequency, known)
        for known, frequency in frequencies.items()
        if len(known) >= limits["one_error"] and abs(len(known) - len(word)) <= most
    )
    best = min((rank for rank in near if rank[0] <= most), default=None)
    return best[3] if best else None


EditionRow = tuple[str, str, str]
"""Date, code and name of a set of an edition; an edition has a row for each of its sets."""
Kind = Literal["empty", "number", "edition", "phrase", "words"]

_WITHIN = re.compile(rf"(?<![\w.])(?:{DRESS}\s*([1-9][0-9]{{2}})|(?:{DRESS}\s*)?({DOTTED}))(?!\w|\.\w)")
"""A number among other words: with a point, or after the word "rule"."""
_PHRASE = re.compile(r'["“”]([^"“”]*)(?:["“”]|$)')
_UNWANTED = re.compile(r"(?<!\S)-([^\W\d_]\S*)")
_BEGINNING = re.compile(r"([^\W_]{2,})\*(?!\w)")
_PREPOSITION = re.compile(r"\s+(?:in|as of|on|of|at|during)$", re.IGNORECASE)
_MONTHS = [name.lower() for name in calendar.month_name]
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(r"(?P<year>[0-9]{4})(?:[-/.](?P<month>[0-9]{1,2})(?:[-/.](?P<day>[0-9]{1,2}))?)?"),
    re.compile(rf"(?:{_DAY}\s+)?(?P<month>[a-z]+)\.?\s+(?P<year>[0-9]{{4}})"),
    re.compile(rf"(?P<month>[a-z]+)\.?\s+{_DAY}\s+(?P<year>[0-9]{{4}})"),
)
"""`2009`, `2009-07`, `2009-07-11`; `July 2009`, `11th July 2009`; `July 11, 2009`."""


class Query(msgspec.Struct, frozen=True):
    """What a query means.

    Attributes:
        whole: As typed, without needless blanks.
        kind: What it is.
        text: The query without the edition.
        numbers: Rules that it names.
        editions: Ids of editions that it names, the one meant first.
        time: The date that it names, as far as it does: `2009`, `2009-07`, `2009-07-11`.
        phrases: What must occur to the letter, folded.
        words: All words, folded.
        content: Those that say what it is about.
        beginnings: Words of which only the beginning is given (`planes*`).
        unwanted: Words that must not occur (`-plane`).
        asks: Whether it asks a question.
    """

    whole: str
    kind: Kind
    text: str
    numbers: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    time: str | None = None
    phrases: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    asks: bool = False


def time_in(text: str) -> str | None:
    """Return the day, month or year that a text is, as the beginning of an ISO date; None for anything else."""
    words = fold(text).replace(",", " ").strip()
    match = next(filter(None, (form.fullmatch(words) for form in _DATES)), None)
    if match is None:
        return None
    year = int(match["year"])
    month = _read_month(match["month"]) if match["month"] else None
    day = int(match["day"]) if match["day"] else None
    if 0 in (month, day) or not 1993 <= year <= 2099 or (month or 1) > 12:
        return None
    if (day or 1) > calendar.monthrange(year, month or 1)[1]:
        return None
    return "-".join([str(year), *(f"{part:02}" for part in (month, day) if part)])


def first_day(time: str) -> str:
    """Return the first day of a year, month or day, each as the beginning of an ISO date."""
    return f"{time}-01-01"[:10]


def _read_month(word: str) -> int:
    """Return the number of a month, by its digits or at least three of its letters; 0 if there is none."""
    if word.isdigit():
        return int(word)
    return next((at for at, name in enumerate(_MONTHS) if len(word) > 2 and name.startswith(word)), 0)


def _editions_of_time(editions: Sequence[EditionRow], time: str) -> list[str]:
    """Return the editions of a time, newest first: those of a month or year, else that in force on its first day."""
    before = [date for date, *_ in editions if date <= first_day(time)][-1:]
    within = [date for date, *_ in editions if date.startswith(time)]
    return list(dict.fromkeys(reversed(within or before)))


def _editions_of_set(editions: Sequence[EditionRow], text: str, *, alone: bool) -> list[str]:
    """Return the editions of a set, by its code or name, oldest first."""
    pattern = r"\w{2,4}" if alone else r"[A-Z0-9]{2,4}|(?=.*[0-9])[a-z][a-z0-9]{1,3}"
    code = text.upper() if re.fullmatch(pattern, text, re.ASCII) else ""
    named = [row[0] for row in editions if (code and row[1] == code) or (row[2] and fold(row[2]) == fold(text))]
    return list(dict.fromkeys(named))


def _edition_in(text: str, editions: Sequence[EditionRow]) -> tuple[list[str], str | None, str]:
    """Return the editions named at the end or the beginning of a query, the time, and the rest of the query."""
    words = text.split()
    shouting = len(words) > 1 and not any(letter.islower() for letter in re.sub(r"\b[0-9]\S*", "", text))
    for length in range(min(len(words), read_definition().limits["edition"]), 0, -1):
        for named, others in ((words[-length:], words[:-length]), (words[:length], words[length:])):
            name, rest = " ".join(named), " ".join(others)
            time = time_in(name)
            found: list[str] = []
            if time:
                found = _editions_of_time(editions, time)
            elif not shouting or any(letter.isdigit() for letter in text):
                # "702.40a M10" is a number and a set; of words in capitals none is taken for one
                found = _editions_of_set(editions, name, alone=not rest)
            if time or found:
                return found, time, _PREPOSITION.sub("", rest).strip()
    return [], None, text


def understand(
    typed: str, editions: Sequence[EditionRow], is_name: Callable[[Sequence[str]], bool] = lambda _words: False
) -> Query:
    """Return what a query means; every text is a query, and some find nothing.

    Args:
        typed: The query.
        editions: The editions of the rules, oldest first, with a row for each set.
        is_name: Tells whether words are the name of a rule or glossary entry: then they name no set.
    """
    definition = read_definition()
    whole = " ".join(typed.split())[: definition.limits["query"]]
    phrases = [" ".join(fold(match[1]).split()) for match in _PHRASE.finditer(whole)]
    phrases = [phrase for phrase in phrases if words_in(phrase)]
    meant: list[str] = []
    time, text = None, whole
    if not phrases and number_in(whole, mistyped=True) is None and not is_name(words_in(whole)):
        meant, time, text = _edition_in(whole, editions)
    rest = _PHRASE.sub(" ", whole) if phrases else text
    alone = None if phrases else number_in(text, mistyped=True)
    small = rest.lower()
    numbers = [alone] if alone else [mend_digits(match[1] or match[2]) for match in _WITHIN.finditer(small)]
    if numbers:
        rest = "" if alone else _WITHIN.sub(" ", small)
    unwanted = [word for match in _UNWANTED.finditer(rest) for word in words_in(match[1])]
    rest = _UNWANTED.sub(" ", rest)
    words = words_in(rest)
    kind: Kind = "words" if words else "empty"
    if (meant or time) and not text:
        kind = "edition"
    elif numbers:
        kind = "number"
    elif phrases:
        kind = "phrase"
    return Query(
        whole=whole,
        kind=kind,
        text=text,
        numbers=tuple(dict.fromkeys(numbers)),
        editions=tuple(meant),
        time=time,
        phrases=tuple(phrases),
        words=tuple(words),
        content=tuple(dict.fromkeys(content_words(words))),
        beginnings=tuple(words_in(" ".join(_BEGINNING.findall(rest)))),
        unwanted=tuple(unwanted),
        asks=whole.endswith("?") or (len(words) > 1 and words[0] in definition.asking),
    )
