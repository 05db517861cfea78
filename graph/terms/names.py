"""Finding the older and newer names of a term."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from graph.terms.candidates import stems_of
from graph.terms.records import Term
from rules.normal import fold, words


class TermNames:
    """Finds terms by any name and inflection: `Comes into play` leads to `enters the battlefield` and `enters`.

    Args:
        terms: The terms, best first.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms = tuple(terms)
        self._by_old: dict[str, dict[Term, None]] = defaultdict(dict)
        self._by_new: dict[str, dict[Term, None]] = defaultdict(dict)
        for term in self.terms:
            for old, new in ((term.old, term.new or ""), *term.forms):
                self._by_old[stems_of(old)][term] = None
                if new:
                    self._by_new[stems_of(new)][term] = None

    def given_up(self, name: str) -> tuple[Term, ...]:
        """Return the terms in which a name is the old one, oldest first, then best first."""
        return _by_edition(self._by_old.get(_stem_words(name), ()))

    def taken_up(self, name: str) -> tuple[Term, ...]:
        """Return the terms in which a name is the new one, oldest first, then best first."""
        return _by_edition(self._by_new.get(_stem_words(name), ()))

    def newer_names(self, name: str) -> tuple[str, ...]:
        """Return the names that replaced a name, then those that replaced them, each once; folded."""
        return self._follow(name, newer=True)

    def older_names(self, name: str) -> tuple[str, ...]:
        """Return the names that a name replaced, then those that they replaced, each once; folded."""
        return self._follow(name, newer=False)

    def chain(self, name: str) -> tuple[str, ...]:
        """Return all names of a thing, oldest first: the older names, the name itself, the newer ones."""
        return (*reversed(self.older_names(name)), " ".join(words(fold(name))), *self.newer_names(name))

    def _follow(self, name: str, *, newer: bool) -> tuple[str, ...]:
        names: dict[str, None] = {}
        seen = {_stem_words(name)}
        ahead: list[tuple[str, str | None]] = [(name, None)]
        while ahead:
            current, since = ahead.pop(0)
            for term in self.given_up(current) if newer else reversed(self.taken_up(current)):
                # a chain is chronological: an earlier renaming of the name is another use of the words
                if since is not None and (term.edition <= since if newer else term.edition >= since):
                    continue
                other = _find_matching(term, current, newer=newer)
                if other and _stem_words(other) not in seen:
                    seen.add(_stem_words(other))
                    names[other] = None
                    ahead.append((other, term.edition))
        return tuple(names)


def _find_matching(term: Term, name: str, *, newer: bool) -> str:
    """Return the other side of the form with the name, in the same inflection if the term has it."""
    forms = ((term.old, term.new or ""), *term.forms)
    wanted, stems = " ".join(words(fold(name))), _stem_words(name)
    near = [form for form in forms if form[not newer] == wanted]
    near += [form for form in forms if stems_of(form[not newer]) == stems]
    return near[0][newer] if near else ""


def _stem_words(name: str) -> str:
    return stems_of(" ".join(words(fold(name))))


def _by_edition(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(terms, key=lambda term: (term.edition, -term.score, term.old, term.new or "")))
