"""What lets the site be read without a network: lists of files, the service worker, the description of the program."""
