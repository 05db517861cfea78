"""Errors that the user can do something about, if several packages raise them."""

from collections.abc import Iterator
from contextlib import contextmanager

_OWN_PACKAGES = ("comprules.", "graph.", "rules.", "scraper.", "site_src.")
"""The packages of comprules, each with a point after its name."""


class ComprulesError(Exception):
    """An input or the environment is wrong; the message says what, and how to fix it."""


class NotFound(ComprulesError, LookupError):
    """Raised when something the user named does not exist; the message suggests alternatives.

    Functions that take a key or an id which the program has looked up before raise a plain `LookupError` if it is
    unknown, because then the program is wrong and not the user.
    """


class MissingExtra(ComprulesError, ImportError):
    """Raised when a package is missing that an extra of comprules installs; the message names the extra."""


@contextmanager
def needing_extra(extra: str) -> Iterator[None]:
    """Raise `MissingExtra` if a module imported in the `with` block is not installed.

    Args:
        extra: The extra of comprules that installs it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if f"{error.name}.".startswith(_OWN_PACKAGES):
            raise  # a part of comprules itself is missing, which no extra installs
        from rules.installed import read_source, requirement  # noqa: PLC0415 - seldom needed

        wanted = requirement(read_source(), extra)
        raise MissingExtra(f'{error.name} is missing, which comes with an extra: pip install "{wanted}"') from error
