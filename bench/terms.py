"""How many renamings written down from memory the program finds, and how many of those that it shows are real.

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
from rules.store import Store
from rules.text import fold_name, stem_words

FOLDER = Path(__file__).parent / "gold" / "terms"
BLIND = FOLDER / "blind.tsv"
VERDICTS = FOLDER / "verdicts.tsv"

_MORE = 3
"""Maximum number of words by which a remembered phrase may be shorter or longer."""

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
        forms = ((term.old, term.new or ""), *term.forms)
        return any(_is_one(old, self.old) and (not self.new or _is_one(new, self.new)) for old, new in forms)


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
        if len(row) != 4 or row[3] not in {"real", "not"}:
            raise GoldError(f"{path}:{number}: a verdict is old words, new words, edition, and real or not")
        verdicts[row[0], row[1], row[2]] = row[3] == "real"
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
    available = sorted(editions)
    asked = [
        renaming for renaming in wanted if any(renaming.first <= edition <= renaming.last for edition in available)
    ]
    if not asked:
        return Section({}, ["", "terms: none of the editions of the renamings written down is here"])
    missing = [renaming for renaming in asked if not any(map(renaming.is_found_in, shown))]
    nowhere = [renaming for renaming in missing if not any(map(renaming.has_the_words_of, shown))]
    alone = [term for term in shown if not term.curated]
    judged = [verdicts[key] for term in alone if (key := (term.old, term.new or "", term.edition)) in verdicts]
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
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [(number, line.split("\t")) for number, line in enumerate(lines, 1) if line and not line.startswith("#")]
    return rows[1:]


def _split_alternatives(words_: str) -> tuple[str, ...]:
    return tuple(phrase for phrase in words_.split(" / ") if phrase)


def _is_one(phrase: str, remembered: Iterable[str]) -> bool:
    """Return whether a phrase equals a remembered one, or nearly.

    Nearly: the shorter one has at least two words and is part of the longer one, which has at most three more.
    """
    name = stem_words(fold_name(phrase))
    return any(_is_nearly(name, stem_words(fold_name(candidate))) for candidate in remembered)


def _is_nearly(phrase: str, other_phrase: str) -> bool:
    short, long = sorted((phrase, other_phrase), key=len)
    more = len(long.split()) - len(short.split())
    return phrase == other_phrase or (len(short.split()) >= 2 and more <= _MORE and f" {short} " in f" {long} ")


def steps_of(store: Store, work: str = COMPREHENSIVE_RULES) -> tuple[tuple[StepText, ...], PassageOf]:
    """Return all steps of a work, oldest first, and the function that returns their passages."""
    numbers: dict[Passage, int] = {}
    inventories = [_make_inventory(store, edition, numbers) for edition in store.chained(work)]
    passages = tuple(numbers)
    steps = tuple(
        StepText(old, new, store.links(new.edition), store.replacements(new.edition))
        for old, new in pairwise(inventories)
    )
    return steps, passages.__getitem__


def _make_inventory(store: Store, edition: str, numbers: dict[Passage, int]) -> Inventory:
    rules, entries = store.rules(edition), store.glossary(edition)
    passages = [Passage(rule.heading, rule.text, rule.examples, rule.notes) for rule in rules]
    passages += [Passage(entry.term, entry.text) for entry in entries]
    keys = [*(rule.key for rule in rules), *(entry.key for entry in entries)]
    parents = [*(rule.parent for rule in rules), *(None for _ in entries)]
    return Inventory(edition, keys, [numbers.setdefault(passage, len(numbers)) for passage in passages], parents)
