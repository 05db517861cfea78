"""The upgrades of whole files that were offered to an editor.

An upgrade changes a document and the configuration that declares its edition. An editor may keep the configuration
unsaved without showing it to the server: many editors start a server only for some languages. When the document has
become what the upgrade makes of it, the configuration has changed, too; until the document is saved, it counts.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from comprules.lint.transaction import Rewrite


class _Offer(Struct, frozen=True):
    """An upgrade that was offered.

    Attributes:
        old: The text of the document for which it was offered.
        new: The text after the upgrade.
        rewrites: The configurations that the upgrade changes.
    """

    old: str
    new: str
    rewrites: Sequence[Rewrite]


class UpgradeOffers:
    """The upgrades that were offered for open documents, by the names of the documents."""

    def __init__(self) -> None:
        self._offers: dict[str, _Offer] = {}
        self._accepted: dict[str, None] = {}  # the names in the order in which the upgrades were accepted

    def remember(self, name: str, old: str, new: str, rewrites: Sequence[Rewrite]) -> None:
        """Remember the upgrade that is offered for a document.

        Args:
            name: The name of the document.
            old: Its text.
            new: Its text after the upgrade.
            rewrites: The configurations that the upgrade changes.
        """
        if name not in self._accepted:
            self._offers[name] = _Offer(old, new, rewrites)

    def notice_text(self, name: str, text: str) -> None:
        """Find out from the text of a document whether its upgrade was accepted, or undone."""
        offer = self._offers.get(name)
        if offer is None:
            return
        if text == offer.new:
            self._accepted.setdefault(name)
        elif text == offer.old:
            self._accepted.pop(name, None)

    def forget(self, name: str) -> None:
        """Forget the upgrade of a document that was saved or closed: from now on the files on the disk count."""
        self._offers.pop(name, None)
        self._accepted.pop(name, None)

    def forget_file(self, path: Path) -> None:
        """Forget the upgrades that change a configuration which the editor has closed."""
        for name, offer in list(self._offers.items()):
            if any(rewrite.real_path == path for rewrite in offer.rewrites):
                self.forget(name)

    def list_unsaved(self) -> Mapping[Path, bytes]:
        """Return the configurations that accepted upgrades have changed in the editor, with their new content.

        An upgrade may change a configuration as an earlier one has left it. A configuration that was changed on the
        disk since the offer is not among them.
        """
        unsaved: dict[Path, bytes] = {}
        for name in self._accepted:
            for rewrite in self._offers[name].rewrites:
                path = rewrite.real_path
                content = unsaved[path] if path in unsaved else _read(path)
                if content == rewrite.old:
                    unsaved[path] = rewrite.new
        return unsaved


def _read(path: Path) -> bytes | None:
    """Return the bytes of a file; None if it cannot be read, or does not exist."""
    try:
        return path.read_bytes()
    except OSError:
        return None
