"""`comprules blame`: show the edition in which each phrase of a rule first appeared."""

from collections.abc import Iterator, Sequence

import click

from comprules.cli.json_help import JsonCommand
from comprules.cli.marking import mark_segments
from comprules.cli.options import edition_option
from comprules.cli.output import Answer, dim, join_answers, number_style
from comprules.cli.sources import answers_from, edition_of, open_knowledge_base, say_retyped
from graph.answers.blame import BlameAnswer, blame_rule
from graph.answers.hidden_changes import describe_hidden
from graph.answers.lookup import LINEAGE_MARK, edition_with, key_of
from graph.answers.removed_words import shorten_removed
from graph.answers.shown_phrases import ShownPhrase, ShownPhrases, list_seams, list_unseen
from graph.history import History
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.keys import is_entry
from rules.store import Store
from rules.store.query import number_in


@click.command(
    "blame",
    cls=JsonCommand,
    answers=lambda: {"": BlameAnswer},
    epilog="""\b
Examples:
  comprules blame 702.40a
  comprules blame 601.2 --as-of 2015-07-17
  comprules blame 702.40a 100.1
  comprules blame glossary:Storm --json

A phrase has at least three words. If only one or two words are new, they are marked as {+words+} and shown with words
next to them that are older. With --json, every word has its own date.

If only the typography of a word changed, or a number changed because its rule moved, the date stays the same. Removed
words are shown as [-words-] where they were, with the edition that removed them; if several editions removed words at
one place, you see the last removal. "(joined)" marks the edition in which two phrases from different texts or places
came together. Changes that left no trace in the words come last: another headword, or a rule that was merged into this
one and left no words in it.
""",
)
@click.argument("number", nargs=-1, required=True)
@edition_option
@answers_from(open_knowledge_base)
def blame_command(store: Store, number: Sequence[str], as_of: str) -> Answer:
    """Show the edition in which each phrase of a rule first appeared.

    NUMBER is a rule, `glossary:TERM` (which may have several words) or the id of a lineage. Phrases are followed
    through all numbers that the rule had, and back into the rules from which they were moved. Each phrase is printed
    with the number under which it first appeared.
    """
    named = edition_of(store, as_of)
    records: dict[tuple[str, str], None] = {}  # (edition, key), each once
    for typed in _split_names(number):
        edition = edition_with(store, named, typed)
        records[edition, key_of(store, edition, typed)] = None
    history = History(store)
    blamed = [blame_rule(history, edition, key) for edition, key in records]
    # A retyped edition is somebody's own typing, so its dates are less sure: a note says that. `edition_of` printed the
    # note about the named edition already.
    retyped = set().union(*(answer.retyped_editions or () for answer in blamed))
    for retyped_edition in sorted(retyped - {named}):
        say_retyped(store, retyped_edition)
    shown = ShownPhrases(history)
    lines = join_answers(_format_blame(answer, shown) for answer in blamed)
    return blamed[0] if len(blamed) == 1 else blamed, lines


def _split_names(words: Sequence[str]) -> list[str]:
    """Return the names of records among the words of the command line.

    `702.40a glossary:State-Based Actions rule 100.1` has three: `702.40a`, `glossary:State-Based Actions rule` and
    `100.1`. A name ends with a number or the id of a lineage, or before a word that begins with `glossary:`. A number
    also ends the words of a glossary entry before it.
    """
    names: list[list[str]] = [[]]
    for word in words:
        before = names[-1]
        if before:
            ends_entry = is_entry(before[0]) and _begins_number(word)
            if is_entry(word) or _ends_name(before[-1]) or ends_entry:
                names.append([])
        names[-1].append(word)
    return [" ".join(name) for name in names]


def _ends_name(word: str) -> bool:
    """Return whether a word ends a name: a number, or the end of a lineage's id (`glossary:Mana Value@2021-04-22`)."""
    return LINEAGE_MARK in word or number_in(word) is not None


def _begins_number(word: str) -> bool:
    """Return whether a word is a number, or the id of a rule's lineage: `502.30a@2003-05-26`."""
    number, _, _ = word.partition(LINEAGE_MARK)
    return number_in(number) is not None


def _format_blame(blamed: BlameAnswer, shown: ShownPhrases) -> Iterator[str]:
    yield f"{number_style(blamed.key)}  {dim(f'edition {blamed.edition}, lineage {blamed.lineage}')}"
    passages = [("", shown.list_shown(blamed))]
    passages += [("Example", shown.list_shown(example)) for example in blamed.examples]
    passages += [("Note", shown.list_shown(note)) for note in blamed.notes]
    # The numbers are a column, as wide as the longest of them.
    keys = [piece.key for _, pieces in passages for piece in (*pieces, *list_seams(pieces), *list_unseen(pieces))]
    keys += [passage.key for passage in blamed.removed]
    keys += [change.key for change in blamed.hidden]
    width = max(map(len, keys), default=0)
    unseen = list_unseen([piece for _, pieces in passages for piece in pieces])
    for label, pieces in passages:
        if label:
            yield dim(label)
        for since, key, words in _list_rows(pieces, unseen):
            yield from _format_piece(since, key.ljust(width), words)
    for passage in blamed.removed:
        yield dim(f"{passage.kind.capitalize()} removed")
        yield from _format_piece(passage.since, passage.key.ljust(width), _mark_removed(passage.text))
    for change in blamed.hidden:
        yield from _format_piece(change.since, change.key.ljust(width), dim(f"({describe_hidden(change)})"))


def _list_rows(pieces: Sequence[ShownPhrase | Seam], unseen: Sequence[Blamed]) -> Iterator[tuple[str, str, str]]:
    """Yield edition, number and words of each phrase and seam.

    After a phrase come those of its seams that are older, and the words in it whose edition nothing else names.

    Args:
        pieces: The phrases and seams.
        unseen: The words whose edition no phrase and no seam names.
    """
    for piece in pieces:
        if isinstance(piece, Seam):
            yield piece.since, piece.key, _format_seam(piece)
            continue
        yield piece.since, piece.key, _format_phrase(piece)
        for seam in list_seams([piece]):
            if seam.since != piece.since:
                yield seam.since, seam.key, _format_seam(seam)
        for span in piece.newer:
            if span in unseen:
                yield span.since, span.key, mark_segments([("insert", span.text.strip())])


def _format_piece(since: str, key: str, words: str) -> Iterator[str]:
    """Yield the lines of words; the first one begins with their edition and number, the others are indented."""
    first, *following = words.split("\n")
    yield f"{dim(f'{since}  {key}')}  {first}"
    yield from (f"{dim(' ' * (len(since) + 2 + len(key)))}  {line}" for line in following)


def _format_phrase(phrase: ShownPhrase) -> str:
    """Return the words of a phrase; what the edition changed is marked if words next to it are older."""
    if not phrase.is_widened:
        return phrase.text.strip()
    segments = []
    for piece in phrase.pieces:
        if isinstance(piece, Blamed):
            segments.append(("insert" if piece.since == phrase.since else "equal", piece.text))
        elif piece.since == phrase.since and piece.between:
            segments.append(("delete", f"{shorten_removed(piece.between)} "))
    return mark_segments(segments).strip()


def _format_seam(seam: Seam) -> str:
    if not seam.between:
        return dim("(joined)")
    return _mark_removed(seam.between)


def _mark_removed(text: str) -> str:
    return mark_segments([("delete", shorten_removed(text))])
