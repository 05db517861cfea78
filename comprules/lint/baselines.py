"""The baselines of a run: a file's findings are suppressed by the one of the configuration that decides for it."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from comprules.lint.baseline import Baseline
from comprules.lint.nearest import TreeSettings
from comprules.lint.records import BaselineAnswer, Checked, Finding
from comprules.lint.settings import baseline_file


class Baselines:
    """The baselines of a run.

    Args:
        tree: The configurations of the run.
        typed: The file that was named on the command line, which counts for all files; None if none was.
        will_write: Whether the run writes them; then they need not exist.
        reads_none: Whether none is read.

    Raises:
        BaselineError: The baseline of the run is broken or has another version, or a named one does not exist.
    """

    def __init__(
        self, tree: TreeSettings, typed: Path | None, *, will_write: bool = False, reads_none: bool = False
    ) -> None:
        self._tree = tree
        self._typed = typed
        self._will_write = will_write
        self._reads_none = reads_none
        self._opened: dict[Path | None, Baseline] = {}
        self._main = self._open(self._choose(None))

    def apply_to(self, checked: Checked, paths: Sequence[str]) -> Checked:
        """Return a result without the findings that the baselines suppress.

        Args:
            checked: All findings.
            paths: The files that were checked.

        Raises:
            BaselineError: A baseline is broken or has another version.
        """
        files_by_baseline, findings = self._group(checked.findings, paths)
        new: set[int] = set()  # by `id`: two findings may be equal, and one of them known
        suppressed = 0
        gone: list[str] = []
        for baseline, members in files_by_baseline.items():
            own = tuple(findings[baseline])
            left = baseline.apply_to(structs.replace(checked, findings=own), members)
            new.update(map(id, left.findings))
            suppressed += left.baseline.known
            gone += left.baseline.gone
        remaining = tuple(finding for finding in checked.findings if id(finding) in new)
        return structs.replace(checked, findings=remaining, baseline=BaselineAnswer(suppressed, tuple(gone)))

    def write(self, findings: Sequence[Finding], paths: Sequence[str]) -> list[str]:
        """Write the findings of a run into their baselines, and return a message about each.

        Raises:
            BaselineError: A baseline is broken or has another version.
            OSError: One cannot be written.
        """
        files_by_baseline, grouped = self._group(findings, paths)
        return [
            baseline.write(grouped[baseline], members)
            for baseline, members in files_by_baseline.items()
            if baseline is self._main or grouped[baseline] or baseline.exists
        ]

    def _group(
        self, findings: Sequence[Finding], paths: Sequence[str]
    ) -> tuple[dict[Baseline, list[str]], dict[Baseline, list[Finding]]]:
        """Return the files and the findings for which each baseline counts; the baseline of the run is the first.

        A finding may be about a file that is not among the paths, such as a configuration; its baseline then has no
        files.
        """
        files_by_baseline: dict[Baseline, list[str]] = {self._main: []}
        for path in paths:
            files_by_baseline.setdefault(self._of(path), []).append(path)
        grouped: dict[Baseline, list[Finding]] = {baseline: [] for baseline in files_by_baseline}
        for finding in findings:
            grouped.setdefault(self._of(finding.path), []).append(finding)
            files_by_baseline.setdefault(self._of(finding.path), [])
        return files_by_baseline, grouped

    def _of(self, path: str) -> Baseline:
        return self._open(self._choose(path))

    def _choose(self, path: str | None) -> Path | None:
        """Return the baseline that counts for a file; that of the run if `path` is None; None for no baseline."""
        if self._reads_none and self._typed is None:
            return None
        if path is None:
            config = self._tree.config
        else:
            config = self._tree.config_of(path)
        return baseline_file(self._typed, config, will_write=self._will_write)

    def _open(self, file: Path | None) -> Baseline:
        key = file and Path(file).resolve()
        if key not in self._opened:
            self._opened[key] = Baseline(file, will_write=self._will_write)
        return self._opened[key]
