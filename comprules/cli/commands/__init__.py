"""The commands; what one module has together answers one kind of question, or shares what it needs."""
