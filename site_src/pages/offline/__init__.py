"""Offline use of the site: lists of files, the service worker, the web app manifest."""
