"""The kinds of findings of the linter: their codes, names and severities."""

from __future__ import annotations

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
