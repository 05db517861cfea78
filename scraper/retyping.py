"""Signs that an edition's only copy was typed by somebody over the text of an older edition.

Nothing in such a copy is damaged, so only the neighbours betray it: words go back to those of an older edition, and
typing errors come in. `rules.links` tells what becomes of an edition once `editions.toml` calls its copy retyped.

The figures behind the thresholds are those of the 134 other steps of the Comprehensive Rules up to 2026, and of the one
edition known to be retyped, 2003-05-26.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from rapidfuzz.distance import DamerauLevenshtein

from rules.records import RETYPED, Condition, Diagnostic
from rules.text import masked_words
from rules.text_sizes import DISTINCTIVE_LENGTH

GONE_BACK = 20
"""Passages of a step that go back to older editions' words: 54 in 2003-05-26, at most 6 in any other step."""
OF_ANOTHER = 0.03
"""Share of an edition that is another's where its predecessor differs: 8 % in 2003-05-26, below 1 % in any other."""
MISSPELT = 16
"""Records with a word that is a letter off: 24 in 2003-05-26, at most 8 in any other step."""
_LETTERS = 4
"""Length from which a word a letter off another is rather a slip than another word (`cast`, `casts`)."""
_HINT = (
    "compare the copy with the publisher's; if somebody typed it, mark it as retyped in editions.toml, with the reason"
)


def plain_passage(*texts: str | None) -> str:
    """Return the words of a record without numbers and single letters, which copies garble, as one string."""
    of_texts = (masked_words(text) for text in texts if text)
    return " ".join(word for several in of_texts for word in several if len(word) > 1 and word[0].isalpha())


class RetypingGuard:
    """Compares each edition of a work with those before it; give it the editions oldest first."""

    def __init__(self) -> None:
        # the edition before: its id, its passages by key, and those that are too long to be equal by chance
        self._previous = ""
        self._previous_passages: Mapping[str, str] = {}
        self._previous_long: set[str] = set()
        # each edition before that one, with the hashes of its long passages
        self._hashes_of_older: dict[str, frozenset[int]] = {}

    def check(
        self, edition: str, condition: Condition, passages: Mapping[str, str], *, wanted: bool = True
    ) -> tuple[Diagnostic, ...]:
        """Return warnings about an edition, and keep the edition to compare later ones with it.

        If the edition is known to be retyped, the warnings are for information, and it is not kept.

        Args:
            edition: Its id.
            condition: Its condition.
            passages: Its records as `plain_passage` returns them, by key.
            wanted: Whether to look for warnings; without, it is only kept to compare later editions with it.
        """
        signs: list[tuple[str, str]] = []
        long_passages = _list_long(passages)
        if self._previous and wanted:
            signs += (*self._find_reversals(long_passages), *self._find_misspellings(passages))
        if condition == RETYPED:
            hint = "its copy is known to be retyped"
            return tuple(Diagnostic(code, "info", text, edition, hint=hint) for code, text in signs)
        if self._previous:
            self._hashes_of_older[self._previous] = frozenset(map(hash, self._previous_long))
        self._previous = edition
        self._previous_passages = passages
        self._previous_long = long_passages
        return tuple(Diagnostic(code, "warning", text, edition, hint=_HINT) for code, text in signs)

    def _find_reversals(self, long_passages: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield code and message of what goes back to older editions.

        Args:
            long_passages: The passages of the edition that are too long to be equal by chance.
        """
        new_hashes = {hash(passage) for passage in long_passages if passage not in self._previous_long}
        shared_by_edition = {older: new_hashes & hashes for older, hashes in self._hashes_of_older.items()}
        gone_back = len(frozenset().union(*shared_by_edition.values()))
        # the older edition that has the most of the new passages; of several the newest
        most, nearest = max(((len(hashes), older) for older, hashes in shared_by_edition.items()), default=(0, ""))
        if gone_back >= GONE_BACK:
            message = (
                f"{gone_back} of {len(new_hashes)} passages that {self._previous} lacks have the words of older "
                f"editions, {most} of them those of {nearest}"
            )
            yield "goes-back", message
        if most >= OF_ANOTHER * len(long_passages) and most >= GONE_BACK:
            message = (
                f"{most} of its {len(long_passages)} longer passages are word for word those of {nearest}, where "
                f"{self._previous} has others"
            )
            yield "text-of-another", message

    def _find_misspellings(self, passages: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield code and message if in many records a word became one that the edition before has nowhere."""
        text_before = f" {' '.join(self._previous_passages.values())} "
        slips = Counter[tuple[str, str]]()
        records = 0
        for key, passage in passages.items():
            before = self._previous_passages.get(key, passage)
            if before != passage:
                of_record = list(_list_slips(before.split(), passage.split(), text_before))
                slips.update(of_record)
                records += bool(of_record)
        if records >= MISSPELT:
            shown = ", ".join(f"{new} for {old}" for old, new in sorted(slips)[:3])
            message = (
                f"in {records} records a word of {self._previous} was changed by one letter to a word that edition "
                f"never uses: {shown}"
            )
            yield "misspellings", message


def _list_long(passages: Mapping[str, str]) -> set[str]:
    """Return the passages that are too long to be equal by chance."""
    return {passage for passage in passages.values() if passage.count(" ") >= DISTINCTIVE_LENGTH - 1}


def _list_slips(before: Collection[str], after: Collection[str], text_before: str) -> Iterator[tuple[str, str]]:
    """Yield words of a record that differ by one letter from a word that it lost: `("creature", "creture")`.

    Args:
        before: The words of a record in the edition before.
        after: Its words in the edition.
        text_before: All words of the edition before, with a space before and after each; a word among them is no slip.
    """
    lost = set(before) - set(after)
    for word in sorted(set(after) - set(before)):
        if len(word) < _LETTERS:
            continue
        meant = sorted(old for old in lost if DamerauLevenshtein.distance(old, word, score_cutoff=1) == 1)
        if meant and f" {word} " not in text_before:
            yield meant[0], word
