"""The language server: the linter and the rules in an editor."""
