"""Finding the older and newer names of a term.

A name is given up when a renaming replaces it, and taken up when it replaces another. Example: `bury` was renamed to
`destroy` in 2000, and that to `remove` in 2010 → the newer names of `bury` are `destroy` and `remove`, the older ones
of `destroy` are `bury`.
"""

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import NamedTuple

from graph.terms.forms import Form
from rules.links import Term
from rules.stems import stem_words
from rules.text import fold_name


class _ReachedName(NamedTuple):
    """A name in a chain of renamings.

    Attributes:
        name: The name.
        since: The edition of the renaming that led to it; None for the first name of the chain.
    """

    name: str
    since: str | None


class TermNames:
    """Finds terms by any name and inflection: `Comes into play` leads to `enters the battlefield` and `enters`.

    Args:
        terms: The terms, best first.

    Attributes:
        _by_old: The terms by the stems of each old name.
        _by_new: The terms by the stems of each new name.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        self._by_old: defaultdict[str, list[Term]] = defaultdict(list)
        self._by_new: defaultdict[str, list[Term]] = defaultdict(list)
        for term in terms:
            for old, new in _forms_of(term):
                self._by_old[stem_words(old)].append(term)
                if new:
                    self._by_new[stem_words(new)].append(term)

    def given_up(self, name: str) -> tuple[Term, ...]:
        """Return the terms that gave a name up: it is one of their old names. Oldest first, then best first."""
        return _by_edition(self._by_old.get(stem_words(fold_name(name)), ()))

    def taken_up(self, name: str) -> tuple[Term, ...]:
        """Return the terms that took a name up: it is one of their new names. Oldest first, then best first."""
        return _by_edition(self._by_new.get(stem_words(fold_name(name)), ()))

    def newer_names(self, name: str) -> tuple[str, ...]:
        """Return the names that replaced a name, then those that replaced them, each once; folded."""
        return self._follow(name, newer=True)

    def older_names(self, name: str) -> tuple[str, ...]:
        """Return the names that a name replaced, then those that they replaced, each once; folded."""
        return self._follow(name, newer=False)

    def list_names(self, name: str) -> tuple[str, ...]:
        """Return all names of a thing, oldest first: the older names, the name itself, the newer ones."""
        return (*reversed(self.older_names(name)), fold_name(name), *self.newer_names(name))

    def _follow(self, name: str, *, newer: bool) -> tuple[str, ...]:
        """Return the newer names of a name, or with `newer=False` the older ones, the nearest first."""
        names = {stem_words(fold_name(name)): name}  # by their stems, the name itself first
        waiting = deque([_ReachedName(name, None)])
        while waiting:
            reached = waiting.popleft()
            for term in self._list_next(reached.name, reached.since, newer=newer):
                following = _find_matching(term, reached.name, newer=newer)
                stems = stem_words(fold_name(following))
                if following and stems not in names:
                    names[stems] = following
                    waiting.append(_ReachedName(following, term.edition))
        _, *further_names = names.values()
        return tuple(further_names)

    def _list_next(self, name: str, since: str | None, *, newer: bool) -> list[Term]:
        """Return the terms that give a name up, or that take it up.

        Args:
            name: The name.
            since: The edition of the renaming that led to it; None for the first name. A chain is chronological: an
                earlier renaming of the name is another use of the words.
            newer: Whether newer names are looked for.
        """
        if newer:
            terms = self.given_up(name)
            return [term for term in terms if since is None or term.edition > since]
        terms = self.taken_up(name)
        return [term for term in reversed(terms) if since is None or term.edition < since]


def _forms_of(term: Term) -> list[Form]:
    """Return all forms of a term, that of its name first."""
    return [(term.old, term.new or ""), *term.forms]


def _find_matching(term: Term, name: str, *, newer: bool) -> str:
    """Return the newer name of a name according to a term, or with `newer=False` the older one.

    Empty if the term lacks the name.

    The answer is in the same inflection as the name, if the term has that inflection.
    """
    pairs = _forms_of(term)
    if not newer:
        pairs = [(new, old) for old, new in pairs]
    wanted = fold_name(name)
    for own_name, matching in pairs:
        if own_name == wanted:
            return matching
    stems = stem_words(wanted)
    for own_name, matching in pairs:
        if stem_words(own_name) == stems:
            return matching
    return ""


def _by_edition(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Return terms, each once, the oldest first and those of one edition the best first."""
    return tuple(sorted(dict.fromkeys(terms), key=lambda term: (term.edition, -term.score, term.old, term.new or "")))
