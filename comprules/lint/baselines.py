"""The baselines of a run: one for the files of each configuration, or a named one for all files."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from comprules.lint.baseline import Baseline
from comprules.lint.nearest import TreeSettings
from comprules.lint.records import BaselineAnswer, Checked, Finding
from comprules.lint.settings import baseline_file


class _Share(Struct):
    """The share of one baseline in a run.

    Attributes:
        paths: The files for which the baseline counts.
        findings: The findings in these files, and in other files for which it counts, such as a configuration.
    """

    paths: list[str] = []
    findings: list[Finding] = []


class Baselines:
    """The baselines of a run.

    Args:
        tree: The configurations of the run.
        typed: The file that was named on the command line, which counts for all files; None if none was.
        will_write: Whether the run writes them; then they need not exist.
        ignores_configured: Whether only a typed baseline is read.

    Raises:
        BaselineError: The baseline of the run is broken or has another version, or a named one does not exist.
    """

    def __init__(
        self, tree: TreeSettings, typed: Path | None, *, will_write: bool = False, ignores_configured: bool = False
    ) -> None:
        self._tree = tree
        self._typed = typed
        self._will_write = will_write
        self._ignores_configured = ignores_configured
        self._opened: dict[Path | None, Baseline] = {}
        self._of_run = self._open(self._choose(None))

    def apply_to(self, checked: Checked, paths: Sequence[str]) -> Checked:
        """Return a result without the findings that the baselines suppress.

        Args:
            checked: All findings.
            paths: The files that were checked.

        Raises:
            BaselineError: A baseline is broken or has another version.
        """
        # By `id`, since two findings may be equal, and one of them known; `Baseline.apply_to` returns the same objects.
        remaining_ids: set[int] = set()
        known_count = 0
        gone: list[str] = []
        for baseline, share in self._divide(checked.findings, paths).items():
            new = baseline.apply_to(structs.replace(checked, findings=tuple(share.findings)), share.paths)
            remaining_ids.update(map(id, new.findings))
            known_count += new.baseline.known
            gone += new.baseline.gone
        remaining = tuple(finding for finding in checked.findings if id(finding) in remaining_ids)
        return structs.replace(checked, findings=remaining, baseline=BaselineAnswer(known_count, tuple(gone)))

    def write(self, findings: Sequence[Finding], paths: Sequence[str]) -> list[str]:
        """Write the findings of a run into their baselines, and return a message about each.

        Raises:
            BaselineError: A baseline is broken or has another version.
            OSError: One cannot be written.
        """
        messages: list[str] = []
        for baseline, share in self._divide(findings, paths).items():
            # The baseline of the run is written even if it is empty; another one only if it is of any use.
            if baseline is self._of_run or share.findings or baseline.exists:
                messages.append(baseline.write(share.findings, share.paths))
        return messages

    def _divide(self, findings: Sequence[Finding], paths: Sequence[str]) -> dict[Baseline, _Share]:
        """Return the share of each baseline in the files and findings of a run; the baseline of the run comes first."""
        shares: dict[Baseline, _Share] = {self._of_run: _Share()}
        for path in paths:
            shares.setdefault(self._of(path), _Share()).paths.append(path)
        for finding in findings:
            shares.setdefault(self._of(finding.path), _Share()).findings.append(finding)
        return shares

    def _of(self, path: str) -> Baseline:
        return self._open(self._choose(path))

    def _choose(self, path: str | None) -> Path | None:
        """Return the baseline that counts for a file; None for no baseline.

        That is the typed one, else the configured one, else the usual one in the folder of the configuration.

        Args:
            path: The file; None for the baseline of the run.
        """
        if self._ignores_configured and self._typed is None:
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
