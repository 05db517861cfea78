"""What the pages of rules show."""
