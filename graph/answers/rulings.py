"""An issue of a rulings summary as data: the provenance of its rulings, their notes, and what they restate."""

from msgspec import Struct

from graph.history import History
from graph.restatements.restated import RestatedAnswer, list_restated
from graph.restatements.tags import TagAnswer, list_tags


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
    tags = [tag for rule in rules for tag in list_tags(rule)]
    notes = [NoteAnswer(rule.key, item, text) for rule in rules for item, text in enumerate(rule.notes)]
    restated = list_restated(history, edition, history.calendar.newest) if history.calendar.editions else ()
    return RulingsAnswer(edition, tuple(tags), tuple(notes), tuple(restated))
