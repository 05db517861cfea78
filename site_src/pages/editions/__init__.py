"""The pages of editions and their witnesses."""
