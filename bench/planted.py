"""`python -m bench.planted FOLDER`: how often `check` finds a wrong number, by the words next to it.

FOLDER is as for `bench.citation_report`. Citations without a finding count as right. In place of each, three wrong
numbers are judged: another letter, a neighbouring rule, a rule of another chapter. The clause may name the rule that
is meant by its title, or else by a name of the glossary, or else only by other words, which CR010 compares.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from bench.paraphrases import KINDS, MOST, list_numbers, read_tree
from graph.citations.codes import LIKELY_ANOTHER
from graph.citations.judge.glossary_names import list_phrases
from graph.citations.judge.judge import Judge
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Words
from graph.history import History
from graph.ledger import open_ledger
from rules.keys import with_parents
from rules.numbers import without_letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CLUES = ("title", "glossary name", "words", "nothing")
"""What the clause of a citation has of the rule that is meant, the clearest first."""
_LEAST_LETTERS = 8
"""Minimum letters of a glossary name that is not also an ordinary word."""


class Planted(Struct, frozen=True):
    """A wrong number in place of one that counts as right.

    Attributes:
        kind: One of `bench.paraphrases.KINDS`.
        clue: One of `CLUES`.
        number: The wrong number.
        meant: The number that was cited.
        codes: The codes that are reported, with CR010.
        suggested: The numbers that are suggested.
        place: The path and the words, for reading.
    """

    kind: str
    clue: str
    number: str
    meant: str
    codes: tuple[str, ...]
    suggested: tuple[str, ...]
    place: str


def list_planted(root: Path, history: History, most: int = MOST) -> Iterator[Planted]:
    """Yield the wrong numbers of a tree, each with what is reported."""
    chance = random.Random(702)  # noqa: S311 - the same numbers each time
    edition, by_file = read_tree(root, history)
    judge = Judge(history, edition, chosen=(LIKELY_ANOTHER,))
    lexicon = Lexicon(history)
    places = [(path, index) for path, citations in by_file.items() for index in range(len(citations))]
    chance.shuffle(places)
    used = 0
    for path, index in places:
        citations = by_file[path]
        citation = citations[index]
        if citation.form != "number" or citation.stamp or not history.exists(citation.numbers[0], edition):
            continue
        if "." not in citation.numbers[0] or judge.find_faults(citations, index):
            continue
        used += 1
        if used > most:
            return
        meant = citation.numbers[0]
        words = Words(lexicon, citations, index)
        for kind, number in list_numbers(history, edition, meant, chance):
            if kind == "right":
                continue
            trial = [*citations[:index], citation.with_numbers({meant: number}), *citations[index + 1 :]]
            faults = judge.find_faults(trial, index)
            yield Planted(
                kind,
                _find_clue(lexicon, edition, words, number),
                number,
                meant,
                tuple(fault.code for fault in faults),
                tuple(number for fault in faults for number in fault.suggestions),
                f"{path} {words.text!r}",
            )


def _find_clue(lexicon: Lexicon, edition: str, words: Words, wrong: str) -> str:
    """Return what the words next to a right number have of its rule, and not of that of a wrong number."""
    history, meant = lexicon.history, words.citation.numbers[0]
    titles = history.titles_above(edition, meant).nearest - _list_titles(history, edition, wrong)
    if words.name_any(titles):
        return "title"
    names = lexicon.glossary_names(edition).numbers_of_term
    own, strange = _list_around(meant), _list_around(wrong)
    for phrase in list_phrases(words.text):
        if len(phrase) < _LEAST_LETTERS:
            continue
        referred = names.get(phrase, frozenset()) | names.get(phrase.removesuffix("s"), frozenset())
        if any(number in own for number in referred) and not any(number in strange for number in referred):
            return "glossary name"
    return "words" if words.text.strip() else "nothing"


def _list_titles(history: History, edition: str, number: str) -> frozenset[str]:
    titles = history.titles_above(edition, number)
    return titles.rule | titles.chapter


def _list_around(number: str) -> frozenset[str]:
    """Return a number and its rule, without the chapter."""
    return frozenset(own for own in (number, *with_parents(number), without_letters(number)) if "." in own)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the share that is found, by clue and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, help="the folder of the trees")
    parser.add_argument("--only", nargs="*", default=[], metavar="TREE", help="only these trees")
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help="maximum citations of a tree")
    parser.add_argument("--misses", choices=CLUES, help="list what was not found with this clue")
    options = parser.parse_args(arguments)
    history = History(open_ledger())
    total: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for root in sorted(options.trees.iterdir()):
        if not root.is_dir() or (options.only and root.name not in options.only):
            continue
        counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for planted in list_planted(root, history, options.most):
            found = "without" if not planted.codes else "note" if "CR010" in planted.codes else "found"
            for clue_and_kind in ((planted.clue, planted.kind), (planted.clue, "all")):
                counts[clue_and_kind][found] += 1
                total[clue_and_kind][found] += 1
            if options.misses == planted.clue and not planted.codes:
                print(f"    {planted.kind} {planted.meant} as {planted.number}: {planted.place}")
        print_counts(root.name, counts)
    print_counts("all trees", total)
    return 0


def print_counts(name: str, counts: dict[tuple[str, str], Counter[str]]) -> None:
    """Print the counts of a tree."""
    for clue in CLUES:
        for kind in (*KINDS[1:], "all"):
            count = counts.get((clue, kind))
            if count:
                share = count["found"] / count.total()
                print(
                    f"{name:<40} {clue:<14}{kind:<10} {count['found']:>5} of {count.total():<5} {share:6.1%};"
                    f" and {count['note']} by CR010",
                    flush=True,
                )


if __name__ == "__main__":
    sys.exit(main())
