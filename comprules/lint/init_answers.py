"""The records of `init --json`: the editions that are declared for a tree, and the evidence."""

from datetime import date

import msgspec

from comprules.lint.config import UNKNOWN
from comprules.lint.declaration import write_pattern
from comprules.lint.estimates import mark_estimate
from comprules.lint.notices import NoticeAnswer


class Candidate(msgspec.Struct, frozen=True):
    """An edition for which the citations of some files may have been written.

    Attributes:
        edition: Id of the edition.
        support: Number of facts that fit it.
        has_copy: Whether a copy of it is in the tree.
    """

    edition: str
    support: int
    has_copy: bool


class Declared(msgspec.Struct, frozen=True):
    """An edition for some files.

    Attributes:
        pattern: The files, as a pattern of `.gitignore`; `*` for the whole tree. The other fields don't count files
            that a later pattern matches.
        edition: Id of the edition, which is its effective date.
        citations: Number of citations in these files.
        support: Number of facts that fit the edition. A fact is a cited number that was in use, or words next to a
            number that describe its rule.
        against: Number of facts that don't fit the edition.
        confidence: Probability that the citations were written for that edition, 0 to 1.
        files: Number of files to which the pattern applies and that cite rules.
        moved: Number of citations whose number has another rule, or no rule, in the newest edition.
        changed: The day of the last commit that changed one of the files; null if git has no such commit.
        is_estimate: Whether the edition is less than 90 % probable, or fewer than 90 % of the facts fit it; then the
            configuration marks it with `?`.
        candidates: For an estimate, the editions that fit best, each with other facts; else empty.
    """

    pattern: str
    edition: str
    citations: int
    support: int
    against: int
    confidence: float
    files: int = 0
    moved: int = 0
    changed: date | None = None
    is_estimate: bool = False
    candidates: tuple[Candidate, ...] = ()

    @property
    def configured_edition(self) -> str:
        """Return the edition as the configuration declares it: `2009-07-11`, or `2009-07-11?` for an estimate."""
        return mark_estimate(self.edition) if self.is_estimate else self.edition


class UndeclaredFile(msgspec.Struct, frozen=True):
    """A file without a declared edition.

    Attributes:
        path: Path of the file, relative to the folder of the configuration.
        why: Why no edition is declared, such as the most probable edition with its probability.
    """

    path: str
    why: str


class OtherRules(msgspec.Struct, frozen=True):
    """Files that cite other rules than Magic's.

    Attributes:
        pattern: The files, as a pattern of `.gitignore`; `*` for the whole tree.
        why: The evidence that they cite other rules, as a sentence.
    """

    pattern: str
    why: str


class CopyInTree(msgspec.Struct, frozen=True):
    """A copy of the rules in a tree.

    Attributes:
        path: Path of the copy, relative to the folder of the configuration.
        edition: The edition of which it is a copy.
    """

    path: str
    edition: str


class StatedEdition(msgspec.Struct, frozen=True):
    """An edition that a tree states: a file of the rules has its date, or a program names such a file.

    Attributes:
        path: Path of the file, relative to the folder of the configuration.
        words: The name of the file of the rules, as printed.
        edition: The edition of that file.
    """

    path: str
    words: str
    edition: str


class InitAnswer(msgspec.Struct, frozen=True, rename={"open_files": "open"}):
    """What `init` declares, and what it did.

    Attributes:
        declared: The editions: the whole tree first, then folders, then files. The last pattern that matches a file
            decides.
        open_files: Files for which no edition is declared, because none is probable enough or they can't be read.
        cites_rules: Whether bare numbers in the tree count as citations of the rules.
        other_rules: Files that cite the rules of another game; the last pattern that matches a file decides.
        copies: Copies of the rules in the tree whose edition is known.
        stated: Editions that the tree states in names of files of the rules.
        citations: Number of citations in the tree.
        file: Path of the configuration file to which the declaration belongs.
        written: Whether `init` wrote the file.
        differs: Whether the declaration differs from the content of the file before this run.
        notices: What was skipped, and why.
    """

    declared: tuple[Declared, ...]
    open_files: tuple[UndeclaredFile, ...]
    cites_rules: bool
    other_rules: tuple[OtherRules, ...] = ()
    copies: tuple[CopyInTree, ...] = ()
    stated: tuple[StatedEdition, ...] = ()
    citations: int = 0
    file: str = ""
    written: bool = False
    differs: bool = False
    notices: tuple[NoticeAnswer, ...] = ()

    @property
    def edition(self) -> str | None:
        """Return the edition of the whole tree, as declared; None if only parts of it are declared."""
        return next((declared.configured_edition for declared in self.declared if declared.pattern == "*"), None)

    @property
    def patterns(self) -> dict[str, str]:
        """Return the content of `[editions]`: `{"/docs/": "2009-07-11", "/docs/old.md": "unknown"}`; later ones win."""
        parts = [declared for declared in self.declared if declared.pattern != "*"]
        patterns = {declared.pattern: declared.configured_edition for declared in parts}
        # Without any declaration, there is none that has to be switched off for the open files.
        if self.declared:
            patterns |= {write_pattern(file.path): UNKNOWN for file in self.open_files}
        return patterns
