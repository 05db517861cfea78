"""Work on files that uses the remembered results of earlier runs, and remembers its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from comprules.lint.cache import ResultCache
from comprules.lint.cache_keys import ResultKeys
from comprules.lint.linter import Linters
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice
from comprules.lint.pool import Work, map_files
from comprules.lint.read import File, read_file
from comprules.lint.settings import Settings
from rules.conversion import make_msgpack_decoder

_LEAST_BYTES = 30_000
"""Number of bytes of files from which a query of the cache takes less time than a search of the files."""
_Result = TypeVar("_Result")
_Describe = Callable[[File], str]
_FindKey = Callable[[Settings, File, bytes | Notice], bytes | None]
"""Returns the key of the result for a file with some settings and bytes, or None."""
_Keyed = tuple[bytes | None, _Result]
"""The key by which the result for a file is remembered, None if it is not; and the result."""


def is_cache_faster(files: Iterable[File]) -> bool:
    """Return whether a query of the cache takes less time than a search of some files."""
    return sum(file.size for file in files) >= _LEAST_BYTES


def recall_text(cache: ResultCache, key: bytes | None, make: Callable[[], str | None]) -> str | None:
    """Return a remembered text, or make and remember it.

    Args:
        cache: The results of earlier runs.
        key: The key of the text; None if it must not be remembered.
        make: Makes the text; None for no text.
    """
    if key is None:
        return make()
    remembered = cache.read([key])
    if key in remembered:
        return remembered[key].decode("utf-8", "surrogateescape") or None
    text = make()
    # A text may have the name of a file, which need not be UTF-8.
    cache.write({key: (text or "").encode("utf-8", "surrogateescape")})
    return text


class Reuse(Generic[_Result]):
    """Work of one kind on files, whose results are remembered from run to run.

    Args:
        cache: The results of earlier runs.
        keys: The keys of results of this kind.
        result_type: The type of a result.
        is_lasting: Returns whether a result may be remembered: one with an internal error must not.
        describe: Returns what the result for a file depends on besides its bytes and settings, such as its role.
    """

    def __init__(
        self,
        cache: ResultCache,
        keys: ResultKeys,
        result_type: Any,
        *,
        is_lasting: Callable[[_Result], bool],
        describe: _Describe = lambda _file: "",
    ) -> None:
        self._cache = cache
        self._keys = keys
        self._result_type = result_type
        self._is_lasting = is_lasting
        self._describe = describe

    def map_files(
        self,
        files: Sequence[File],
        tree: TreeSettings,
        make: Callable[[], Linters],
        work: Work[_Result],
        jobs: int | None,
    ) -> list[_Keyed[_Result]]:
        """Return the key and the result of each file, in order.

        A file without a remembered result is read again where the work is done, and keyed by what is read then, since
        it may have changed in the meantime.

        Args:
            files: The files.
            tree: The configurations of the run.
            make: Makes the linters of a process; pickled.
            work: Makes the result of a file; pickled.
            jobs: Maximum number of processes; None to choose by size.

        Raises:
            PathError: A named file cannot be read.
            WorkerError: A process was killed.
        """
        keys = [self._key_of(file, tree.of_file(file.path)) for file in files]
        remembered = self._recall(key for key in keys if key is not None)
        missing = [file for file, key in zip(files, keys, strict=True) if key not in remembered]
        # `describe` itself may be a closure, which cannot be pickled for another process.
        described = {file: self._describe(file) for file in missing}
        work_with_key = partial(_work_with_key, partial(_find_key, self._keys, described), work)
        computed = dict(zip(missing, map_files(make, work_with_key, missing, jobs), strict=True))
        self._remember(computed.values())
        # A file without a key is among the computed ones, for nothing is remembered under no key.
        results: list[_Keyed[_Result]] = []
        for file, key in zip(files, keys, strict=True):
            if file in computed:
                results.append(computed[file])
            elif key is not None:
                results.append((key, remembered[key]))
        return results

    def _key_of(self, file: File, settings: Settings) -> bytes | None:
        """Return the key of the result for a file as it is now; None if it has none, since its bytes are not read.

        Raises:
            PathError: The file was named and cannot be read.
        """
        data = read_file(file, settings.largest)
        return _find_key(self._keys, {file: self._describe(file)}, settings, file, data)

    def use_for_bytes(
        self, settings: Settings, path: str, data: bytes, compute: Callable[[], _Result], *, remember: bool
    ) -> _Result:
        """Return the result for the content of one file, which need not be on the disk like that.

        Args:
            settings: The settings that decide for it.
            path: Its path.
            data: Its content.
            compute: Makes the result.
            remember: Whether to remember a new result. In an editor, the result of every keystroke is not worth it.
        """
        file = File(path, len(data), named=True)
        key = _find_key(self._keys, {file: self._describe(file)}, settings, file, data)
        if key is not None:
            remembered = self._recall([key])
            if key in remembered:
                return remembered[key]
        result = compute()
        if remember:
            self._remember([(key, result)])
        return result

    def _recall(self, keys: Iterable[bytes]) -> dict[bytes, _Result]:
        """Return the remembered results by their keys."""
        remembered: dict[bytes, _Result] = {}
        decode = make_msgpack_decoder(self._result_type)
        for key, value in self._cache.read(list(keys)).items():
            try:
                remembered[key] = decode(value)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                continue
        return remembered

    def _remember(self, computed: Iterable[_Keyed[_Result]]) -> None:
        """Remember those results that may be."""
        values: dict[bytes, bytes] = {}
        for key, result in computed:
            if key is None or not self._is_lasting(result):
                continue
            try:
                values[key] = msgspec.msgpack.encode(result)
            except UnicodeEncodeError:  # a file name that is no UTF-8
                continue
        self._cache.write(values)


def _work_with_key(
    find_key: _FindKey, work: Work[_Result], linters: Linters, file: File, data: bytes | Notice
) -> _Keyed[_Result]:
    """Return the key and the result of a file.

    The key is made from the bytes that were worked on: the file may have changed since its first key was made.
    """
    return find_key(linters.of_file(file.path).settings, file, data), work(linters, file, data)


def _find_key(
    keys: ResultKeys, described: Mapping[File, str], settings: Settings, file: File, data: bytes | Notice
) -> bytes | None:
    """Return the key of the result for a file with some bytes; None if the file is skipped or keys cannot be made.

    Args:
        keys: The keys of results of this kind.
        described: For the file, what its result depends on besides its bytes and settings.
        settings: The settings that decide for the file.
        file: The file.
        data: Its bytes, or why they are not read.
    """
    if isinstance(data, Notice) or not keys.is_usable:
        return None
    return keys.key_of_file(settings, file.path, data, named=file.named, more=described[file])
