"""What can go wrong in the environment; problems of the content are data and stand on the pages."""

from __future__ import annotations

from rules.errors import ComprulesError


class SiteError(ComprulesError):
    """The site cannot be built; the message says why and what to do. The site that was there is untouched."""


class PagesError(SiteError):
    """The pages cannot be made from this knowledge base."""


class AssetsError(SiteError):
    """Style sheet, script and fonts cannot be built."""
