"""Combat, column by column from the JD deck outward (BW-40..BW-54)."""

from sim.core.bits import lowest_bit
from sim.core.compile import jit
from sim.games.block_war import book as R
from sim.games.block_war.aiming import settle_aim
from sim.games.block_war.columns import GATES
from sim.games.block_war.losses import (
    destroy_gate, kill_judge, lose_unit, note_first_loss, owner_of_unit,
)
from sim.games.block_war.sizes import (
    AIMED, AIM_NONE, AIM_NOWHERE, AIM_PAST, ASIDE, BY_HIEX, BY_JD, BY_PERP, BY_SNIPER, FACE,
    FIRST_SLOT, FRONT, KINDS, KIND_SHIFT, MISS, REAR,
)
from sim.games.block_war.state import (
    ACTIVE, AIM, AIMS, ATTACK, CLOSEDS, COLUMN, DEFENSE, FACES, FIRED, FOAMS, HELDS,
    HIEXES, JD_ARMS, JD_REAR_ARMS, MARK_GATE, MARK_SLOT, OCCS, OPENS,
    SECOND_SHOTS, SLOT_KIND, SNIPER_KILLS, STAGE, UNIT, place, present, ready, viable,
)


@jit
def strongest_gate(rules, state, player, column):
    """Open gate with the highest attack near a column, -1 without one: Judge Dredd (BW-53)."""
    reach = rules.table[R.DREDD_RANGE]
    best, best_attack = -1, -1
    for distance in range(reach + 1):
        for target in (column - distance, column + distance):
            if not 0 <= target < GATES or not (state[OPENS + player] >> target) & 1:
                continue
            # An empty gate has no attack; nearer and lower columns come first and stay.
            attack = state[ATTACK + place(player, target)]
            if attack > best_attack:
                best, best_attack = target, attack
    return best


@jit
def in_sights(rules, state, player, column):
    """Column of the gate of `player` that a judge's front shot would go to, or -1 (BW-52)."""
    kind = state[SLOT_KIND + column]
    if rules.table[R.JD_FRONT_ATTACK + kind] == 0:
        return -1
    if rules.table[R.JD_STRONGEST + kind]:
        return strongest_gate(rules, state, player, column)
    target = column + rules.table[R.JD_SIDE + player * KINDS + kind]
    if 0 <= target < GATES and (state[OPENS + player] >> target) & 1:
        return target
    return -1


@jit
def blasts(rules, state, player):
    """Mask of a player's gates that Hi-Explosive on their judge would hit (BW-73)."""
    blocked = state[CLOSEDS + player]
    if rules.table[R.HITS_FOAM]:
        blocked |= state[FOAMS + player]
    return state[HIEXES] & blocked


@jit
def judge_fires(rules, state, player, target, attack, credit):
    """Shoot at an open gate of a player: its unit if there is one, else the gate (BW-45)."""
    if (state[HELDS + player] >> target) & 1:
        if attack >= state[DEFENSE + place(player, target)]:
            lose_unit(rules, state, player, target, BY_JD)
        return
    if state[MARK_GATE + place(player, target)]:
        credit = rules.table[R.FLIP_KIND]
    destroy_gate(rules, state, player, target, BY_JD, credit)


@jit
def fells_judge(rules, state, player, column, attack):
    """Whether a shot from a player's side meets a judge's defense on that side (BW-44)."""
    kind = state[SLOT_KIND + column]
    if (state[FACES] >> column) & 1 == player:
        return attack >= rules.table[R.JD_FRONT_DEFENSE + kind]
    return attack >= rules.table[R.JD_REAR_DEFENSE + kind]


@jit
def fells_at_gate(state, player, column, attack):
    """Whether a shot at an open gate fells the unit there or, without one, the gate (BW-45)."""
    if (state[HELDS + player] >> column) & 1:
        return attack >= state[DEFENSE + place(player, column)]
    return True


@jit
def fire(rules, state, player, column, target, at_judge, aside):
    """Fix a shot of the unit on a gate of `player`: what it will fell, or MISS (BW-46)."""
    spot = place(player, column)
    attack = state[ATTACK + spot]
    state[FIRED + spot] = 1
    if at_judge:
        if not fells_judge(rules, state, player, target, attack):
            return MISS
        shot = FIRST_SLOT + target
    else:
        if not fells_at_gate(state, 1 - player, target, attack):
            return MISS
        shot = place(1 - player, target)
    shot |= state[UNIT + spot] << KIND_SHIFT
    if aside:
        shot |= ASIDE
    if (state[AIMS + player] >> column) & 1:
        shot |= AIMED
    return shot


@jit
def fix_aside(rules, state, player, column, aim):
    """Fix the one shot of a sniper that aimed elsewhere than ahead (BW-60, BW-61)."""
    if state[FIRED + place(player, column)] or aim == AIM_NOWHERE:
        return MISS
    if aim > 1:
        return fire(rules, state, player, column, column + aim - AIM_PAST, False, True)
    target = column + aim
    at_judge = (present(state) >> target) & 1
    return fire(rules, state, player, column, target, at_judge, True)


@jit
def fix_at_judge(rules, state, player, column):
    """Fix what the unit on a gate does while the column's judge stands (BW-47, BW-48)."""
    if not (ready(state, player) >> column) & 1:
        return MISS
    aim = state[AIM + player]
    if aim != AIM_NONE and aim != 0:
        return fix_aside(rules, state, player, column, aim)
    return fire(rules, state, player, column, column, True, False)


@jit
def fix_at_enemy(rules, state, player, column):
    """Fix what a player's own unit does when no judge stands between (BW-49)."""
    if not ((ready(state, player) & ~state[OCCS + player]) >> column) & 1:
        return MISS
    aim = state[AIM + player]
    if aim != AIM_NONE and aim != 0:
        return fix_aside(rules, state, player, column, aim)
    if not (viable(state, player) >> column) & 1:
        return MISS
    if state[FIRED + place(player, column)]:
        if rules.table[R.STRICT_ONE]:
            return MISS
        state[SECOND_SHOTS + player] += 1
    return fire(rules, state, player, column, column, False, False)


@jit
def strike(rules, state, shot, shooter):
    """Carry out a shot of a player's unit that was fixed to fell something."""
    target = shot & ((1 << KIND_SHIFT) - 1)
    kind = (shot >> KIND_SHIFT) & (KINDS - 1)
    cause = BY_SNIPER if shot & ASIDE else BY_PERP
    felled_card = True
    if target >= FIRST_SLOT:
        # Empty if the active player's sniper has felled the same judge (BW-57).
        felled_card = state[SLOT_KIND + target - FIRST_SLOT] >= 0
        if felled_card:
            kill_judge(rules, state, target - FIRST_SLOT, shooter)
    else:
        player, column = target // GATES, target % GATES
        felled_card = (state[HELDS + player] >> column) & 1 == 1
        if felled_card:
            lose_unit(rules, state, player, column, cause)
        else:
            destroy_gate(rules, state, player, column, cause, kind)
    if felled_card and shot & AIMED:
        state[SNIPER_KILLS + shooter] += 1


@jit
def front_exchange(rules, state, player, column):
    """Exchange 1: the judge against the player it faces (BW-47)."""
    shooter = owner_of_unit(state, player, column)
    shot = fix_at_judge(rules, state, player, column)
    if (blasts(rules, state, player) >> column) & 1:
        destroy_gate(rules, state, player, column, BY_HIEX, rules.table[R.HIEX_KIND])
    else:
        target = in_sights(rules, state, player, column)
        if target >= 0:
            attack = rules.table[R.JD_FRONT_ATTACK + state[SLOT_KIND + column]]
            credit = rules.table[R.TURN_KIND] if state[MARK_SLOT + column] else -1
            judge_fires(rules, state, player, target, attack, credit)
    if shot != MISS:
        strike(rules, state, shot, shooter)
    note_first_loss(state)


@jit
def rear_exchange(rules, state, player, column):
    """Exchange 2: the other player against the judge's back (BW-48)."""
    shooter = owner_of_unit(state, player, column)
    shot = fix_at_judge(rules, state, player, column)
    attack = rules.table[R.JD_REAR_ATTACK + state[SLOT_KIND + column]]
    if attack > 0 and (state[OPENS + player] >> column) & 1:
        credit = rules.table[R.TURN_KIND] if state[MARK_SLOT + column] else -1
        judge_fires(rules, state, player, column, attack, credit)
    if shot != MISS:
        strike(rules, state, shot, shooter)
    note_first_loss(state)


@jit
def face_exchange(rules, state, column):
    """The players' own units against each other's gates, both at once (BW-49)."""
    first = state[ACTIVE]
    shot = fix_at_enemy(rules, state, first, column)
    answer = fix_at_enemy(rules, state, 1 - first, column)
    if shot != MISS:
        strike(rules, state, shot, first)
    if answer != MISS:
        strike(rules, state, answer, 1 - first)
    note_first_loss(state)


@jit
def resolve_judge(rules, state, column):
    """Exchanges 1 and 2 of a column with a present judge; False to wait for an aim (BW-47..50)."""
    if state[STAGE] == FRONT:
        faced = (state[FACES] >> column) & 1
        if not settle_aim(rules, state, faced, column):
            return False
        front_exchange(rules, state, faced, column)
        state[STAGE] = REAR if state[SLOT_KIND + column] >= 0 else FACE
    if state[STAGE] == REAR:
        other = 1 - ((state[FACES] >> column) & 1)
        if not settle_aim(rules, state, other, column):
            return False
        rear_exchange(rules, state, other, column)
        if state[SLOT_KIND + column] < 0 and rules.table[R.UNTIL_BLOCKED]:
            state[STAGE] = FACE
    return True


@jit
def resolve_column(rules, state, column):
    """Resolve a column from its stage on; False to wait for an aim."""
    if (present(state) >> column) & 1:
        if not resolve_judge(rules, state, column):
            return False
    elif state[STAGE] == FRONT:
        state[STAGE] = FACE
    if state[STAGE] == FACE:
        first = state[ACTIVE]
        if not settle_aim(rules, state, first, column):
            return False
        if not settle_aim(rules, state, 1 - first, column):
            return False
        face_exchange(rules, state, column)
    state[STAGE] = FRONT
    state[AIM] = AIM_NONE
    state[AIM + 1] = AIM_NONE
    return True


@jit
def threatened_columns(rules, state, player):
    """Mask of the columns whose judge may shoot at a player: Hi-Explosive, front or rear."""
    facing = state[FACES] if player else ~state[FACES]
    opens = state[OPENS + player]
    front = state[JD_ARMS] & rules.table[R.IN_VIEW + opens]
    return (facing & (front | blasts(rules, state, player))) | (
        state[JD_REAR_ARMS] & opens & ~facing
    )


@jit
def live_columns(rules, state):
    """Mask of the columns in which anything can happen; combat only ever makes them fewer."""
    threatened = threatened_columns(rules, state, 0) | threatened_columns(rules, state, 1)
    return ready(state, 0) | ready(state, 1) | (present(state) & threatened)


@jit
def run_columns(rules, state):
    """Resolve the columns that are left; False to wait for an aim, in phase AIM (BW-41)."""
    left = live_columns(rules, state) >> state[COLUMN] << state[COLUMN]
    while left:
        state[COLUMN] = lowest_bit(left)
        if not resolve_column(rules, state, state[COLUMN]):
            return False
        left &= left - 1
    return True
