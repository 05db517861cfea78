"""Alignment of two editions; `rules.align.align` describes the stages and defines the words of the package."""
