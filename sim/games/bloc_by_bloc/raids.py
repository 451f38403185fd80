"""Police attacks at Sunrise: repairs, vans, squads, cards that soften them (BB-63..BB-69)."""

from sim.core.compile import jit
from sim.games.bloc_by_bloc import book as R
from sim.games.bloc_by_bloc.columns import DISTRICTS, SEATS
from sim.games.bloc_by_bloc.loot import discard_played
from sim.games.bloc_by_bloc.occupy import evict
from sim.games.bloc_by_bloc.sizes import (
    GAS_MASK, GAS_MASKS, LOSE_DESTROYED, MEDIC, MEDIC_KIT, MEDIC_RETURN, SQUARES, S_BACK, S_DRIVE,
    S_MASKS, S_MEDICS, S_SQUADS, S_VANS, S_VICTIMS, TOKENS, VICTIM,
)
from sim.games.bloc_by_bloc.state import (
    AFTER, ASIDE, ASKED_COUNT, CHOOSER, CROWD, CURSOR, IN_CITY, LOSSES, LOST, MORALE, NIGHT,
    OCC_AT, OCC_POS, POS_OF_ID, SQUADS, STAGE, T_DESTROYED_NIGHT, T_EVICTIONS, T_KILLS_IN,
    T_MORALE_SAMPLES, T_MORALE_SUM, T_SAVED, T_SQUAD_KILLS, T_VAN_KILLS, VAN_AT, add_blocs,
    ask, blocs_at, end_game, hand_of, set_van, turn_seat,
)


@jit
def repair_vans(state):
    """Bring damaged vans back to undamaged (BB-64)."""
    for pos in range(SQUARES):
        if state[VAN_AT + pos] > 1:
            set_van(state, pos, 1)


@jit
def holds_occupation(state, seat):
    """Whether a faction has any occupation in the city."""
    for token in range(TOKENS):
        if state[OCC_POS + seat * TOKENS + token] >= 0:
            return True
    return False


@jit
def note_morale(state):
    """Take the night's sample of police morale."""
    state[T_MORALE_SUM] += state[MORALE]
    state[T_MORALE_SAMPLES] += 1


@jit
def any_destroyed(rules, state):
    """Whether some faction has no bloc in the city (BB-13, BB-69)."""
    for seat in range(rules.seats):
        if state[IN_CITY + seat] == 0:
            return True
    return False


@jit
def end_destroyed(state):
    """End the game: a faction has no bloc in the city (BB-69)."""
    note_morale(state)
    state[T_DESTROYED_NIGHT] = state[NIGHT]
    end_game(state, LOSE_DESTROYED)


@jit
def lose_bloc(state, seat, pos, n, tally):
    """Take n defeated blocs of a seat off the board and note the loss."""
    add_blocs(state, seat, pos, -n)
    state[IN_CITY + seat] -= n
    state[LOST + seat] += n
    state[tally] += n


@jit
def lose_all(rules, state, pos, tally):
    """Defeat every bloc of a district."""
    for seat in range(rules.seats):
        lose_bloc(state, seat, pos, state[blocs_at(seat, pos)], tally)


@jit
def next_district(state, police):
    """Move the cursor on to the next district with police and something to attack; -1 if none.

    `police` is the offset of the squads or of the vans. Districts come by rising ID (BB-65, R-33).
    """
    while state[CURSOR] <= DISTRICTS:
        pos = state[POS_OF_ID + state[CURSOR]]
        if state[police + pos] > 0 and (state[CROWD + pos] > 0 or state[OCC_AT + pos] >= 0):
            return pos
        state[CURSOR] += 1
    return -1


@jit
def start_attack(state):
    """Clear the bookkeeping of one district's attack."""
    for seat in range(SEATS):
        state[LOST + seat] = 0
    state[ASKED_COUNT] = 0


@jit
def to_medics(state, after):
    """Ask for Medic Kits next, then go on with stage `after`."""
    state[ASKED_COUNT] = 0
    state[AFTER] = after
    state[STAGE] = S_MEDICS


@jit
def run_vans(rules, state):
    """The van of the next district defeats everything there (BB-65)."""
    pos = next_district(state, VAN_AT)
    if pos < 0:
        state[STAGE] = S_SQUADS
        state[CURSOR] = 1
        return
    start_attack(state)
    lose_all(rules, state, pos, T_VAN_KILLS)
    state[T_EVICTIONS] += evict(rules, state, pos)
    to_medics(state, S_VANS)


@jit
def run_squads(rules, state):
    """Turn to the next district that squads attack (BB-66)."""
    if next_district(state, SQUADS) < 0:
        state[STAGE] = S_BACK
        state[ASKED_COUNT] = 0
        return
    start_attack(state)
    state[STAGE] = S_MASKS


@jit
def run_masks(rules, state):
    """Offer Gas Masks to the factions there, in turn order."""
    pos = state[POS_OF_ID + state[CURSOR]]
    while state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        if state[hand_of(seat, GAS_MASKS)] > 0 and state[blocs_at(seat, pos)] > 0:
            ask(state, GAS_MASK, seat)
            return
    state[LOSSES] = min(state[SQUADS + pos], state[CROWD + pos])
    state[CHOOSER] = largest_faction(rules, state, pos)
    state[STAGE] = S_VICTIMS


@jit
def wear_masks(state, seat):
    """Play Gas Masks: the squads of this district do not attack."""
    discard_played(state, seat, GAS_MASKS)
    state[CURSOR] += 1
    state[STAGE] = S_SQUADS


@jit
def largest_faction(rules, state, pos):
    """Seat with the most blocs in a district, the earliest turn among equals (BB-67)."""
    best = turn_seat(rules, state, 0)
    for place in range(1, rules.seats):
        seat = turn_seat(rules, state, place)
        if state[blocs_at(seat, pos)] > state[blocs_at(best, pos)]:
            best = seat
    return best


@jit
def sole_faction(rules, state, pos):
    """Seat that alone has blocs in a district, -1 if several have."""
    found = -1
    for seat in range(rules.seats):
        if state[blocs_at(seat, pos)] > 0:
            if found >= 0:
                return -1
            found = seat
    return found


@jit
def run_victims(rules, state):
    """Settle which blocs the squads defeat, then evict with squads to spare (BB-66, BB-67)."""
    pos = state[POS_OF_ID + state[CURSOR]]
    if state[LOSSES] > 0:
        if state[LOSSES] == state[CROWD + pos]:
            lose_all(rules, state, pos, T_SQUAD_KILLS)
        else:
            seat = sole_faction(rules, state, pos)
            if seat < 0:
                ask(state, VICTIM, state[CHOOSER])
                return
            lose_bloc(state, seat, pos, state[LOSSES], T_SQUAD_KILLS)
        state[LOSSES] = 0
    attacked = 0
    for seat in range(rules.seats):
        attacked += state[LOST + seat]
    if state[SQUADS + pos] > attacked and state[CROWD + pos] == 0:
        state[T_EVICTIONS] += evict(rules, state, pos)
    to_medics(state, S_SQUADS)


@jit
def run_medics(rules, state):
    """Offer Medic Kits to the factions that lost blocs, then see whether one is destroyed."""
    while state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        if (
            state[LOST + seat] > 0
            and state[hand_of(seat, MEDIC_KIT)] > 0
            and holds_occupation(state, seat)
        ):
            ask(state, MEDIC, seat)
            return
    note_kills(rules, state)
    if any_destroyed(rules, state):
        end_destroyed(state)
        return
    state[CURSOR] += 1
    state[STAGE] = state[AFTER]


@jit
def note_kills(rules, state):
    """Tally the blocs lost in this district."""
    for seat in range(rules.seats):
        state[T_KILLS_IN + state[CURSOR]] += state[LOST + seat]


@jit
def use_medic_kit(rules, state, seat):
    """Set lost blocs aside; they stay in the city (BB-13)."""
    discard_played(state, seat, MEDIC_KIT)
    saved = min(state[LOST + seat], rules.table[R.LOOT_AMOUNT + MEDIC_KIT])
    state[ASIDE + seat] += saved
    state[IN_CITY + seat] += saved
    state[T_SAVED] += saved


@jit
def run_back(rules, state):
    """Bring blocs set aside back to an own occupation, in turn order."""
    while state[ASKED_COUNT] < rules.seats:
        seat = turn_seat(rules, state, state[ASKED_COUNT])
        state[ASKED_COUNT] += 1
        if state[ASIDE + seat] == 0:
            continue
        if holds_occupation(state, seat):
            ask(state, MEDIC_RETURN, seat)
            return
        state[IN_CITY + seat] -= state[ASIDE + seat]
        state[T_SAVED] -= state[ASIDE + seat]
        state[ASIDE + seat] = 0
        if any_destroyed(rules, state):
            end_destroyed(state)
            return
    state[STAGE] = S_DRIVE
    state[ASKED_COUNT] = 0


@jit
def bring_back(state, seat, pos):
    """Put the blocs set aside into a district."""
    add_blocs(state, seat, pos, state[ASIDE + seat])
    state[ASIDE + seat] = 0
