"""Alignment of two editions; `rules.align.align` describes the stages."""

from rules.align.align import align
from rules.align.coarse import COARSE

__all__ = ["COARSE", "align"]
