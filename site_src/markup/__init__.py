"""From records to safe HTML: passages, symbols, words for people, the frame of a page."""
