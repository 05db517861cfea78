"""Citations: references to the rules in other people's files. Finding them, judging them, renumbering them."""
