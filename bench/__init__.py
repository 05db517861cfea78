"""Benchmarks (`python -m bench`) and the accuracy report over an archive (`python -m bench.report`)."""
