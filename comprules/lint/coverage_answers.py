"""The records of `coverage --format json`."""

from pathlib import Path

import msgspec

from comprules.lint.notices import NoticeAnswer
from comprules.lint.roles import Role
from rules.conversion import decode_json
from rules.errors import ComprulesError


class CoverageError(ComprulesError):
    """Error: a file to compare with is no coverage; the message says why."""


class Place(msgspec.Struct, frozen=True, order=True, omit_defaults=True, rename={"fault_code": "code"}):
    """A place in a file, and the number that is cited there; in `CitedRule` path and line alone.

    Attributes:
        path: The file.
        line: Line of the number, from 1.
        number: The number, in full.
        role: `code`, `tests` or `documents`.
        fault_code: Code of the fault of the number, such as `CR002`; None if it has none. An outdated number has a
            fault, and counts for a rule all the same.
        rules: The numbers of the rules for which the citation counts; empty if the number is wrong.
    """

    path: str
    line: int
    number: str | None = None
    role: Role | None = None
    fault_code: str | None = None
    rules: tuple[str, ...] = ()


class CitedRule(msgspec.Struct, frozen=True):
    """A number of the edition, and the places that cite it.

    Attributes:
        number: The number.
        title: Title of the rule, if it has one.
        code: The citations in code.
        tests: The citations in tests.
        documents: The citations in documents.
    """

    number: str
    title: str | None = None
    code: tuple[Place, ...] = ()
    tests: tuple[Place, ...] = ()
    documents: tuple[Place, ...] = ()

    def places(self, role: Role) -> tuple[Place, ...]:
        """Return the places of a role that cite it."""
        places: tuple[Place, ...] = getattr(self, role)
        return places

    @property
    def is_cited(self) -> bool:
        """Return whether any place cites it."""
        return bool(self.code or self.tests or self.documents)


class Chapter(msgspec.Struct, frozen=True):
    """A chapter.

    Attributes:
        number: Number of the chapter.
        title: Title of the chapter, if it has one.
        rules: Number of rules and subrules in the chapter.
        cited: How many of them are cited in each role; `any` counts those cited in at least one role.
    """

    number: str
    title: str | None
    rules: int
    cited: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """The figures of a tree.

    Attributes:
        files: Number of searched files.
        citing: Number of files that cite rules.
        citations: Number of citations.
        rules: Number of rules and subrules of the edition, without sections and chapters.
        cited: How many of them are cited in each role; `any` counts those cited in at least one role.
        percent: The percentage that is cited in code.
        untested: Rules and subrules that are cited in code but not in tests.
        uncited: Rules and subrules that are cited nowhere.
        drifted: Number of outdated numbers, which count for the current number of their rule.
        wrong: The numbers that count for no rule, except those that a comment suppresses.
    """

    files: int
    citing: int
    citations: int
    rules: int
    cited: dict[str, int]
    percent: float
    untested: tuple[str, ...]
    uncited: tuple[str, ...]
    drifted: int
    wrong: tuple[Place, ...]


class Coverage(msgspec.Struct, frozen=True):
    """The rules of an edition that a tree cites; the document of `--format json`.

    Attributes:
        edition: The edition whose rules are listed.
        rules: Every section, chapter, rule and subrule, in order.
        chapters: The chapters.
        summary: The figures.
        against: By role, the rules that are cited now and were not cited in the other coverage (`gained`), and those
            that are no longer cited (`lost`); None without `--against`.
        notices: What was skipped, and why.
    """

    edition: str
    rules: tuple[CitedRule, ...]
    chapters: tuple[Chapter, ...]
    summary: Summary
    against: dict[str, dict[str, list[str]]] | None = None
    notices: tuple[NoticeAnswer, ...] = ()


def read_coverage(file: Path) -> Coverage:
    """Return the coverage that `--format json` wrote into a file.

    Raises:
        CoverageError: It cannot be read, or is something else.
    """
    try:
        return decode_json(file.read_bytes(), Coverage)
    except OSError as error:
        raise CoverageError(f"{file}: {error.strerror}; check the path") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CoverageError(f"{file}: not JSON of `comprules coverage`: {error}") from error
