"""Notices: what was skipped, and why."""

from collections.abc import Iterable

import msgspec

from rules.text import FEW

LEFT_OUT = "skipped: the configuration leaves it out"
OTHER_REPOSITORY = "skipped: it is another repository; name it to read it"


class Notice(msgspec.Struct, frozen=True):
    """Something that was skipped, and why; not a fault of the content."""

    path: str
    message: str


def gather_notices(notices: Iterable[Notice]) -> list[Notice]:
    """Return one notice for all files that were skipped as the same kind of thing; it names the first few."""
    gathered: dict[object, list[Notice]] = {}
    for notice in notices:
        kind = notice.message.partition(",")[0] if notice.message.startswith("skipped: it ") else notice
        gathered.setdefault(kind, []).append(notice)
    joined = []
    for first, *others in gathered.values():
        more = f" and {len(others) + 1 - FEW:,} more" if others[FEW - 1 :] else ""
        more = f"; likewise {', '.join(notice.path for notice in others[: FEW - 1])}{more}"
        joined.append(Notice(first.path, first.message.partition(",")[0] + more) if others else first)
    return joined
