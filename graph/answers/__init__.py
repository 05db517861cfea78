"""One typed answer for each question, which command line, Python, assistants and site print."""
