"""The names of the files that comprules writes into a tree."""

OWN_FILE = "comprules.toml"
SHARED_FILE = "pyproject.toml"
JOURNAL = ".comprules-upgrade.json"
"""The file in which an upgrade notes what it is about to write."""
