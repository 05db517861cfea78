"""Alignment of two editions; `rules.align.align` tells the stages."""

from rules.align.align import align

__all__ = ["align"]
