"""`python -m bench.paraphrases FOLDER`: how often CR010 notices a wrong number by the words next to it.

FOLDER is as for `bench.citation_report`. Of each tree, citations without a finding count as right. Each is judged as it
is and with three wrong numbers: another letter, a neighbouring rule, a rule of another chapter. Authors repeat their
mistakes: of each second number, the other citations of the file are wrong in the same way, up to three of them. Only
wrong numbers that no other code reports count. The precision is the share of wrong numbers among the reports if there
were as many right numbers as wrong ones. `--fit` prints the weights for `paraphrase.py`, and measures each tree with
weights fitted on the others. `--alarms` lists reports of the numbers that count as right, for reading: in public trees
many of them are wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from comprules.lint.check import scan_tree
from comprules.lint.config import FoundConfig
from comprules.lint.dating import collect_tree_facts, place_citations
from comprules.lint.nearest import TreeSettings
from comprules.lint.select import find_files
from graph.citations.codes import LIKELY_ANOTHER
from graph.citations.judge import cr010
from graph.citations.judge.case import Case
from graph.citations.judge.cited_numbers import CitedNumbers
from graph.citations.judge.connections import are_related
from graph.citations.judge.judge import Judge
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.paraphrase import (
    LEAST_DOUBT,
    FileMeasures,
    Paraphrase,
    RivalMeasures,
    Weights,
    WordMeasures,
    find_doubt,
    find_probability,
    measure_file,
    read_terms,
)
from graph.citations.judge.words import Words
from graph.history import History
from graph.ledger import open_ledger
from rules.numbers import chapter_of, without_letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph.citations.records import Citation

KINDS = ("right", "letter", "neighbour", "chapter")
"""A number as it was cited, and three kinds of wrong numbers in its place."""
MOST = 700
"""Maximum citations of a tree that are used, so that large trees do not decide alone."""
_MOST_REPEATED = 3
"""Maximum number of other citations of a file in which a mistake is repeated."""
_NEAR = 2
"""Maximum distance of a neighbouring rule."""
_PENALTY = 1.0
"""Weight of the squares of the weights (ridge), which keeps them small where few citations decide."""
_ROUNDS = 15
"""Number of steps of Newton's method."""


class Measured(Struct, frozen=True):
    """What CR010 measures of a number.

    Attributes:
        file: The measures of the number in its file.
        words: Its measures by the words.
        rival: The measures of its rival.
        named: The number of the rival.
    """

    file: FileMeasures
    words: WordMeasures
    rival: RivalMeasures
    named: str


class Trial(Struct, frozen=True):
    """A citation with a right or a wrong number.

    Attributes:
        kind: One of `KINDS`.
        number: The number that is judged.
        meant: The number that was cited.
        measured: The measures; None if the words are too few or fit no other rule.
        is_reported: Whether CR010 reports it.
        place: The path and the line, for reading.
    """

    kind: str
    number: str
    meant: str
    measured: Measured | None
    is_reported: bool
    place: str

    @property
    def is_right(self) -> bool:
        """Return whether the number is the one that was cited."""
        return self.kind == "right"

    @property
    def names_meant(self) -> bool:
        """Return whether the rival is the number that was cited, a subrule of it, or its rule."""
        return self.measured is not None and are_related(self.measured.named, self.meant)


class Counts(Struct):
    """Counts of a tree: of wrong and right numbers, and of the reports of each."""

    wrong: int = 0
    measured: int = 0
    found: int = 0
    named: int = 0
    right: int = 0
    alarms: int = 0

    def __str__(self) -> str:
        """Return the shares."""
        found = self.found / max(1, self.wrong)
        alarms = self.alarms / max(1, self.right)
        precision = found / (found + alarms) if found else 0.0
        return (
            f"{self.wrong:>6} wrong, {self.measured} with enough words; found {self.found} ({found:.1%}), of which "
            f"{self.named} with the rule that is meant; {self.alarms} reports of {self.right} right ones "
            f"({alarms:.2%}); precision {precision:.1%}"
        )


def read_tree(root: Path, history: History) -> tuple[str, dict[str, list[Citation]]]:
    """Return the edition that most citations of a tree fit, and the citations of each file."""
    settings = TreeSettings([str(root)], history.ledger, only=FoundConfig(root=root))
    checked = scan_tree(find_files([str(root)], settings).files, settings, history.ledger, None).checked
    placed = place_citations(checked.cited, root)
    facts = [fact for found in collect_tree_facts(placed, Judge(history)).values() for fact in found]
    edition = max(
        history.calendar.editions, key=lambda edition: (sum(fact.is_true_of(edition) for fact in facts), edition)
    )
    by_file: dict[str, list[Citation]] = {}
    for path, citation in placed:
        by_file.setdefault(path, []).append(citation)
    return edition, by_file


def list_trials(root: Path, history: History, most: int = MOST) -> Iterator[Trial]:
    """Yield the trials of a tree."""
    chance = random.Random(702)  # noqa: S311 - the same trials each time
    edition, by_file = read_tree(root, history)
    judge, strict = Judge(history, edition), Judge(history, edition, chosen=(LIKELY_ANOTHER,))
    lexicon = Lexicon(history)
    places = [(path, index) for path, citations in by_file.items() for index in range(len(citations))]
    chance.shuffle(places)
    used = 0
    for path, index in places:
        citations = by_file[path]
        citation = citations[index]
        if citation.form != "number" or citation.stamp:
            continue
        if not history.lineages.edition_has(edition, citation.numbers[0]):
            continue
        if "." not in citation.numbers[0] or judge.find_faults(citations, index):
            continue
        used += 1
        if used > most:
            return
        for kind, number in list_numbers(history, edition, citation.numbers[0], chance):
            trial = plant(citations, index, number, is_repeated=chance.random() < 1 / 2)
            if judge.find_faults(trial, index):
                continue
            case = Case(
                history=history,
                lexicon=lexicon,
                words=Words(lexicon, trial, index),
                cited_numbers=CitedNumbers(trial),
                number=number,
                target_edition=edition,
                base=None,
                is_stamped=False,
                lineage_now=history.lineages.find(edition, number),
            )
            yield Trial(
                kind=kind,
                number=number,
                meant=citation.numbers[0],
                measured=measure(case),
                is_reported=bool(strict.find_faults(trial, index)),
                place=f"{path} {case.words.text!r}",
            )


def plant(citations: Sequence[Citation], index: int, number: str, *, is_repeated: bool) -> list[Citation]:
    """Return the citations of a file, of which one has another number.

    Args:
        citations: The citations.
        index: The index of the one that gets another number.
        number: That number.
        is_repeated: Whether the next citations of the same number get it too, at most `_MOST_REPEATED` of them.
    """
    planted = list(citations)
    right = citations[index].numbers[0]
    places = [index]
    if is_repeated:
        places += list_repetitions(citations, index)[:_MOST_REPEATED]
    for place in places:
        planted[place] = planted[place].with_numbers({right: number})
    return planted


def list_repetitions(citations: Sequence[Citation], index: int) -> list[int]:
    """Return the indexes of the other citations that are only of the first number of a citation."""
    number = citations[index].numbers[0]
    return [
        place
        for place, citation in enumerate(citations)
        if place != index and citation.form == "number" and citation.numbers == (number,)
    ]


def measure(case: Case) -> Measured | None:
    """Return what CR010 measures of a number; None if the words are too few or fit no other rule clearly enough."""
    terms = read_terms(case)
    if not terms:
        return None
    paraphrase = Paraphrase(case, terms)
    rival = paraphrase.find_rival()
    if rival is None:
        return None
    return Measured(measure_file(case), paraphrase.measures, paraphrase.measure_rival(rival), rival)


def list_numbers(history: History, edition: str, number: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield a number and wrong ones, each with its kind."""
    yield "right", number
    lineages = history.lineages
    rule, chapter = without_letters(number), chapter_of(number)
    letters = [other for other in lineages.children(edition, rule) if other != number]
    if number != rule and letters:
        yield "letter", chance.choice(letters)
    rules = lineages.children(edition, chapter)
    place = rules.index(rule)
    near = [other for other in rules[max(0, place - _NEAR) : place + _NEAR + 1] if other != rule]
    if near:
        other = chance.choice(near)
        lettered = other + number.removeprefix(rule)
        yield "neighbour", lettered if lineages.edition_has(edition, lettered) else other
    strange = [other for other in history.ledger.numbers(edition) if "." in other and chapter_of(other) != chapter]
    yield "chapter", chance.choice(strange)


def fit_weights(trials: Sequence[Trial]) -> Weights:
    """Return the weights of the logistic regression, found by Newton's method; half of the numbers count as wrong."""
    pairs = [(trial, trial.measured) for trial in trials if trial.measured is not None]
    measures = np.array([(1.0, *measured.file, *measured.words, *measured.rival) for _, measured in pairs])
    is_wrong = np.array([not trial.is_right for trial, _ in pairs], dtype=float)
    importance = np.where(is_wrong == 1, 1.0, is_wrong.sum() / max(1.0, (1 - is_wrong).sum()))
    penalties = np.full(measures.shape[1], _PENALTY)
    penalties[0] = 0  # the constant
    weights = np.zeros(measures.shape[1])
    for _ in range(_ROUNDS):
        probabilities = 1 / (1 + np.exp(-measures @ weights))
        slope = measures.T @ (importance * (is_wrong - probabilities)) - penalties * weights
        spread = importance * probabilities * (1 - probabilities)
        curvature = (measures * spread[:, None]).T @ measures + np.diag(penalties)
        weights += np.linalg.solve(curvature, slope)
    rounded = iter([round(float(weight), 2) for weight in weights])
    constant = next(rounded)
    file = FileMeasures(*islice(rounded, len(FileMeasures._fields)))
    words = WordMeasures(*islice(rounded, len(WordMeasures._fields)))
    return Weights(constant, file, words, RivalMeasures(*rounded))


def count(trials: Sequence[Trial], weights: Weights | None = None) -> Counts:
    """Return the counts of trials as they are reported, or as they would be with other weights.

    With other weights only the probability decides, and not the neighbouring citations.
    """
    counts = Counts()
    for trial in trials:
        is_reported = trial.is_reported if weights is None else is_likely_wrong(trial, weights)
        if trial.is_right:
            counts.right += 1
            counts.alarms += is_reported
            continue
        counts.wrong += 1
        counts.measured += trial.measured is not None
        counts.found += is_reported
        counts.named += is_reported and trial.names_meant
    return counts


def is_likely_wrong(trial: Trial, weights: Weights) -> bool:
    """Return whether the number of a trial is wrong with the probability that is needed for a report."""
    if trial.measured is None:
        return False
    doubt = find_doubt(trial.measured.file, trial.measured.words, weights)
    if doubt < LEAST_DOUBT:
        return False
    return find_probability(doubt, trial.measured.rival, weights) >= cr010.LEAST_PROBABILITY


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of each tree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, help="the folder of the trees")
    parser.add_argument("--only", nargs="*", default=[], metavar="TREE", help="only these trees")
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help="maximum citations of a tree")
    parser.add_argument(
        "--fit", action="store_true", help="fit weights, and measure each tree with those of the others"
    )
    parser.add_argument("--alarms", action="store_true", help="list the reports of numbers that count as right")
    options = parser.parse_args(arguments)
    history = History(open_ledger())
    trials: dict[str, list[Trial]] = {}
    for root in sorted(options.trees.iterdir()):
        if options.only and root.name not in options.only:
            continue
        trials[root.name] = list(list_trials(root, history, options.most))
        print(f"{root.name:<40}{count(trials[root.name])}", flush=True)
        if options.alarms:
            print_alarms(trials[root.name])
    if options.fit:
        print_fit(trials)
    return 0


def print_alarms(trials: Sequence[Trial]) -> None:
    """Print the reports of numbers that count as right."""
    for trial in trials:
        if trial.is_right and trial.is_reported and trial.measured is not None:
            print(f"    {trial.number} rather {trial.measured.named}: {trial.place}")


def print_fit(trials: dict[str, list[Trial]]) -> None:
    """Print the weights fitted on all trees, and the counts of each tree with weights fitted on the others."""
    print("WEIGHTS =", fit_weights([trial for found in trials.values() for trial in found]))
    for name, found in trials.items():
        others = [trial for other, kept in trials.items() if other != name for trial in kept]
        print(f"{name:<40}{count(found, fit_weights(others))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
