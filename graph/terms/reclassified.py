"""Keywords that changed their class under the same name, such as a keyword ability that became an ability word."""

import re
from collections.abc import Iterator

from graph.terms.forms import is_one_name
from graph.terms.limits import SURE
from graph.terms.step import StepText
from graph.terms.work_texts import WorkTexts
from rules.keys import is_entry, term_of
from rules.links import Sighting, Term
from rules.text import fold, fold_name

_CLASS = r"keyword abilit(?:y|ies)|keyword actions?|ability words?|keywords?"
_IS_CLASS = re.compile(_CLASS)
_RECLASSIFIED = re.compile(
    rf"\b(?:used to be|was once|was formerly|was) an? (?P<before>{_CLASS})\b[^.;]{{0,60}}[.;,] (?:it|this)(?: is|'s) "
    rf"(?:now|today) an? (?P<after>{_CLASS})\b"
)
_TODAY = (" now ", " today ")
"""One of them is among the words of every text that `_RECLASSIFIED` finds."""


def find_reclassified(step: StepText, texts: WorkTexts, edition_index: int) -> Iterator[Term]:
    """Yield the keywords that changed their class under the same name.

    Either a record says so, or the keyword's rule moved from the chapter of one class to the chapter of another.

    Args:
        step: The step.
        texts: The words and headings of all editions.
        edition_index: Index of the step's newer edition among them.
    """
    yield from _find_declared(step, texts, edition_index)
    yield from _find_moved(step, texts, edition_index)


def _find_declared(step: StepText, texts: WorkTexts, edition_index: int) -> Iterator[Term]:
    """Yield the keywords whose new class a new or changed record states.

    The record is the glossary entry of the keyword, or a rule below the one that has the keyword as its heading.
    """
    old_passages = set(step.old.passage_numbers)
    parents = step.new.map_parents()
    for key, passage_number in step.new.list_records():
        is_old = passage_number in old_passages
        if is_old or not _mentions_today(texts.wording(passage_number).rule):
            continue
        match = _RECLASSIFIED.search(fold(texts.passage(passage_number).text))
        if match is None:
            continue
        if is_entry(key):
            name = fold_name(term_of(key))
        else:
            heading_above = parents[key] or ""
            name = texts.headings(edition_index).get(heading_above, "")
        if name:
            yield _make_term(name, match["before"], match["after"], Sighting(key, step.new.edition))


def _mentions_today(words: str) -> bool:
    """Return whether a text may declare a new class, which is fast to see."""
    return any(word in words for word in _TODAY)


def _find_moved(step: StepText, texts: WorkTexts, edition_index: int) -> Iterator[Term]:
    """Yield the keywords whose rule moved from the chapter of one class to that of another.

    The rule is followed by its main link, and must have the same name as heading before and after. Example: `Storm`
    below `Keyword Abilities`, and in the next edition below `Ability Words`.
    """
    old_headings, new_headings = texts.headings(edition_index - 1), texts.headings(edition_index)
    old_parents, new_parents = step.old.map_parents(), step.new.map_parents()
    for link in step.links:
        if link.old not in old_headings or link.new not in new_headings or not link.main:
            continue
        name = new_headings[link.new]
        if not is_one_name(old_headings[link.old], name):
            continue
        before = old_headings.get(old_parents.get(link.old) or "", "")
        after = new_headings.get(new_parents.get(link.new) or "", "")
        if before != after and _IS_CLASS.fullmatch(before) and _IS_CLASS.fullmatch(after):
            yield _make_term(name, before, after, Sighting(link.new, step.new.edition))


def _make_term(name: str, before: str, after: str, evidence: Sighting) -> Term:
    """Return the term of a keyword that changed its class.

    Args:
        name: The keyword.
        before: The class before, in the singular or plural.
        after: The class afterwards.
        evidence: The record that shows the change.
    """
    old, new = f"{name} {_singularize(before)}", f"{name} {_singularize(after)}"
    bare_form = (name, new)  # so that the term is found under the name of the keyword alone
    return Term(
        old=old,
        new=new,
        edition=evidence.edition,
        kind="reclassified",
        support=1,
        score=SURE,
        evidence=(evidence,),
        forms=((old, new), bare_form),
    )


def _singularize(name: str) -> str:
    """Return a class in the singular: `keyword abilities` → `keyword ability`, `ability word` → `ability word`."""
    if name.endswith("ies"):
        return f"{name.removesuffix('ies')}y"
    return name.removesuffix("s")
