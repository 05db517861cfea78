"""Comparison of any two editions: where each rule went and what changed in it."""
