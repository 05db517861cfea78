"""Read the words of a query as typed: find out which are known, abbreviated or mistyped.

A word is *known here* if the edition that is searched, or a saying, has it in some form, and *known elsewhere* if
another edition has it, or if it is common English. Another word is replaced by a *substitute*, if there is one.
"""

from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from graph.answers.why import Why
from graph.search.definition import read_definition
from graph.search.index import Index
from graph.search.spelling import common_stems, correct
from graph.search.synonyms import synonyms_by_stem
from graph.search.text import stem_of, stems_of_saying, words_in
from graph.search.understand import Query


class Substitute(NamedTuple):
    """The words that the search looks for instead of a typed word: `storm` for `strom`.

    Attributes:
        words: One or more words with blanks between them.
        why: The reason: the typed word is mistyped, or an abbreviation.
    """

    words: str
    why: Why


class TypedWords:
    """The words that are searched for a query, which can differ from the words as typed.

    Args:
        index: The passages.
        query: The query.
        read_known_stems: Returns the stems of all editions, whose words are not mistyped. Called only for words that
            the index lacks, since few queries have one and the words of all editions are many.
        sayings: Phrases of players, whose words are not mistyped.
        asked: Words of questions that were asked before, which are not mistyped either.
        typing: Whether the last word may be unfinished.

    Attributes:
        words: The words to search, in order.
        substitutes: The typed words that were replaced, with their substitutes, in the order of the query.
    """

    def __init__(
        self,
        index: Index,
        query: Query,
        *,
        read_known_stems: Callable[[], AbstractSet[str]],
        sayings: Collection[str],
        asked: Collection[str],
        typing: bool,
    ) -> None:
        self._index = index
        self._query = query
        self._read_known_stems = read_known_stems
        self._sayings = sayings
        self._asked = asked
        self._typing = typing
        self.words: list[str] = []
        self.substitutes: dict[str, Substitute] = {}
        for word in query.words:
            substitute = self._find_substitute(word)
            if substitute is None:
                self.words.append(word)
            else:
                self.substitutes[word] = substitute
                self.words += words_in(substitute.words)
        if self.offer and self._is_foreign():
            self.words = list(query.words)
            self.substitutes = {}

    @property
    def offer(self) -> str:
        """Return the query with its mistyped words corrected; empty if none is mistyped."""
        corrected = {
            typed: substitute.words
            for typed, substitute in self.substitutes.items()
            if substitute.why.kind == "mistyped"
        }
        if not corrected:
            return ""
        return " ".join(corrected.get(word, word) for word in self._query.words)

    @property
    def unknown(self) -> list[str]:
        """Return the typed words that no edition has, and for which nothing else is searched: those of other languages.

        Names of cards are among them, too.
        """
        return [word for word in self._query.words if word not in self.substitutes and self._is_unknown(word)]

    @property
    def why(self) -> Why | None:
        """Return the reason for searching for the first substitute; None if all words are searched for as typed."""
        for substitute in self.substitutes.values():
            return substitute.why
        return None

    def _find_substitute(self, word: str) -> Substitute | None:
        """Return the substitute of a typed word; None if the word itself is searched for.

        A word that is known here has none. The initials of a heading stand for it (`apnap`), even if another edition
        knows them as a word. Any other word that is known nowhere gets its likeliest correction, if one is close.
        """
        if self._is_known_here(word):
            return None
        long = self._index.initials.get(word)
        if long and len(word) > 1:
            return Substitute(long, Why("abbreviation", long))
        if self._is_known_elsewhere(word):
            return None
        meant = correct(word, self._index.frequencies)
        if meant is None:
            return None
        return Substitute(meant, Why("mistyped", meant))

    def _is_foreign(self) -> bool:
        """Return whether a query is in another language: no word of it is known, and some are not even close to one."""
        are_all_close = all(word in self.substitutes for word in self._query.words)
        return not are_all_close and all(map(self._is_unknown, self._query.words))

    def _is_unknown(self, word: str) -> bool:
        """Return whether a word is not known as it was typed: it is neither a word of the rules nor an abbreviation."""
        substitute = self.substitutes.get(word)
        if substitute is not None:
            return substitute.why.kind == "mistyped"
        # a short word of another edition may be part of a foreign name there
        is_short = len(word) < read_definition().limits["one_error"]
        return not self._is_known_here(word) and (is_short or not self._is_known_elsewhere(word))

    def _is_known_elsewhere(self, word: str) -> bool:
        """Return whether a word is one of another edition, or of English."""
        stem = stem_of(word)
        return stem in common_stems() or stem in self._read_known_stems()

    def _is_known_here(self, word: str) -> bool:
        """Return whether a word means itself: the search knows the word, or only its beginning was typed.

        The search knows stop words, words of the index, synonyms, and words of sayings and of questions that were asked
        before. Only a beginning is a word with a star, or the last word while the user types, if a word of the index
        begins so.
        """
        definition, stem = read_definition(), stem_of(word)
        if word in definition.stop or stem in self._index.stems or stem in synonyms_by_stem():
            return True
        if self._typing and word == self._query.words[-1] and self._is_beginning(word):
            return True
        if word in self._query.beginnings:
            return True
        return any(stem in stems_of_saying(saying) for saying in (*self._sayings, *self._asked))

    def _is_beginning(self, word: str) -> bool:
        """Return whether a word of the index begins with some letters."""
        return any(longer.startswith(word) for longer in self._index.frequencies)
