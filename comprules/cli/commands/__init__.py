"""One module per command; each defines its command as `command`."""
