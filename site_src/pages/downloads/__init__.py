"""The pages about the data and its download."""
