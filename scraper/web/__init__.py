"""The web: the one client that touches the network, what robots.txt allows, addresses.

Only `scraper.web.client` may import a library of the network; `tests/test_architecture.py` holds this.
"""
