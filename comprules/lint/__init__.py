"""The linter: finds the citations in people's files, checks them, reports findings and renumbers citations.

`graph.citations` decides what a citation is and what is wrong with it. Here every file takes the same way:

1. `select` finds the files that the paths on the command line mean; `nearest` finds the configuration (`config`) of
   each, from which its `settings` follow.
2. `scan` reads a file (`read`, `decode`), and finds its citations and the comments that suppress findings (`ignores`).
3. `linter` judges a scanned file; `check` does so for many files, with `cache` and `pool`.
4. `baselines` leaves out known findings, and `formats` prints the others.

`upgrading` goes from step 2 to a `plan` for each file, and writes all files and declarations in one `transaction`.
`dating` finds the editions that `comprules init` declares.
"""
