"""Play Perp cards: where each can go, and what it does there."""

from __future__ import annotations

from collections.abc import Callable

from .components import COLUMNS, PerpCard
from .ids import encode
from .table import CLOSED, OPEN, Gate, Table, Unit


def play_ids(table: Table) -> list[int]:
    """List every card of the hand with every place it can go (BW-27)."""
    return [
        encode("PLAY", 5 * card.kind + c)
        for card in table.perp
        if table.hand[table.active][card.kind] and card.ap <= table.ap
        for c in COLUMNS
        if fits(table, card, c)
    ]


def fits(table: Table, card: PerpCard, column: int) -> bool:
    """Tell whether the active player can play a card on a column."""
    if card.klass == "upgrade":
        return takes_upgrade(table, card, column)
    if card.klass == "unit" and card.effect != "occupy":
        return table.gates[table.active][column].can_receive  # BW-21
    return TARGETS[card.effect](table, column)


def takes_upgrade(table: Table, card: PerpCard, column: int) -> bool:
    """Tell whether an own unit stands there that takes an upgrade (BW-24, BW-25)."""
    return stands_for(table, table.gates[table.active][column], card.key)


def stands_for(table: Table, gate: Gate, key: str) -> bool:
    """Tell whether a gate's own unit takes an upgrade of that key (BW-24, BW-25)."""
    unit = gate.own_unit
    if unit is None:
        return False
    if unit.card.reinforceable:
        return True
    allowed = {"none": (), "backup": ("backup",), "both": ("backup", "reinforce")}
    return unit.card.aims and key in allowed[table.knobs["upgrades_on_sniper"]]


# Targets of the effects


def enemy_gate(table: Table, column: int):
    """Return the enemy gate of a column."""
    return table.gates[1 - table.active][column]


def can_occupy(table: Table, column: int) -> bool:
    """BW-80: an open gate without any unit."""
    gate = enemy_gate(table, column)
    return gate.open and gate.unit is None


def can_foam(table: Table, column: int) -> bool:
    """BW-72: an open gate that is not occupied."""
    gate = enemy_gate(table, column)
    return gate.open and not gate.occupied


def can_hiex(table: Table, column: int) -> bool:
    """BW-73: a shooting JD unit without Hi-Ex before a gate it can blast."""
    judge = table.street[column]
    return (
        judge is not None
        and judge.card.attack["front"] >= 1
        and not judge.hiex
        and can_be_blasted(table, judge.face, column)
    )


def can_be_blasted(table: Table, player: int, column: int) -> bool:
    """Tell whether Hi-Explosive would destroy a gate (BW-73, BW-74)."""
    gate = table.gates[player][column]
    return gate.closed or (gate.foamed and table.knobs["hiex_hits_foam"])


def can_boing(table: Table, column: int) -> bool:
    """BW-76: a JD unit not under a Boing."""
    judge = table.street[column]
    return judge is not None and not judge.boing


def can_distract(table: Table, column: int) -> bool:
    """BW-77: any JD unit."""
    return table.street[column] is not None


def can_hotwire(table: Table, column: int) -> bool:
    """BW-78: a gate that opens and closes and is not occupied."""
    gate = enemy_gate(table, column)
    return gate.closed or (gate.open and not gate.occupied)


def can_gas(table: Table, column: int) -> bool:
    """BW-82: an open gate with a unit of its owner, not yet gassed."""
    gate = enemy_gate(table, column)
    return gate.open and not gate.gassed and gate.own_unit is not None


TARGETS: dict[str, Callable[[Table, int], bool]] = {
    "occupy": can_occupy,
    "foam": can_foam,
    "hiex": can_hiex,
    "boing": can_boing,
    "turn_jd": can_distract,
    "flip_gate": can_hotwire,
    "gas": can_gas,
}

# Effects; each tells whether its card stays in play


def play(table: Table, kind: int, column: int) -> None:
    """Pay for a card and carry it out (BW-21 to BW-27)."""
    player, card = table.active, table.perp[kind]
    table.ap -= card.ap
    table.tally.add("ap_play", player, card.ap)
    table.tally.played[player][kind] += 1
    table.eventful = True
    stays = carry_out(table, card, column)
    table.from_hand(player, kind)
    if not stays:
        table.discard(card)


def carry_out(table: Table, card: PerpCard, column: int) -> bool:
    """Do what a card does; tell whether it stays in play."""
    if card.klass == "upgrade":
        unit = table.gates[table.active][column].own_unit
        assert unit is not None
        unit.upgrades.append(card)
        return True
    if card.klass == "unit":
        side = 1 - table.active if card.effect == "occupy" else table.active
        table.gates[side][column].unit = Unit(card, table.active)
        return True
    return EFFECTS[card.effect](table, column)


def foam(table: Table, column: int) -> bool:
    """Foam a gate until its owner clears it (BW-72)."""
    enemy_gate(table, column).foamed = True
    return True


def hiex(table: Table, column: int) -> bool:
    """Load a JD unit (BW-73)."""
    table.street[column].hiex = True
    return True


def boing(table: Table, column: int) -> bool:
    """Take a JD unit out of the next combat (BW-76)."""
    table.street[column].boing = True
    return True


def distract(table: Table, column: int) -> bool:
    """Turn a JD unit round (BW-77)."""
    judge = table.street[column]
    judge.turn_round()
    judge.distracted = judge.face != table.active
    return False


def hotwire(table: Table, column: int) -> bool:
    """Flip an enemy gate (BW-78)."""
    gate = enemy_gate(table, column)
    if gate.state == CLOSED:
        gate.state, gate.hotwired = OPEN, True
    else:
        gate.close()
    table.tally.add("hotwired_by", gate.owner)
    return False


def gas(table: Table, column: int) -> bool:
    """Silence whoever stands on a gate in the next combat (BW-82)."""
    enemy_gate(table, column).gassed = True
    return False


EFFECTS: dict[str, Callable[[Table, int], bool]] = {
    "foam": foam,
    "hiex": hiex,
    "boing": boing,
    "turn_jd": distract,
    "flip_gate": hotwire,
    "gas": gas,
}

