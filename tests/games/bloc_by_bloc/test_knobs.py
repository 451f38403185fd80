"""No knob without a test that sees what it changes."""

import re
from pathlib import Path

from sim.games.bloc_by_bloc.knobs import BlocKnobs

# Only one mode exists so far.
WITHOUT_EFFECT = {"mode"}


def test_every_knob_has_a_test_of_its_name():
    texts = [
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_knobs_*")
    ]
    tested = set(re.findall(r"^def test_(\w+)", "\n".join(texts), re.MULTILINE))
    assert set(BlocKnobs.model_fields) - WITHOUT_EFFECT <= tested
