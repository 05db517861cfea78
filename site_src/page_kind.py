"""The declaration of a kind of page: its addresses, the links that lead to it, and the files that are fetched ahead."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

Phase = Literal["workers", "corpus"]
"""When the generators of a kind run. Those of `workers` need no file of another generator, and the slow ones use worker
processes. Those of `corpus` read the corpus and use one core; for a large site they run in a process beside the others.
"""


class Link(Struct, frozen=True):
    """A link in the frame of every page.

    Attributes:
        name: Its words.
        address: From the site's root.
        in_edition: For a tab, its target on the page of a former edition, relative to that page: `#glossary`, or `.`
            for the page itself; empty for `address`.
    """

    name: str
    address: str
    in_edition: str = ""


class Sample(Struct, frozen=True):
    """A page that tests look at, on a desktop and a phone, light and dark.

    Attributes:
        address: From the root of the site of the sample editions.
        shows: A selector of an element that is on the page when the page is ready.
        is_fast: Whether the fast tier of tests looks at it, too.
    """

    address: str
    shows: str
    is_fast: bool = False


class Fetch(Struct, frozen=True):
    """A data file that is fetched before the scripts of a page run.

    Attributes:
        name: Its address from the root, without `.json`. `{1}` is the first group of the pattern, and `{as-of}` the
            edition in force on the day that this parameter of the address has: without a day nothing is fetched.
        urgent: Whether the page waits for it.
        otherwise: The file that is fetched in its place if there is no such day, or if that edition is the newest.
    """

    name: str
    urgent: bool = False
    otherwise: str = ""


class Ahead(Struct, frozen=True, kw_only=True):
    """The files that are fetched ahead for some addresses; of several that fit an address, the first one counts.

    Attributes:
        pattern: A regular expression for the address from the site's root, without parameters and anchor.
        bundle: Name of the script of the page, whose modules are fetched.
        needs: Parameters that the address must have; `#` is an anchor.
        given: Parameters that must have a value.
        fetches: The data files.
    """

    pattern: str
    bundle: str
    needs: Sequence[str] = ()
    given: Mapping[str, str] = {}
    fetches: Sequence[Fetch] = ()


class PageKind(Struct, frozen=True):
    """A kind of page.

    Attributes:
        name: Its name; `site_src/builder/site.py` has the generators by it.
        addresses: Its addresses, each with a phrase about its content, in Markdown: rows of a table in the
            documentation.
        samples: Pages that tests look at.
        phase: When its generators run; None if mkdocs or the generator of another kind writes its pages.
        tab: Its tab in the frame.
        footer: Its link in the footer of the frame.
        ahead: The files that are fetched ahead.
    """

    name: str
    addresses: Mapping[str, str]
    samples: Sequence[Sample]
    phase: Phase | None = None
    tab: Link | None = None
    footer: Link | None = None
    ahead: Sequence[Ahead] = ()
