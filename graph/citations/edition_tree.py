"""The probability of each edition for every file and folder of a tree, given the facts of all files.

In the model, the edition of a file or folder is that of the folder around it, except with a small probability; then it
is drawn at random. Since the folders are a tree, the probabilities are exact (sum-product algorithm: Kschischang, Frey
and Loeliger, "Factor graphs and the sum-product algorithm", IEEE Transactions on Information Theory, 2001): the
likelihoods go from the files up to the tree, and the joint probabilities from the tree down to the files.

The *likelihood* of an edition is how probable some facts are if a file or folder was written for that edition; its
*joint* probability is that of the edition and the facts together.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

import msgspec

DEEPEST = 100
"""Maximum number of folders around a file. A file in a deeper folder counts as if it were in the last of these."""

Logarithms = list[float]
"""The logarithm of a probability for each edition, oldest first. No probability is 0, which has no logarithm."""


class EditionModel(msgspec.Struct, frozen=True):
    """How the editions of files and folders depend on each other.

    Attributes:
        prior: The logarithm of the probability of each edition before anything is known.
        stays: The logarithm of the probability that a file or folder takes over the edition of the folder around it.
        changes: The logarithm of the probability that its edition is drawn from `prior` instead.
    """

    prior: Logarithms
    stays: float
    changes: float

    def pass_to_folder(self, likelihood: Logarithms) -> Logarithms:
        """Return how probable the facts in a file or folder are for each edition of the folder around it.

        Args:
            likelihood: How probable these facts are for each edition of the file or folder itself.
        """
        changed = self.changes + _log_sum(_multiply(likelihood, self.prior))
        return [_log_add(self.stays + value, changed) for value in likelihood]

    def pass_to_content(self, joint: Logarithms) -> Logarithms:
        """Return the joint probability of each edition of a file or folder and the facts outside of it.

        In a formula: P(edition, facts) = stays · joint[edition] + changes · prior[edition] · the sum of `joint`.

        Args:
            joint: For each edition of the folder around it, P(edition of that folder, facts).
        """
        changed = self.changes + _log_sum(joint)
        return [_log_add(self.stays + value, changed + prior) for value, prior in zip(joint, self.prior, strict=True)]


def find_joint(
    folder_of: Mapping[str, str | None], own: Mapping[str, Logarithms], model: EditionModel
) -> dict[str, Logarithms]:
    """Return for each path the joint probability of each edition and all facts of the tree.

    Args:
        folder_of: Each path of the tree with the folder around it, each folder before its content.
        own: For each path, how probable its own facts are for each edition; those of its content are not included.
        model: The model.
    """
    return _send_downwards(folder_of, _send_upwards(folder_of, own, model), model)


class _Upward(msgspec.Struct, frozen=True):
    """How probable the facts inside each file or folder of a tree are.

    Attributes:
        likelihood: For each path, how probable all facts inside are for each edition of that file or folder.
        messages: For each path, how probable the same facts are for each edition of the folder around it.
    """

    likelihood: dict[str, Logarithms]
    messages: dict[str, Logarithms]


def _send_upwards(folder_of: Mapping[str, str | None], own: Mapping[str, Logarithms], model: EditionModel) -> _Upward:
    """Return how probable the facts inside each file or folder are, computed from the files upwards.

    Args:
        folder_of: Each path of the tree with the folder around it, each folder before its content.
        own: For each path, how probable its own facts are for each edition; those of its content are not included.
        model: The model.
    """
    likelihood = dict(own)
    messages: dict[str, Logarithms] = {}
    for path, folder in reversed(list(folder_of.items())):
        messages[path] = model.pass_to_folder(likelihood[path])
        if folder is not None:
            likelihood[folder] = _multiply(likelihood[folder], messages[path])
    return _Upward(likelihood, messages)


def _send_downwards(folder_of: Mapping[str, str | None], upward: _Upward, model: EditionModel) -> dict[str, Logarithms]:
    """Return for each path the joint probability of each edition and all facts, computed from the tree downwards.

    Args:
        folder_of: Each path of the tree with the folder around it, each folder before its content.
        upward: How probable the facts inside each path are.
        model: The model.
    """
    joint: dict[str, Logarithms] = {}
    for path, folder in folder_of.items():
        outside = model.prior
        if folder is not None:
            # The facts inside are taken out of those of the folder, or they would count twice.
            outside = model.pass_to_content(_divide(joint[folder], upward.messages[path]))
        joint[path] = _multiply(upward.likelihood[path], outside)
    return joint


def list_around(path: str, folder_of: Mapping[str, str | None]) -> Iterator[str]:
    """Yield a path, then the folders around it: `lib/java/Rule.java`, `lib/java`, `lib`, `.`."""
    around: str | None = path
    while around is not None:
        yield around
        around = folder_of[around]


def list_folders(files: Iterable[str]) -> dict[str, str | None]:
    """Return each path of the tree with the folder around it, each folder before its content.

    The file `lib/Rule.java` gives `.` with None, `lib` with `.`, and `lib/Rule.java` with `lib`.
    """
    folder_of: dict[str, str | None] = {".": None}
    for path in sorted(files):
        outermost_first = list(reversed(PurePosixPath(path).parents))[1:]  # without `.`, which is the first
        around = "."
        for folder in map(str, outermost_first[:DEEPEST]):
            folder_of.setdefault(folder, around)
            around = folder
        folder_of[path] = around
    return folder_of


def normalise(joint: Logarithms) -> tuple[float, ...]:
    """Return the probabilities of the editions, 0 to 1, whose sum is 1."""
    whole = _log_sum(joint)
    return tuple(math.exp(value - whole) for value in joint)


def _multiply(first: Logarithms, second: Logarithms) -> Logarithms:
    """Return the logarithms of the products of two probabilities for each edition."""
    return [left + right for left, right in zip(first, second, strict=True)]


def _divide(first: Logarithms, second: Logarithms) -> Logarithms:
    """Return the logarithms of the quotients of two probabilities for each edition."""
    return [left - right for left, right in zip(first, second, strict=True)]


def _log_sum(values: Sequence[float]) -> float:
    """Return the logarithm of a sum of probabilities, given by their logarithms."""
    highest = max(values)
    return highest + math.log(sum([math.exp(value - highest) for value in values]))


def _log_add(first: float, second: float) -> float:
    """Return the logarithm of the sum of two probabilities, given by their logarithms."""
    return max(first, second) + math.log1p(math.exp(-abs(first - second)))
