//! Damage in combat.

/// Splits an attacker's damage: first its blockers (CR 510.1c), with trample the rest may go on (CR 702.19b).
/// With deathtouch (CR 702.3b) one point for each blocker is enough.
pub fn assign(attacker: &Creature) -> Vec<Damage> {
    cr!("510.1c");
    attacker.split()
}

// The whole step is CR 510.3-1.
pub fn cr_702_19b(damage: u32, lethal: u32) -> u32 {
    damage.saturating_sub(lethal)
}
