"""Finding citations in a text: `finder` describes the stages."""
