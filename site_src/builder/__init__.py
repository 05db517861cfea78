"""Builds the site: assets, prepared pages, mkdocs, and the generators of everything else."""
