"""Edits of the words: rewordings, renamed terms, typographic noise, and made-up text."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from typing import TYPE_CHECKING

from rules.text import fold, mask, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z(“\"{+\d])")
_SYLLABLES = ("bra", "vor", "nal", "tir", "quo", "zem", "lis", "dru", "fen", "gost", "hul", "mar", "pel", "ren", "sak")
_FREQUENT = 80
"""Number of most frequent words that are never terms: `the`, `player`, `card`."""
_OFTEN = 8
_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "—": "-", "–": "-", "…": "..."})
_STRAIGHT = str.maketrans({"'": "’", "-": "–"})
_MARKS = re.compile(r"[™®©]")


def sentences(text: str) -> list[str]:
    """Return the sentences of a passage, approximately."""
    return [sentence for sentence in _SENTENCE_END.split(text) if sentence]


def normalize_passages(passages: Iterable[str]) -> str:
    """Return passages without typography and numbers, to compare their words."""
    return "\n".join(mask(fold(passage)) for passage in passages)


class Vocabulary:
    """The words of an edition, and which follow which, to make up similar text."""

    def __init__(self, texts: Sequence[str], draw: random.Random) -> None:
        self._draw = draw
        self._following: dict[str, list[str]] = {}
        self._tokens: list[str] = []
        counts: Counter[str] = Counter()
        for text in texts:
            counts.update(word for word in words(fold(text)) if word.isalpha())
            tokens = [token for token in text.split() if not any(sign.isdigit() for sign in token)]
            self._tokens += tokens
            for previous, following in itertools.pairwise(tokens):
                self._following.setdefault(previous, []).append(following)
        self._counts = counts
        self._made: set[str] = set()

    def run(self, length: int) -> list[str]:
        """Return `length` words.

        Two to four in a row follow each other in the edition, but whole sentences of the edition do not occur.
        """
        tokens: list[str] = []
        while len(tokens) < length:
            token = self._draw.choice(self._tokens)
            for _ in range(self._draw.randint(2, 4)):
                tokens.append(token)
                token = self._draw.choice(self._following.get(token) or self._tokens)
        return tokens[:length]

    def sentence(self, length: int) -> str:
        """Return a made-up sentence of `length` words."""
        text = " ".join(self.run(length)).rstrip(".,:;!?")
        return text[:1].upper() + text[1:] + "."

    def name(self) -> str:
        """Return a made-up capitalised word that the edition does not have."""
        while True:
            made = "".join(self._draw.choice(_SYLLABLES) for _ in range(self._draw.randint(2, 3)))
            if made not in self._counts and made not in self._made:
                self._made.add(made)
                return made.capitalize()

    def terms(self, titles: Iterable[str], count: int) -> dict[str, str]:
        """Return words that are in titles and frequent in the text, each with a made-up replacement."""
        common = {word for word, _ in self._counts.most_common(_FREQUENT)}
        named = {word for title in titles for word in words(fold(title))}
        fit = sorted(w for w in named - common if self._counts[w] >= _OFTEN and len(w) >= 5 and w[-1] != "s")
        return {word: self.name().lower() for word in self._draw.sample(fit, min(count, len(fit)))}


def rename(text: str, terms: Mapping[str, str]) -> str:
    """Return the text with terms replaced; plurals and capitals are kept."""
    if not terms or not text:
        return text
    pattern = re.compile(rf"\b({'|'.join(terms)})(s?)\b", re.IGNORECASE)
    return pattern.sub(lambda match: _match_case(match[1], terms[match[1].lower()]) + match[2], text)


def exchange(text: str, name: str, other: str) -> str:
    """Return the text with the name of one keyword replaced by that of another."""
    return re.sub(
        rf"\b{re.escape(name)}", lambda match: _match_case(match[0], other.lower()), text, flags=re.IGNORECASE
    )


def _match_case(old: str, new: str) -> str:
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new.capitalize() if old[:1].isupper() else new


def reword(text: str, part: float, vocabulary: Vocabulary, draw: random.Random) -> str:
    """Return the text with about this share of its words replaced, dropped or inserted, in runs of one to four."""
    tokens = text.split(" ")
    left = max(1, round(part * len(tokens)))
    while left > 0:
        length = min(left, draw.randint(1, 4))
        at = draw.randrange(max(1, len(tokens) - length))
        act = draw.choice(("replace", "replace", "replace", "drop", "insert"))
        if act == "drop" and len(tokens) - length < 4:
            act = "replace"
        fresh = [] if act == "drop" else vocabulary.run(length)
        tokens[at : at if act == "insert" else at + length] = fresh
        left -= length
    return " ".join(tokens)


def shift_sentences(text: str, vocabulary: Vocabulary, draw: random.Random) -> str:
    """Return the text without one sentence of less than a third of the text, or with one more made-up sentence."""
    parts = sentences(text)
    short = [part for part in parts if len(part) * 3 < len(text)]
    if len(parts) > 2 and short and draw.random() < 0.5:
        parts.remove(draw.choice(short))
    else:
        parts.insert(draw.randint(0, len(parts)), vocabulary.sentence(draw.randint(5, max(6, len(text.split()) // 2))))
    return " ".join(parts)


def noise(text: str, draw: random.Random) -> str:
    """Return the text with other quotes, dashes, marks or capitals, all of which `fold` removes."""
    kind = draw.randrange(3)
    if kind == 0 and text != text.translate(_CURLY):
        return text.translate(_CURLY)
    if kind == 1 and text != text.translate(_STRAIGHT):
        return text.translate(_STRAIGHT)
    if _MARKS.search(text):
        return _MARKS.sub("", text)
    return text.replace(" ", " \u00a0", 1) if kind == 0 else re.sub(r"\b([A-Z])(?=[a-z])", _lower_match, text, count=1)


def _lower_match(match: re.Match[str]) -> str:
    return match[1].lower()
