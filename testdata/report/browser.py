# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chromium without a window, driven through its DevTools protocol over a pipe."""
import base64
import json
import os
import select
import subprocess
import tempfile
import time

START_SECONDS, ANSWER_SECONDS = 90, 120


class BrowserFailed(Exception):
    """The browser itself did not do its part: it ended, its page crashed, or it does not answer."""


class Browser:
    """Messages end with a zero byte; Chromium reads descriptor 3 and writes descriptor 4."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read_end, self.to = os.pipe()
        self.back, write_end = os.pipe()

        def descriptors():
            # Out of the way first: either may be 3 or 4 itself.
            reads, writes = os.dup(read_end), os.dup(write_end)
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-background-timer-throttling",
             "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}",
             "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=descriptors)
        os.close(read_end)
        os.close(write_end)
        self.rest, self.number, self.events = b"", 0, []
        self.session = self.context = None
        self.has_failed = False
        self.call("Browser.getVersion", seconds=START_SECONDS)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def fail(self, why):
        self.has_failed = True
        raise BrowserFailed(why)

    def message(self, until):
        while b"\0" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.back], [], [], left)[0]:
                self.fail("it does not answer")
            block = os.read(self.back, 1 << 20)
            if not block:
                self.fail("it has ended")
            self.rest += block
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, seconds=ANSWER_SECONDS, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        try:
            os.write(self.to, json.dumps(request).encode() + b"\0")
        except BrokenPipeError:
            self.fail("it has ended")
        until = time.monotonic() + seconds
        while True:
            m = self.message(until)
            if m.get("id") == self.number:
                if "error" in m:
                    raise RuntimeError(f"{method}: {m['error']}")
                return m["result"]
            self.keep(m)

    def keep(self, event):
        """Of the page that is open; one that was open before may still have something to say."""
        if event.get("sessionId") != self.session:
            return
        if event["method"] == "Inspector.targetCrashed":
            self.fail("the page crashed")
        self.events.append(event)

    def wait_until_loaded(self, loader):
        """Until the load event of that navigation: the empty page of a new target has one of its own."""
        until = time.monotonic() + ANSWER_SECONDS
        while not any(e["loaderId"] == loader and e["name"] == "load" for e in self.of("Page.lifecycleEvent")):
            self.keep(self.message(until))

    def open(self, url, width=1280, height=900, scheme="light", scripts=True):
        """A fresh page with a storage of its own; what happened on the one before is forgotten."""
        last, self.session = self.context, None
        self.context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        if last:
            self.call("Target.disposeBrowserContext", browserContextId=last)
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Inspector"):
            self.call(domain + ".enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events.clear()
        self.wait_until_loaded(self.call("Page.navigate", url=url)["loaderId"])

    def value(self, expression):
        """Of JavaScript in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def settle(self):
        """Until what was asked for is painted."""
        self.value("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 250))")

    def press(self, key, text=None):
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}
        text = "\r" if key == "Enter" else text if text is not None else key if len(key) == 1 else ""
        code = codes.get(key, ord(key.upper()) if len(key) == 1 and key.isalnum() else 0)
        common = {"key": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def screenshot(self, file):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))

    def of(self, method):
        return [e["params"] for e in self.events if e["method"] == method]

    def complaints(self):
        """Errors and warnings that the page's console would show."""
        said = [f"{c['type']}: {c['args']}" for c in self.of("Runtime.consoleAPICalled")]
        said += [str(e["exceptionDetails"]) for e in self.of("Runtime.exceptionThrown")]
        said += [e["entry"]["text"] for e in self.of("Log.entryAdded")]
        return said

    def requests(self):
        return [r["request"]["url"] for r in self.of("Network.requestWillBeSent")]
