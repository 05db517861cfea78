"""The parts of an edition: where each begins, and how its paragraphs become records."""
