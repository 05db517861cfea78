"""Surveys of the citations in many trees.

The rows of a tree follow from its name and from the paths and bytes of its files alone, so a survey gives the same rows
on one machine and on many.

- `rows`: what a row is
- `surveyor`: the rows of one tree
- `contents`: trees in Parquet files
- `folders`: trees in folders
- `journal`: the rows of finished trees until the survey is done
- `pool`: trees in the processes of one machine
- `cluster`: trees on the machines of a cluster
"""
