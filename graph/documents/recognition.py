"""The report that a document quotes the rules but is no copy of them.

A dialect reads whatever has the form of the rules, such as a test plan that is organised by their numbers. Whether its
sentences are those of the rules, `graph.ledger.copies.is_copy` decides, as it does for `comprules check`. A document
without any sentence of the rules is not reported here: it may be an edition that only the user's knowledge base has,
and the comparison with editions says that none has its texts.
"""

from msgspec.structs import replace

from graph.ledger.copies import has_quotes, is_copy
from graph.ledger.known_sentences import KnownSentences
from rules.records import COMPREHENSIVE_RULES, Diagnostic, ParsedDocument, choose_worst

NO_COPY = "no-copy"
"""The code of the diagnostic about such a document."""
REASON = "it quotes the rules but is not a copy of them: too much of its text is not theirs"
_HINT = "comprules check FILE checks its numbers as citations"


def report_no_copy(document: ParsedDocument, text: str, ledger: KnownSentences) -> ParsedDocument:
    """Return a document of the Comprehensive Rules, with a diagnostic if it quotes them but is no copy of them.

    What is no copy is never `good`.

    Args:
        document: The records.
        text: The text that they were read from.
        ledger: The ledger.
    """
    if document.work != COMPREHENSIVE_RULES or is_copy(text, ledger) or not has_quotes(text, ledger):
        return document
    problem = Diagnostic(NO_COPY, "warning", REASON, document.name, hint=_HINT)
    condition = choose_worst([document.condition, "damaged"])
    return replace(document, condition=condition, diagnostics=(*document.diagnostics, problem))
