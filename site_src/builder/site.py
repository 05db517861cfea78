"""The whole site in one call: pages, assets, mkdocs, search index, and the swap with the site that was there before."""

from __future__ import annotations

import glob
import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from site_src.errors import SiteError
from site_src.paths import ROOT

__all__ = ["SiteError", "SiteReport", "build_site"]


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What was built.

    Attributes:
        out: The folder.
        pages: Number of HTML pages.
        size: Of all files, in bytes.
        seconds: How long it took.
    """

    out: Path
    pages: int
    size: int
    seconds: float


def build_site(store_path: Path, out: Path, *, progress: Callable[[str], None]) -> SiteReport:
    """Builds the site from a knowledge base.

    The site is built beside `out` and then takes its place, so that a run that fails or is killed leaves the old one.
    Where `out` is a symbolic link, the folder that it leads to is replaced and the link stays.

    Args:
        store_path: The knowledge base.
        out: Folder of the site. It is replaced if it is a site or empty.
        progress: Told what is being done, in a few words.

    Raises:
        SiteError: Something is missing, another run writes to `out`, or mkdocs reported an error or a warning.
        OSError: The disk is full, or `out` cannot be written.
    """
    started = time.monotonic()
    config_file = ROOT / "mkdocs.yml"
    if not config_file.is_file():
        raise SiteError(f"{config_file} is missing: the site is built from a checkout of the project, with `make site`")
    _refuse_foreign(out)
    place = out.resolve()
    with _scratch(place) as scratch:
        fresh = scratch / "site"
        # for a site elsewhere nothing is left lying about; beside the usual one, `mkdocs serve` uses the parts again
        parts = None if place == ROOT / "build" / "site" else scratch
        _run_mkdocs(config_file, store_path.resolve(), fresh, parts, progress)
        files = [path for path in fresh.rglob("*") if path.is_file()]
        report = SiteReport(
            out,
            pages=sum(path.suffix == ".html" for path in files),
            size=sum(path.stat().st_size for path in files),
            seconds=time.monotonic() - started,
        )
        swap(fresh, place, scratch / "old")
    return report


@contextmanager
def _scratch(out: Path) -> Iterator[Path]:
    """A folder to build in, on the file system of `out`; other runs for `out` are held off, and what they left goes."""
    out.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(out.with_name(f".{out.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise SiteError(f"{out}: another run of comprules is writing it; wait until that is done") from None
    prefix = f".{out.name}.comprules-"
    try:
        for leftover in out.parent.glob(f"{glob.escape(prefix)}*"):
            shutil.rmtree(leftover, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=prefix, dir=out.parent) as scratch:
            yield Path(scratch)
    finally:
        lock.release()


def swap(fresh: Path, out: Path, aside: Path) -> None:
    """Puts `fresh` in the place of `out`; what was there goes to `aside`, and comes back if the second step fails."""
    if out.exists():
        out.rename(aside)
    try:
        fresh.rename(out)
    except OSError:
        if aside.exists():
            aside.rename(out)
        raise


def _refuse_foreign(out: Path) -> None:
    """A folder with other people's files is not replaced."""
    if out.exists() and not out.is_dir():
        raise SiteError(f"{out} is a file; name a folder for the site")
    if out.is_dir() and any(out.iterdir()) and not (out / "pagefind").is_dir():
        raise SiteError(f"{out} holds something that is not a site of comprules; name another folder, or empty it")


def _run_mkdocs(
    config_file: Path, store_path: Path, site_dir: Path, parts: Path | None, progress: Callable[[str], None]
) -> None:
    """Runs mkdocs as a library; its warnings are errors. The prepared parts go to `parts`, or to their usual place."""
    try:
        # here and not above: a `comprules` installed without the site still has its other commands
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
    """Keeps mkdocs' warnings for the error message, and passes on what our hook is doing."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        super().__init__()
        self.problems: list[str] = []
        self._progress = progress

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            self.problems.append(record.getMessage())
        elif record.name == "mkdocs.comprules":
            self._progress(record.getMessage().removeprefix("comprules: "))
