"""Surveys of the citations in many trees: a pure map from a tree to its rows, on one machine or on many."""
