"""A problem of a document, as the answers have it."""

from msgspec import Struct

from rules.records import Diagnostic, Severity


class ProblemAnswer(Struct, frozen=True, kw_only=True):
    """A problem of a document, in the form of the findings of `check`.

    Attributes:
        code: Code of the problem.
        name: The same as `code`.
        severity: How serious the problem is.
        message: What is wrong.
        path: The document.
        line: The line, from 1; null if the problem concerns the whole document.
        column: The column, from 1; null if the problem concerns the whole line.
        end_column: Always null, as are `number`, `suggestion` and `edition_broken`.
        hint: What can be done about the problem.
    """

    code: str
    name: str
    severity: Severity
    message: str
    path: str
    line: int | None
    column: int | None
    end_column: None = None
    number: None = None
    suggestion: None = None
    edition_broken: None = None
    hint: str | None


def answer_problem(problem: Diagnostic) -> ProblemAnswer:
    """Return a problem of a document."""
    return ProblemAnswer(
        code=problem.code,
        name=problem.code,
        severity=problem.severity,
        message=problem.message,
        path=problem.path,
        line=problem.line or None,
        column=problem.column or None,
        hint=problem.hint or None,
    )
