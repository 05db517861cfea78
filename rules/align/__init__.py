"""Alignment of two editions; `rules.align.align` describes the stages."""
