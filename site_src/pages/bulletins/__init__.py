"""Pages of the publisher's update bulletins: what each announced, and which changes that became."""
