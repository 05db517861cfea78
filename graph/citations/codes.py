"""The kinds of findings of the linter: their codes, names and severities, also as people write them."""

from collections.abc import Iterable

import msgspec

from graph.citations.records import Severity


class Code(msgspec.Struct, frozen=True):
    """A kind of finding.

    Attributes:
        code: `CR002`.
        name: `retired`.
        severity: Its severity unless the configuration sets another.
        meaning: Its meaning in one sentence.
        is_default: Whether it is reported unless the user selects codes.
    """

    code: str
    name: str
    severity: Severity
    meaning: str
    is_default: bool = True


OFF_TOPIC = "CR009"
"""The code whose check only runs if it is selected."""
UNUSED, REWORDED, DRIFTED = "CR100", "CR008", "CR003"
INTERNAL = "CR900"
"""Always reported: no option, comment or baseline suppresses it."""

CODES: dict[str, Code] = {
    code.code: code
    for code in (
        Code("CR001", "never-existed", "error", "No edition has a rule of this number."),
        Code("CR002", "retired", "error", "The number was in use once and is no longer."),
        Code("CR003", "drifted", "error", "The number names another rule than in the edition that was cited."),
        Code("CR004", "text-mismatch", "error", "The title or text quoted beside the number belongs to another rule."),
        Code("CR005", "keyword-mismatch", "error", "The keyword named beside the number is not that rule's."),
        Code("CR006", "malformed", "error", "The number or range cannot be meant as it is written."),
        Code("CR007", "beyond-data", "note", "The number is plausible, but newer than the newest edition known."),
        Code("CR008", "reworded", "warning", "The rule is the same, but its words changed since the edition cited."),
        Code(OFF_TOPIC, "off-topic", "warning", "No distinctive word beside the number occurs in its rule.", False),
        Code("CR100", "unused-ignore", "warning", "A comment ignores findings that do not occur."),
        Code("CR900", "internal-error", "error", "comprules failed here and went on; please report it."),
    )
}
"""Each code with its kind of finding, in order."""


def code_of(word: str) -> str | None:
    """Return the code that a word means: a code (`CR002`) or its name (`retired`) in any case; None if unknown."""
    word = word.strip()
    if word.upper() in CODES:
        return word.upper()
    return next((code for code, about in CODES.items() if about.name == word.lower()), None)


def suggest(word: str, known: Iterable[str], *, kind: str, shown: str = "{}") -> str:
    """Return the end of a message about an unknown word: which one was probably meant, or else all of them.

    Args:
        word: What somebody wrote.
        known: What could have been written.
        kind: What these words are: `keys`.
        shown: How the one meant is written.
    """
    import difflib  # noqa: PLC0415 - only needed for errors

    known = list(known)
    forms = (word, word.lower(), word.upper())
    near = next((found for form in forms for found in difflib.get_close_matches(form, known, n=1)), None)
    return f"did you mean {shown.format(near)}?" if near else f"the {kind} are {', '.join(known)}"


def unknown_code(word: str) -> str | None:
    """Return the message about a word that means no code; None if it means one."""
    if code_of(word):
        return None
    names = [*CODES, *(code.name for code in CODES.values())]
    return f"there is no finding {word.strip()!r}; {suggest(word.strip(), names, kind='codes and their names')}"
