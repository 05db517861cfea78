"""The kinds of findings of the linter: their codes, names and severities, also as people write them."""

from collections.abc import Mapping

from graph.citations.records import Code
from rules.suggestions import suggest

OFF_TOPIC = "CR009"
LIKELY_ANOTHER = "CR010"
DRIFTED = "CR003"
REWORDED = "CR008"
UNUSED = "CR100"
INTERNAL = "CR900"
"""Always reported: no option, comment or baseline suppresses it."""

_OF_CITATIONS = (
    Code("CR001", "never-existed", "error", "No edition has a rule with this number."),
    Code("CR002", "retired", "error", "The number was in use once, but no longer is."),
    Code(DRIFTED, "drifted", "error", "The number belongs to a different rule than in the edition it was written for."),
    Code("CR004", "text-mismatch", "error", "The title or text quoted next to the number belongs to another rule."),
    Code("CR005", "keyword-mismatch", "error", "The keyword named next to the number belongs to another rule."),
    Code("CR006", "malformed", "error", "The number or range makes no sense as written."),
    Code("CR007", "beyond-data", "note", "The number is plausible, but newer than the newest edition known."),
    Code(REWORDED, "reworded", "warning", "The rule is the same, but it has been reworded since the edition cited."),
)
_SEPARATE = (
    Code(OFF_TOPIC, "off-topic", "warning", "No distinctive word next to the number occurs in its rule.", False),
    Code(LIKELY_ANOTHER, "likely-another-rule", "note", "The words next to the number fit another rule better."),
)
_OF_RUNS = (
    Code(UNUSED, "unused-ignore", "warning", "An ignore comment matches no finding."),
    Code(INTERNAL, "internal-error", "error", "comprules failed here and continued; please report the failure."),
)
CODES: dict[str, Code] = {code.code: code for code in (*_OF_CITATIONS, *_SEPARATE, *_OF_RUNS)}
"""Each code with its kind of finding, in order."""
CHOSEN_CODES = frozenset(code.code for code in _SEPARATE)
"""The codes whose checks only run if they are reported, after all others."""

_OF_REFERENCES = (
    Code("CR201", "missing", "error", "The document has no rule or glossary entry that this refers to."),
    Code("CR202", "title-mismatch", "error", "The title next to the number is not the title of that rule."),
    Code("CR203", "ambiguous", "error", "The document has several rules or entries with this number or name."),
    Code("CR204", "drifted-reference", "error", "The rule has moved, and the number now names another rule."),
    Code("CR205", "mistaken", "error", "The number belongs to a rule about something else."),
)
_OF_NUMBERS = (
    Code("CR206", "duplicate-number", "error", "An earlier rule of the document has this number."),
    Code("CR207", "missing-number", "warning", "The document skips this number, or only its contents have it."),
    Code("CR208", "misplaced-number", "warning", "The number does not fit between those around it."),
    Code("CR209", "misprinted-number", "warning", "The number is not printed in the form of a rule number."),
    Code("CR210", "untidy-number", "note", "A full stop or a space in the number is missing or superfluous.", False),
    Code(
        "CR211",
        "contents-mismatch",
        "warning",
        "The contents omit the chapter or give it a different title than the body.",
    ),
)
AUDIT_CODES: dict[str, Code] = {code.code: code for code in (*_OF_REFERENCES, *_OF_NUMBERS)}
"""Each code of a fault in a rules document with its kind of fault, in order; they have no code of `CODES`."""
DESCRIBED_CODES = CODES | AUDIT_CODES


def code_of(word: str, codes: Mapping[str, Code] = CODES) -> str | None:
    """Return the code that a word means: a code (`CR002`) or its name (`retired`) in any case; None if unknown.

    Args:
        word: What somebody wrote.
        codes: The codes that it may mean.
    """
    word = word.strip()
    if word.upper() in codes:
        return word.upper()
    for code in codes.values():
        if code.name == word.lower():
            return code.code
    return None


def unknown_code(word: str) -> str | None:
    """Return the message about a word that means no code; None if it means one."""
    if code_of(word):
        return None
    names = [*CODES, *(code.name for code in CODES.values())]
    return f"there is no finding {word.strip()!r}; {suggest(word.strip(), names, kind='codes and their names')}"
