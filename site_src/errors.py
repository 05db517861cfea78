"""Errors of the environment; problems of the content are data and are shown on the pages."""

from __future__ import annotations

from rules.errors import ComprulesError


class SiteError(ComprulesError):
    """Error: the site cannot be built; the message says why and what to do. The old site is untouched."""


class PagesError(SiteError):
    """Error: the pages cannot be made from this knowledge base."""


class AssetsError(SiteError):
    """Error: style sheet, scripts and fonts cannot be built."""
