package game;

/** A player's library. It can be shuffled (CR 701.20) and searched (CR 701.19). */
final class Library {

    /** Draws until the library has no card left; what follows then is rule 704.5b. */
    void drawAll(Player player) {
        while (!isEmpty()) {
            player.take(top());
        }
    }

    // 20150123 - 701.16b
    void shuffle() {
        order.randomize();
    }
}
