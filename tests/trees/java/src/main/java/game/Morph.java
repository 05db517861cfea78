package game;

/** Turning a face-down permanent up (CR 702.36e); CR 707.2 tells what it looks like until then. */
final class Morph {

    private static final String RULE = "CR 702.36";
    private static final double SECONDS = 702.36;

    // Damage is dealt in several ways: rules 120.3a-d.
    void deal(int damage) {
        throw new UnsupportedOperationException("rule 120.3z");
    }
}
