"""`python -m bench.planted FOLDER`: the share of wrong numbers that `check` finds, by the words next to them.

FOLDER is as for `bench.citation_report`. Citations without a finding count as right. In place of each, three wrong
numbers are judged: another letter, a neighbouring rule, a rule of another chapter. If the file has other citations of
the right number, the same is judged with up to three of them as wrong as the first (`repeated`).

The clause may name the rule that is meant by its title, or else by a name of the glossary, or else only by other words,
which CR010 compares. A title or name of one word that may be an ordinary word of the sentence, such as "damage" or
"Mana" in "Mana empties", is counted apart, as an everyday word.

Next to a name, a second figure is that of the wrong numbers which a reader of both rules would call wrong
(`decidable`). It leaves out three kinds, since authors cite such numbers rightly:

- The rule of the wrong number has an unusual word of the clause apart from the name, or a quarter of the weight of
  these words: the clause may be about it.
- The rule of the wrong number, with its title, that of its chapter and its subrules, has all words of the name, or its
  chapter has them, unless that is a chapter of keywords or that of the right number as well: rules are cited next to
  the names of the things that they are about.
- A citation next to this one, to which the name may belong as well, is of the rule that is meant.

The last line of the output says how many numbers each of them leaves out; a number is counted under the first kind.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from bench.paraphrases import KINDS, MOST, list_numbers, list_repetitions, plant, read_tree
from graph.citations.codes import LIKELY_ANOTHER
from graph.citations.judge.connections import are_related
from graph.citations.judge.glossary_names import MOST_WORDS, WORD, has_several_words
from graph.citations.judge.judge import Judge
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Words
from graph.history import History
from graph.ledger import open_ledger
from graph.ledger.words import distinctive_terms
from rules.keys import with_parents
from rules.numbers import chapter_of, without_letters
from rules.text import strip_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph.citations.judge.placing import PlacedTitle

REASONS = ("fits the wrong rule", "named in its chapter", "named for a neighbour")
"""The kinds of wrong numbers next to a name that a reader could not call wrong."""
CLUES = ("title", "glossary name", "everyday word", "words", "nothing")
"""Clues to the rule that is meant in the clause of a citation, the clearest first."""
_NAMES = CLUES[:2]
"""The clues that name the rule that is meant."""
_REPEATED = "repeated"
"""The kind of a wrong number that the file repeats."""
_FITS = 0.25
"""Share of the weight of the words apart from the name that a rule has which the clause may be about."""
_LEAST_LETTERS = 8
"""Minimum letters of a glossary name that counts at all."""
_BEGINNING = re.compile(r"\W*\Z")
"""The words before a name that begins its clause, whose capital may be that of a sentence."""
_MARKED = re.compile(r"[`'\"“‘*_]\Z")
"""The end of the words before a name that marks set off."""
_GOES_ON = re.compile(r"[ \t]+[a-z]")
"""The beginning of the words after a name that is a part of a sentence."""


class Planted(Struct, frozen=True):
    """A wrong number in place of one that counts as right.

    Attributes:
        kind: One of `bench.paraphrases.KINDS`, or `repeated`.
        clue: One of `CLUES`.
        doubt: One of `REASONS`; empty if a reader of both rules would call the number wrong, or without a name.
        number: The wrong number.
        meant: The number that was cited.
        codes: The codes that are reported, with CR010.
        suggested: The numbers that are suggested.
        place: The path and the words, for reading.
    """

    kind: str
    clue: str
    doubt: str
    number: str
    meant: str
    codes: tuple[str, ...]
    suggested: tuple[str, ...]
    place: str

    @property
    def outcome(self) -> str:
        """`missed`; `note` if CR010 reports it, else `found`."""
        if not self.codes:
            return "missed"
        if LIKELY_ANOTHER in self.codes:
            return "note"
        return "found"


Counts = dict[tuple[str, str], Counter[str]]
"""By clue and kind of wrong numbers the number of each outcome."""


class Tree:
    """The citations of a tree, and what judges them.

    Attributes:
        edition: The edition that the tree was written for.
        by_file: The citations of each file, in their order.
    """

    def __init__(self, root: Path, history: History) -> None:
        self.history = history
        self.edition, self.by_file = read_tree(root, history)
        self.judge = Judge(history, self.edition, chosen=(LIKELY_ANOTHER,))
        self.lexicon = Lexicon(history)

    def choose_right(self, most: int, chance: random.Random) -> Iterator[tuple[str, int]]:
        """Yield file and index of citations that count as right, drawn by chance; `most` of them at most."""
        places = [(path, index) for path, citations in self.by_file.items() for index in range(len(citations))]
        chance.shuffle(places)
        return islice(filter(self._is_right, places), most)

    def _is_right(self, place: tuple[str, int]) -> bool:
        """Return whether a citation is the number of a rule that exists, without a finding."""
        path, index = place
        citations = self.by_file[path]
        citation = citations[index]
        number = citation.numbers[0]
        if citation.form != "number" or citation.stamp or "." not in number:
            return False
        return self.history.lineages.edition_has(self.edition, number) and not self.judge.find_faults(citations, index)

    def judge_planted(self, path: str, index: int, kind: str, number: str) -> Planted:
        """Return what is reported if a citation has a wrong number.

        Args:
            path: The file.
            index: The index of the citation in the file.
            kind: The kind of the wrong number; if that is `repeated`, other citations of the file get it too.
            number: The wrong number.
        """
        citations = self.by_file[path]
        words = Words(self.lexicon, citations, index)
        planted = plant(citations, index, number, is_repeated=kind == _REPEATED)
        faults = self.judge.find_faults(planted, index)
        suggested: list[str] = []
        for fault in faults:
            suggested += fault.suggestions
        clue = find_clue(self.lexicon, self.edition, words, number)
        return Planted(
            kind=kind,
            clue=clue.kind,
            doubt=find_doubt(self.lexicon, self.edition, words, number, clue),
            number=number,
            meant=citations[index].numbers[0],
            codes=tuple(fault.code for fault in faults),
            suggested=tuple(suggested),
            place=f"{path} {words.text!r}",
        )


def list_planted(root: Path, history: History, most: int = MOST) -> Iterator[Planted]:
    """Yield the wrong numbers of a tree, each with what is reported.

    Args:
        root: The folder of the tree.
        history: The history of the rules.
        most: Maximum citations that are used.
    """
    chance = random.Random(702)  # noqa: S311 - the same numbers each time
    tree = Tree(root, history)
    for path, index in tree.choose_right(most, chance):
        citations = tree.by_file[path]
        is_cited_again = bool(list_repetitions(citations, index))
        for kind, number in list_numbers(history, tree.edition, citations[index].numbers[0], chance):
            if kind == "right":
                continue
            yield tree.judge_planted(path, index, kind, number)
            if is_cited_again:
                yield tree.judge_planted(path, index, _REPEATED, number)


class Clue(NamedTuple):
    """What shows in a clause which rule is meant.

    Attributes:
        kind: One of `CLUES`.
        name: The title or the name of the glossary; empty if nothing is named.
    """

    kind: str
    name: str = ""


def find_clue(lexicon: Lexicon, edition: str, words: Words, wrong: str) -> Clue:
    """Return the clearest clue next to a right number to its rule that is none to the rule of a wrong number."""
    history, meant = lexicon.history, words.citation.numbers[0]
    titles = history.titles.of_number(edition, meant).nearest - _list_titles(history, edition, wrong)
    named = [title for title in words.named_titles if title.name in titles]
    for title in named:
        if _is_name(lexicon, words, title):
            return Clue("title", title.words)
    names = lexicon.glossary_names(edition).numbers_of_term
    terms = [term for term in list_terms(words.text) if _refers(names, strip_title(term.words), meant, wrong)]
    for term in terms:
        if stands_as_name(words.text, term.start, term.end):
            return Clue("glossary name", term.words)
    everyday = [*(title.words for title in named), *(term.words for term in terms)]
    if everyday:
        return Clue("everyday word", everyday[0])
    return Clue("words" if words.text.strip() else "nothing")


def find_doubt(lexicon: Lexicon, edition: str, words: Words, wrong: str, clue: Clue) -> str:
    """Return why a reader could not call a wrong number wrong, one of `REASONS`; empty if the reader could.

    Args:
        lexicon: The words of the rules.
        edition: The edition of the tree.
        words: The words next to the right number.
        wrong: The wrong number.
        clue: What shows the rule that is meant.
    """
    terms_of_name = distinctive_terms(clue.name)
    if not terms_of_name:
        return ""
    rules = lexicon.rule_terms(edition)
    terms = words.terms - terms_of_name
    shared = terms & rules.all_terms(wrong)
    if lexicon.have_rare(shared) or (shared and lexicon.weight(shared) >= _FITS * lexicon.weight(terms)):
        return REASONS[0]
    meant, chapter = words.citation.numbers[0], chapter_of(wrong)
    is_alone = chapter == chapter_of(meant) or lexicon.is_chapter_of_titles(edition, chapter)
    widest = without_letters(wrong) if is_alone else chapter
    if terms_of_name <= lexicon.terms_below(edition, widest) | rules.title_terms(wrong):
        return REASONS[1]
    sharing = [number for neighbour in words.list_sharing() for number in neighbour.numbers]
    if words.in_list:
        citations, _ = words.list_with_position
        sharing += [number for citation in citations if citation != words.citation for number in citation.numbers]
    return REASONS[2] if any(are_related(number, meant) for number in sharing) else ""


def _is_name(lexicon: Lexicon, words: Words, title: PlacedTitle) -> bool:
    """Return whether a title is certainly a name: it stands as one, or it is that of a rule and a rare word."""
    if title.name in lexicon.keywords and lexicon.have_rare(distinctive_terms(title.words)):
        return True
    if title.starts_sentence and not has_several_words(title.words):
        return False  # the evidence has "Mana" of "Mana empties" alone as well
    for evidence in words.unquoted:
        is_in_evidence = evidence.words[title.start : title.end] == title.words
        if is_in_evidence and stands_as_name(evidence.words, title.start, title.end):
            return True
    return False


class Term(NamedTuple):
    """A sequence of a few words in a text: the words, and the offsets of the first and after the last character."""

    words: str
    start: int
    end: int


def list_terms(text: str) -> Iterator[Term]:
    """Yield each sequence of a few words in a text."""
    tokens = list(WORD.finditer(text))
    for first, token in enumerate(tokens):
        for last in tokens[first : first + MOST_WORDS]:
            start, end = token.start(), last.end()
            yield Term(text[start:end], start, end)


def stands_as_name(text: str, start: int, end: int) -> bool:
    """Return whether a title or term is printed as a name: several words, in marks, alone, or with a capital inside.

    The capital of a single word does not count if it may be that of a sentence, as in "Mana empties".

    Args:
        text: The text with the title or term.
        start: The offset of its first character.
        end: The offset after its last character.
    """
    if has_several_words(text[start:end]):
        return True
    line = text.rfind("\n", 0, start) + 1
    before, after = text[line:start], text[end:].partition("\n")[0]
    if _MARKED.search(before) is not None and not after[:1].isalnum():
        return True
    goes_on = _GOES_ON.match(after) is not None
    if _BEGINNING.match(before) is not None:
        return not goes_on
    return text[start].isupper()


def _refers(names: Mapping[str, frozenset[str]], phrase: str, meant: str, wrong: str) -> bool:
    """Return whether a phrase is a glossary name, or its plural, of the rule that is meant and not of the wrong one."""
    if len(phrase) < _LEAST_LETTERS:
        return False
    referred = names.get(phrase, frozenset()) | names.get(phrase.removesuffix("s"), frozenset())
    return not referred.isdisjoint(_list_around(meant)) and referred.isdisjoint(_list_around(wrong))


def _list_titles(history: History, edition: str, number: str) -> frozenset[str]:
    titles = history.titles.of_number(edition, number)
    return titles.of_rule | titles.of_chapter


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
    total: Counts = defaultdict(Counter)
    with open_ledger() as ledger:
        history = History(ledger)
        for root in sorted(options.trees.iterdir()):
            if not root.is_dir() or (options.only and root.name not in options.only):
                continue
            counts: Counts = defaultdict(Counter)
            for planted in list_planted(root, history, options.most):
                count_outcome(counts, planted)
                count_outcome(total, planted)
                if options.misses == planted.clue and planted.outcome == "missed":
                    print(f"    {planted.kind} {planted.meant} as {planted.number}: {planted.place}")
            print_counts(root.name, counts)
    print_counts("all trees", total)
    return 0


def count_outcome(counts: Counts, planted: Planted) -> None:
    """Add a wrong number to the counts of its clue, under its kind; under `all` as well, unless it is repeated."""
    kinds = [planted.kind] if planted.kind == _REPEATED else [planted.kind, "all"]
    for kind in kinds:
        count = counts[planted.clue, kind]
        count[planted.outcome] += 1
        count[f"{planted.outcome}, decidable" if not planted.doubt else planted.doubt] += 1


def print_counts(name: str, counts: Counts) -> None:
    """Print the counts of a tree."""
    for clue in CLUES:
        for kind in (*KINDS[1:], "all", _REPEATED):
            count = counts.get((clue, kind))
            if count:
                figures = f"{_describe(count)}{_describe_decidable(clue, count)}"
                print(f"{name:<40} {clue:<14}{kind:<10} {figures}", flush=True)
    left_out: Counter[str] = Counter()
    for clue in _NAMES:
        count = counts.get((clue, "all"), Counter())
        left_out.update({reason: count[reason] for reason in REASONS})
    print(f"{name:<40} not decidable: {', '.join(f'{count} {reason}' for reason, count in left_out.items())}")


def _describe(count: Counter[str], suffix: str = "") -> str:
    """Return how many numbers were found, and by CR010.

    Args:
        count: The number of each outcome.
        suffix: The end of the outcomes that count.
    """
    found, note, missed = (count[f"{outcome}{suffix}"] for outcome in ("found", "note", "missed"))
    made = found + note + missed
    return f"{found:>5} of {made:<5} {found / max(1, made):6.1%}; and {note} by CR010"


def _describe_decidable(clue: str, count: Counter[str]) -> str:
    """Return the figures of the numbers that a reader would call wrong; empty without a name."""
    return f"; decidable {_describe(count, ', decidable')}" if clue in _NAMES else ""


if __name__ == "__main__":
    sys.exit(main())
