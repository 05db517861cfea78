"""What a rule refers to, and what refers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from rules.records import Reference, Resolution, ResolutionStatus

if TYPE_CHECKING:
    from rules.store import Store


class ReferenceAnswer(Reference, frozen=True, kw_only=True):
    """A reference in the rules' text, and where it leads.

    Attributes:
        status: Whether its targets exist.
        suggestion: The number that was probably meant.
    """

    status: ResolutionStatus
    suggestion: str | None


class CitingAnswer(Struct, frozen=True):
    """What a rule refers to and what refers to it, by number.

    Attributes:
        number: The rule, or `glossary:TERM`.
        edition: The edition.
        refers_to: What it refers to, in the order of its text.
        cited_by: What refers to it, in the order of the document.
        cited_by_total: How many refer to it; `cited_by` may be shortened.
        link: Address of its page; empty if no site is configured.
    """

    number: str
    edition: str
    refers_to: tuple[str, ...]
    cited_by: tuple[str, ...]
    cited_by_total: int
    link: str = ""


def answer_reference(resolution: Resolution) -> ReferenceAnswer:
    """Return a reference and its resolution."""
    return ReferenceAnswer(**asdict(resolution.reference), status=resolution.status, suggestion=resolution.suggestion)


def answer_citing(store: Store, edition: str, key: str) -> CitingAnswer:
    """Return what a record refers to and what refers to it, also by a number that the edition has not."""
    references = store.references(edition)
    targets = [t for found in references if found.reference.source == key for t in found.reference.targets]
    sources = dict.fromkeys(
        found.reference.source for found in references if key in found.target or key in found.reference.targets
    )
    return CitingAnswer(key, edition, tuple(dict.fromkeys(targets)), tuple(sources), len(sources))
