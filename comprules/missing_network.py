"""The sentence that tells a user that there is no network."""

from collections.abc import Sequence

_ANOTHER_ARCHIVE = "Try again later, or name an archive on this machine with --from"


def describe_missing_network(hosts: Sequence[str], consequence: str, remedy: str = _ANOTHER_ARCHIVE) -> str:
    """Return a message about the hosts that did not answer, the consequence, and the commands that still work.

    Args:
        hosts: The hosts that were asked.
        consequence: What was not done, as a clause: "nothing was downloaded".
        remedy: What the user can do, as a sentence without its full stop.
    """
    verb = "do"
    if len(hosts) == 1:
        verb = "does"
    return (
        f"no network: {' and '.join(hosts)} {verb} not answer, so {consequence}. check, upgrade, map, trace and "
        f"editions work without a network; all other commands use the existing knowledge base. {remedy}"
    )
