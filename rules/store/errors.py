"""Errors of the knowledge base."""

from rules.errors import ComprulesError


class StoreError(ComprulesError):
    """A knowledge base cannot be read or written. The message names the file, the problem and the remedy."""


class ForeignFileError(StoreError):
    """The file is not a knowledge base; it is neither read nor replaced."""


class DamagedStoreError(StoreError):
    """A knowledge base could be opened, but its content cannot be read."""
