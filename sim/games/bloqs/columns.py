"""The outcome columns of Bloqs: names, kinds and meanings, in row order."""

from sim.core.game import Column
from sim.games.bloqs.sizes import PLAYERS_TOP, TYPES

RESULTS = ("win", "shared", "loss", "truncated")
END_REASONS = ("running", "perfect_cube", "double_cube", "middle_empty", "discs_up", "cap")
SOURCES = ("disc", "Build", "steal", "swap by the turn player", "swap by the partner",
           "removal by another", "cube card")
LANDINGS = tuple(
    (f"landings_{kind}_{place}", f"{kind} disc {words}")
    for place, words in (("alone", "alone"), ("met", "with other counters"))
    for kind in ("cube", "steal", "build")
)
CARDS = ("dice", "cube", "teleport", "defence")
THREATS = ("steal", "swap", "teleport")


def _column(name: str, about: str, kind: str = "int", labels: tuple[str, ...] = ()) -> Column:
    return Column(name, kind, about, labels)


def _each(stem: str, about: str, kind: str = "int") -> list[Column]:
    return [_column(f"{stem}_{seat}", f"{about}, seat {seat}", kind) for seat in range(PLAYERS_TOP)]


COLUMNS: tuple[Column, ...] = (
    _column("result", "how the game ended for seat 0", "category", RESULTS),
    _column("end_reason", "why the game ended", "category", END_REASONS),
    _column("truncated", "1 for a game stopped by the cap on turns"),
    _column("winner_mask", "seats that won or led at the end, one bit each"),
    _column("winners_mask", "the same, 0 for a truncated game"),
    _column("n_winners", "seats that won or led at the end"),
    _column("start_player", "seat that began"),
    _column("turns", "turns begun"),
    _column("decisions", "decisions with a choice"),
    _column("middle_empty", "1 if the middle was empty at the end"),
    _column("all_discs_up", "1 if all discs were up at the end"),
    _column("middle_left", "parts left in the middle"),
    _column("discs_up", "discs turned up"),
    _column("margin", "best less second best of 9 x layers + tie-break"),
    *_each("share", "share of the win", "float"),
    *_each("order", "place in turn order, 0 for who began"),
    *_each("layers", "full layers up to the first that is not"),
    *_each("tiebreak", "blocks in the lowest layer that is not full"),
    *_each("full_layers", "all full layers"),
    *_each("blocks", "blocks in the tower"),
    *_each("parts", "parts in the tower"),
    *_each("top", "layers reached"),
    *_each("gaps", "covered gaps"),
    *_each("cube_alive", "1 if the perfect cube could still be tiled"),
    *_each("threat_turns", "ends of turn at which one part would finish the cube"),
    _column("first_threat_turn", "first of these turns of anybody, -1 for never"),
    *_each("threats_broken", "rivals' chances that ended with a part taken"),
    _column("leader_half", "sole leader when half of the parts had left the middle, or -1"),
    _column("lead_changes", "ends of turn with another sole leader than before"),
    _column("comeback", "1 if the sole leader at half time did not win"),
    _column("finish_type", "type of the part that made the cube perfect, -1 for none"),
    _column("finish_source", "how that part came, -1 for none"),
    *_each("steals_made", "parts stolen"),
    *_each("steals_suffered", "parts lost to thieves"),
    *_each("swaps_made", "swaps as turn player"),
    *_each("swaps_suffered", "swaps as partner"),
    *_each("layers_broken", "own full layers broken by a steal or swap"),
    *[_column(name, f"landings on a {words}") for name, words in LANDINGS],
    _column("unavailable", "cube discs whose type was used up"),
    _column("unplaceable", "cube discs whose part fitted nowhere"),
    _column("cap_blocked", "those of them where the tower was near its cap"),
    _column("build_impossible", "Build discs and cube cards with nothing to build"),
    _column("steal_impossible", "Steal discs with nothing to steal"),
    _column("swap_impossible", "partners left without a possible swap"),
    _column("no_removable", "those of them where both towers had parts"),
    *_each("dead_turns", "own turns without a part moved"),
    _column("level_choices", "choices of a level"),
    *[column for card in CARDS for column in _each(f"{card}_played", f"{card} cards played")],
    *[_column(f"defended_{threat}", f"defence cards against a {threat}") for threat in THREATS],
    *[_column(f"asked_{threat}", f"{threat}s that could be defended") for threat in THREATS],
    *_each("cards_gained", "cards drawn for layers"),
    *_each("cards_lost", "cards lost with layers"),
    _column("draws_lost", "draws not made: no card, or the hand at its limit"),
    _column("reshuffles", "discard piles shuffled"),
    *_each("hand_end", "cards in hand at the end"),
    *[_column(f"taken_t{kind}", f"parts of type {kind} taken from the middle")
      for kind in range(TYPES)],
    *[column for kind in range(TYPES)
      for column in _each(f"built_t{kind}", f"parts of type {kind} built")],
)
PLACE = {column.name: i for i, column in enumerate(COLUMNS)}
