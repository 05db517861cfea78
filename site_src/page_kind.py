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


class Subject(Struct, frozen=True):
    """A page, or a part of one, that the search of the site finds by words.

    Example: `Subject("Offline use", "offline/", "offline, without a network, install the app")`.

    Attributes:
        name: Its title.
        address: From the site's root; it may have an anchor.
        phrases: What people type who look for the page, separated by commas. A query finds the page if it has all words
            of a phrase, and no word that is in none of the phrases.
    """

    name: str
    address: str
    phrases: str


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


class PrefetchedFile(Struct, frozen=True):
    """A data file that is fetched before the scripts of a page run.

    At `search/?q=storm&as-of=2006-07-01` the name `search/years/{as-of}` stands for `search/years/2006-02-01`, the
    edition that was in force on that day.

    Attributes:
        name: Its address from the root, without `.json`. `{1}` is replaced by the first group of the row's pattern, and
            a parameter of the address, such as `{as-of}`, by the edition in force on the day that is its value.
        urgent: Whether the page waits for it.
        otherwise: The name of the file that is fetched instead if the parameter is not a day, or if the edition is the
            newest; if it is empty, no file is fetched without a day.
        by_search: Whether it is fetched for the worker of the search, which reads it, and not for the page.
    """

    name: str
    urgent: bool = False
    otherwise: str = ""
    by_search: bool = False


class Prefetch(Struct, frozen=True, kw_only=True):
    """The files that are fetched for some addresses before the scripts of the page run.

    `assets/js/early.js` tries the rows in their order and uses the first one that fits an address. The row with
    `pattern="^search/$", needs=["q"], given={"in": "changes"}` fits `search/?q=storm&in=changes`.

    Attributes:
        pattern: A regular expression for the address from the site's root, without parameters and anchor.
        bundle: Name of the script of the page, whose modules are fetched.
        needs: Parameters that the address must have, whatever their values; `#` stands for an anchor.
        given: Parameters that the address must have, with the values that they must have.
        fetches: The data files.
    """

    pattern: str
    bundle: str
    needs: Sequence[str] = ()
    given: Mapping[str, str] = {}
    fetches: Sequence[PrefetchedFile] = ()


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
        prefetches: The files that are fetched before its scripts run.
        subjects: The pages of this kind that the search finds by words.
    """

    name: str
    addresses: Mapping[str, str]
    samples: Sequence[Sample]
    phase: Phase | None = None
    tab: Link | None = None
    footer: Link | None = None
    prefetches: Sequence[Prefetch] = ()
    subjects: Sequence[Subject] = ()
