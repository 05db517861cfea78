"""Pages that answer questions for changes: a comparison of two editions, and all changes with some words.

For `layers since 2019` these are the comparison of the chapter on layers, and the changes that have the word.
"""

from collections import Counter

from msgspec import Struct

from graph.search.change_questions import ChangeQuestion
from graph.search.index import Index
from graph.search.rank import Found
from rules.keys import is_entry
from rules.numbers import chapter_of, without_letters
from rules.store.query import number_in

COMPARISON = "compare:"
"""The beginning of the source of an answer that is a comparison: `compare:2018-10-05..2026-08-07/702/Storm`."""
CHANGES = "changes:"
"""The beginning of the source of an answer that is a search of changes: `changes:2019-01-25..2026-08-07/layers`."""


_VOTERS = 5
"""Maximum number of the best rules whose chapters are counted."""


class ComparedPart(Struct, frozen=True):
    """The part of two editions that is compared.

    Attributes:
        name: Its name; empty for the whole.
        chapter: The number of its chapter in the second edition; empty for the whole.
        words: Words that its changes must have, or the number of its only rule; empty for the whole chapter.
    """

    name: str = ""
    chapter: str = ""
    words: str = ""


class ChangesPage(Struct, frozen=True):
    """A page about changes.

    Attributes:
        source: The kind of page, with the two editions and the words that are looked for; see `COMPARISON`.
        heading: Its title.
        text: A sentence about its content.
    """

    source: str
    heading: str
    text: str


def find_part(subject: str, index: Index, found: list[Found]) -> ComparedPart:
    """Return the part of the rules that a question is about.

    It is the first of these that there is:

    1. what its number names: a chapter, or a rule in it;
    2. the best rule that answers, if it has a title of its own within its chapter: `702.40 Storm`;
    3. the chapter that most of the best rules have: `601 Casting Spells`;
    4. if no rule answers, the whole of the rules.

    Args:
        subject: The words that say in what something changed.
        index: The last edition of the question.
        found: What answers the subject there, best first.
    """
    number = number_in(subject, mistyped=True)
    if number is not None and number[0].isdigit():
        is_chapter = "." not in number
        return ComparedPart(number, chapter_of(number), "" if is_chapter else number)
    positions = [answer.position for answer in found if not is_entry(index.records[answer.position].key)]
    if not positions:
        return ComparedPart()
    best_key, best_title = index.records[positions[0]].key, index.title(positions[0])
    is_chapter = "." not in best_key
    if best_title and not is_chapter:
        return ComparedPart(f"{without_letters(best_key)} {best_title}", chapter_of(best_key), best_title)
    chapters = Counter(index.chapter_title(position) for position in positions[:_VOTERS])
    [(chapter_title, _)] = chapters.most_common(1)  # of several, the first
    chapter, *_ = chapter_title.split()
    return ComparedPart(chapter_title, chapter)


def list_pages(question: ChangeQuestion, part: ComparedPart, following: str) -> list[ChangesPage]:
    """Return the comparison that a question asks for, then the search for its words, if it has a subject.

    Args:
        question: The question.
        part: The part of the rules that it is about.
        following: The edition after the first one of the question.
    """
    first, last = question.first, question.last
    place = "/".join(filter(None, [f"{first}..{last}", part.chapter, part.words]))
    within = part.name or "the rules"
    pages = [ChangesPage(f"{COMPARISON}{place}", within, f"What changed in {within} from {first} to {last}.")]
    if question.subject:
        source = f"{CHANGES}{following}..{last}/{question.subject}"
        text = f"All that was inserted or deleted with these words from {following} to {last}, edition by edition."
        pages.append(ChangesPage(source, question.subject, text))
    return pages
