"""The linter: which files, which settings, which findings are suppressed, and how findings are reported.

`graph.citations` decides what a citation is and what is wrong with it. There is one pipe: `linter` scans a file once
(`files`, `texts`, `ignores`) and judges it, and does so for many files; then `baseline` and `formats` report.
`upgrading` renumbers what is scanned, and writes it with the declaration (`config`) in one `transaction`.
"""
