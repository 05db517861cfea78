"""Pictures of the whole history: computed here, drawn as SVG that needs no script, and written."""
