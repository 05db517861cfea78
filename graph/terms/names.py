"""Finding the older and newer names of a term."""

from collections.abc import Iterable

from rules.grouping import grouped
from rules.links import Term
from rules.text import fold_name, stem_words


class TermNames:
    """Finds terms by any name and inflection: `Comes into play` leads to `enters the battlefield` and `enters`.

    Args:
        terms: The terms, best first.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        forms = [(term, *form) for term in terms for form in ((term.old, term.new or ""), *term.forms)]
        self._by_old = grouped((stem_words(old), term) for term, old, _ in forms)
        self._by_new = grouped((stem_words(new), term) for term, _, new in forms if new)

    def given_up(self, name: str) -> tuple[Term, ...]:
        """Return the terms in which a name is the old one, oldest first, then best first."""
        return _by_edition(self._by_old.get(stem_words(fold_name(name)), ()))

    def taken_up(self, name: str) -> tuple[Term, ...]:
        """Return the terms in which a name is the new one, oldest first, then best first."""
        return _by_edition(self._by_new.get(stem_words(fold_name(name)), ()))

    def newer_names(self, name: str) -> tuple[str, ...]:
        """Return the names that replaced a name, then those that replaced them, each once; folded."""
        return self._follow(name, newer=True)

    def older_names(self, name: str) -> tuple[str, ...]:
        """Return the names that a name replaced, then those that they replaced, each once; folded."""
        return self._follow(name, newer=False)

    def chain(self, name: str) -> tuple[str, ...]:
        """Return all names of a thing, oldest first: the older names, the name itself, the newer ones."""
        return (*reversed(self.older_names(name)), fold_name(name), *self.newer_names(name))

    def _follow(self, name: str, *, newer: bool) -> tuple[str, ...]:
        seen = {stem_words(fold_name(name))}
        names: list[tuple[str, str | None]] = [(name, None)]
        for current, since in names:  # which grows
            for term in self.given_up(current) if newer else reversed(self.taken_up(current)):
                # a chain is chronological: an earlier renaming of the name is another use of the words
                if since is not None and (term.edition <= since if newer else term.edition >= since):
                    continue
                other = _find_matching(term, current, newer=newer)
                if other and stem_words(fold_name(other)) not in seen:
                    seen.add(stem_words(fold_name(other)))
                    names.append((other, term.edition))
        return tuple(other for other, _ in names[1:])


def _find_matching(term: Term, name: str, *, newer: bool) -> str:
    """Return the other side of the form with the name, in the same inflection if the term has it."""
    forms = ((term.old, term.new or ""), *term.forms)
    wanted, stems = fold_name(name), stem_words(fold_name(name))
    near = [form for form in forms if form[not newer] == wanted]
    near += [form for form in forms if stem_words(form[not newer]) == stems]
    return near[0][newer] if near else ""


def _by_edition(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(dict.fromkeys(terms), key=lambda term: (term.edition, -term.score, term.old, term.new or "")))
