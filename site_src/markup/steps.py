"""The changes from one edition to the next in sentences, for readers who want no table."""

from collections import Counter
from collections.abc import Iterable

from graph.compare.categories import category_of
from rules.keys import chapter_of_key
from rules.links import Group
from rules.records import Edition
from rules.sentences import capitalize, join_words
from rules.store import Store
from site_src.markup.words import count, date_in_words, say

_VERBS = {"added": "added", "deleted": "deleted", "wording": "reworded", "split": "split", "merged": "merged"}
"""The verb of each category of changes that a sentence names, in the order of the sentence."""


def describe_step(store: Store, old: str, new: str, groups: Iterable[Group]) -> str:
    """Return what an edition changed in the rules, in sentences; the glossary is left out.

    Example: `Magic 2010 (11 July 2009) added 207 rules, deleted 34, reworded 336, split 120 and merged 24. Of these
    changes, 77 are in chapter 702, Keyword Abilities, more than in any other. Another 509 rules only got a new number.`

    The figures are those of the page of the edition. A chapter is named if more changes are in it than in any other;
    deleted rules are not counted there, since they are in no chapter of the new edition.

    Args:
        store: The knowledge base.
        old: The edition before.
        new: The edition.
        groups: The changes from one to the other.
    """
    of_rules = [group for group in groups if not group.is_entry and not group.is_same]
    counts = Counter(category_of(group.kind, group.change) for group in of_rules)
    since = "" if store.previous(new) == old else f", compared with the edition of {date_in_words(old)},"
    sentences = [f"{_name_edition(store.edition(new))}{since} {_list_figures(counts)}."]
    changed = [group for group in of_rules if category_of(group.kind, group.change) in _VERBS and group.new]
    chapter, number = _find_chapter(changed)
    if chapter:
        place = f"chapter {_name_chapter(store, new, chapter)}"
        sentences.append(say("most_in_chapter", number=f"{number:,}", place=place))
    if counts["renumbered"]:
        renumbered = count(counts["renumbered"], "rule")
        if not changed:
            subject = capitalize(renumbered)
        elif counts["renumbered"] == 1:
            subject = "Another rule"
        else:
            subject = f"Another {renumbered}"
        sentences.append(say("only_renumbered", rules=subject))
    return " ".join(sentences)


def _name_edition(edition: Edition) -> str:
    """Return an edition as the subject of a sentence: `Magic 2010 (11 July 2009)`."""
    day = date_in_words(edition.id)
    return f"{edition.set_name} ({day})" if edition.set_name else f"The edition of {day}"


def _list_figures(counts: Counter[str]) -> str:
    """Return the figures of the categories, of which the first has a noun: `added 207 rules, deleted 34`."""
    parts: list[str] = []
    for category, verb in _VERBS.items():
        if counts[category]:
            figure = f"{counts[category]:,}" if parts else count(counts[category], "rule")
            parts.append(f"{verb} {figure}")
    return join_words(parts) or "added, deleted and reworded no rule"


def _find_chapter(groups: Iterable[Group]) -> tuple[str, int]:
    """Return the chapter that has more of some changes than any other, with their number; an empty one if none has."""
    chapters = Counter(chapter_of_key(group.new[0]) for group in groups)
    if not chapters:
        return "", 0
    (chapter, number), *following = chapters.most_common(2)
    is_only_one = not following or number > following[0][1]
    return (chapter, number) if is_only_one and number > 1 else ("", 0)


def _name_chapter(store: Store, edition: str, chapter: str) -> str:
    """Return a chapter with its heading, before the rest of a sentence: `702, Keyword Abilities,`."""
    rule = store.rule(edition, chapter)
    return f"{chapter}, {rule.heading}," if rule is not None and rule.heading else f"{chapter},"
