"""`search/now.json` and `search/past.json`: texts of the latest edition and of every edition, each passage once.

    now.json   {"build": …, "edition": "2026-04-17", "since": [["1999-04-23", …], [0, 7, 0, …]],
                "words": ["", "0is ", …], "keys": ["01", "1", …, ""], "records": [
                "…",
                …
                ]}
    past.json  {"build": …, "editions": [["1999-04-23", "Urza's Legacy"], …], "lineages": [
                ["702.40a", 56, "502.30a", [16, [4, -2, "onto the ", 12]]],
                …
                ]}

Each record and each lineage is a line, so that the browser reads them while they come.

A record is heading, text (with its notes), examples; what is empty at its end is omitted. A character of it is a word:
its place in `words`, and 32. Words are cut behind blanks; the first one is the end of a heading, text or example.
`words` and `keys`, those of the records, are as `site_src/data/folded.py` has them; an empty key is that of a glossary
entry, whose heading is its term. `since` has editions, and for each record the place of that since which it has its
words, or -1.

A lineage has its runs, newest first. Of a run are listed: the key, if the newer run has another; the last edition, in a
list, if the newer run (or the list of editions) does not begin right after it; the first edition, by its place in the
list. If the words are not those of the newer run (for the newest run: of the record of `now.json` with this key), the
first edition is in a list, with a new passage, or with the number of one: those of `now.json` are the first ones.

A passage is what makes it of that of the newer run: the number of words to keep, or to leave out if negative; words to
put in; 0 for an end of heading, text or example to put in. What remains is kept.

The browser makes its index of these (`assets/js/search/index.js`): that is smaller to send than an index, and works the
same way for the latest edition, for any former one and for all at once.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from rules.change.blocks import EqualBlock, matches
from rules.numbers import key_of_term
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.search import read_wordings, words_since
from site_src.data.corpus import Corpus
from site_src.data.folded import fold

Words = tuple[str, ...]
"""Heading, text with notes, examples; without what is empty at the end."""
_WORD = re.compile(r"[^ \n]+[ \n]*|[ \n]+")
"""A word with the blanks behind it; `assets/js/search/lexicon.js` cuts likewise."""
_FIRST = 32
"""The character of the first word."""
_ONE_BYTE, _TWO_BYTES = 0x80 - _FIRST, 0x800 - _FIRST
"""So many words have characters of one byte, and of at most two."""
_END = ""
"""The end of a heading, text or example, among words."""


class Run(NamedTuple):
    """A lineage in consecutive editions with one key and the same words.

    Attributes:
        key: The key.
        first: Position of the first edition in the list.
        last: Position of the last one.
        words: The words.
    """

    key: str
    first: int
    last: int
    words: Words


def words_documents(store: Store, corpus: Corpus) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the documents `now.json` and `past.json`."""
    latest = corpus.contents[corpus.latest]
    passages = [(row.key, corpus.passages[row.text]) for row in latest.rows]
    records = [
        (key, _encode_words(passage.heading or "", "\n".join((passage.text, *passage.notes)), passage.examples))
        for key, passage in passages
    ]
    since = words_since(store, corpus.latest)
    reworded = sorted(set(since.values()))
    places = [reworded.index(since[key]) if key in since else -1 for key, _ in records]
    split = [split_words(words) for _, words in records]
    printed = _number_words(split)
    characters = {word: chr(_FIRST + number) for number, word in enumerate(printed)}
    now: dict[str, Any] = {
        "edition": corpus.latest,
        "since": [reworded, places],
        "words": list(fold(printed)),
        "keys": list(fold("" if words and key == key_of_term(words[0]) else key for key, words in records)),
        "records": ["".join(map(characters.__getitem__, words)) for words in split],
    }
    editions = [edition_id for edition_id, work in store.works.items() if work == COMPREHENSIVE_RULES]
    at = {edition: place for place, edition in enumerate(editions)}
    packer = _Packer(records, len(editions) - 1)
    past: dict[str, Any] = {
        "editions": [(edition, corpus.contents[edition].edition.set_name or "") for edition in editions],
        "lineages": [packer.pack(runs) for runs in _list_runs(store, at)],
    }
    build = hashlib.sha256(json.dumps([now, past], ensure_ascii=False).encode()).hexdigest()[:12]
    return {"build": build, **now}, {"build": build, **past}


def list_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a document, which together are it: each item of its last value, a list, has one."""
    *_, (name, items) = document.items()
    yield msgspec.json.encode({**document, name: []}).decode().removesuffix("]}") + "\n"
    rows = ",\n".join(msgspec.json.encode(item).decode() for item in items)
    yield f"{rows}\n]}}\n" if rows else "]}\n"


def _number_words(split: Iterable[Sequence[str]]) -> list[str]:
    """Return the words in the order of their numbers: the more frequent ones take fewer bytes."""
    counts = Counter(word for words in split for word in words)
    del counts[_END]
    frequent = [word for word, _ in counts.most_common()]
    shares = frequent[: _ONE_BYTE - 1], frequent[_ONE_BYTE - 1 : _TWO_BYTES - 1], frequent[_TWO_BYTES - 1 :]
    return [_END, *(word for share in shares for word in sorted(share))]


def _encode_words(heading: str, text: str, examples: Iterable[str]) -> Words:
    words = [heading, text, *examples]
    while words and not words[-1]:
        words.pop()
    return tuple(words)


def _list_runs(store: Store, at: Mapping[str, int]) -> Iterator[list[Run]]:
    """Yield the runs of each lineage, oldest first."""
    for _, wordings in groupby(read_wordings(store), lambda wording: wording.lineage):
        runs: list[Run] = []
        uses = [
            (at[use.first], at[use.last], use.key, _encode_words(wording.heading, wording.text, wording.examples))
            for wording in wordings
            for use in wording.uses
        ]
        for first, last, key, words in sorted(uses):
            # versions that differ only in references are one run for the search
            joins = runs and (runs[-1].key, runs[-1].last, runs[-1].words) == (key, first - 1, words)
            runs.append(Run(key, runs.pop().first if joins else first, last, words))
        yield runs


class _Packer:
    """Packs lineages; numbers the passages that they need besides the records of the latest edition."""

    def __init__(self, records: Sequence[tuple[str, Words]], newest: int) -> None:
        self._newest = newest
        self._places = {key: place for place, (key, _) in enumerate(records)}
        self._numbers: dict[Words, int] = {}
        for place, (_, words) in enumerate(records):
            self._numbers.setdefault(words, place)
        self._next = len(records)

    def pack(self, runs: Sequence[Run]) -> list[Any]:
        """Return the runs of a lineage as `past.json` has them."""
        packed: list[Any] = []
        until, newer, number = self._newest, Run("", 0, 0, ()), self._places.get(runs[-1].key)
        for run in reversed(runs):
            if run.key != newer.key:
                packed.append(run.key)
            if run.last != until:
                packed.append([run.last])
            known = self._numbers.get(run.words)
            if known is None:
                packed.append([run.first, list(list_edits(split_words(newer.words), split_words(run.words)))])
                known = self._numbers[run.words] = self._next
                self._next += 1
            else:
                packed.append(run.first if known == number else [run.first, known])
            until, newer, number = run.first - 1, run, known
        return packed


def split_words(words: Words) -> list[str]:
    """Return the words with the blanks behind them, and an empty one where a heading, text or example ends."""
    split = [[*_WORD.findall(part), _END] for part in words]
    return [word for part in split for word in part][:-1]


def list_edits(old: Sequence[str], new: Sequence[str]) -> Iterator[int | str]:
    """Yield what makes one list of words of another; what remains of the old one at the end is kept."""
    at = written = 0
    for block in (*matches(old, new), EqualBlock(len(old), len(new), 0)):
        if block.old > at:
            yield at - block.old
        for is_end, inserted in groupby(new[written : block.new], key=_END.__eq__):
            words = list(inserted)
            yield from [0] * len(words) if is_end else ["".join(words)]
        at, written = block.old + block.size, block.new + block.size
        if block.size and (at, written) != (len(old), len(new)):
            yield block.size
