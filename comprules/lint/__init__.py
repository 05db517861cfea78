"""The linter: which files, which settings, which findings are suppressed, and how findings are reported.

`graph.citations` decides what a citation is and what is wrong with it. A run goes `config` → `files` → `texts` → `scan`
(find, judge, `ignores`) → `runner` → `baseline` → `formats`; an
upgrade `config` → `upgrade_range` → `upgrading` (read, find, renumber) → `upgrade_plan` → `patch` or `rewriting`.
"""
