"""The ability words that the rules list, such as `landfall`.

Ability words have no rule of their own, so only the rule that lists them is about them.
"""

from graph.ledger.lineage_texts import list_lineage_texts
from rules.store import Store
from rules.text import strip_title

_INTRODUCTION = "ability words"
_COLON = ": "
_VERB = " are "
_LAST_SEPARATOR = ", and "


def ability_word_rows(store: Store) -> list[tuple[str, int]]:
    """Return the rows (ability word in plain letters, number of the lineage of a rule that lists or listed it)."""
    texts = dict(store.select("SELECT id, text FROM texts WHERE text LIKE '%ability words%'"))
    rows: set[tuple[str, int]] = set()
    for lineage_text in list_lineage_texts(store):
        if lineage_text.is_rule and lineage_text.text_id in texts:
            names = list_ability_words(texts[lineage_text.text_id])
            rows |= {(strip_title(name), lineage_text.lineage) for name in names}
    return sorted(rows)


def list_ability_words(text: str) -> list[str]:
    """Return the ability words that the sentences of a rule list.

    Of the sentence `The ability words are brisk, calm, and dull.` these are `brisk`, `calm` and `dull`. What follows
    the last full stop is no sentence.
    """
    names: list[str] = []
    for sentence in text.split(".")[:-1]:
        names += _list_in_sentence(sentence)
    return names


def _list_in_sentence(sentence: str) -> list[str]:
    """Return the ability words that a sentence lists; none if it has no list of ability words at its end.

    In the sentence `The ability words are brisk, calm, and dull` the list begins after ` are `, its last member is
    `dull`, and the members before that are `brisk, calm`. A list may also begin after a colon, as in `The ability words
    are as follows: brisk, calm, and dull`.
    """
    _, _, after_introduction = sentence.partition(_INTRODUCTION)
    before_last, _, last = after_introduction.rpartition(_LAST_SEPARATOR)
    beginning_of_list = _COLON if _COLON in before_last else _VERB
    _, has_beginning, members_before_last = before_last.rpartition(beginning_of_list)
    ends_sentence = "," not in last and ":" not in last
    if not (has_beginning and members_before_last and last and ends_sentence):
        return []
    return [*members_before_last.split(", "), last]
