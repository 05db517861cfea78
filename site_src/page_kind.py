"""What a kind of page is: where its pages are, how the frame leads there, what is fetched ahead."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

Phase = Literal["workers", "corpus"]
"""When generators run: those that need no file of another one, of which the slow ones use worker processes; and those
that read the corpus and use one core, for a large site together in a separate process."""


class Link(Struct, frozen=True):
    """A link in the frame of every page.

    Attributes:
        name: Its words.
        address: From the site's root.
        in_edition: Of a tab, its target on the page of a former edition: `.` is that page itself, empty for the usual
            address.
    """

    name: str
    address: str
    in_edition: str = ""


class Sample(Struct, frozen=True):
    """A page that tests look at, on a desktop and a phone, light and dark.

    Attributes:
        address: From the root of the site of the sample editions.
        shows: A selector of what is on the page when it is ready.
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
        otherwise: What is fetched in its place if there is no such day, or if that edition is the newest.
    """

    name: str
    urgent: bool = False
    otherwise: str = ""


class Ahead(Struct, frozen=True):
    """What is fetched ahead for some addresses; the first that fits an address counts.

    Attributes:
        pattern: What the address from the site's root, without parameters and anchor, looks like.
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
        addresses: Its addresses with what is there, in Markdown: rows of a table in the documentation.
        samples: Pages that tests look at.
        phase: When its generators run; None if mkdocs or the generator of another kind writes its pages.
        tab: Its tab in the frame.
        footer: Its link in the footer of the frame.
        ahead: What is fetched ahead.
    """

    name: str
    addresses: Mapping[str, str]
    samples: Sequence[Sample]
    phase: Phase | None = None
    tab: Link | None = None
    footer: Link | None = None
    ahead: Sequence[Ahead] = ()
