"""`python -m site_src.serve FOLDER PORT`: shows a built site on this machine, with its page for missing addresses.

Published sites do the same; `python -m http.server` answers a missing address with a bare line.
"""

import sys
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_HOST = "127.0.0.1"
_MISSING = "404.html"


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers with the files of a folder, and with its page for missing addresses."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's own page for a missing address; everything else as the standard library does."""
        page = Path(self.directory, _MISSING)
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def make_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder on this machine.

    Args:
        folder: A built site.
        port: The port to listen on; 0 for any that is free.

    Raises:
        OSError: The port cannot be used.
    """
    return ThreadingHTTPServer((_HOST, port), partial(SiteHandler, directory=str(folder)))


def main(arguments: list[str]) -> None:
    """Serve a folder on a port until Ctrl+C is pressed."""
    folder, port = arguments
    with make_server(Path(folder), int(port)) as server, suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
