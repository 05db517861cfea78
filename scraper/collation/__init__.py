"""Make one reading from several copies of an edition."""
