"""The role of a place that cites rules: code, a test, or a document."""

import re
from pathlib import Path
from typing import Literal

from comprules.lint.config import FoundConfig, Roles
from comprules.lint.patterns import last_fitting
from comprules.lint.scan import ScannedFile
from graph.citations.records import LONGEST_LINE, Citation
from graph.citations.rulings import RulingCitation

Role = Literal["code", "tests", "documents"]
ROLES: tuple[Role, ...] = ("code", "tests", "documents")
USUAL = Roles(
    tests=(
        *("[Tt]est/", "[Tt]ests/", "*[-_.][Tt]est/", "*[-_.][Tt]ests/", "__tests__/", "[Ss]pec/", "[Ss]pecs/", "e2e/"),
        *("test.*", "tests.*", "test_*.*", "*[-_.]test.*", "*[-_.]tests.*", "*[-_.]spec.*", "conftest.py"),
        *("*[a-z0-9]Test.*", "*[a-z0-9]Tests.*", "*[a-z0-9]Spec.*"),
    ),
    documents=("docs/", "doc/", "*.md", "*.mdx", "*.markdown", "*.rst", "*.adoc", "*.org", "*.tex", "*.txt"),
)
"""The usual patterns of tests and documents, for a role for which the configuration has none."""

_TEST_WORD = re.compile(  # test_trample, Trample_Tests, trampleTest, shouldTrample
    r"(?:^|_)(?:[Tt]est|TEST)s?(?![a-z])|(?<=[a-z\d])Tests?(?![a-z])|^should(?![a-z])"
)
_TEST_CALL = re.compile(
    r"\s*(?:await\s+)?(?:it|test|describe|context|scenario|specify|TEST\w*)(?:\.\w+)*!?\s*\(?\s*([\"'`])(?:(?!\1).)*"
)
"""The start of a line that calls a test by a name in quotes, up to a place in that name."""
_TEST_MARK = re.compile(
    r"(?:#\[(?:\w+::)*(?:test|rstest|test_case)\b|@\w*Test\b|\[(?:Fact|Theory|Test)\b)[^\n]*+\s*+"
    r"(?:(?:#\[|@|\[)[^\n]*+\s*+)*+\Z"
)
"""The lines above a function that mark it as a test."""
_TEST_BLOCK = re.compile(
    r"^#\[cfg\(test\)\]\r?\n(?:#\[.*\n){0,3}(?:pub )?mod \w+ \{\r?\n(?:(?!\}).+\n?|\n)*+", re.MULTILINE
)
"""A module of tests in a file of Rust, up to the brace that begins a line."""
_NO_WORD = re.compile(r"\W")


def role_of_file(path: str, config: FoundConfig, shared: Path) -> Role:
    """Return the role that a file has by its path.

    Args:
        path: The file.
        config: The configuration that decides for it.
        shared: The folder that the paths of the run share. If the file has no configuration, and this folder is outside
            of the repository of the file, patterns are relative to it.
    """
    roles = config.coverage
    patterns: list[tuple[str, Role]] = [(pattern, "tests") for pattern in roles.tests or USUAL.tests]
    patterns += [(pattern, "documents") for pattern in roles.documents or USUAL.documents]
    root = config.root.resolve()
    if config.file is None and not shared.is_relative_to(root):
        root = shared
    return last_fitting(tuple(patterns), root, path, "code")


class RoleFinder:
    """Finds the roles of the citations of a file.

    Args:
        scanned: The file.
        file_role: The role that the file has by its path.
    """

    def __init__(self, scanned: ScannedFile, file_role: Role) -> None:
        self._scanned = scanned
        self._file_role: Role = file_role
        self._blocks = [match.span() for match in _TEST_BLOCK.finditer(scanned.text)]

    def role_of(self, citation: Citation | RulingCitation) -> Role:
        """Return the role of a citation: that of the file, or `tests` for a citation in the tests of a file of code."""
        if self._file_role == "code" and self._is_in_test(citation):
            return "tests"
        return self._file_role

    def _is_in_test(self, citation: Citation | RulingCitation) -> bool:
        """Return whether a citation is in a module of tests, or in the name of a test.

        Names are not looked for beyond the first `LONGEST_LINE` characters of a line.
        """
        if any(start <= citation.start < end for start, end in self._blocks):
            return True
        line, _ = self._scanned.place(citation.start)
        line_start, _ = self._scanned.span(line)
        if citation.start - line_start > LONGEST_LINE:
            return False
        return self._is_in_name(citation, line_start)

    def _is_in_name(self, citation: Citation | RulingCitation, line_start: int) -> bool:
        """Return whether a citation is in the name of a test.

        Args:
            citation: The citation.
            line_start: Offset at which its line begins.
        """
        text = self._scanned.text
        before = text[line_start : citation.start]
        is_in_call = _TEST_CALL.fullmatch(text, line_start, citation.start) is not None
        if is_in_call or _TEST_WORD.search(self._read_word(citation, before)):
            return True
        # In Kotlin the name of a test may be a sentence in backticks.
        is_identifier = isinstance(citation, Citation) and citation.form == "identifier"
        is_in_identifier = is_identifier or before.count("`") == 1
        return is_in_identifier and self._is_marked_above(line_start)

    def _read_word(self, citation: Citation | RulingCitation, before: str) -> str:
        """Return the identifier or word around a citation: of `def test_702_19a_trample`, `test_702_19a_trample`.

        Args:
            citation: The citation.
            before: Its line, up to the citation.
        """
        after = self._scanned.text[citation.end : citation.end + LONGEST_LINE]
        printed = self._scanned.text[citation.start : citation.end]
        return _NO_WORD.split(before)[-1] + printed + _NO_WORD.split(after)[0]

    def _is_marked_above(self, line_start: int) -> bool:
        """Return whether the lines above a line mark it as the head of a test."""
        above = self._scanned.text[max(0, line_start - LONGEST_LINE) : line_start]
        return _TEST_MARK.search(above) is not None
