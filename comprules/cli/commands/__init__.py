"""One module a command; each has the command as `command`."""
