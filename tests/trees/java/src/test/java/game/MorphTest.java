package game;

final class MorphTest {

    void testTurnsFaceUp_rule702_36e() {
        assertTrue(morph().isFaceUp());
    }
}
