"""The steps of a build, one by one.

`python -m comprules.site pages FOLDER`, `mkdocs build -f FOLDER/mkdocs.yml -d SITE`, and then
`python -m comprules.site finish FOLDER SITE`; `comprules site` takes all three.
"""

import sys
from pathlib import Path

from comprules.reference import fill_in
from rules.errors import ComprulesError
from rules.store.location import store_path
from site_src.builder.prepare import write_source_folder
from site_src.builder.site import finish


def main(arguments: list[str]) -> None:
    """Do the first or the third step of building the site; exit with an explanation on any other arguments."""
    store = store_path(None)
    try:
        match arguments:
            case ["pages", folder]:
                write_source_folder(store, Path(folder), Path(folder).with_name("static"), fill_in, progress=print)
            case ["finish", folder, site]:
                finish(store, Path(folder), Path(site), progress=print)
            case _:
                sys.exit(__doc__)
    except ComprulesError as error:
        sys.exit(f"Error: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
