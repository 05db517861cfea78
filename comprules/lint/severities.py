"""How serious the findings of each code are: what a configuration and the option `--severity` say about it.

As in ESLint, Biome and ty, a severity also turns a code on, and `off` turns it off.
"""

from collections.abc import Iterable, Mapping

from graph.citations.codes import CODES, INTERNAL, code_of, unknown_code
from graph.citations.records import Severity
from rules.suggestions import suggest

OFF = "off"
"""Written in place of a severity: such findings are not reported."""
_OF_WORD: Mapping[str, Severity | None] = {"error": "error", "warning": "warning", "note": "note", OFF: None}


def find_severity_problem(severities: Iterable[tuple[str, str]]) -> str | None:
    """Return what is wrong with severities as somebody wrote them; None if nothing is.

    Args:
        severities: Codes or their names, each with its severity.
    """
    written: dict[str, str] = {}  # code → its severity
    for word, severity in severities:
        problem = unknown_code(word)
        if problem is not None:
            return problem
        code = code_of(word) or ""
        if code == INTERNAL:
            return f"{INTERNAL} is always an error; remove it"
        if severity not in _OF_WORD:
            hint = suggest(severity, _OF_WORD, kind="severities", shown=repr("{}"))
            return f"{word.strip()} has no severity {severity!r}; {hint}"
        if written.setdefault(code, severity) != severity:
            return f"{code} has two severities, {written[code]!r} and {severity!r}; remove one of them"
    return None


def resolve_severities(severities: Mapping[str, str]) -> dict[str, Severity]:
    """Return the severity of each code that has one, by its code; those that are off are left out.

    Args:
        severities: Codes or their names, each with a severity in which there is no problem.
    """
    resolved: dict[str, Severity] = {}
    for word, severity in severities.items():
        code, level = code_of(word), _OF_WORD[severity]
        if code is not None and level is not None:
            resolved[code] = level
    return resolved


def list_off(severities: Mapping[str, str]) -> tuple[str, ...]:
    """Return the codes or names that are off."""
    return tuple(word for word, severity in severities.items() if severity == OFF)


def read_severities(typed: Iterable[str]) -> dict[str, str]:
    """Return the severities of an option, such as `CR010=error,CR003=note`, by codes or names as they were typed.

    Raises:
        ValueError: One of them has no severity, or there is another problem; the message says which.
    """
    rows: list[tuple[str, str]] = []
    for word in (word for words in typed for word in words.split(",") if word.strip()):
        code, equals, severity = word.partition("=")
        if not equals:
            raise ValueError(f"{word.strip()!r} has no severity; write {code.strip()}=error, for example")
        rows.append((code.strip(), severity.strip().lower()))
    problem = find_severity_problem(rows)
    if problem is not None:
        raise ValueError(problem)
    return dict(rows)


def default_severity(code: str) -> Severity:
    """Return the severity of a code that nobody gave another one."""
    return CODES[code].severity
