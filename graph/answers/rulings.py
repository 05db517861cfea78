"""An issue of a rulings summary as data: the provenance of its rulings, their notes, and what they restate."""

from msgspec import Struct

from graph.history import History
from graph.restatements.restated import RestatedAnswer, list_restated
from graph.restatements.tables import describe_tags
from rules.conversion import convert


class TagAnswer(Struct, frozen=True):
    """A provenance tag: whose words a passage prints.

    Attributes:
        key: Key of the rule or ruling.
        passage: The passage with the tag: `text`, `note:0` and so on.
        tag: The tag as printed.
        source: The person or publication that the tag names, without the number of an issue.
        issue: Number of the issue of a magazine; null if it is none.
        date: The date as precisely as it is printed: `1999-04-23`, `1997-01` or `1994`; null if there is none.
        page: `26` or `59-60`; null without one.
        start: Where the words that the tag is about begin in the passage.
        end: Where these words end.
        words: These words.
    """

    key: str
    passage: str
    tag: str
    source: str
    issue: int | None
    date: str | None
    page: str | None
    start: int
    end: int
    words: str


class NoteAnswer(Struct, frozen=True):
    """A note below a rule or ruling: its key, the place of the note, and the text without its label."""

    key: str
    item: int
    text: str


class RulingsAnswer(Struct, frozen=True):
    """An issue of a rulings summary.

    Attributes:
        edition: Date of the issue.
        provenance: The provenance tags, in the order of the issue.
        notes: The notes.
        restated: The rules that the issue restates, and where they are in the newest edition.
    """

    edition: str
    provenance: tuple[TagAnswer, ...]
    notes: tuple[NoteAnswer, ...]
    restated: tuple[RestatedAnswer, ...]


def answer_rulings(history: History, edition: str) -> RulingsAnswer:
    """Return an issue of a rulings summary as data."""
    rules = history.store.rules(edition)
    tags = [convert(facts, TagAnswer) for rule in rules for facts in describe_tags(rule)]
    notes = [NoteAnswer(rule.key, item, text) for rule in rules for item, text in enumerate(rule.notes)]
    restated = list_restated(history, edition, history.calendar.newest) if history.calendar.editions else ()
    return RulingsAnswer(edition, tuple(tags), tuple(notes), tuple(restated))
