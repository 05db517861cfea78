"""Find the tests of a program."""

import re

from rules.late_patterns import compile_late

_TEST = compile_late(
    r"""
    ^[ \t]*(?:
        (?:async\ )?def\ test_ | class\ Test | (?:describe|it|test)(?:\.\w+)*\( | \#\[(?:\w+::)*(?:test|rstest)\b
        | \#\[cfg\(test\)\] | @(?:Parameterized)?Test\b | \[(?:Fact|Theory|Test(?:Method|Case)?)\b | func\ Test[A-Z_]
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
"""The beginning of a test in one of the usual languages."""


def list_tests(text: str) -> list[int]:
    """Return the offsets at which the tests of a program begin, in order."""
    return [test.start() for test in _TEST.finditer(text)]


def find_first_test(text: str) -> int:
    """Return the offset at which the first test of a program begins; the length of the text if it has none."""
    test = _TEST.search(text)
    return test.start() if test else len(text)
