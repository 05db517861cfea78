"""The whole site in one call: pages, assets, mkdocs, and the replacement of the old site."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from rules.folders import FolderError, replacing_folder
from site_src.errors import SiteError
from site_src.paths import ROOT

__all__ = ["SiteError", "SiteReport", "build_site"]


class SiteReport(Struct, frozen=True):
    """The result of a build.

    Attributes:
        out: The site's folder.
        pages: Number of HTML pages.
        size: Total size of all files in bytes.
        seconds: Duration of the build.
    """

    out: Path
    pages: int
    size: int
    seconds: float


def build_site(store_path: Path, out: Path, *, progress: Callable[[str], None]) -> SiteReport:
    """Build the site from a knowledge base.

    The site is built next to `out` and then replaces it, so that a failed or killed run leaves the old site.
    If `out` is a symbolic link, its target is replaced and the link is kept.

    Args:
        store_path: The knowledge base.
        out: Folder of the site. It is replaced if comprules wrote it, or if it is empty.
        progress: Called with each activity in a few words.

    Raises:
        SiteError: Something is missing, another run writes to `out`, or mkdocs reported an error or a warning.
        OSError: The disk is full, or `out` cannot be written.
    """
    started = time.monotonic()
    config_file = ROOT / "mkdocs.yml"
    if not config_file.is_file():
        raise SiteError(f"{config_file} is missing: the site is built from a checkout of the project, with `make site`")
    try:
        with replacing_folder(out) as place:
            # a site elsewhere leaves no other files; next to the default one, `mkdocs serve` uses them
            parts = None if place.out == ROOT / "build" / "site" else place.workspace
            _run_mkdocs(config_file, store_path.resolve(), place.fresh, parts, progress)
            files = [path for path in place.fresh.rglob("*") if path.is_file()]
            report = SiteReport(
                out,
                pages=sum(path.suffix == ".html" for path in files),
                size=sum(path.stat().st_size for path in files),
                seconds=time.monotonic() - started,
            )
            place.commit()
    except FolderError as error:
        raise SiteError(str(error)) from error
    return report


def _run_mkdocs(
    config_file: Path, store_path: Path, site_dir: Path, parts: Path | None, progress: Callable[[str], None]
) -> None:
    """Run mkdocs as a library, with warnings as errors; the prepared parts go to `parts`, or their default folder."""
    try:
        # imported here, so that `comprules` installed without the site still has its other commands
        from mkdocs.commands.build import build  # noqa: PLC0415
        from mkdocs.config import load_config  # noqa: PLC0415
        from mkdocs.exceptions import Abort, MkDocsException  # noqa: PLC0415
    except ImportError as error:
        raise SiteError(f"{error.name} is not installed: install comprules[site], or use `make site`") from error
    messages = _Messages(progress)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(messages)
    level, propagate = logger.level, logger.propagate
    logger.setLevel(logging.INFO)
    logger.propagate = False
    try:
        config = load_config(str(config_file), site_dir=str(site_dir), strict=True)
        config.extra["store"] = str(store_path)
        if parts is not None:
            config.extra["parts"] = str(parts)
        build(config)
    except (Abort, MkDocsException) as error:
        shutil.rmtree(site_dir, ignore_errors=True)
        raise SiteError("\n".join([*messages.problems, str(error)]).strip()) from error
    finally:
        logger.removeHandler(messages)
        logger.setLevel(level)
        logger.propagate = propagate


class _Messages(logging.Handler):
    """Collects mkdocs' warnings for the error message, and passes on the activities of our hook."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        super().__init__()
        self.problems: list[str] = []
        self._progress = progress

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            self.problems.append(record.getMessage())
        elif record.name == "mkdocs.comprules":
            self._progress(record.getMessage().removeprefix("comprules: "))
