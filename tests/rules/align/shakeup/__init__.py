"""Synthetic shake-ups: editions rearranged at random, with the truth about every rule known.

`shake` takes the rules and the glossary of an edition, a seed and an intensity (`quiet`, `busy`, `upheaval`) and makes
a later edition. The same arguments give the same edition, whatever the hash seed. Edits that would leave even a
careful reader in doubt are not made, see `edits`; records that are still interchangeable are left out of the truth, see
`truth`.
"""

from tests.rules.align.shakeup.shake import INTENSITIES, Intensity, Shakeup, shake

__all__ = ["INTENSITIES", "Intensity", "Shakeup", "shake"]
