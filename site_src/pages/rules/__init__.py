"""The content of the pages of rules."""
