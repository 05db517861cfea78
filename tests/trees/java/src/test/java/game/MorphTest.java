package game;

final class MorphTest {

    /** The version in the name is not a rule: tool 702.36.1. */
    void testTurnsFaceUp_rule702_36e() {
        assertPrice(702.36);
    }
}
