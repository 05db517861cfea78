"""The rules that a rule refers to, and the rules that refer to it, as keys."""

from msgspec import Struct

from rules.store import Store


class CitingAnswer(Struct, frozen=True):
    """What a rule refers to and what refers to it, by number.

    Attributes:
        number: Key of the rule: its number, with `#2` for the second rule of that number, or `glossary:TERM`.
        edition: The edition.
        refers_to: The numbers and terms that the rule refers to, each once, in the order of the text.
        cited_by: Keys of the rules and entries that refer to the rule, each once, in the order of the document.
        cited_by_total: Number of the rules and entries that refer to the rule; `cited_by` may list only the first.
        link: Address of the rule's page; empty if no site is configured.
    """

    number: str
    edition: str
    refers_to: tuple[str, ...]
    cited_by: tuple[str, ...]
    cited_by_total: int
    link: str = ""


def answer_citing(store: Store, edition: str, key: str) -> CitingAnswer:
    """Return the numbers and terms that a record refers to, and the keys of the records that refer to it.

    References to a number that the edition lacks are included on both sides: `key` may be such a number.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        key: The key of the record.
    """
    references = store.references(edition)
    targets: dict[str, None] = {}  # what the record refers to, each once
    # `store.cited_by` knows only references to records that the edition has. A number that the edition lacks is among
    # the targets of a reference, but not among its `found_keys`.
    sources: dict[str, None] = {}
    for resolution in references:
        reference = resolution.reference
        if reference.source == key:
            targets.update(dict.fromkeys(reference.targets))
        if key in resolution.found_keys or key in reference.targets:
            sources[reference.source] = None
    return CitingAnswer(key, edition, tuple(targets), tuple(sources), len(sources))
