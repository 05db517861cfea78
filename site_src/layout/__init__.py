"""Where everything stands: editions laid out in pages, and the addresses of all pages."""
