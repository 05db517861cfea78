"""Rewriting citations for another edition."""
