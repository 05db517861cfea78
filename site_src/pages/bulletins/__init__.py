"""Pages of the publisher's update bulletins: what each announced, and the resulting changes."""
