"""What is on the page: order of chapters, offline, honest, and true to the stored games."""

import re
import shlex
from html.parser import HTMLParser

import polars as pl
import pytest

from analysis.rates import win_rates
from analysis.store import open_run
from reports.page import pct, span
from sim.core.table import Table
from sim.experiment import get_game, settle
from sim.replay import play_by_policies

CHAPTERS = [
    "findings", "win-rate", "endings", "length", "factions", "skill", "cards", "city", "depends",
    "cut-off", "provenance",
]  # fmt: skip
MOST_BYTES = 5_000_000


class Reader(HTMLParser):
    """Collect a page's text, sections, pictures and addresses."""

    def __init__(self, page):
        super().__init__()
        self.sections, self.images, self.addresses, self.commands = [], [], [], []
        self.words = []
        self.feed(page.read_text(encoding="utf-8"))
        self.text = re.sub(r"\s+", " ", " ".join(self.words))

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag == "section":
            self.sections.append(found["id"])
        if tag == "img":
            self.images.append(found)
        self.addresses += [found[key] for key in ("src", "srcset", "href") if found.get(key)]

    def handle_data(self, data):
        self.words.append(data)
        if data.startswith("balance "):
            self.commands.append(data)


@pytest.fixture(scope="module")
def reader(flagship):
    return Reader(flagship)


@pytest.fixture(scope="module")
def run(flagship):
    return open_run(flagship.parent.parent)


def test_chapters_come_in_order(reader):
    assert reader.sections == CHAPTERS


def test_the_page_is_one_offline_file(flagship, reader):
    assert flagship.stat().st_size < MOST_BYTES
    assert all(address.startswith(("data:", "#")) for address in reader.addresses)


def test_charts_have_alt_texts_and_png_files(flagship, reader):
    assert len(reader.images) >= 8
    for image in reader.images:
        assert len(image["alt"]) > 40
    names = {path.stem for path in flagship.parent.glob("*.png")}
    assert {"win-rate", "endings", "length", "factions", "skill", "cards", "city"} <= names
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in flagship.parent.glob("*.png"))


def test_every_cell_of_the_win_rate_table_is_what_the_games_say(reader, run):
    for row in win_rates(run.scan()).iter_rows(named=True):
        assert pct(row["win_rate"]) in reader.text
    at_two = run.describe(win_rates(run.scan())).filter(
        pl.col("policy") == "heuristic", pl.col("heavy_reinforcements") == 2
    )
    for row in at_two.iter_rows(named=True):
        assert f"{pct(row['win_rate'])} ({span(row['low'], row['high'])})" in reader.text


def test_the_page_says_what_rates_and_lifts_are_not(reader):
    assert "is not the game's win rate" in reader.text
    assert "an association, not an effect" in reader.text


def test_provenance_names_seed_digest_and_command(reader, run):
    manifest = run.manifest
    for text in (str(manifest["experiment"]["seed"]), manifest["code"]["digest"]):
        assert text in reader.text
    assert manifest["command"] in reader.commands
    assert "settings" in reader.text
    assert "Loot cards" in reader.text


def test_replay_commands_show_what_they_promise(flagship, run):
    page = flagship.read_text(encoding="utf-8")
    looks = re.findall(r"<dt>(A (?:win|loss)[^<]*)</dt><dd><pre>([^<]+)</pre>", page)
    assert len(looks) >= 4
    for look, command in looks[:4]:
        words = shlex.split(command)
        flags = dict(zip(words[3::2], words[4::2], strict=True))
        sets = [b.split("=") for a, b in zip(words[3::2], words[4::2], strict=True) if a == "--set"]
        game = get_game(words[2])
        table = Table(game, settle(game, dict(sets)), int(flags["--seed"]), int(flags["--game"]))
        for _ in play_by_policies(table, [flags["--policy"]]):
            pass
        assert (table.outcome()["result"] == "win") == look.startswith("A win")


def test_a_game_without_chapters_of_its_own_has_a_report(toy_report):
    reader = Reader(toy_report())
    own = ("factions", "cards", "city")
    assert reader.sections == [name for name in CHAPTERS if name not in own]
    assert "Lanterns in the Wood" in reader.text
    assert "No target set" in reader.text


def test_one_cell_has_a_report(toy_report):
    reader = Reader(toy_report(grid="darkness = [1]", policies='table = [["heuristic"]]'))
    assert "Only heuristic was played" in reader.text


def test_settings_that_change_nothing_share_a_line(toy_report):
    page = toy_report(
        grid="darkness = [1, 2]\ndecision_cap = [1000, 900]", policies='table = [["random"]]'
    )
    text = Reader(page).text
    assert "decision cap 1000 and 900" in text
    assert "gave the very same games" in text
