"""No test depends on how fast or how busy the machine is."""

from __future__ import annotations

import re
from pathlib import Path

CLOCKS = re.compile(
    r"\b(process_time|perf_counter|thread_time|time\.time\(|monotonic\(|timeit|ru_utime|sleep\(|wait_for_timeout)"
)


def test_no_test_reads_a_clock_or_sleeps() -> None:
    """What grows with the input is asked of `bench.growth`; absolute times are for `make bench`."""
    here = Path(__file__)
    assert [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted(here.parent.rglob("*.py"))
        if path != here
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if CLOCKS.search(line)
    ] == []
