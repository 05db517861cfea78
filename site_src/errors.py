"""Errors of the environment; problems of the content are data and are shown on the pages."""

from rules.errors import ComprulesError


class SiteError(ComprulesError):
    """Error: the site cannot be built; the message says why and what to do. The old site is untouched."""
