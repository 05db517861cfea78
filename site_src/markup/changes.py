"""Changes as shown on pages: the marks of classes and kinds, and the categories by which readers filter a comparison.

Marks and categories are listed in `assets/changes.json`, which scripts and style sheets read too. Each has a sign, a
colour (named as in `assets/css/changes.css`) and a word, because nothing is shown by its colour alone. A class has a
`gravity`, its position in `rules.links.CLASSES`.

A change has a kind (what became of the rule) and a class (how its text changed), and is counted in exactly one category
(`graph.compare.categories`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from graph.compare.categories import count_categories
from graph.compare.comparison import compare
from graph.history import History
from rules.keys import is_entry
from rules.links import ChangeClass, ChangeKind, Group, StepEnds
from rules.store import Store
from site_src.markup.words import count, say
from site_src.paths import ASSETS

_ROWS = msgspec.json.decode((ASSETS / "changes.json").read_bytes())
MARKS: dict[str, str] = {row["name"]: row["mark"] for row in _ROWS}
"""The word for each class and kind, in lower case, by its name for style sheets and scripts (`mark-wording`)."""


class Category(Struct, frozen=True):
    """How a reader filters a comparison.

    Attributes:
        name: Name for style sheets, scripts and addresses.
        sign: One character, hidden from screen readers: the word is next to it.
        word: Word to put after a number: `12 added`.
        shown: Whether it is shown at first: substantial changes are.
        hint: Its meaning in a phrase.
        changed: For categories not shown at first, the words in a sentence: `12 with only changed references`.
    """

    name: str
    sign: str
    word: str
    shown: bool
    hint: str
    changed: str = ""


CATEGORIES = tuple(Category(row["name"], row["sign"], **row["category"]) for row in _ROWS if "category" in row)
"""In the order in which pages list them."""


def marks_of(key: str, kind: ChangeKind, change: ChangeClass | None) -> dict[str, str]:
    """Return the marks of a record's change: `{"moved": "moved", "wording": "reworded"}`, the word of each by its name.

    There is one for the kind, unless the record was kept, and one for the class, unless no word changed. A change
    always has a mark: a record that is kept and unchanged has that of `unchanged`.
    """
    marks = {} if kind == "kept" else {str(kind): MARKS[kind]}
    if kind == "renumbered" and is_entry(key):
        marks[kind] = "renamed"
    if change is not None and (change != "unchanged" or not marks):
        marks[change] = MARKS[change]
    return marks


def steps_of(store: Store) -> dict[StepEnds, tuple[Group, ...]]:
    """Return the changes of each step, oldest first, in document order.

    Records that are unchanged under their number are left out. All pages take their figures from here, so that they
    agree.
    """
    history = History(store)
    steps = {}
    for edition in store.edition_ids:
        before = history.calendar.previous(edition)
        if before:
            step = StepEnds(before, edition)
            steps[step] = tuple(group for group in compare(history, *step).groups if not group.is_same)
    return steps


def in_words(groups: Iterable[Group]) -> tuple[str, ...]:
    """Return the changes as sentences: in the rules, in the glossary, and those hidden at first.

    `253 rules added, 85 deleted, 500 reworded.` `Glossary: 3 entries added.` `Also: 72 with only changed references.`
    """
    groups = list(groups)
    rules = count_categories(group for group in groups if not group.is_entry)
    entries = count_categories(group for group in groups if group.is_entry)
    return counts_in_words(rules, entries)


def counts_in_words(rules: Mapping[str, int], entries: Mapping[str, int]) -> tuple[str, ...]:
    """Return the sentences of `in_words` for the number of changes of each category.

    Args:
        rules: The numbers of changes of rules.
        entries: The numbers of changes of glossary entries.
    """
    counts_of_rules, counts_of_entries = Counter(rules), Counter(entries)
    if not counts_of_rules and not counts_of_entries:
        return (say("nothing_changed"),)
    clauses = [
        _describe_counts(counts_of_rules, "rules_changed", ("rule", "rules")) or say("no_substance"),
        _describe_counts(counts_of_entries, "entries_changed", ("entry", "entries")),
        _describe_besides(counts_of_rules + counts_of_entries),
    ]
    return tuple(sentence for sentence in clauses if sentence)


def _describe_counts(counts: Counter[str], sentence: str, noun: tuple[str, str]) -> str:
    """Return counts as a sentence: `12 rules added, 5 reworded.`; only the first figure has a noun."""
    parts: list[str] = []
    for category in CATEGORIES:
        if category.shown and counts[category.name]:
            figure = f"{counts[category.name]:,}" if parts else count(counts[category.name], *noun)
            parts.append(f"{figure} {category.word}")
    if parts:
        return say(sentence, changes=", ".join(parts))
    return ""


def _describe_besides(counts: Counter[str]) -> str:
    """Return a sentence about the categories that are hidden at first: `Also: 72 with only changed references.`."""
    parts = [
        f"{counts[category.name]:,} {category.changed}"
        for category in CATEGORIES
        if not category.shown and counts[category.name]
    ]
    if parts:
        return say("also_changed", changes=", ".join(parts))
    return ""
