package game;

/**
 * A player's library.
 *
 * <p>Mixing its cards is an action of its own (CR 701.19), and so is looking for some of them.
 */
final class Library {

    /** Draws until the library has no card left; what follows then is rule 704.5b. */
    void drawAll(Player player) {
        while (!isEmpty()) {
            player.take(top());
        }
    }

    // 20150123 - 701.16b
    void search(Player player) {
        shuffle();
    }
}
