"""The linter as a tool: whose files, which settings, what is let pass, how it is told.

What a citation is and what is wrong with it, `graph.citations` knows. A run goes `config` → `files` → `texts` → `scan`
(find, judge, `ignores`) → `runner` → `baseline` → `formats`; an
upgrade `config` → `upgrade_range` → `upgrading` (read, find, renumber) → `upgrade_plan` → `patch` or `rewriting`.
"""
