"""The share of renamings written down from memory that the program finds, and the share of shown ones that are real.

`bench/gold/terms/blind.tsv` was written before its author saw the program's list; `verdicts.tsv` says, after reading
the passages, whether what only the program found is a renaming (`real`) or not (`not`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from bench.gold.verdicts import GoldError
from bench.section import Section
from graph.lineages.inventory import Inventory, PassageOf
from graph.terms.mine import mine_terms
from graph.terms.step import StepText
from rules.change import Passage
from rules.links import Term
from rules.records import COMPREHENSIVE_RULES
from rules.stems import stem_words
from rules.store import Store
from rules.text import fold_name

FOLDER = Path(__file__).parent / "gold" / "terms"
BLIND = FOLDER / "blind.tsv"
VERDICTS = FOLDER / "verdicts.tsv"

_MORE = 3
"""Maximum number of words by which a remembered phrase may be shorter or longer."""

_NO_VERDICT = "a verdict is old words, new words, edition, and real or not"

Verdicts = dict[tuple[str, str, str], bool]
"""Old words, new words (empty for a retired term) and edition → whether that is a renaming."""


class RememberedRenaming(Struct, frozen=True):
    """A renaming as remembered.

    Attributes:
        old: Possible old words.
        new: Possible new words; none for a retired term.
        first: The first edition in which it may have happened.
        last: The last one.
        kind: The kind of renaming, in a word or two.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    first: str
    last: str
    kind: str

    def is_found_in(self, term: Term) -> bool:
        """Return whether a term of the program is this renaming: nearly the same words, in one of its editions."""
        return self.first <= term.edition <= self.last and self.has_the_words_of(term)

    def has_the_words_of(self, term: Term) -> bool:
        """Return whether a term of any edition has nearly the same words, old and new."""
        if (term.new is None) != (not self.new):
            return False
        return any(self._is_form(old, new) for old, new in ((term.old, term.new or ""), *term.forms))

    def _is_form(self, old: str, new: str) -> bool:
        return _is_one(old, self.old) and (not self.new or _is_one(new, self.new))

    def may_be_of(self, editions: Iterable[str]) -> bool:
        """Return whether it may have happened in one of some editions."""
        return any(self.first <= edition <= self.last for edition in editions)


def read_renamings(path: Path = BLIND) -> tuple[RememberedRenaming, ...]:
    """Return the renamings that were written down.

    Raises:
        GoldError: A line does not have five columns.
    """
    renamings = []
    for number, row in _read_rows(path):
        if len(row) != 5:
            raise GoldError(f"{path}:{number}: {len(row)} columns, five expected")
        old, new, first, last, kind = row
        renamings.append(RememberedRenaming(_split_alternatives(old), _split_alternatives(new), first, last, kind))
    return tuple(renamings)


def read_verdicts(path: Path = VERDICTS) -> Verdicts:
    """Return the verdicts on the terms that the program shows.

    Raises:
        GoldError: A line is no verdict.
    """
    verdicts: Verdicts = {}
    for number, row in _read_rows(path):
        if len(row) != 4:
            raise GoldError(f"{path}:{number}: {_NO_VERDICT}")
        old, new, edition, verdict = row
        if verdict not in {"real", "not"}:
            raise GoldError(f"{path}:{number}: {_NO_VERDICT}")
        verdicts[old, new, edition] = verdict == "real"
    return verdicts


def count_renamings(
    shown: Sequence[Term],
    mined: Sequence[Term],
    editions: Iterable[str],
    wanted: Sequence[RememberedRenaming],
    verdicts: Verdicts,
) -> Section:
    """Return the agreement of a list of terms with the known renamings.

    Args:
        shown: The terms that the program shows.
        mined: The terms that it finds without curated facts.
        editions: The available editions.
        wanted: The renamings written down.
        verdicts: The verdicts.
    """
    available = list(editions)
    asked = [renaming for renaming in wanted if renaming.may_be_of(available)]
    if not asked:
        return Section({}, ["", "terms: none of the editions of the renamings written down is here"])
    missing = [renaming for renaming in asked if not any(map(renaming.is_found_in, shown))]
    nowhere = [renaming for renaming in missing if not any(map(renaming.has_the_words_of, shown))]
    alone = [term for term in shown if not term.curated]
    judged = []
    for term in alone:
        key = (term.old, term.new or "", term.edition)
        if key in verdicts:
            judged.append(verdicts[key])
    counts = {
        "written down": len(asked),
        "found": len(asked) - len(missing),
        "found in another edition": len(missing) - len(nowhere),
        "found without curated facts": sum(any(map(renaming.is_found_in, mined)) for renaming in asked),
        "shown alone": len(alone),
        "judged": len(judged),
        "real": sum(judged),
    }
    lines = ["", "terms: renamings written down from memory, and terms shown that no curated fact confirms"]
    lines += [f"  {count:>8,}  {name}" for name, count in counts.items()]
    for renaming in nowhere:
        new = renaming.new[0] if renaming.new else "(retired)"
        lines.append(f"  not found: {renaming.first} {renaming.old[0]} → {new} ({renaming.kind})")
    return Section(counts, lines)


def measure_terms(store: Store) -> Section:
    """Return the figures of a knowledge base; the sample is not measured, because its words are made up."""
    if store.is_sample:
        return Section({}, [])
    steps, passage = steps_of(store)
    mined = mine_terms(steps, passage, facts=())
    editions = [edition.id for edition in store.editions() if edition.work == COMPREHENSIVE_RULES]
    return count_renamings(mine_terms(steps, passage), mined, editions, read_renamings(), read_verdicts())


def _read_rows(path: Path) -> Iterable[tuple[int, list[str]]]:
    """Return the rows of a table with the numbers of their lines, without its head; none if there is no such file."""
    if not path.exists():
        return []
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            rows.append((number, line.split("\t")))
    return rows[1:]


def _split_alternatives(phrases: str) -> tuple[str, ...]:
    return tuple(phrase for phrase in phrases.split(" / ") if phrase)


def _is_one(phrase: str, remembered: Iterable[str]) -> bool:
    """Return whether a phrase equals a remembered one, or nearly.

    Nearly: the shorter one has at least two words and is part of the longer one, which has at most three more.
    """
    name = stem_words(fold_name(phrase))
    return any(_is_nearly(name, stem_words(fold_name(candidate))) for candidate in remembered)


def _is_nearly(phrase: str, other_phrase: str) -> bool:
    if phrase == other_phrase:
        return True
    short, long = sorted((phrase, other_phrase), key=len)
    words, more_words = len(short.split()), len(long.split())
    return words >= 2 and more_words - words <= _MORE and f" {short} " in f" {long} "


def steps_of(store: Store, work: str = COMPREHENSIVE_RULES) -> tuple[tuple[StepText, ...], PassageOf]:
    """Return all steps of a work, oldest first, and the function that returns their passages."""
    numbers: dict[Passage, int] = {}
    inventories = [_make_inventory(store, edition, numbers) for edition in store.chained(work)]
    passages = tuple(numbers)
    steps = []
    for old, new in pairwise(inventories):
        links, replacements = store.links(new.edition), store.replacements(new.edition)
        steps.append(StepText(old, new, links, replacements))
    return tuple(steps), passages.__getitem__


def _make_inventory(store: Store, edition: str, numbers: dict[Passage, int]) -> Inventory:
    """Return the records of an edition; `numbers` gets those of its passages that are new."""
    keys, passages, parents = [], [], []
    for rule in store.rules(edition):
        passage = Passage(rule.heading, rule.text, rule.examples, rule.notes)
        keys.append(rule.key)
        passages.append(numbers.setdefault(passage, len(numbers)))
        parents.append(rule.parent)
    for entry in store.glossary(edition):
        passage = Passage(entry.term, entry.text)
        keys.append(entry.key)
        passages.append(numbers.setdefault(passage, len(numbers)))
        parents.append(None)
    return Inventory(edition, keys, passages, parents)
