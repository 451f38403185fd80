"""The outcome columns of Block War: names, kinds and meanings, in row order."""

from sim.core.game import Column
from sim.games.block_war.knobs import perp_cards

PLAYERS, GATES = 2, 5
RESULTS = ("win", "loss", "draw", "truncated")
END_CAUSES = ("destroyed", "useless", "points", "tie", "stalemate", "cap")
KEYS = tuple(card["key"] for card in perp_cards())
CARD_NAMES = {card["key"]: card["name"] for card in perp_cards()}


def _column(name: str, about: str, kind: str = "int", labels: tuple[str, ...] = ()) -> Column:
    return Column(name, kind, about, labels)


def _each(stem: str, about: str) -> list[Column]:
    return [_column(f"{stem}_{player}", f"{about}, player {player}") for player in range(PLAYERS)]


def _cards(stem: str, about: str) -> list[Column]:
    return [
        _column(f"{stem}_{key}_{player}", f"{about.format(CARD_NAMES[key])}, player {player}")
        for player in range(PLAYERS)
        for key in KEYS
    ]


COLUMNS: tuple[Column, ...] = (
    _column("result", "how the game ended for the first player", "category", RESULTS),
    _column("winner", "seat that won, -1 without a winner"),
    _column("winners_mask", "winning seats, one bit each"),
    _column("end_cause", "why the game ended", "category", END_CAUSES),
    _column("turns", "turns of both players together"),
    _column("combats", "combats held"),
    _column("decisions", "decisions taken"),
    *_each("vp", "victory points"),
    _column("named_dredd", "last player to collect Judge Dredd"),
    _column("named_giant", "last player to collect Judge Giant"),
    *_each("destroyed", "own gates destroyed at the end"),
    *_each("foamed", "own gates foamed at the end"),
    *_each("occupied", "own gates occupied at the end"),
    *_each("lost_jd", "own gates destroyed by judges"),
    *_each("lost_perp", "own gates destroyed by the unit ahead"),
    *_each("lost_sniper", "own gates destroyed by a sniper aside"),
    *_each("lost_hiex", "own gates destroyed by Hi-Explosive"),
    *[column for gate in range(GATES)
      for column in _each(f"lost_col_{gate}", f"own gate of column {gate} destroyed")],
    *_each("open_sum", "own open gates, summed over combats"),
    *_each("empty_open_sum", "own open gates without a unit, summed over combats"),
    *_each("exposed_sum", "those of them in a judge's sights, summed over combats"),
    *_each("faced_sum", "shooting judges that face the player, summed over combats"),
    *_each("jd_kills", "judges destroyed"),
    *_each("units_lost_jd", "own units lost to judges"),
    *_each("units_lost_perp", "own units lost to enemy units"),
    *_each("units_lost_hiex", "own units lost to Hi-Explosive"),
    *_each("ap_buy", "AP spent on cards bought"),
    *_each("ap_toggle", "AP spent on opening and closing"),
    *_each("ap_move", "AP spent on moves"),
    *_each("ap_play", "AP spent on cards played"),
    *_each("ap_other", "AP spent on evictions and Riot Foam"),
    *_each("ap_unused", "AP left when turns ended"),
    *_each("bought", "cards bought"),
    *_each("hand_max", "largest hand"),
    *_each("opened", "own gates opened by the player"),
    *_each("closed", "own gates closed by the player"),
    *_each("hotwired_by", "own gates opened or closed by the enemy"),
    *_each("unfoamed", "own gates cleared of Riot Foam"),
    *_each("evicted", "occupiers evicted from own gates"),
    *_each("second_shots", "second shots of a unit in its column"),
    *_each("aim_left", "aims to the left"),
    *_each("aim_front", "aims ahead"),
    *_each("aim_right", "aims to the right"),
    *_each("aim_decisions", "aims with a choice"),
    *_each("sniper_kills", "judges and units destroyed by units that aim"),
    *_each("hand_end", "hand at the end"),
    _column("furthest_removed", "judges removed after a combat that destroyed none"),
    _column("jd_about_turn", "About Turn cards that took effect"),
    _column("jd_curfew", "Curfew cards that took effect"),
    _column("jd_forced_entry", "Forced Entry cards that took effect"),
    _column("jd_reshuffles", "Justice Department discard piles shuffled"),
    _column("perp_reshuffles", "Perp discard piles shuffled"),
    _column("perp_dry_turns", "turns that ended without a Perp card to draw"),
    _column("street_short", "refills stopped for want of judges"),
    _column("deal_facing_0", "judges that faced player 0 in the first Street as dealt"),
    _column("rotated", "judges turned at the start"),
    _column("first_loss_turn", "turn of the first destroyed gate, 0 without one"),
    _column("first_loss_col", "column of that gate, the lowest of several, -1 for none"),
    _column("first_loser", "who lost it: a seat, 2 for both, -1 for nobody"),
    _column("lead_changes", "times the lead in useless gates changed hands"),
    _column("max_deficit_winner", "most useless gates the winner was behind, -1 without a winner"),
    *_cards("drawn", "copies of {} that came to the hand"),
    *_cards("played", "copies of {} played"),
    *_cards("paid", "copies of {} given to clear Riot Foam"),
    *_cards("gates_by", "enemy gates credited to {}"),
)
PLACE = {column.name: i for i, column in enumerate(COLUMNS)}
