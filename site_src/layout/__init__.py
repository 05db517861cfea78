"""The layout of the site: editions as pages, and the addresses of all pages."""
