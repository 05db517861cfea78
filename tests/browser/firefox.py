"""Firefox without windows, driven by Marionette, the protocol that it speaks itself: a number, a colon, JSON."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
ATTEMPTS = 600
"""Number of attempts after which a condition counts as never met."""
PAUSE = 0.1
"""Seconds between two attempts."""
SILENCE = 60.0
"""Seconds without an answer of Firefox after which it counts as hung."""
PORT_FILE = "MarionetteActivePort"
PREFERENCES = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
    "dom.serviceWorkers.enabled": False,
}
"""It asks nobody on the network, and lets no service worker answer for the server."""
PROBLEMS = """
const [address] = arguments;
return Services.console.getMessageArray()
  .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
  .filter((one) => one.sourceName.startsWith(address))
  .map((one) => `${one.sourceName}:${one.lineNumber} ${one.errorMessage}`);
"""
ENTER = "\ue007"


class FirefoxError(Exception):
    """Error: Firefox did not do what it was told; the message says why."""


class Firefox:
    """A running Firefox with one window.

    Args:
        folder: An empty folder for its profile.
    """

    def __init__(self, folder: Path) -> None:
        assert PROGRAM is not None
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        options = [
            "--headless",
            "--marionette",
            "--remote-allow-system-access",
            "--no-remote",
            "--profile",
            str(folder),
        ]
        self._process = subprocess.Popen(
            [PROGRAM, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_environment(folder)
        )
        try:
            self._socket = socket.create_connection(("127.0.0.1", self._read_port(folder / PORT_FILE)), SILENCE)
            self._received = b""
            self._number = 0
            self._read()
            self._tell("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        except BaseException:
            self._process.kill()
            raise

    def _read_port(self, path: Path) -> int:
        for _ in range(ATTEMPTS):
            if path.is_file() and (port := path.read_text(encoding="utf-8").strip()):
                return int(port)
            self._pause()
        raise FirefoxError("Firefox did not start")

    def _pause(self) -> None:
        """Let Firefox work for a moment; fail if it ends."""
        try:
            self._process.wait(PAUSE)
        except subprocess.TimeoutExpired:
            return
        raise FirefoxError("Firefox has ended")

    def _read(self) -> Any:
        while b":" not in self._received:
            self._receive()
        size, _, self._received = self._received.partition(b":")
        while len(self._received) < int(size):
            self._receive()
        message, self._received = self._received[: int(size)], self._received[int(size) :]
        return json.loads(message)

    def _receive(self) -> None:
        more = self._socket.recv(65536)
        if not more:
            raise FirefoxError("Firefox has ended")
        self._received += more

    def _tell(self, command: str, parameters: dict[str, Any] | None = None) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, command, parameters or {}]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, problem, result = self._read()
        if problem:
            raise FirefoxError(f"{command}: {problem['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def open(self, address: str, width: int = 1280, height: int = 900) -> None:
        """Open an address in a window of a size."""
        self._tell("WebDriver:SetWindowRect", {"width": width, "height": height})
        self._tell("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        """Return what a script of the page returns."""
        return self._tell("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})

    @property
    def address(self) -> str:
        """The address of the page."""
        return str(self._tell("WebDriver:GetCurrentURL"))

    def wait_for(self, script: str, *arguments: object) -> Any:
        """Return what a script of the page returns as soon as that is something."""
        for _ in range(ATTEMPTS):
            if found := self.run(script, *arguments):
                return found
            self._pause()
        raise FirefoxError(f"never met: {script} {arguments} on {self.address}")

    def see(self, selector: str, words: str = "") -> str:
        """Return the text of the first element that is seen and has some words."""
        script = """const [selector, words] = arguments;
            const textOf = (one) => one.innerText.trim().replaceAll("\\u00a0", " ");
            return [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
              .map(textOf).find((text) => text && text.includes(words));"""
        return str(self.wait_for(script, selector, words))

    def _find(self, selector: str) -> str:
        self.see_any(selector)
        found = self._tell("WebDriver:FindElement", {"using": "css selector", "value": selector})
        return str(next(iter(found.values())))

    def see_any(self, selector: str) -> None:
        """Wait until an element is seen, whatever it says."""
        self.wait_for("return document.querySelector(arguments[0])?.checkVisibility();", selector)

    def click(self, selector: str) -> None:
        """Press the first element as a reader does."""
        self._tell("WebDriver:ElementClick", {"id": self._find(selector)})

    def type(self, selector: str, words: str) -> None:
        """Type words into the first element."""
        self._tell("WebDriver:ElementSendKeys", {"id": self._find(selector), "text": words})

    def problems(self, address: str) -> list[str]:
        """Return the errors of scripts below an address, on any page that was open."""
        return [str(problem) for problem in self._run_in_chrome(PROBLEMS, address)]

    def limit_width(self, width: int | None) -> None:
        """Give pages so many pixels, which may be fewer than a window must have; None for all of the window."""
        limit = f"{width}px" if width else ""
        self._run_in_chrome("gBrowser.selectedBrowser.style.maxWidth = arguments[0];", limit)

    def _run_in_chrome(self, script: str, *arguments: object) -> Any:
        """Return what a script returns that runs in the browser itself, not in a page."""
        self._tell("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.run(script, *arguments)
        finally:
            self._tell("Marionette:SetContext", {"value": "content"})

    def close(self) -> None:
        """End it."""
        self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _environment(folder: Path) -> dict[str, str]:
    """An own home, so that it finds and leaves nothing elsewhere."""
    return {"HOME": str(folder), "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1", "LANG": "en_US.UTF-8"}
