"""The page in a real browser: errors, pictures, width, themes, print."""

import os
import shutil

import pytest

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
WIDTHS = (1280, 390)


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no chromium on the PATH: install Debian's package chromium")
        pytest.skip("no chromium on the PATH")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser, flagship):
    """Open the page at a width and theme; console errors and requests are collected."""
    contexts = []

    def open_page(width, theme="light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        tab = context.new_page()
        tab.complaints, tab.fetched = [], []
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        tab.on("request", lambda request: tab.fetched.append(request.url))
        tab.goto(flagship.as_uri(), wait_until="load")
        tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        return tab

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_complains_and_every_picture_loads(visit, width):
    tab = visit(width)
    tab.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    assert tab.evaluate("[...document.images].every(i => i.complete && i.naturalWidth > 0)")
    assert tab.evaluate("document.images.length") >= 8
    assert tab.complaints == []
    assert all(url.startswith(("file:", "data:")) for url in tab.fetched)


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(visit, width):
    tab = visit(width)
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    wide = """[...document.querySelectorAll('.scroll')]
        .filter(box => box.scrollWidth > box.clientWidth + 1)
        .map(box => box.textContent.trim().slice(0, 60))"""
    assert tab.evaluate(wide) == []


def test_phones_get_drawings_of_their_own(visit):
    wide, narrow = (
        visit(width).evaluate("document.querySelector('#chart-win-rate img').currentSrc")
        for width in WIDTHS
    )
    assert wide != narrow


def test_dark_and_light_screens_differ_and_stay_readable(visit):
    contrast = """() => {
        const light = text => {
            const [r, g, b] = text.match(/\\d+/g).map(v => v / 255)
                .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const style = getComputedStyle(document.body);
        const pair = [light(style.color), light(style.backgroundColor)].sort((a, b) => b - a);
        return [style.backgroundColor, (pair[0] + 0.05) / (pair[1] + 0.05)];
    }"""
    (day, by_day), (night, by_night) = (
        visit(1280, theme).evaluate(contrast) for theme in ("light", "dark")
    )
    assert day != night
    assert min(by_day, by_night) > 7


def test_it_prints_on_white_without_the_menu(visit):
    tab = visit(1280, "dark")
    tab.emulate_media(media="print")
    assert not tab.locator("nav").is_visible()
    scheme = tab.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert "dark" not in scheme
    assert tab.pdf(format="A4").startswith(b"%PDF")
