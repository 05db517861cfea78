"""A hook of mkdocs for the documentation alone: adds the pages next to `docs/`, and the parts made from the code.

The site of the rules does not use it: `site_src/builder/documentation.py` writes the same pages for it.
"""

import logging
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

PAGES_ELSEWHERE = ("CONTRIBUTING.md", "CHANGELOG.md")
"""Pages of the documentation that are next to its folder, at the root of the repository."""

_LINK_ELSEWHERE = re.compile(r"\]\((?:\.\./|docs/)([\w-]+\.md\b)")
_LOG = logging.getLogger("mkdocs.hooks.documentation")


def on_config(config: Any) -> Any:
    """Say once per build if comprules is not installed."""
    try:
        import comprules.reference  # noqa: F401, PLC0415
    except ImportError as error:
        _LOG.info("comprules is not installed (%s): pages lack the parts that are made from its code", error.name)
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are next to the folder of the documentation."""
    root = Path(config.config_file_path).parent
    for name in PAGES_ELSEWHERE:
        files.append(File.generated(config, name, abs_src_path=str(root / name)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Make links work within one folder, and fill in the parts made from the code, if comprules is installed."""
    try:
        from comprules.reference import fill_in  # noqa: PLC0415
    except ImportError:
        return flatten_links(markdown)
    return flatten_links(fill_in(markdown))


def flatten_links(markdown: str) -> str:
    """Return a page with links for one folder: `](../CONTRIBUTING.md` and `](docs/x.md` lose their folder."""
    return _LINK_ELSEWHERE.sub(r"](\1", markdown)
