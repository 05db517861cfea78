"""Builds the site: assets, prepared pages, mkdocs, and the generators of what mkdocs does not see."""
