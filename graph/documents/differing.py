"""The texts of a document that are not those of an edition under the same number or term.

Copies of one edition differ in typography only: the 141 undamaged copies of the archive differ from the readings of
their editions in no text. Besides the marks that imprints ignore, some copies lost the marks of a headword, and some
print a web address without the angle brackets around it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from graph.documents.extent import fold_key
from graph.documents.nearness import list_imprints, list_records
from rules.change import passage_of
from rules.imprints import imprint
from rules.records import ParsedDocument
from rules.store import Store

_Pair = tuple[str, int]
"""A key, such as `702.40a`, and an imprint."""
_SAME = """
SELECT own.value ->> 0, own.value ->> 1 FROM json_each(?) AS own
CROSS JOIN keys ON keys.key = own.value ->> 0 CROSS JOIN imprints ON imprint = own.value ->> 1
CROSS JOIN runs ON runs.key_id = keys.id AND runs.text_id = imprints.text_id
CROSS JOIN line ON line.place BETWEEN runs.first AND runs.last WHERE line.edition = ?
"""
"""Those of some pairs of a key and an imprint that an edition has. The first parameter is a JSON list of such pairs:
`[["702.40a", 8123], …]`. Of the tables of `rules.store`, `keys` has an id for each key, `imprints` the texts with an
imprint, `runs` the records of consecutive editions from the place `first` to `last`, `line` the place of each edition.
"""
_WORDLESS = """
SELECT keys.key FROM line JOIN runs ON line.place BETWEEN runs.first AND runs.last JOIN keys ON keys.id = runs.key_id
WHERE line.edition = ? AND runs.text_id NOT IN (SELECT text_id FROM imprints)
"""
"""The keys under which an edition has a text without words, which has no imprint."""
_IN_BRACKETS = re.compile(r"<((?:https?://|www\.)[^<>\s]+)>")
"""A web address in angle brackets."""
_ADDRESS = re.compile(r"(?<![</\w])((?:https?://|www\.)[^<>\s]*[^<>\s.,;:)])")
"""A web address without them."""
_LOST_CHARACTER = "\ufffd"


class _Form(NamedTuple):
    """A text of a document in one of the forms in which copies print it.

    Attributes:
        key: The key of the text in the document.
        key_of_edition: The key that the edition has in its place, which may differ in typography only.
        imprint: The imprint of the text in this form.
    """

    key: str
    key_of_edition: str
    imprint: int


def list_differing(document: ParsedDocument, edition: str, store: Store) -> tuple[str, ...]:
    """Return the keys of a document under which the edition has no text, or another one.

    Texts with lost characters are left out, since the reader of the document reports these characters.

    Args:
        document: The document.
        edition: Id of the edition.
        store: A knowledge base or ledger that has this edition.

    Returns:
        Keys such as `702.40a` and `glossary:Storm`, in the order of the document.
    """
    texts = {record.key: passage_of(record).shown for record in list_records(document)}
    identical = {key for key, _ in _select_same(list_imprints(document), edition, store)}
    candidates = {key: text for key, text in texts.items() if key not in identical and _LOST_CHARACTER not in text}
    same_but_for_marks = _list_same_but_for_marks(candidates, edition, store)
    wordless = _list_wordless(candidates, edition, store)
    return tuple(key for key in candidates if key not in same_but_for_marks and key not in wordless)


def _list_same_but_for_marks(texts: Mapping[str, str], edition: str, store: Store) -> set[str]:
    """Return the keys of the texts that an edition has in another form, under a key of the same letters.

    Args:
        texts: Key → text of a document.
        edition: Id of the edition.
        store: A knowledge base or ledger that has this edition.
    """
    forms = list(_list_forms(texts, store.keys(edition)))
    in_edition = _select_same([(form.key_of_edition, form.imprint) for form in forms], edition, store)
    return {form.key for form in forms if (form.key_of_edition, form.imprint) in in_edition}


def _list_wordless(texts: Mapping[str, str], edition: str, store: Store) -> set[str]:
    """Return the keys under which both a document and an edition have a text without words, such as `—`.

    Args:
        texts: Key → text of a document.
        edition: Id of the edition.
        store: A knowledge base or ledger that has this edition.
    """
    wordless = {key for key, text in texts.items() if imprint(text) is None}
    if not wordless:
        return wordless
    return wordless.intersection(key for (key,) in store.select(_WORDLESS, edition))


def _list_forms(texts: Mapping[str, str], keys_of_edition: Iterable[str]) -> Iterator[_Form]:
    """Yield each text as it is, and with its web addresses without and with angle brackets.

    Args:
        texts: Key → text of a document.
        keys_of_edition: The keys of an edition.
    """
    folded_keys = {fold_key(key): key for key in keys_of_edition}
    for key, text in texts.items():
        key_of_edition = folded_keys.get(fold_key(key), key)
        for form in (text, _IN_BRACKETS.sub(r"\1", text), _ADDRESS.sub(r"<\1>", text)):
            imprint_of_form = imprint(form)
            if imprint_of_form is not None:
                yield _Form(key, key_of_edition, imprint_of_form)


def _select_same(pairs: Iterable[_Pair], edition: str, store: Store) -> set[_Pair]:
    """Return those of some pairs of a key and an imprint that an edition has."""
    return set(store.select(_SAME, json.dumps(sorted(pairs)), edition))
