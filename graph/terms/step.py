"""A step between editions in words: how often words occur in each edition, and what a step may have renamed.

The number of occurrences distinguishes a renaming from a rewording. Candidates come from the aligner, the changed
passages and the glossary.

Guarantees: pure; words are folded, so letter case, typography and rule numbers do not matter.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice
from typing import NamedTuple

from msgspec import Struct

from graph.lineages.inventory import Inventory, PassageOf
from rules.align.replacements import mine_replacements
from rules.caching import cached_method
from rules.grouping import grouped
from rules.links import Link, Replacement
from rules.numbers import is_term, term_of
from rules.text import fold, fold_name, plain_words, stem, stem_words, words

Series = tuple[int, ...]
"""Occurrences in each edition, oldest first."""
LASTS = 3
"""Number of editions after a step in which new words must persist and old headings must not come back, and before it,
in which old words must occur; a new heading must not occur there unless the old one occurred longer."""
GIVEN_UP = 0.75
"""Minimum share of their occurrences that words and names lose when they are given up."""


class StepText(Struct, frozen=True):
    """An edition and the one before it, as input for mining terms.

    Attributes:
        old: The older edition.
        new: The newer one.
        links: The links between them; trivial ones (same key, nothing changed) may be left out.
        replacements: The replacements that the aligner found.
    """

    old: Inventory
    new: Inventory
    links: Sequence[Link]
    replacements: Sequence[Replacement] = ()


class Wording(NamedTuple):
    """The folded words of a passage, with a space before and after each.

    Attributes:
        rule: The words of heading, text and notes.
        examples: The words of the examples; in these, card names change, which are no terms.
    """

    rule: str
    examples: str


class WorkTexts:
    """The words of all editions of one work.

    Glossary entries marked as obsolete do not count, because they exist only for words that are no longer used.

    Args:
        editions: All editions, oldest first.
        passage: Returns the passage for a passage number.
    """

    def __init__(self, editions: Sequence[Inventory], passage: PassageOf) -> None:
        self.editions = tuple(edition.edition for edition in editions)
        self.passage = passage
        self._inventories = editions
        self._changes: dict[int, list[tuple[int, int]]] = defaultdict(list)
        before: Counter[int] = Counter()
        for index, edition in enumerate(editions):
            now = Counter(
                number
                for key, number in zip(edition.keys, edition.passages, strict=True)
                if not (is_term(key) and is_obsolete(key))
            )
            for number in now.keys() | before.keys():
                change = now[number] - before[number]
                if change:
                    self._changes[number].append((index, change))
            before = now

    @cached_method
    def wording(self, number: int) -> Wording:
        """Return the words of the passage of a number."""
        passage = self.passage(number)
        rule = "\n".join((passage.heading or "", passage.text, *passage.notes))
        return Wording(*map(join_with_spaces, map(plain_words, (rule, "\n".join(passage.examples)))))

    @cached_property
    def _passages_with(self) -> dict[str, set[int]]:
        found = grouped((word, number) for number in self._changes for word in " ".join(self.wording(number)).split())
        return {word: set(numbers) for word, numbers in found.items()}

    def sum(self, phrases: Iterable[str]) -> Series:
        """Return the series of several phrases together."""
        several = [self.series(phrase) for phrase in phrases]
        return tuple(map(sum, zip(*several, strict=True))) if several else (0,) * len(self.editions)

    def printed(self, phrase: str) -> str:
        """Return folded words as they are printed most often, the newest passages first."""
        passages = map(self.passage, sorted(self._find_passages(phrase), reverse=True))
        texts = ("\n".join((found.heading or "", found.text, *found.examples, *found.notes)) for found in passages)
        return printed_form(phrase, texts)

    def _find_passages(self, phrase: str) -> set[int]:
        """Return the passages that have all words of a phrase."""
        together = [self._passages_with.get(word, set()) for word in phrase.split()]
        return set.intersection(*together) if together else set()

    @cached_method
    def series(self, phrase: str) -> Series:
        """Return in how many places of each edition some folded words occur in a row."""
        wanted = f" {phrase} "
        changes = [0] * len(self.editions)
        for number in self._find_passages(phrase):
            times = sum(side.count(wanted) for side in self.wording(number))
            for index, change in self._changes[number] if times else ():
                changes[index] += times * change
        return tuple(accumulate(changes))

    @cached_method
    def _find_heading(self, number: int) -> str:
        return fold_name(self.passage(number).heading or "")

    @cached_method
    def headings(self, index: int) -> dict[str, str]:
        """Return key of each rule that has a heading → the heading, folded, in the edition at a place."""
        edition = self._inventories[index]
        records = zip(edition.keys, edition.passages, strict=True)
        headings = ((key, self._find_heading(number)) for key, number in records if not is_term(key))
        return {key: heading for key, heading in headings if heading}

    def has_heading(self, name: str, index: int) -> bool:
        """Return whether a rule of the edition at a place has a heading; False if there is no such edition."""
        return index < len(self.editions) and name in self.headings(index).values()


def is_obsolete(key: str) -> bool:
    """Return whether a glossary entry's own title calls it obsolete: it is there for readers of old cards."""
    return "(obsolete)" in key.casefold()


def join_with_spaces(several: Iterable[str]) -> str:
    """Join words into one string, with a space before and after each, so that whole words can be found in it."""
    return f" {' '.join(several)} "


_ENOUGH = 60
"""Number of texts after which more would not change the form."""
_BEGINNING = 0.001
"""Weight of a place where a sentence or a title begins, so that its capital says nothing."""
_JOINED = 0.02
"""Weight of words joined by hyphens, as before a noun; words that are always joined have no other form."""
_BETWEEN = r"[\s\-‐‑–—]+"
_INSIDE = re.compile(r"[\w,;)’'] $")
"""What stands before words inside a sentence."""


def printed_form(phrase: str, texts: Iterable[str]) -> str:
    """Return the form in which folded words are most often printed; `phrase` itself where no text has them.

    Args:
        phrase: Folded words.
        texts: Texts that may have them.
    """
    if not phrase:
        return phrase
    longest = max(phrase.split(), key=len).partition("'")[0]
    words = (re.escape(word).replace("'", "['’‘]") for word in phrase.split())
    pattern = re.compile(rf"(?<!\w){_BETWEEN.join(words)}(?!\w)", re.IGNORECASE)
    forms: dict[str, float] = {}
    likely = (text for text in texts if longest in text.casefold())
    for text in islice((text for text in likely if pattern.search(text)), _ENOUGH):
        for match in pattern.finditer(text):
            form = re.sub(r"\s+", " ", match[0]).replace("'", "’")
            inside = _INSIDE.search(text, max(0, match.start() - 2), match.start())
            weight = (1 if inside else _BEGINNING) * (_JOINED if form.count(" ") < phrase.count(" ") else 1)
            forms[form] = forms.get(form, 0) + weight
    return max(forms, key=lambda form: (forms[form], form)) if forms else phrase


_LABEL = re.compile(r"\s*\((?:obsolete|informal)\)\s*")
_SYNONYMS = re.compile(r",\s+(?:or\s+)?|\s+or\s+|/")
_INSTEAD = re.compile(
    r"\b(?:obsolete|old|older|former) (?:term|name|word)s? (?:for|meaning) (?:an? |the |any )?"
    r"(?P<new>[a-z][a-z '-]*?)(?:[.,;(\"]| that| which| with| who|$)"
)
_SEE = re.compile(r"see \"?(?P<new>[a-z][a-z '-]*?)[.\"]*")
_ARTICLES = {"a", "an", "the"}
_RARELY = 2
"""Minimum number of pairs with a replacement. The aligner requires three, but it does not know later editions."""

Form = tuple[str, str]
"""Folded old words and folded new words; the new words are empty for a retired term."""


class Changed:
    """The passages that changed in a step: key in the newer edition, with old and new words of rule and examples."""

    def __init__(self, step: StepText, history: WorkTexts) -> None:
        old = dict(zip(step.old.keys, step.old.passages, strict=True))
        new = dict(zip(step.new.keys, step.new.passages, strict=True))
        self.pairs = [
            (link.new, history.wording(old[link.old]), history.wording(new[link.new]))
            for link in step.links
            if link.old is not None and link.new is not None and old[link.old] != new[link.new]
        ]

    def find_replacements(self) -> Iterable[Replacement]:
        """Return the replacements that recur in these passages."""
        sides = ((key, *side) for key, old, new in self.pairs for side in zip(old, new, strict=True))
        return mine_replacements(
            [(key, tuple(before.split()), tuple(after.split())) for key, before, after in sides], minimum=_RARELY
        )

    def find_passages(self, forms: Iterable[Form]) -> dict[str, bool]:
        """Return the keys of passages that lost old words and gained new ones, and whether outside of examples."""
        places = grouped(place for form in forms for place in self._find_places(form).items())
        keys = grouped((self.pairs[at][0], any(places[at])) for at in sorted(places))
        return {key: any(outside) for key, outside in keys.items()}

    @cached_method
    def _find_places(self, form: Form) -> dict[int, bool]:
        """Return the places of the passages in which one form was replaced, and whether outside of examples."""
        places: dict[int, bool] = {}
        old, new = f" {form[0]} ", f" {form[1]} "
        for at, (_, before, after) in enumerate(self.pairs):
            if old in before.rule and _is_replaced(old, new, before.rule, after.rule):
                places[at] = True
            elif old in before.examples and _is_replaced(old, new, before.examples, after.examples):
                places[at] = False
        return places

    def find_losers(self, phrases: Iterable[str]) -> list[str]:
        """Return the keys of the passages that lost some of the words."""
        return _list_gaining(((key, after, before) for key, before, after in self.pairs), phrases)

    def find_winners(self, phrases: Iterable[str]) -> list[str]:
        """Return the keys of the passages that gained some of the words."""
        return _list_gaining(self.pairs, phrases)


def _list_gaining(pairs: Iterable[tuple[str, Wording, Wording]], phrases: Iterable[str]) -> list[str]:
    wanted = [f" {phrase} " for phrase in phrases if phrase]
    return [
        key
        for key, *both in pairs
        if any(its.count(phrase) > was.count(phrase) for phrase in wanted for was, its in zip(*both, strict=True))
    ]


def _is_replaced(old: str, new: str, before: str, after: str) -> bool:
    gained = after.count(new) - before.count(new)
    if old in new:  # "type" within "card type": count only the gain of the longer words
        return gained > 0
    return before.count(old) > after.count(old) and (new in old or gained > 0)


class TermFamily(Struct, frozen=True):
    """Forms that may be a renaming and differ only in inflection.

    Attributes:
        forms: The forms, each with the keys of the renamed glossary entries that show it.
        consistency: The greatest mined consistency of a form; 0 if only the glossary shows them.
        is_derived: Whether all were derived by removing words from others ("he or she" of "he or she has").
    """

    forms: dict[Form, list[str]]
    consistency: float
    is_derived: bool


def candidates_of(step: StepText, changed: Changed, history: WorkTexts) -> list[TermFamily]:
    """Return all that may have been renamed between two editions.

    The rest of a form counts too, without the words, inflected or not, that both sides begin or end with.
    """
    named = grouped((_without_articles(old, new), key) for old, new, key in _renamed_entries(step, history))
    mined = [
        (_without_articles(it.old, it.new), it.consistency) for it in (*step.replacements, *changed.find_replacements())
    ]
    forms = [(form, rate) for form, rate in (*mined, *dict.fromkeys(named, 0.0).items()) if _is_candidate(form)]
    derived = [(bare, rate) for form, rate in forms if _is_candidate(bare := bare_of(form))]
    direct = {family_of(form) for form, _ in forms}
    rates = grouped((*forms, *derived))
    return [
        TermFamily(
            {form: named.get(form, []) for form in its},
            max(rate for form in its for rate in rates[form]),
            family not in direct,
        )
        for family, its in grouped((family_of(form), form) for form in rates).items()
    ]


def _is_candidate(form: Form) -> bool:
    """Return whether a form has words on both sides, which differ not only in inflection or hyphens."""
    old, new = family_of(form)
    return bool(old and new) and old.replace(" ", "") != new.replace(" ", "")


def family_of(form: Form) -> Form:
    """Return what the inflections of a form have in common."""
    return stem_words(form[0]), stem_words(form[1])


def bare_of(form: Form) -> Form:
    """Return a form without the words that both sides begin and end with, inflected or not."""
    old, new = (phrase.split() for phrase in form)
    for end in (0, -1):
        while old and new and stem(old[end]) == stem(new[end]):
            del old[end], new[end]
    return " ".join(old), " ".join(new)


def _renamed_entries(step: StepText, history: WorkTexts) -> Iterator[tuple[str, str, str]]:
    """Yield old term, new term and key of entries that continue under, or point to, another term.

    The key is that of the newer edition.
    """
    for link in step.links:
        if link.old is None or link.new is None or not is_term(link.old):
            continue
        if is_term(link.new) and link.main and link.old != link.new and not is_obsolete(link.new):
            before, after = names_of(link.old), names_of(link.new)
            if len(before) == len(after) == 1:
                yield before[0], after[0], link.new
    known = dict(zip(step.old.keys, step.old.passages, strict=True))
    for key, number in zip(step.new.keys, step.new.passages, strict=True):
        if is_term(key) and known.get(key) != number:
            explanation = fold(history.passage(number).text)
            match = _INSTEAD.search(explanation) or _SEE.fullmatch(explanation)
            successor = " ".join(words(match["new"])) if match else ""
            for name in names_of(key) if successor else ():
                yield name, successor, key


def names_of(key: str) -> list[str]:
    """Return the terms that a glossary entry explains, as folded words: `Life, Life Total` has two."""
    term = _LABEL.sub("", fold(term_of(key)))
    return [" ".join(words(name)) for name in _SYNONYMS.split(term) if words(name)]


def _without_articles(old: str, new: str) -> Form:
    before, after = old.split(), new.split()
    while len(before) > 1 and len(after) > 1 and before[0] in _ARTICLES and after[0] in _ARTICLES:
        del before[0], after[0]
    while len(before) > 1 and len(after) > 1 and before[-1] in _ARTICLES and after[-1] == before[-1]:
        del before[-1], after[-1]
    return " ".join(before), " ".join(after)
