"""Which parts can leave a tower, and which pairs can be swapped (BQ-50, BQ-51, BQ-55, BQ-61)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.bloqs.patterns import placeable, placeable_types
from sim.games.bloqs.sizes import BELOW_TOP, LAYER
from sim.games.bloqs.state import OWNED, PART_BASE, PART_CELLS, PART_Z, TOWER, part_type
from sim.games.bloqs.tower import has_way, stands, under


@jit
def holds_up(rules, state, player, part):
    """Whether some part would fall if this one went."""
    tower, cells = state[TOWER + player] & ~state[PART_CELLS + part], state[PART_CELLS + part]
    above = ((cells & BELOW_TOP) << LAYER) & tower
    others = state[OWNED + player] & ~(1 << part)
    while above and others:
        other = lowest_bit(others)
        others &= others - 1
        mine = state[PART_CELLS + other]
        if mine & above:
            above &= ~mine
            floor = under(tower & ~mine)
            if not stands(rules.table, floor, state[PART_BASE + other], state[PART_Z + other]):
                return True
    return False


@jit
def may_leave(rules, state, player, part):
    """Whether a part can be taken from a tower (BQ-50)."""
    others = state[TOWER + player] & ~state[PART_CELLS + part]
    if not has_way(rules.table, others, state[PART_BASE + part], state[PART_Z + part]):
        return False
    return not holds_up(rules, state, player, part)


@jit
def removable(rules, state, player, parts):
    """Mask of those of a tower's `parts` that can be taken (BQ-50)."""
    found = 0
    while parts:
        part = lowest_bit(parts)
        parts &= parts - 1
        if may_leave(rules, state, player, part):
            found |= 1 << part
    return found


@jit
def of_kinds(rules, parts, kinds):
    """Mask of those of `parts` whose type is among `kinds`."""
    found = 0
    while parts:
        part = lowest_bit(parts)
        parts &= parts - 1
        if (kinds >> part_type(rules, part)) & 1:
            found |= 1 << part
    return found


@jit
def kinds_of(rules, parts):
    """Mask of the types of `parts`."""
    kinds = 0
    while parts:
        kinds |= 1 << part_type(rules, lowest_bit(parts))
        parts &= parts - 1
    return kinds


@jit
def stealable(rules, state, thief, victim, parts):
    """Mask of those of the victim's `parts` that the thief may steal (BQ-55)."""
    kinds = placeable_types(rules.table, state[TOWER + thief], kinds_of(rules, parts))
    return removable(rules, state, victim, of_kinds(rules, parts, kinds))


@jit
def takeable(rules, state, me, other, give, theirs):
    """Mask of the partner's removable parts `theirs` that may be had for an own one (BQ-61)."""
    own = state[TOWER + me] & ~state[PART_CELLS + give]
    left = of_kinds(rules, theirs, placeable_types(rules.table, own, kinds_of(rules, theirs)))
    found = 0
    while left:
        take = lowest_bit(left)
        left &= left - 1
        rest = state[TOWER + other] & ~state[PART_CELLS + take]
        if placeable(rules.table, rest, part_type(rules, give)):
            found |= 1 << take
    return found


@jit
def givable(rules, state, me, other, protected):
    """Mask of the own parts for which the partner has one to be had (BQ-61)."""
    theirs = removable(rules, state, other, state[OWNED + other] & ~protected)
    mine = removable(rules, state, me, state[OWNED + me]) if theirs else 0
    found = 0
    while mine:
        give = lowest_bit(mine)
        mine &= mine - 1
        if takeable(rules, state, me, other, give, theirs):
            found |= 1 << give
    return found
