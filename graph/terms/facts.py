"""The facts of `terms.toml`, which a person verified.

A curated fact confirms a mined term (its kind, its spelling) or adds a term that mining cannot find: one that was given
up before the first edition, a turn of phrase, one sense of a word. It never replaces evidence, which is looked up in
the editions.
"""

from functools import cache
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from graph.curated.file import Text, read_records
from graph.terms.forms import Form
from rules.links import INSTEAD, TermKind
from rules.text import fold


class CuratedTerm(Struct, frozen=True, forbid_unknown_fields=True):
    """A curated renaming.

    Attributes:
        old: The old words, folded.
        new: The new words, folded; None for a retired term.
        edition: Id of the first edition with the new words, or without the old ones.
        kind: What happened to the old words.
        forms: All forms (old, new), this one first; the new one is empty for a retired term.
        declared: Term of the glossary entry that came with the edition and states the change; may be empty.
        note: An explanation; may be empty.
        rule: Number of a rule of the edition about the new words, if neither a changed passage nor a glossary entry
            shows them; else empty.
    """

    old: Text
    new: Text | None
    edition: Text
    kind: TermKind
    forms: tuple[tuple[str, str], ...]
    declared: str = ""
    note: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        """Check the fact.

        Raises:
            ValueError: Words are not in their folded form, a retired term has new words, or another term has none.
        """
        if (self.new is None) != (self.kind == "retired"):
            raise ValueError("what is retired has no new words, everything else has")
        more_forms = self.forms[1:]
        if not all(old and new for old, new in more_forms):
            raise ValueError("each of the forms must be a pair of old and new words")
        for form in self.forms:
            _check_folded(form)


def _check_folded(form: Form) -> None:
    """Raise `ValueError` if the words of a form are not in their folded form."""
    for phrase in form:
        if phrase != fold(phrase) or "-" in phrase:
            raise ValueError(f"{phrase!r} must be in small letters with single spaces and no hyphens")


@cache
def curated_terms(text: str | None = None) -> tuple[CuratedTerm, ...]:
    """Return the facts of a text in the format of `terms.toml`, by edition; without one, those shipped with comprules.

    Raises:
        CuratedFileError: The text is no TOML, or a fact is incomplete, has unknown fields, or is a duplicate.
    """
    facts = read_records(
        "terms.toml", "term", text, CuratedTerm, key_of=attrgetter("old", "new", "edition"), prepare=_with_forms
    )
    facts = tuple(replace(fact, forms=tuple(dict.fromkeys(fact.forms))) for fact in facts)
    return tuple(sorted(facts, key=lambda fact: (fact.edition, fact.old, fact.new or "")))


def known_renamings(first: str | None = None, last: str | None = None) -> tuple[tuple[str, str], ...]:
    """Return the curated renamings between two editions: folded old words and folded new words, in all forms.

    Headings, keywords and classes are left out: their new words do not replace the old ones in the texts.

    Args:
        first: Id of the older edition; None for all before `last`.
        last: Id of the newer edition; None for all after `first`.
    """
    forms: list[Form] = []
    for fact in curated_terms():
        is_after_first = first is None or first < fact.edition
        is_up_to_last = last is None or fact.edition <= last
        if fact.kind in INSTEAD and is_after_first and is_up_to_last:
            forms.extend(fact.forms)
    return tuple(forms)


def _with_forms(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table of `terms.toml` with the fields that a `CuratedTerm` needs.

    In the file, a retired term has no `new`, and `forms` has only the further forms.
    """
    new = table.get("new")
    main_form = [table.get("old", ""), new or ""]
    return {**table, "new": new, "forms": [main_form, *table.get("forms", ())]}
