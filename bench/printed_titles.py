"""`python -m bench.printed_titles`: how often a title printed beside the wrong number is reported, in every form.

Each chapter and each titled rule of an edition is cited under titles of others, in sentences of our own, and once under
its own title. The wrong titles are to be reported, the right ones are not. The same is done with the names by which
the glossary leads to one rule: they are printed beside other rules of its chapter, and beside it and what is above it
and below.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from typing import TYPE_CHECKING

from msgspec import Struct, field

from graph.citations.find.finder import find_citations
from graph.citations.judge.glossary_names import GlossaryNames
from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import open_ledger
from rules.keys import with_parents
from rules.numbers import chapter_of, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

EDITIONS = ("latest", "2019-07-12", "2010-07-16")
"""The newest edition, and older ones with other numbers."""
FORMS = {
    "rule N, “T.”": "// See rule {number}, “{title}.”",
    "CR N T": "// CR {number} {title}",
    "CR N: T": "// CR {number}: {title}",
    "rule N (T)": "// the engine follows rule {number} ({title})",
    "T (rule N)": "// {title} (rule {number})",
}
"""The name of each form, and a line with it."""
SMALL_FORMS = {"t (rule N)": "// {small} (rule {number})", "CR N: t": "// CR {number}: {small}"}
"""Forms with the title in small letters, which can be words about a rule that does not have it."""
KINDS = ("chapters", "titled rules", "glossary names")
_SEVERAL_WORDS = re.compile(r"\w[\s/-]\w")
GROUPS = ("wrong", "wrong, one word", "right")
"""Wrong titles as the rules print them, those of one word without quotation marks, and right titles."""
WRONG_TITLES = 5
"""Number of other titles under which each number is cited."""


class Cited(Struct, frozen=True):
    """A number cited under a title.

    Attributes:
        number: The number.
        title: The title as the rules print it.
        is_right: Whether the number has it.
    """

    number: str
    title: str
    is_right: bool


class Count(Struct):
    """The citations of a kind: how many were made, and which were judged wrongly."""

    made: int = 0
    missed: list[Cited] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the share that was judged rightly, and of how many."""
        share = 1 - len(self.missed) / self.made if self.made else 1.0
        return f"{share:6.1%} of {self.made:<5}"


def list_cited(history: History, edition: str, kind: str) -> Iterator[Cited]:
    """Yield citations of an edition under right and wrong titles.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
        kind: One of `KINDS`.
    """
    chance = random.Random(702)  # noqa: S311 - the same pairs each time
    if kind == "glossary names":
        yield from _list_named(history, edition, chance)
        return
    is_of_rules = kind == "titled rules"
    headings = {
        number: title
        for number, title in history.store.headings(edition).items()
        if is_number(number) and ("." in number) is is_of_rules and len(number) > 1
    }
    for number, title in headings.items():
        yield Cited(number, title, is_right=True)
        strange = [other for holder, other in headings.items() if not _may_have(history, edition, number, holder)]
        for wrong in chance.sample(strange, min(WRONG_TITLES, len(strange))):
            yield Cited(number, wrong, is_right=False)


def _list_named(history: History, edition: str, chance: random.Random) -> Iterator[Cited]:
    """Yield numbers under the names by which the glossary leads to rules without a title."""
    lineages = history.lineages
    for name, number in GlossaryNames(history, edition).number_of_name.items():
        if history.titles.heading(edition, number) is not None:
            continue
        above = with_parents(number)
        below = lineages.children(edition, number)
        for right in (*above[:-1], *below):
            yield Cited(right, name, is_right=True)
        rules = lineages.children(edition, chapter_of(number))
        in_chapter = [other for rule in rules for other in (rule, *lineages.children(edition, rule))]
        strange = [other for other in in_chapter if other not in {*above, *below}]
        for wrong in chance.sample(strange, min(WRONG_TITLES, len(strange))):
            yield Cited(wrong, name, is_right=False)


def _may_have(history: History, edition: str, number: str, holder: str) -> bool:
    """Return whether a number may be cited under the title of another one: its rule once had the title."""
    if number == holder:
        return True
    own, above = history.titles.of_number(edition, number)
    other_own, other_above = history.titles.of_number(edition, holder)
    titles = (own or above) & (other_own or other_above)
    return bool(titles)


def measure(history: History, edition: str, kind: str, form: str) -> dict[str, Count]:
    """Return the figures of one form: by what is cited, how often it was judged rightly.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
        kind: One of `KINDS`.
        form: The line with the citation, of `FORMS` or `SMALL_FORMS`.
    """
    judge = Judge(history, edition)
    counts = {name: Count() for name in GROUPS}
    for cited in list_cited(history, edition, kind):
        line = form.format(number=cited.number, title=cited.title, small=cited.title.lower())
        text = f"// Magic: The Gathering\n\n{line}\n"
        citations = find_citations(text)
        is_reported = any(judge.find_faults(citations, index) for index in range(len(citations)))
        count = counts[_group_of(cited, form)]
        count.made += 1
        if is_reported is cited.is_right or not citations:
            count.missed.append(cited)
    return counts


def _group_of(cited: Cited, form: str) -> str:
    """Return the group of a citation: a title of one word without quotation marks may be an ordinary word."""
    if cited.is_right:
        return "right"
    is_marked = "“" in form or _SEVERAL_WORDS.search(cited.title) is not None
    return "wrong" if is_marked else "wrong, one word"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; with `--misses` also what was judged wrongly."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="list what was judged wrongly")
    options = parser.parse_args(arguments)
    history = History(open_ledger())
    for name in EDITIONS:
        edition = history.calendar.resolve(name)
        for kind in KINDS:
            for label, form in (FORMS | SMALL_FORMS).items():
                counts = measure(history, edition, kind, form)
                figures = "  ".join(f"{group} {count}" for group, count in counts.items())
                print(f"{edition} {kind:<15}{label:<13} {figures}", flush=True)
                if options.misses:
                    print_misses(counts)
    return 0


def print_misses(counts: dict[str, Count]) -> None:
    """Print what was judged wrongly."""
    for group, count in counts.items():
        for cited in count.missed:
            print(f"    {group}: {cited.number} {cited.title}")


if __name__ == "__main__":
    sys.exit(main())
