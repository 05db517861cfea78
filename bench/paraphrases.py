"""`python -m bench.paraphrases FOLDER`: how often CR010 notices a wrong number by the words next to it.

FOLDER is as for `bench.citation_report`. Of each tree, citations without a finding count as right. Each is judged as it
is and with three wrong numbers: another letter, a neighbouring rule, a rule of another chapter. Only wrong numbers that
no other code reports count. A report is right if it names the rule that was cited before, or that rule's subrule or
rule. `--fit` prints the weights for `cr010.py`, and measures each tree with weights fitted on the others. `--alarms`
lists reports of the numbers that count as right, for reading: in public trees many of them are wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from comprules.lint.check import scan_tree
from comprules.lint.config import FoundConfig
from comprules.lint.dating import collect_tree_facts, place_citations
from comprules.lint.select import find_files
from comprules.lint.settings import settings_of
from graph.citations.codes import LIKELY_ANOTHER
from graph.citations.judge import cr010
from graph.citations.judge.case import Case
from graph.citations.judge.judge import Judge
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.paraphrase import (
    WEIGHTS,
    Candidate,
    list_candidates,
    may_be_paraphrased,
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
_NEAR = 2
"""Maximum distance of a neighbouring rule."""
_MANY = 4
"""Minimum terms in common with the rule that is meant, for words that fit it clearly."""
_PENALTY = 1.0
"""Weight of the squares of the weights (ridge), which keeps them small where few citations decide."""
_ROUNDS, _STEP = 15, 0.7
"""Number of steps of Newton's method, and their length, which keeps them from going too far."""


class Trial(Struct, frozen=True):
    """A citation with a right or a wrong number.

    Attributes:
        kind: One of `KINDS`.
        number: The number that is judged.
        meant: The number that was cited.
        candidates: The rules that may be meant; empty if the words are too few.
        is_judged: Whether these are compared: if the words are mostly those of the cited rule, they are not.
        is_reported: Whether CR010 reports it.
        place: The path and the line, for reading.
    """

    kind: str
    number: str
    meant: str
    candidates: list[Candidate]
    is_judged: bool
    is_reported: bool
    place: str

    def names_meant(self, named: str) -> bool:
        """Return whether a rule that is named is the one that was cited before."""
        return self.kind != "right" and cr010.are_related(named, self.meant)


class Counts(Struct):
    """Counts of a tree: of the trials, of those with enough words or clear ones, and of the reports."""

    wrong: int = 0
    with_words: int = 0
    clear: int = 0
    named_clear: int = 0
    named: int = 0
    misnamed: int = 0
    right: int = 0
    false: int = 0

    def __str__(self) -> str:
        """Return the shares."""
        found = self.named / max(1, self.wrong)
        found_by_words = self.named / max(1, self.with_words)
        alarms = self.false / max(1, self.right)
        return (
            f"{self.wrong:>6} wrong, {self.with_words} with enough words; named {self.named} ({found:.1%}, "
            f"{found_by_words:.1%} of these; {self.named_clear} of {self.clear} that the words fit best), "
            f"misnamed {self.misnamed}; "
            f"{self.false} reports of {self.right} right ones ({alarms:.2%})"
        )


def read_tree(root: Path, history: History) -> tuple[str, dict[str, list[Citation]]]:
    """Return the edition that most citations of a tree fit, and the citations of each file."""
    settings = settings_of(FoundConfig(root=root), history.ledger)
    checked = scan_tree(find_files([str(root)], settings).files, settings, history.ledger).checked
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
            trial = [*citations[:index], citation.with_numbers({citation.numbers[0]: number}), *citations[index + 1 :]]
            if judge.find_faults(trial, index):
                continue
            words = Words(lexicon, trial, index)
            now = history.lineages.find(edition, number)
            case = Case(history, lexicon, words, number, edition, None, False, now)
            candidates: list[Candidate] = []
            if not words.in_list:
                candidates = list_candidates(case, read_terms(case))
            is_judged = bool(candidates) and may_be_paraphrased(case)
            reported = [fault.message for fault in strict.find_faults(trial, index)]
            yield Trial(
                kind, number, citation.numbers[0], candidates, is_judged, bool(reported), f"{path} {words.text!r}"
            )


def list_numbers(history: History, edition: str, number: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield a number and wrong ones, each with its kind."""
    yield "right", number
    children = history.lineages.children(edition)
    rule, chapter = without_letters(number), chapter_of(number)
    letters = [other for other in children.get(rule, ()) if other != number]
    if number != rule and letters:
        yield "letter", chance.choice(letters)
    rules = children.get(chapter, ())
    place = rules.index(rule)
    near = [other for other in rules[max(0, place - _NEAR) : place + _NEAR + 1] if other != rule]
    if near:
        other = chance.choice(near)
        lettered = other + number.removeprefix(rule)
        yield "neighbour", lettered if history.lineages.edition_has(edition, lettered) else other
    strange = [other for other in history.ledger.numbers(edition) if "." in other and chapter_of(other) != chapter]
    yield "chapter", chance.choice(strange)


def fit_weights(trials: Sequence[Trial]) -> tuple[float, ...]:
    """Return the weights of the conditional logit, found by Newton's method; half of the numbers count as wrong."""
    scored = [trial for trial in trials if any(cr010.are_related(own.number, trial.meant) for own in trial.candidates)]
    right = sum(trial.kind == "right" for trial in scored)
    share = right / max(1, len(scored) - right)
    weights = np.zeros(len(WEIGHTS))
    for _ in range(_ROUNDS):
        slope = -_PENALTY * weights
        curvature = _PENALTY * np.eye(len(weights))
        for trial in scored:
            measures = np.array([candidate.measures for candidate in trial.candidates])
            is_meant = np.array([_is_meant(trial, candidate.number) for candidate in trial.candidates])
            logits = measures @ weights
            chosen = np.exp(logits - logits.max())
            chosen /= chosen.sum()
            wanted = np.where(is_meant, chosen, 0)
            if not wanted.any():
                continue
            wanted /= wanted.sum()
            mean = chosen @ measures
            importance = 1.0 if trial.kind == "right" else share
            slope += importance * (wanted @ measures - mean)
            curvature += importance * ((measures * chosen[:, None]).T @ measures - np.outer(mean, mean))
        weights += _STEP * np.linalg.solve(curvature, slope)
    return tuple(round(float(weight), 2) for weight in weights)


def _is_meant(trial: Trial, number: str) -> bool:
    """Return whether a rule that may be meant is meant. A wrong number is not, even if it is a subrule of that rule."""
    if not cr010.are_related(number, trial.meant):
        return False
    return trial.kind == "right" or not cr010.are_related(number, trial.number)


def count(
    trials: Sequence[Trial], weights: Sequence[float] = WEIGHTS, least: float = cr010.LEAST_PROBABILITY
) -> Counts:
    """Return the counts of trials as they are reported, or as they would be with other weights.

    With other weights only the probability decides, not the citation next to the number.
    """
    counts = Counts()
    for trial in trials:
        rival = cr010.find_rival(trial.number, trial.candidates, weights)
        is_reported = trial.is_judged and rival is not None and rival.probability >= least
        if weights is WEIGHTS:
            is_reported = trial.is_reported
        if trial.kind == "right":
            counts.right += 1
            counts.false += is_reported
            continue
        names_meant = rival is not None and trial.names_meant(rival.number)
        counts.wrong += 1
        counts.with_words += bool(trial.candidates)
        counts.clear += _fit_best(trial)
        counts.named += is_reported and names_meant
        counts.named_clear += is_reported and names_meant and _fit_best(trial)
        counts.misnamed += is_reported and not names_meant
    return counts


def _fit_best(trial: Trial) -> bool:
    """Return whether the words have at least `_MANY` terms of the rule that is meant, and fit no rule better."""
    if not trial.candidates:
        return False
    best = max(trial.candidates, key=lambda candidate: candidate.measures.score)
    return cr010.are_related(best.number, trial.meant) and best.measures.shared_terms * 5 >= _MANY


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
        rival = cr010.find_rival(trial.number, trial.candidates)
        if trial.kind == "right" and trial.is_reported and rival is not None:
            print(f"    {trial.number} rather {rival.number} ({rival.probability:.2f}): {trial.place}")


def print_fit(trials: dict[str, list[Trial]]) -> None:
    """Print the weights fitted on all trees, and the counts of each tree with weights fitted on the others."""
    print("WEIGHTS =", fit_weights([trial for found in trials.values() for trial in found]))
    for name, found in trials.items():
        others = [trial for other, kept in trials.items() if other != name for trial in kept]
        print(f"{name:<40}{count(found, fit_weights(others))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
