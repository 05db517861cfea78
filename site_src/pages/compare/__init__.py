"""The comparisons of editions: a page for each edition and the one before it, and the page that compares any two."""
