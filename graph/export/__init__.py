"""The knowledge base as files for other tools: `tables` says what they have, `write` writes them."""
