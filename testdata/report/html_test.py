#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""html_test.py FENCEPOST REPORT_SAMPLE CHROMIUM: the HTML page in a browser.

It renders, filters, is driven by keys, complains about nothing and loads nothing. FENCEPOST_SCREENSHOTS=DIR keeps
pictures there. Exit code 77: there is no browser.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from browser import START_SECONDS, Browser, BrowserFailed

HERE = pathlib.Path(__file__).resolve().parent
FENCEPOST, SAMPLE = sys.argv[1:3]
CHROMIUM = next((a for a in sys.argv[3:] if a and shutil.which(a)), None)
PICTURES = os.environ.get("FENCEPOST_SCREENSHOTS")

SHOWN = "[...document.querySelectorAll('.finding')].filter(f => f.checkVisibility())"
FOCUSED = "document.activeElement.closest('.finding')"


class HtmlTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pages = pathlib.Path(cls.folder.name)
        files = [HERE.parent / "cli/Inputs/poll.cu", HERE.parent / "cli/Inputs/poll.ptx",
                 HERE.parent / "parity/handoffs.cu"]
        run = subprocess.run([FENCEPOST, "--format=html", "--level=note", "--no-config", "--no-cache",
                              "-o", cls.pages / "real.html", *files], capture_output=True, text=True, check=False)
        assert run.returncode == 1, run.stderr
        for what in ("plain", "hostile", "many", "empty"):
            with open(cls.pages / f"{what}.html", "wb") as out:
                subprocess.run([SAMPLE, "html", what], stdout=out, check=True)
        cls.browser = None

    @classmethod
    def tearDownClass(cls):
        cls.end_browser()
        cls.folder.cleanup()

    @classmethod
    def end_browser(cls):
        if cls.browser:
            cls.browser.close()
        cls.browser = None

    def open(self, name, fragment="", **how):
        if self.browser and self.browser.has_failed:
            self.end_browser()
        if not self.browser:
            type(self).browser = Browser(CHROMIUM)
        self.url = (self.pages / f"{name}.html").as_uri()
        self.browser.open(self.url + fragment, **how)
        return self.browser

    def tearDown(self):
        if not self.browser or self.browser.has_failed:
            return
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual({u.split("#")[0] for u in self.browser.requests()}, {self.url})

    def picture(self, name):
        if PICTURES:
            self.browser.screenshot(os.path.join(PICTURES, name + ".png"))

    def test_renders_findings_with_evidence(self):
        b = self.open("real")
        total = b.value("document.querySelectorAll('.finding').length")
        self.assertGreater(total, 5)
        self.assertIn(f"{total} findings", b.value("document.title"))
        self.assertEqual(b.value(SHOWN + ".length"), total)
        self.assertTrue(b.value("document.querySelector('.tools').checkVisibility()"))
        b.value("document.getElementById('open-all').click()")
        b.settle()
        self.assertGreater(b.value("document.querySelectorAll('.finding mark').length"), total)
        # Steps are numbered from 1, in each finding.
        self.assertTrue(b.value(SHOWN + """.every(f => {
            const n = [...f.querySelectorAll('.badge')].map(x => +x.textContent).sort((a, b) => a - b);
            return n.length && n.every((x, i) => x === i + 1); })"""))

    def test_two_threads_stand_side_by_side_where_there_is_room(self):
        places = """[...document.querySelectorAll('.thread')].slice(0, 2)
            .map(t => [t.className, t.getBoundingClientRect().x, t.getBoundingClientRect().y])"""
        b = self.open("plain", width=1280)
        (first, x1, y1), (second, x2, y2) = b.value(places)
        self.assertEqual((first, second), ("thread consumer", "thread producer"))
        self.assertLess(x1, x2)
        self.assertEqual(y1, y2)
        b = self.open("plain", width=400)
        (_, x1, y1), (_, x2, y2) = b.value(places)
        self.assertEqual(x1, x2)
        self.assertLess(y1, y2)

    def test_nothing_is_wider_than_the_window(self):
        for name in ("real", "plain", "hostile"):
            for width in (320, 400, 1280, 2000):
                b = self.open(name, width=width)
                b.value("document.querySelectorAll('details').forEach(d => d.open = true)")
                b.settle()
                self.assertLessEqual(b.value("document.documentElement.scrollWidth"), width, (name, width))

    def test_filter_takes_words_rules_and_levels(self):
        b = self.open("real")
        total = b.value(SHOWN + ".length")
        b.press("/")
        self.assertEqual(b.value("document.activeElement.id"), "filter")
        b.type("poll.ptx")
        b.settle()
        shown = b.value(SHOWN + ".length")
        self.assertTrue(0 < shown < total)
        self.assertTrue(b.value(SHOWN + ".every(f => f.textContent.includes('poll.ptx'))"))
        self.assertEqual(b.value("document.getElementById('shown').textContent"), f"{shown} of {total} shown")
        # Files without a finding that passes are gone, from the contents too.
        self.assertEqual(b.value("[...document.querySelectorAll('.group')].filter(g => g.checkVisibility()).length"), 1)
        self.assertEqual(b.value("[...document.querySelectorAll('.by-file li')].filter(g => g.checkVisibility()).length"), 1)
        b.type(" no-such-word")
        b.settle()
        self.assertEqual(b.value(SHOWN + ".length"), 0)
        self.assertTrue(b.value("document.getElementById('none-shown').checkVisibility()"))
        b.press("Escape")
        b.press("Escape")
        self.assertEqual(b.value(SHOWN + ".length"), total)
        rule = b.value("document.getElementById('rule').options[1].value")
        b.value("""{ const r = document.getElementById('rule'); r.selectedIndex = 1;
                     r.dispatchEvent(new Event('change')); }""")
        self.assertTrue(0 < b.value(SHOWN + ".length") < total)
        self.assertTrue(b.value(SHOWN + f".every(f => f.dataset.rule === {rule!r})"))
        b.press("Escape")
        b.value("document.querySelector('.level-switch').click()")
        level = b.value("document.querySelector('.level-switch').dataset.level")
        self.assertTrue(0 < b.value(SHOWN + ".length") < total)
        self.assertTrue(b.value(SHOWN + f".every(f => f.dataset.level !== {level!r})"))

    def test_groups_by_rule_and_back(self):
        b = self.open("real")
        order = b.value(SHOWN + ".map(f => f.id)")
        titles = "[...document.querySelectorAll('.group h2')].map(h => h.firstChild.textContent.trim())"
        files = b.value(titles)
        b.press("g")
        rules = b.value(titles)
        self.assertEqual(rules, sorted(rules))
        self.assertIn("relaxed-poll", rules)
        self.assertTrue(b.value(
            "[...document.querySelectorAll('.group')].every(g => [...g.querySelectorAll('.finding')]"
            ".every(f => 'group-' + f.dataset.rule === g.id))"))
        self.assertCountEqual(b.value(SHOWN + ".map(f => f.id)"), order)
        self.picture("by-rule")
        b.press("g")
        self.assertEqual(b.value(titles), files)
        self.assertEqual(b.value(SHOWN + ".map(f => f.id)"), order)

    def test_keys_walk_through_findings(self):
        b = self.open("real")
        ids = b.value(SHOWN + ".map(f => f.id)")
        for key, at in (("j", 0), ("j", 1), ("ArrowDown", 2), ("k", 1), ("ArrowUp", 0), ("k", 0)):
            b.press(key)
            self.assertEqual(b.value(FOCUSED + ".id"), ids[at], key)
        was = b.value(FOCUSED + ".querySelector('details').open")
        b.press("Enter")
        self.assertEqual(b.value(FOCUSED + ".querySelector('details').open"), not was)
        b.press("Enter")
        self.assertEqual(b.value(FOCUSED + ".querySelector('details').open"), was)
        rule = b.value(FOCUSED + ".dataset.rule")
        b.press("r")
        b.settle()
        self.assertTrue(b.value(f"document.getElementById('rule-{rule}').open"))
        self.assertTrue(b.value(f"document.activeElement.closest('#rule-{rule}') !== null"))
        b.press("?")
        self.assertTrue(b.value("document.getElementById('help').open"))
        self.picture("keys")
        b.press("Escape")
        self.assertFalse(b.value("document.getElementById('help').open"))
        # In the filter, letters are letters; Enter goes to the first finding that passes.
        b.press("/")
        b.press("j")
        self.assertEqual(b.value("document.getElementById('filter').value"), "j")
        b.press("Escape")
        b.press("Escape")
        b.press("/")
        b.type("poll.ptx")
        b.settle()
        b.press("Enter")
        self.assertEqual(b.value(FOCUSED + ".id"), b.value(SHOWN + "[0].id"))

    def test_address_of_a_finding_opens_it(self):
        b = self.open("many", "#f-4711:1")
        self.assertTrue(b.value("document.getElementById('f-4711:1').querySelector('details').open"))
        b.settle()
        top = b.value("document.getElementById('f-4711:1').getBoundingClientRect().top")
        self.assertTrue(0 <= top < 900, top)

    def test_colours(self):
        background = "getComputedStyle(document.body).backgroundColor"
        b = self.open("plain", scheme="dark")
        self.assertEqual(b.value(background), "rgb(20, 23, 26)")
        b.press("t")
        self.assertEqual(b.value(background), "rgb(255, 255, 255)")
        b.press("t")
        self.assertEqual(b.value(background), "rgb(20, 23, 26)")
        b.press("t")
        b = self.open("plain", scheme="light")
        self.assertEqual(b.value(background), "rgb(255, 255, 255)")

    def test_contrast(self):
        """WCAG 2.2, 1.4.3: 4.5 to 1 for text."""
        script = """(() => {
          const part = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
          const numbers = c => c.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
          const behind = e => { for (; e; e = e.parentElement) {
            const c = numbers(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c; }
            return [255, 255, 255]; };
          document.querySelectorAll('details').forEach(d => d.open = true);
          const poor = new Set();
          let seen = 0;
          for (const e of document.querySelectorAll('body *')) {
            if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
            const [a, b] = [light(numbers(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
            const ratio = (a + 0.05) / (b + 0.05);
            ++seen;
            if (ratio < 4.5) poor.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2));
          }
          return [seen, [...poor]]; })()"""
        for scheme in ("light", "dark"):
            b = self.open("hostile", scheme=scheme)
            b.press("?")
            seen, poor = b.value(script)
            self.assertGreater(seen, 100)
            self.assertEqual(poor, [], scheme)

    def test_hostile_text_is_only_text(self):
        b = self.open("hostile")
        self.assertEqual(b.value("document.querySelectorAll('img').length"), 0)
        self.assertEqual(b.value("document.querySelectorAll('script').length"), 1)
        self.assertTrue(b.value("document.body.textContent.includes('<img src=x onerror=alert(1)>')"))
        self.assertEqual(b.value("document.querySelectorAll('#suppressed tbody tr').length"), 3)
        b.press("g")
        b.press("j")
        b.press("/")
        b.type("{{{script}}}")
        b.settle()
        self.assertEqual(b.value(SHOWN + ".length"), 2)

    def test_five_thousand_findings(self):
        b = self.open("many")
        self.assertEqual(b.value("document.querySelectorAll('.finding').length"), 5000)
        b.press("/")
        b.type("kernel4321 weak-poll")
        b.settle()
        self.assertEqual(b.value(SHOWN + ".length"), 1)
        b.press("Escape")
        b.press("Escape")
        self.assertEqual(b.value(SHOWN + ".length"), 5000)
        b.press("g")
        self.assertEqual(b.value("document.querySelectorAll('.group').length"), 2)
        b.press("j")
        b.press("k")
        self.assertTrue(b.value(FOCUSED + " !== null"))
        self.picture("many")

    def test_nothing_found(self):
        b = self.open("empty")
        self.assertIn("Nothing was found", b.value("document.querySelector('main').innerText"))
        self.assertFalse(b.value("document.querySelector('.tools').checkVisibility()"))
        self.picture("empty")

    def test_readable_without_script(self):
        b = self.open("plain", scripts=False)
        self.assertFalse(b.value("document.querySelector('.tools').checkVisibility()"))
        text = b.value("document.body.innerText")
        for part in ("consumer thread", "then 'data[0]' is read", "5 functions: 4 analysed"):
            self.assertIn(part, text)
        self.picture("no-script")

    def test_print(self):
        b = self.open("many")
        b.call("Emulation.setEmulatedMedia", media="print")
        self.assertFalse(b.value("document.querySelector('.tools').checkVisibility()"))
        b = self.open("plain")
        b.value("document.querySelector('.finding details').open = false")
        opened = b.value("""{ dispatchEvent(new Event('beforeprint'));
            document.querySelector('.finding details').open; }""")
        self.assertTrue(opened)

    def test_pictures(self):
        for name, page, width, scheme in (("light", "real", 1280, "light"), ("dark", "real", 1280, "dark"),
                                          ("narrow", "real", 400, "light"), ("wide", "real", 2000, "dark"),
                                          ("threads-dark", "plain", 1280, "dark"), ("hostile", "hostile", 1280, "light"),
                                          ("coverage", "hostile#coverage", 1280, "light")):
            page, _, fragment = page.partition("#")
            self.open(page, "#" + fragment if fragment else "", width=width, height=1400, scheme=scheme)
            self.browser.value("document.querySelectorAll('.finding details').forEach((d, i) => d.open = i < 2)")
            if fragment:
                self.browser.value("document.querySelectorAll('#suppressed details').forEach(d => d.open = true)")
                self.browser.value("document.getElementById('suppressed').scrollIntoView()")
            self.browser.settle()
            self.picture(name)


class PolicyTest(unittest.TestCase):
    """What the other tests would miss if the browser told nothing: a page that tries is stopped, and tells so."""

    def test_policy_stops_what_is_not_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            page = subprocess.run([SAMPLE, "html", "plain"], capture_output=True, check=True).stdout.decode()
            bad = page.replace("<footer>", '<img src="http://127.0.0.1:9/x.png"><script>window.ran = 1</script><footer>')
            self.assertNotEqual(bad, page)
            file = pathlib.Path(folder) / "bad.html"
            file.write_text(bad, encoding="utf-8")
            browser = Browser(CHROMIUM)
            try:
                browser.open(file.as_uri())
                browser.settle()
                self.assertEqual(browser.value("typeof window.ran"), "undefined")
                self.assertGreaterEqual(len(browser.complaints()), 2)
            finally:
                browser.close()


def ran_well(tests):
    """Once more, in a fresh browser, what the browser itself did not do; what a page did wrong stays wrong."""
    first = unittest.TextTestRunner().run(tests)
    again = [test for test, trace in first.errors if BrowserFailed.__name__ in trace]
    if not again:
        return first.wasSuccessful()
    print(f"the browser failed in {len(again)} tests: once more", file=sys.stderr)
    second = unittest.TextTestRunner().run(unittest.TestSuite(again))
    return not first.failures and len(first.errors) == len(again) and second.wasSuccessful()


if __name__ == "__main__":
    if not CHROMIUM:
        print("no Chromium was found: the page is not opened")
        sys.exit(77)
    # Here and not by Browser: what is wrong with that is a failure.
    try:
        blank = subprocess.run([CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu",
                                "--disable-dev-shm-usage", "--dump-dom", "about:blank"],
                               capture_output=True, text=True, timeout=START_SECONDS, check=False)
        why = blank.stderr[-500:] if blank.returncode else None
    except subprocess.TimeoutExpired:
        why = f"not within {START_SECONDS} seconds"
    if why is not None:
        print(f"Chromium does not start here: the page is not opened\n{why}")
        sys.exit(77)
    sys.exit(not ran_well(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])))
