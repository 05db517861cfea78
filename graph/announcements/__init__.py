"""The publisher's announcements of changes: bulletins as data, matched to the changes that they announce."""

from graph.announcements.match import (
    Fit,
    announced_anywhere,
    announced_changes,
    announcements_of_step,
    announcements_of_versions,
    match_bulletin,
)
from graph.announcements.records import (
    Announcement,
    Bulletin,
    UnannouncedAnswer,
    Unfound,
    bulletin_of,
    bulletins,
    find_unannounced_steps,
    unfound,
)

__all__ = [
    "Announcement",
    "Bulletin",
    "Fit",
    "UnannouncedAnswer",
    "Unfound",
    "announced_anywhere",
    "announced_changes",
    "announcements_of_step",
    "announcements_of_versions",
    "bulletin_of",
    "bulletins",
    "find_unannounced_steps",
    "match_bulletin",
    "unfound",
]
