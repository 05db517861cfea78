/// "Scry" (CR 701.18): look at the top cards, and put any number of them at the bottom.
pub fn scry(count: usize) {}

/// Shuffling (CR 701.20) makes the order unknown.
pub fn shuffle() {}

/// Turned face up for its morph cost, see rule
/// 702.36e.
pub fn turn_up() {}
