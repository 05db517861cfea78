"""Passages: the words of a rule or glossary entry."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

from msgspec import Struct

from rules.change.compared_tokens import tokens_of
from rules.records import GlossaryEntry, Rule
from rules.text import fold


class Passage(Struct, frozen=True):
    """The words of one record.

    Four properties combine the texts. For the heading `Storm`, the text `Storm is a keyword.` and one example:

    - `text` is `Storm is a keyword.`;
    - `shown` is the same, and the heading only for a record without a text;
    - `body` is the heading and the text, on two lines;
    - `whole` is the body and the example, on three lines.

    Attributes:
        heading: The title of a rule, the term of a glossary entry, or None.
        text: The text without number and examples.
        examples: Each example without its label.
        notes: The notes, as in `Rule.notes`.
    """

    heading: str | None = None
    text: str = ""
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def body(self) -> str:
        """Return heading and text as one string, the heading as a paragraph of its own."""
        if self.heading and self.text:
            return f"{self.heading}\n{self.text}"
        return self.heading or self.text

    @property
    def whole(self) -> str:
        """Return all words as one string: heading, text, each example and each note, one to a line."""
        if not self.examples and not self.notes:
            return self.body
        return "\n".join(filter(None, (self.heading, self.text, *self.examples, *self.notes)))

    @property
    def shown(self) -> str:
        """Return the text that is displayed: the text, or the heading of a record without a text; without examples."""
        return self.text or self.heading or ""

    def map(self, change: Callable[[str], str]) -> "Passage":
        """Return the passage with each of its texts changed by a function."""
        return Passage(
            None if self.heading is None else change(self.heading),
            change(self.text),
            tuple(map(change, self.examples)),
            tuple(map(change, self.notes)),
        )


def passage_of(record: Rule | GlossaryEntry) -> Passage:
    """Return the words of a rule or of a glossary entry."""
    if isinstance(record, GlossaryEntry):
        return Passage(record.term, record.text)
    return Passage(record.heading, record.text, record.examples, record.notes)


def plain_form(passage: Passage) -> tuple[object, ...]:
    """Return a value by which passages are compared: two are equal if their change is `typographic` at most.

    Typography makes no difference to the value, nor does the order of the examples and of the notes. The heading counts
    as the first words of the text.
    """
    return (
        _plain_tokens(passage.body),
        _count_plain(passage.examples),
        _count_plain(passage.notes),
    )


def _count_plain(texts: Iterable[str]) -> frozenset[tuple[Hashable, int]]:
    """Return the plain tokens of each of some texts with how many texts have them, which no order changes."""
    return frozenset(Counter(map(_plain_tokens, texts)).items())


def _plain_tokens(text: str) -> tuple[Hashable, ...]:
    """Return the tokens of a text in which typography makes no difference."""
    return tuple(tokens_of(fold(text)))
