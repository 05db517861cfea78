"""Pictures of the whole history: what is drawn is worked out here, drawn for readers without script, and written."""
