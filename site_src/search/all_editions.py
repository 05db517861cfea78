"""The words of all editions, cut into files of which a search loads only those that its words need.

    all/contents.json   {"build": …, "editions": [["1999-04-23", "Urza's Legacy"], …],
                         "uses": ["abandon", "attach", …], "texts": [0, 61, …], "blocks": [
                         {"kinds": "…", "firsts": "…", …},
                         …
                         ]}
    all/uses/0.json     {"build": …, "uses": {"abandon": [17, 1, 8, 2, 2, 0, 5], …}}
    all/words.json      {"build": …, "words": {"abandon": 31, "abandoned": 4, …}}
    all/texts/0.json    {"build": …, "lineages": [[{"text": "…", "examples": ["…"]}, {"text": "…"}], …]}

`contents.json` has everything about the rules but their texts. Each block is a line, so that the browser reads them
while they arrive. A search first loads the files of `uses` that have the stems of its words. They say where in which
passages a stem is, so that the search can rank these. Then it loads the files of `texts` that have the passages which
it shows, and those that may have the words as they were typed. It loads `words.json` for a word that may be mistyped,
the beginning of a word, or a phrase.

`uses` has the first stem of each file of `uses`. The stems are in the order of the alphabet; stop words are left out.
`words.json` has all other words with the number of times that each is printed in headings, texts and examples.

`texts` has the index of the first lineage of each file. There a lineage has its wordings, newest first: different
headings, texts (with their notes) and examples. The heading of a wording is in `contents.json`.

A block of `contents.json` has some lineages, which `packed_lineages.py` describes.

The texts and examples of all wordings of all lineages, in their order, are the passages; a wording has at least a text,
which may be empty. The uses of a stem are packed: for each passage with the stem the difference between its index and
that of the one before (of the first one, its index), how often it has the stem, and the places of the stem. A place is
the number of words before it in the passage, without stop words; each further one is the difference from the one
before. `docs/site-scripts.md` has the sizes that this saves.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from graph.search.text import stem_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.search.changed_words import pack_positions
from site_src.search.packed_lineages import pack_lineages, passages_of, read_words
from site_src.search.stem_files import cut_stems
from site_src.search.words import Run, Words, list_runs, split_parts

CONTENTS = "all/contents"
"""Name of the document whose blocks are lines; browsers read the others whole."""
WORDS = "all/words"
"""Name of the document with all words."""
_USES_SIZE = 12_000
"""Minimum size of a file of `uses` but the last, in characters before compression; with one stem more it is closed."""
_TEXTS_SIZE = 16_000
"""The same for a file of `texts`."""


class Wording(msgspec.Struct, frozen=True, omit_defaults=True):
    """The texts of a lineage in some editions.

    Attributes:
        text: The text, with notes.
        examples: The examples.
    """

    text: str = ""
    examples: tuple[str, ...] = ()


def documents_of_all_editions(store: Store, sets: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the documents by their names, such as `all/contents`, `all/uses/0`, `all/texts/0`.

    Args:
        store: The knowledge base.
        sets: Date of an edition → the name of its set. Editions without a set may be missing.
    """
    dates = store.editions_of(COMPREHENSIVE_RULES)
    indexes = {date: index for index, date in enumerate(dates)}
    lineages = [runs for _, runs in list_runs(store, indexes)]
    wordings_by_lineage = [_list_wordings(runs) for runs in lineages]
    all_wordings = list(chain.from_iterable(wordings_by_lineage))
    uses_files = list(cut_stems(_list_uses(all_wordings), _USES_SIZE))
    first_lineages, texts_files = _cut_texts(wordings_by_lineage)
    contents = {
        "editions": [(date, sets.get(date, "")) for date in dates],
        "uses": [next(iter(stems)) for stems in uses_files],
        "texts": first_lineages,
        "blocks": pack_lineages(lineages, len(dates)),
    }
    # All files name the build, so that a browser notices if its cache has some of an older one.
    counts = dict(sorted(_count_words(all_wordings).items()))
    build = hashlib.sha256(msgspec.json.encode([contents, uses_files, texts_files, counts])).hexdigest()[:12]
    documents: dict[str, dict[str, Any]] = {CONTENTS: {"build": build, **contents}}
    if counts:
        documents[WORDS] = {"build": build, "words": counts}
    for number, uses in enumerate(uses_files):
        documents[f"all/uses/{number}"] = {"build": build, "uses": uses}
    for number, texts in enumerate(texts_files):
        documents[f"all/texts/{number}"] = {"build": build, "lineages": texts}
    return documents


def _list_wordings(runs: Sequence[Run]) -> list[Words]:
    """Return the wordings of a lineage, newest first; `runs` are given oldest first."""
    return list(dict.fromkeys(run.words for run in reversed(runs)))


def _count_words(wordings: Iterable[Words]) -> Counter[str]:
    """Return word → the number of times that it is printed in headings, texts and examples."""
    counts: Counter[str] = Counter()
    for words in wordings:
        for part in words:
            counts.update(read_words(part))
    return counts


def _list_uses(wordings: Iterable[Words]) -> dict[str, list[int]]:
    """Return stem → its uses, packed, for the passages of the wordings; in the order of the alphabet."""
    uses: dict[str, list[int]] = {}
    last_passage: dict[str, int] = {}
    passages = chain.from_iterable(map(passages_of, wordings))
    for index, passage in enumerate(passages):
        for stem, places in _list_places(passage).items():
            distance = index - last_passage.get(stem, 0)
            uses.setdefault(stem, []).extend((distance, len(places), *pack_positions(places)))
            last_passage[stem] = index
    return dict(sorted(uses.items()))


def _list_places(passage: str) -> dict[str, list[int]]:
    """Return stem → the number of words before each of its places in a passage, without stop words."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(read_words(passage)):
        places.setdefault(stem_of(word), []).append(place)
    return places


def _cut_texts(lineages: Iterable[Sequence[Words]]) -> tuple[list[int], list[list[list[Wording]]]]:
    """Return the index of the first lineage of each file of `texts`, and the lineages of each file.

    Args:
        lineages: The wordings of each lineage.
    """
    firsts: list[int] = []
    files: list[list[list[Wording]]] = []
    size = _TEXTS_SIZE
    for index, wordings in enumerate(lineages):
        if size >= _TEXTS_SIZE:
            firsts.append(index)
            files.append([])
            size = 0
        named = [_name_wording(words) for words in wordings]
        files[-1].append(named)
        size += len(msgspec.json.encode(named))
    return firsts, files


def _name_wording(words: Words) -> Wording:
    """Return a wording without its heading, which `contents.json` has."""
    _heading, text, examples = split_parts(words)
    return Wording(text, examples)
