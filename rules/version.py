"""The version of comprules that is running."""


def own_version(unknown: str = "0") -> str:
    """Return the version that is installed.

    Args:
        unknown: Returned if comprules runs from its source and is not installed.
    """
    from importlib import metadata  # noqa: PLC0415 - slow, and seldom needed

    try:
        return metadata.version("comprules")
    except metadata.PackageNotFoundError:
        return unknown
