"""The one base of the errors that a person can do something about."""

from __future__ import annotations


class ComprulesError(Exception):
    """Something outside of the program is not as it must be; the message says what, and what to do about it."""
