"""The base class of errors that the user can do something about."""

from __future__ import annotations


class ComprulesError(Exception):
    """An input or the environment is wrong; the message says what, and how to fix it."""


class NotFound(ComprulesError, LookupError):
    """Error: what was named does not exist; the message suggests what does."""
