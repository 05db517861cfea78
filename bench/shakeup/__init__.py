"""Synthetic shake-ups: an edition rearranged at random, with the truth about every rule known.

`shake` takes the rules and the glossary of an edition, a seed and an intensity (`quiet`, `busy`, `upheaval`) and makes
a later edition. The same arguments give the same edition, whatever the hash seed. Where an edit would leave even a
careful reader in doubt it is not made, see `bench.shakeup.edits`; what stays interchangeable is left out of the truth,
see `bench.shakeup.truth`.
"""

from bench.shakeup.shake import INTENSITIES, Intensity, Shakeup, shake

__all__ = ["INTENSITIES", "Intensity", "Shakeup", "shake"]
