"""Reasons to refuse a document that is about the rules but is no text of them.

A dialect reads whatever has numbers of rules before words. A table of the numbers of one edition in another, a list of
references or of announcements would so become rules that no edition has.

Notes: nothing here asks whether the words are those of the rules, because an edition may be one that nobody has read
yet. `graph.documents.recognition` asks that.
"""

import re

from rules.json_files.strings import is_sentence
from rules.records import ParsedDocument
from rules.text import plain_words

ENOUGH_TEXTS = 3
"""Minimum number of texts of a document of which it is asked whether they are sentences."""
LEAST_SENTENCES = 0.3
"""Minimum share of the texts of rules that are sentences. In the copies of the archive it is at least 0.997."""
LONG = 12
"""Number of words from which a text counts as a sentence even if nothing ends it, as in a copy that lost its stops."""
MOST_NUMBERS = 0.34
"""Maximum share of the words of a sentence that are numbers."""
FIRST = 500
"""Number of characters at the beginning of a text whose words are counted."""
NUMBER_WORD = "#"
"""The word that stands for each number in plain words."""

_OTHER_SCRIPT = re.compile(r"[\u0370-\u1fff\u2e80-\uffdc]")
"""A letter of another script, in which sentences may have neither spaces nor full stops."""
_CHECK = "comprules check FILE checks its numbers as citations"


def find_refusal(document: ParsedDocument, *, is_destroyed: bool) -> str:
    """Return why a document is no text of the rules, as a clause with a remedy; empty if nothing shows that.

    Three things show it: its reader could not tell its records apart, it has no record at all, or hardly any text after
    its numbers is a sentence. With very few texts the last is not asked.

    Args:
        document: Its records.
        is_destroyed: Whether its characters were destroyed, so that its rules cannot be read.
    """
    for problem in document.diagnostics:
        if problem.code == "unclear-records":
            return f"{problem.message} ({problem.hint})"
    if not document.rules and not document.glossary and not is_destroyed:
        return f"none of its lines is a rule with its number, or a glossary entry with its text; {_CHECK}"
    texts = [rule.text for rule in document.rules if "." in rule.number and rule.text]
    sentences = sum(map(_is_text, texts))
    if len(texts) < ENOUGH_TEXTS or sentences >= LEAST_SENTENCES * len(texts):
        return ""
    count = f"{sentences:,} of the {len(texts):,} texts after its numbers are sentences"
    if not sentences:
        count = f"none of the {len(texts):,} texts after its numbers is a sentence"
    return f"it has numbers of rules, but not their texts: {count}; {_CHECK}"


def _is_text(text: str) -> bool:
    """Return whether a text is a sentence, or has as many words as one, and is not a row of numbers."""
    if _OTHER_SCRIPT.search(text) is not None:
        return True
    words = plain_words(text[:FIRST])
    numbers = sum(word == NUMBER_WORD or word.isdecimal() for word in words)
    if numbers > MOST_NUMBERS * len(words):
        return False
    return is_sentence(text) or len(words) >= LONG
