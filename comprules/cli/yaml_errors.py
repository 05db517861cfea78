"""The errors of the YAML parser for a text that is not YAML."""

import yaml

YAML_ERRORS = (yaml.YAMLError, RecursionError, ValueError, OverflowError)
"""Deep nesting raises a `RecursionError`; escapes of characters that do not exist, such as `"\\UFFFFFFFF"`, raise the
last two."""
