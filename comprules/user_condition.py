"""The condition of a document for its reader, whose own knowledge base may have editions that no ledger has."""

from collections.abc import Callable

from comprules.facts import open_facts
from comprules.known_texts import judge_by_known_texts
from graph.documents.condition import Judgement
from rules.records import ParsedDocument
from rules.store import StoreError
from rules.store.location import store_path


def judge_as_user(document: ParsedDocument, on_unread: Callable[[StoreError], None] | None = None) -> Judgement:
    """Return the condition of a document, compared with the ledger and the user's own knowledge base.

    A knowledge base that cannot be read, such as one of an older version, is not needed: the ledger has the texts, too.

    Args:
        document: The document.
        on_unread: Called with the reason why the knowledge base cannot be read.
    """
    if not store_path(None).exists():
        return judge_by_known_texts(document)
    try:
        own = open_facts(None)
    except StoreError as error:
        if on_unread is not None:
            on_unread(error)
        return judge_by_known_texts(document)
    with own:
        return judge_by_known_texts(document, own)
