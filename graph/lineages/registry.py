"""The registry of lineages, which makes published ids permanent.

`graph/lineages.txt` has one lineage per line, with fields separated by tabs:

    502.30a@2003-05-26 → ddcd… → 702.40a@2026-04-17 → 5854…

The first field is the id, which is also the first anchor, and the second is the digest of the passage there. If the
lineage was in the newest edition when it was registered, a later anchor with its digest follows. An anchor counts only
if the knowledge base has that edition, and the record of that key there has that digest: so the names in other
archives, such as the sample, are not affected. The later anchor is for archives that lack the edition of the first one.
The file has no text of the rules.
"""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from graph.lineages.inventory import Place
from rules.change import Passage
from rules.errors import ComprulesError

REGISTRY_FILE = Path(__file__).parent.parent / "lineages.txt"

_ANCHOR = re.compile(r"(?P<key>[^\t]+)@(?P<edition>\d{4}-\d\d-\d\d)(?:#\d+)?")
_DIGEST = re.compile(r"[0-9a-f]{12}")


class LineageRegistryError(ComprulesError):
    """The registry is invalid; the message names the file, the line and the problem."""


class Anchor(NamedTuple):
    """A record that belongs to a registered lineage, with the digest of its passage."""

    edition: str
    key: str
    digest: str


class Registered(Struct, frozen=True):
    """A lineage with a fixed id: the fields of its line in the file.

    Attributes:
        id: The id, which is also the first anchor: `KEY@EDITION`, followed by `#2` if another lineage already had that.
        digest: Digest of the passage at the first anchor.
        later: The later anchor, `KEY@EDITION`; empty if there is none.
        later_digest: Digest of the passage at the later anchor; empty if there is none.
    """

    id: str
    digest: str
    later: str = ""
    later_digest: str = ""

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """Return the anchors in order of precedence."""
        first = Anchor(*place_of(self.id), self.digest)
        if not self.later:
            return (first,)
        return first, Anchor(*place_of(self.later), self.later_digest)

    def age(self) -> tuple[str, str]:
        """Return the key by which lineages are sorted, oldest first: the edition of the first anchor, and the id."""
        return place_of(self.id).edition, self.id


def digest(passage: Passage) -> str:
    """Return the first twelve hex digits of the passage's SHA-256, which the registry stores."""
    parts = ["" if passage.heading is None else passage.heading, passage.text]
    parts.extend(f"example:{text}" for text in passage.examples)
    parts.extend(f"note:{text}" for text in passage.notes)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def place_of(name: str) -> Place:
    """Return the record that a lineage id, or `KEY@EDITION`, names.

    Raises:
        ValueError: `name` has another form.
    """
    match = _ANCHOR.fullmatch(name)
    if match is None:
        raise ValueError(f"not of the form KEY@EDITION: {name!r}")
    return Place(match["edition"], match["key"])


def read_registry(path: Path = REGISTRY_FILE) -> tuple[Registered, ...]:
    """Return the registered lineages, oldest first.

    Raises:
        LineageRegistryError: The file cannot be read, one of its lines is invalid, or an id is listed twice.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LineageRegistryError(f"{path}: cannot be read ({error})") from error
    lineages: dict[str, Registered] = {}
    for line_number, line in enumerate(text.splitlines(), 1):
        try:
            lineage = _parse(line)
        except ValueError as error:
            raise LineageRegistryError(f"{path}:{line_number}: {error}") from error
        if lineage.id in lineages:
            raise LineageRegistryError(f"{path}:{line_number}: {lineage.id} is listed twice")
        lineages[lineage.id] = lineage
    return tuple(sorted(lineages.values(), key=Registered.age))


def format_registry(lineages: Iterable[Registered]) -> str:
    """Return the registry's text: sorted by first edition, then by id, so that new lineages come at the end."""
    return "".join(_format_line(lineage) for lineage in sorted(lineages, key=Registered.age))


def _format_line(lineage: Registered) -> str:
    """Return the line of a lineage, which has only two fields if there is no later anchor."""
    fields = [field for field in astuple(lineage) if field]
    return "\t".join(fields) + "\n"


def _parse(line: str) -> Registered:
    """Return the lineage that a line of the registry names.

    Raises:
        ValueError: The line is invalid.
    """
    fields = line.split("\t")
    if len(fields) not in {2, 4}:
        raise ValueError(f"{len(fields)} fields separated by tabs, not 2 or 4")
    anchors, digests = fields[::2], fields[1::2]
    wrong = [field for field in digests if not _DIGEST.fullmatch(field)]
    if wrong:
        raise ValueError(f"not a digest of 12 hex digits: {wrong[0]!r}")
    for anchor in anchors:
        place_of(anchor)  # raises ValueError for another form
    return Registered(*fields)
