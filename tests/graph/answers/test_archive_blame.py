"""The phrases of all rules of the newest edition, checked against the texts of the editions themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from graph.answers.blame import BlameAnswer, PassageBlame, blame_rule
from graph.answers.history import list_origins
from graph.answers.phrase_cuts import FEWEST
from graph.answers.shown_phrases import ShownPhrase, ShownPhrases, list_unseen
from graph.compare.passages import passage_at
from graph.history import History
from rules.change import Passage
from rules.change.normal_forms import split_tokens
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.store import open_store
from rules.tokens import is_word
from tests.rules.change.test_blame import stands_in as word_for_word

LONG_PHRASE = 6
"""Number of words from which a phrase is no coincidence."""
NUMBER = re.compile(r"[1-9]\d\d(?:\.\d+[a-z]*)?(?: ?[-–?] ?(?:\d{3}\.)?\d*[a-z]?(?![a-z]))?")
SYMBOL = re.compile(r"\{oc?(?=[^{}]{1,3}\})|\boc?(?=[twubrgx]\b)")
"""The beginning of a mana or tap symbol as early editions print it."""
MARK = re.compile(r"\((?:tm|r)\)")
UNKNOWN = "##"
"""What stood where two texts were joined."""
WORD = re.compile(r"[a-z0-9#]+")

pytestmark = [pytest.mark.archive, pytest.mark.long]


def words_of(text: str) -> list[str]:
    """The words of a text without all that typography and a new number could change."""
    return WORD.findall(
        NUMBER.sub("#", SYMBOL.sub("", text.lower())).replace("æ", "ae").replace("(tm)", "").replace("(r)", "")
    )


def stands_in(words: Sequence[str], passage: Passage) -> bool:
    phrase = f" {' '.join(words)} "
    texts = (passage.shown, *passage.examples, *passage.notes)
    return any(phrase in f" {' '.join(words_of(text))} " for text in texts)


def stands_elsewhere(history: History, edition: str, words: Sequence[str]) -> bool:
    """Whether another rule had the phrase meanwhile, as an example may go to a part of a split and come back."""
    return any(stands_in(words, passage_at(history, edition, key)) for key in history.lineages.of_edition(edition))


def parts_of(blamed: BlameAnswer) -> tuple[BlameAnswer | PassageBlame, ...]:
    return (blamed, *blamed.examples, *blamed.notes)


def phrases_of(shown: ShownPhrases, part: BlameAnswer | PassageBlame) -> list[ShownPhrase]:
    """The phrases of a text as people see them."""
    return [piece for piece in shown.list_shown(part) if isinstance(piece, ShownPhrase)]


@pytest.fixture(scope="module")
def history(whole: Path) -> Iterator[History]:
    with open_store(whole) as store:
        yield History(store)


@pytest.fixture(scope="module")
def answers(history: History) -> list[BlameAnswer]:
    newest = history.store.edition_ids[-1]
    return [blame_rule(history, newest, key) for key in history.lineages.of_edition(newest)]


def test_each_long_phrase_reads_so_in_its_edition_and_ever_since(history: History, answers: list[BlameAnswer]) -> None:
    """Also as people see it."""
    shown = ShownPhrases(history)
    checked = 0
    for blamed in answers:
        versions = history.versions.of_lineage(blamed.lineage)
        spans: list[Blamed | ShownPhrase] = []
        for part in parts_of(blamed):
            spans += [*part.spans, *phrases_of(shown, part)]
        for span in spans:
            words = words_of(span.text)
            if len(words) < LONG_PHRASE:
                continue
            assert stands_in(words, passage_at(history, span.since, span.key)), (blamed.key, span)
            is_own = history.lineages.find(span.since, span.key) == blamed.lineage
            later = [version for version in versions if version.first > span.since]
            held = [stands_in(words, passage_at(history, version.first, version.key)) for version in later]
            begun = 0 if is_own or True not in held else held.index(True)
            for version, holds in zip(later[begun:], held[begun:], strict=True):
                assert holds or stands_elsewhere(history, version.first, words), (blamed.key, span, version)
            checked += 1
    assert checked > 4000


def sources_of(history: History, edition: str, key: str) -> Iterator[Passage]:
    """The texts of the edition before from which a version of a rule was made."""
    lineage = history.lineages.find(edition, key)
    assert lineage is not None
    versions = history.versions.of_lineage(lineage)
    index = next(index for index, version in enumerate(versions) if version.first == edition)
    if index:
        yield passage_at(history, versions[index - 1].last, versions[index - 1].key)
    for source in list_origins(history, versions[index]):
        yield passage_at(history, source.edition, source.number)


def restore(part: BlameAnswer | PassageBlame, seam: Seam) -> list[str]:
    """The removed words of a seam with the words next to them, as they stood before the edition that removed them."""
    before, after = "", ""
    at = 0
    for other in part.seams:
        if other.since != seam.since:
            continue
        removed = f" {other.between} " if other.between else f" {UNKNOWN} "
        if other.offset < seam.offset:
            before += part.text[at : other.offset] + removed
            at = other.offset
        elif other.offset > seam.offset:
            after += part.text[at : other.offset] + removed
            at = other.offset
        else:
            before += part.text[at : other.offset]
            at = other.offset
    after += part.text[at:]
    neighbours = words_of(before)[-1:], words_of(after)[:1]
    first, last = ([] if neighbour == [UNKNOWN] else neighbour for neighbour in neighbours)
    return [*first, *words_of(seam.between), *last]


def list_seams(blamed: BlameAnswer) -> list[tuple[BlameAnswer | PassageBlame, Seam]]:
    return [(part, seam) for part in parts_of(blamed) for seam in part.seams]


def test_each_seam_has_the_words_that_stood_there_until_then(history: History, answers: list[BlameAnswer]) -> None:
    checked = 0
    for blamed in answers:
        for part, seam in list_seams(blamed):
            sides = [*words_of(part.text[: seam.offset])[-1:], *words_of(part.text[seam.offset :])[:1]]
            assert stands_in(sides, passage_at(history, seam.since, seam.key)), (blamed.key, seam)
            if any(word.isalpha() for word in words_of(seam.between)):
                sources = list(sources_of(history, seam.since, seam.key))
                assert any(stands_in(restore(part, seam), source) for source in sources), (blamed.key, seam)
                checked += 1
    assert checked > 2000


def has_other_numbers(former: Passage, now: Passage) -> bool:
    """Whether two passages differ in nothing but numbers."""
    return former.shown != now.shown and words_of(former.shown) == words_of(now.shown)


def test_the_newest_change_of_wording_is_visible(history: History, answers: list[BlameAnswer]) -> None:
    """Also where people see it."""
    shown = ShownPhrases(history)
    reworded = 0
    for blamed in answers:
        versions = history.versions.of_lineage(blamed.lineage)
        worded = [index for index in range(1, len(versions)) if versions[index].change in ("terminology", "wording")]
        if not worded:
            continue
        version = versions[worded[-1]]
        now = passage_at(history, version.first, version.key)
        former = passage_at(history, versions[worded[-1] - 1].last, versions[worded[-1] - 1].key)
        exact = {span.since for part in parts_of(blamed) for span in part.spans}
        seen = {phrase.since for part in parts_of(blamed) for phrase in phrases_of(shown, part)}
        dates = {seam.since for _, seam in list_seams(blamed)}
        dates |= {passage.since for passage in blamed.removed}
        dates |= {change.since for change in blamed.hidden}
        if version.first not in dates | exact and has_other_numbers(former, now):
            continue  # the numbers were printed anew since
        assert version.first in dates | exact, (blamed.key, version)
        pieces = [piece for part in parts_of(blamed) for piece in shown.list_shown(part)]
        seen |= {span.since for span in list_unseen(pieces)}
        assert version.first in dates | seen, (blamed.key, version)
        reworded += 1
    assert reworded > 1600


def count_words(text: str) -> int:
    return sum(map(is_word, split_tokens(text).strings))


def test_phrases_as_people_see_them_are_long_enough_true_and_seldom_later(
    history: History, answers: list[BlameAnswer]
) -> None:
    shown = ShownPhrases(history)
    phrases = short = words = later = 0
    for blamed in answers:
        for part in parts_of(blamed):
            seen = phrases_of(shown, part)
            assert "".join(phrase.text for phrase in seen) == part.text
            assert max((span.since for span in part.spans), default="") <= max((p.since for p in seen), default="")
            for phrase in seen:
                if phrase.is_widened:
                    holder = passage_at(history, phrase.since, phrase.key)
                    texts = (holder.shown, *holder.examples, *holder.notes)
                    assert any(word_for_word(phrase.text, text) for text in texts), (blamed.key, phrase)
                later += sum(count_words(span.text) for span in phrase.spans if span.since < phrase.since)
                words += count_words(phrase.text)
                short += len(seen) > 1 and 0 < count_words(phrase.text) < FEWEST
            phrases += len(seen)
    assert phrases > 10_000
    assert short < phrases / 1000
    assert later < words / 20, "most words are seen with their own date"
