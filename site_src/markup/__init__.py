"""Safe HTML from records: passages, symbols, descriptions, the frame of a page."""
