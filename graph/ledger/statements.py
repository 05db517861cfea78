"""Whether a line is a statement of a program."""

from rules.late_patterns import compile_late

_FIRST_WORD = compile_late(
    r"^\s*(?:async|class|const|def|fn|for|from|func|if|import|let|package|private|public|return|var|while)\b"
)
"""The beginning of a line of a program."""
_ENDS = (";", "{", "(", "=")
_CALL = compile_late(r"\w\(")
_WORD = compile_late(r"\w")


def is_statement(line: str) -> bool:
    """Return whether a line begins with a word of programs, or ends as their lines do: `row(boat);`.

    The heading of a wiki ends in several equals signs. The end is looked at before the rest, which may be long.

    Args:
        line: The line as a reader sees it, since the semicolon of `&quot;` is not the end of a statement.
    """
    if _FIRST_WORD.search(line) is not None:
        return True
    if line.endswith(")"):
        return _CALL.search(line) is not None
    if line.endswith(_ENDS) and not line.endswith("=="):
        return _WORD.search(line) is not None
    return False
