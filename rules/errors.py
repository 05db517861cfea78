"""Errors that the user can do something about: their base class, and those that several packages raise."""

from collections.abc import Iterator
from contextlib import contextmanager

_OWN_PACKAGES = ("comprules.", "graph.", "rules.", "scraper.", "site_src.")


class ComprulesError(Exception):
    """An input or the environment is wrong; the message says what, and how to fix it."""


class NotFound(ComprulesError, LookupError):
    """Error: what was named does not exist; the message suggests what does."""


class MissingExtra(ComprulesError, ImportError):
    """Error: a package is not installed that comes with an extra, which the message names."""


@contextmanager
def needing_extra(extra: str) -> Iterator[None]:
    """Raise `MissingExtra` if what is imported here is not installed.

    Args:
        extra: The extra of comprules that installs it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if f"{error.name}.".startswith(_OWN_PACKAGES):
            raise  # no extra would mend that
        from rules.installed import read_source, requirement  # noqa: PLC0415 - seldom needed

        wanted = requirement(read_source(), extra)
        raise MissingExtra(f'{error.name} is missing, which comes with an extra: pip install "{wanted}"') from error
