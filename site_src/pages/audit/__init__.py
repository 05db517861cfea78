"""Pages of the audit: the publisher's own faults, edition by edition."""
