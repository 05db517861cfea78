"""The known texts, with which a document is compared to judge its condition.

They are the texts of the ledger, which has the facts of every edition that was known when it was made. The sample has
editions with made-up wording, so a copy from the sample can only be compared with a knowledge base made from it.
"""

from functools import cache

from graph.documents.condition import Judgement, apply_judgement, judge_document
from graph.documents.nearness import measure_nearness
from graph.ledger import SHIPPED, Ledger, LedgerError, open_ledger
from rules.records import ParsedDocument
from rules.store import Store
from scraper.archive import Copy


@cache
def shipped_ledger() -> Ledger | None:
    """Return the ledger of the package, which a process opens once; None if it cannot be read.

    The user's own ledger is not used: it is made from documents that `ingest` reads, and that are judged here.
    """
    try:
        return open_ledger(SHIPPED)
    except LedgerError:
        return None  # so that a ledger of a new format can be made from an archive


def choose_known_texts(document: ParsedDocument, store: Store | None) -> Store | None:
    """Return the ledger or the knowledge base with which a document is compared; None if there is none.

    The ledger comes first, so that a copy is judged alike on every machine. A knowledge base is only used for what the
    ledger cannot know: the sample's editions, and an edition that is newer than the package.

    Args:
        document: The document.
        store: The knowledge base that the user has; None if there is none.
    """
    ledger = shipped_ledger()
    if store is None or not store.has_texts:
        return ledger
    if ledger is None:
        return store
    if store.meta().get("sample") == "yes":
        # The sample has the dates of real editions, so only the words show whether a document is from it.
        is_nearer = measure_nearness(document, store).most > measure_nearness(document, ledger).most
        return store if is_nearer else ledger
    if document.edition in store.work_of and document.edition not in ledger.work_of:
        return store
    return ledger


def judge_by_known_texts(document: ParsedDocument, store: Store | None = None) -> Judgement:
    """Return the condition of a document, compared with the known texts.

    Args:
        document: The document.
        store: The knowledge base that the user has; None if there is none.
    """
    known_texts = choose_known_texts(document, store)
    if known_texts is None:
        return Judgement(condition=document.condition, extent=None, diagnostics=document.diagnostics)
    return judge_document(document, known_texts)


def judge_copy(copy: Copy, document: ParsedDocument) -> ParsedDocument:
    """Return the records of an archive's copy with its condition and all its problems.

    A copy that is known to be an excerpt is judged by itself.

    Args:
        copy: Its facts from the manifest.
        document: Its records.
    """
    if copy.excerpt:
        return document
    return apply_judgement(document, judge_by_known_texts(document))
