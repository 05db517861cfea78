"""The edition that introduced each phrase of a rule, traced through all its versions and those of its sources.

The phrases are exact. `graph.answers.shown_phrases` makes of them phrases that say something by themselves.
"""

from msgspec import UNSET, Struct, UnsetType

from graph.answers.blame_states import RemovedPassage, RuleStates
from graph.answers.hidden_changes import HiddenChange, list_hidden_changes
from graph.answers.retyped import find_retyped
from graph.history import History
from rules.change.blame import Blame
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.errors import NotFound


class PassageBlame(Struct, frozen=True, rename={"spans": "tokens"}):
    """An example or note, with the edition of each of its phrases; `spans` cover the text.

    Attributes:
        text: Text of the example or note.
        spans: The phrases of the text, in order; together they cover the text.
        seams: Places where an edition removed words or joined phrases, if the words on both sides are older.
    """

    text: str
    spans: tuple[Blamed, ...]
    seams: tuple[Seam, ...] = ()


class BlameAnswer(Struct, frozen=True, rename={"key": "number", "spans": "tokens"}):
    """Since when a rule of an edition has each of its phrases; the spans cover each text.

    Attributes:
        key: Key of the rule: its number, with `#2` for the second rule of that number, or `glossary:TERM`.
        edition: The edition whose text is explained.
        lineage: Id of the rule's lineage.
        text: Text of the rule in that edition; the heading of a rule without a text.
        spans: The phrases of the text, in order; together they cover the text.
        examples: The examples of the rule, each with its phrases.
        notes: The notes of the rule, each with its phrases.
        seams: Places where an edition removed words or joined phrases, if the words on both sides are older.
        removed: Examples and notes that the rule no longer has, earliest removal first.
        hidden: Changes that left no trace in the words, oldest first.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    key: str
    edition: str
    lineage: str
    text: str
    spans: tuple[Blamed, ...]
    examples: tuple[PassageBlame, ...]
    notes: tuple[PassageBlame, ...]
    seams: tuple[Seam, ...] = ()
    removed: tuple[RemovedPassage, ...] = ()
    hidden: tuple[HiddenChange, ...] = ()
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


def blame_rule(history: History, edition: str, key: str) -> BlameAnswer:
    """Return since when a rule has each of its phrases, and under which number each was first printed.

    Raises:
        NotFound: The edition has no such rule.
        LookupError: There is no such edition.
    """
    history.store.edition(edition)  # raises for one that does not exist
    lineage = history.lineages.find(edition, key)
    if lineage is None:
        raise NotFound(f"edition {edition} has no {key}")
    state = RuleStates(history).find_state(lineage, edition, key)
    own = _answer_passage(state.text)
    examples = tuple(map(_answer_passage, state.examples))
    notes = tuple(map(_answer_passage, state.notes))
    shown_dates = [passage.since for passage in state.removed]
    for passage in (own, *examples, *notes):
        shown_dates += [span.since for span in passage.spans]
        shown_dates += [seam.since for seam in passage.seams]
    hidden = list_hidden_changes(history, lineage, edition, shown_dates)
    all_dates = [*shown_dates, *(change.since for change in hidden)]
    return BlameAnswer(
        key=key,
        edition=edition,
        lineage=lineage,
        text=own.text,
        spans=own.spans,
        examples=examples,
        notes=notes,
        seams=own.seams,
        removed=state.removed,
        hidden=tuple(hidden),
        retyped_editions=find_retyped(history.store, edition, *all_dates),
    )


def _answer_passage(blame: Blame) -> PassageBlame:
    """Return a text with its phrases and seams."""
    return PassageBlame(blame.text, blame.spans(), blame.list_seams())
