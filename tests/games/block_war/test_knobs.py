"""No knob without a test that sees what it changes; what the loader refuses."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from sim.games.block_war.knobs import BlockWarKnobs, check_decks, jd_cards, perp_cards

# One mode for two players is all there is.
WITHOUT_EFFECT = {"mode", "players"}


def test_every_knob_has_a_test_of_its_name():
    texts = [
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_knobs_*")
    ]
    tested = set(re.findall(r"^def test_(\w+)", "\n".join(texts), re.MULTILINE))
    assert set(BlockWarKnobs.model_fields) - WITHOUT_EFFECT <= tested


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"jd_mix": [1] * 14}, "30 cards, not 14"), ({"jd_mix": [30]}, "14 counts, not 1"),
     ({"perp_mix": [46, *[0] * 12, -1, 1]}, "14 counts, not 15"),
     ({"perp_ap": [1] * 3}, "14 items, not 3"), ({"perp_attack": [10] * 14}, "0 to 9, not 10"),
     ({"players": 3}, "less than or equal to 2"), ({"mode": "coop"}, "versus")],
)  # fmt: skip
def test_refused_settings(settings, words):
    with pytest.raises(ValidationError, match=words):
        BlockWarKnobs(**settings)


@pytest.mark.parametrize(
    ("deck", "change", "words"),
    [("jd", {"target": "LF"}, "one of L, F, R"), ("perp", {"class": "upgrade"}, "only upgrades"),
     ("perp", {"effect": "foam"}, "two kinds")],
)  # fmt: skip
def test_refused_cards(deck, change, words):
    decks = {"jd": jd_cards(), "perp": perp_cards()}
    decks[deck][0] = decks[deck][0] | change
    with pytest.raises(ValueError, match=words):
        check_decks(**decks)
    decks[deck] = jd_cards() * 2
    with pytest.raises(ValueError, match="at most 16"):
        check_decks(**decks)
