"""The names of the files that comprules writes into a tree."""

OWN_FILE = "comprules.toml"
SHARED_FILE = "pyproject.toml"
HIDDEN_FILE = ".comprules.toml"
"""The name that other linters would read as well; a configuration with it is refused, so that nobody misses it."""
JOURNAL = ".comprules-upgrade.json"
"""The file in which an upgrade notes what it is about to write."""
