"""The names of several words by which the glossary of an edition leads to just one rule of a chapter."""

from msgspec import Struct

from graph.citations.judge.glossary_names import WORD, GlossaryNames, has_several_words
from graph.history import History
from rules.text import strip_title


class ChapterName(Struct, frozen=True):
    """A name that leads to one rule of a chapter.

    Attributes:
        words: The name as printed in the glossary.
        stripped: The name in the singular and in plain letters.
        length: The number of its words.
        number: The number of the rule.
    """

    words: str
    stripped: str
    length: int
    number: str


def list_chapter_names(history: History, edition: str, names: GlossaryNames, chapter: str) -> tuple[ChapterName, ...]:
    """Return the names of several words that lead to one rule of a chapter each. Titles of rules are left out.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
        names: The names of its glossary.
        chapter: The number of the chapter.
    """
    found: list[ChapterName] = []
    for words, number in names.list_in_chapter(chapter):
        if not has_several_words(words) or history.titles.heading(edition, number) is not None:
            continue  # a title, which other rules are cited next to
        singular = strip_title(words).removesuffix("s")
        found.append(ChapterName(words, singular, len(WORD.findall(words)), number))
    return tuple(found)
