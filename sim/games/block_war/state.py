"""The flat state of Block War: names of its cells, and small accessors."""

from sim.core.compile import jit
from sim.core.layout import Layout
from sim.games.block_war import book as R
from sim.games.block_war.columns import GATES, PLAYERS
from sim.games.block_war.sizes import GATE_CLOSED, GATE_OPEN, KINDS, ROW

SIDES = (PLAYERS, GATES)
CARDS = (PLAYERS, KINDS)

CELLS = Layout(
    # where the game stands; `active` is the one who opens gates before turn 1
    phase=1, active=1, ap=1, gates_opened=1, pay_gate=1, pay_due=1,
    # the combat in progress: column and stage are the whole resume point, with aims and shots
    column=1, stage=1, aim=PLAYERS, aimer=1, jd_fallen=1,
    winner=1, end_cause=1, kill_points=PLAYERS, turn=1, stall=1,
    # gates by player and column: 0 destroyed, 1 closed, 2 open; a foamed gate stays 2
    gate=SIDES, foam=SIDES, gas=SIDES,
    # units by the gate they stand on, -1 none; occ marks a unit of the gate owner's opponent
    unit=SIDES, occ=SIDES, backups=SIDES, reinforces=SIDES,
    # the Street by column, -1 an empty slot
    slot_kind=GATES, slot_face=GATES, slot_hiex=GATES, slot_boing=GATES,
    # units that have fired in this combat
    fired=SIDES,
    # cards by kind; known are the copies in a hand that the other player knows of
    hand=CARDS, perp_deck=KINDS, perp_discard=KINDS, known=CARDS, jd_deck=KINDS, jd_discard=KINDS,
    jd_collected=PLAYERS,
    # 1 once this turn saw one of the events that break a stall (BW-104)
    eventful=1,
    # kept in step with the cells above, masks by column or kind; `check` recounts them
    decider=1, opens=PLAYERS, closeds=PLAYERS, foams=PLAYERS, helds=PLAYERS, occs=PLAYERS,
    gases=PLAYERS, arms=PLAYERS, aims=PLAYERS,
    # the own units that take Backup, and Reinforce
    backables=PLAYERS, firmables=PLAYERS, attack=SIDES, defense=SIDES,
    slots=1, faces=1, hiexes=1, boings=1, jd_arms=1, jd_rear_arms=1,
    hand_kinds=PLAYERS, hand_size=PLAYERS, deck_size=1, discard_size=1, jd_deck_size=1,
    # the record: read by no rule and no policy
    lost=(4, PLAYERS), open_sum=PLAYERS, empty_open_sum=PLAYERS, exposed_sum=PLAYERS,
    faced_sum=PLAYERS, jd_kills=PLAYERS, units_lost=(3, PLAYERS), ap_buy=PLAYERS,
    ap_toggle=PLAYERS, ap_move=PLAYERS, ap_play=PLAYERS, ap_other=PLAYERS, ap_unused=PLAYERS,
    bought=PLAYERS, hand_max=PLAYERS, opened=PLAYERS, closed=PLAYERS, hotwired_by=PLAYERS,
    unfoamed=PLAYERS, evicted=PLAYERS, second_shots=PLAYERS, aim_left=PLAYERS, aim_front=PLAYERS,
    aim_right=PLAYERS, aim_decisions=PLAYERS, sniper_kills=PLAYERS, max_lead=PLAYERS,
    mark_gate=SIDES, mark_slot=GATES, combats=1, decisions=1, furthest_removed=1, jd_acted=3,
    jd_reshuffles=1, perp_reshuffles=1, perp_dry_turns=1, street_short=1, deal_facing_0=1,
    rotated=1, first_loss_turn=1, first_loss_col=1, first_loser=1, lead_changes=1, last_leader=1,
    named_dredd=1, named_giant=1, played=CARDS, paid=CARDS, gates_by=CARDS,
)

STATE_CELLS = CELLS.size
PHASE = CELLS["phase"]
ACTIVE = CELLS["active"]
AP = CELLS["ap"]
GATES_OPENED = CELLS["gates_opened"]
PAY_GATE = CELLS["pay_gate"]
PAY_DUE = CELLS["pay_due"]
COLUMN = CELLS["column"]
STAGE = CELLS["stage"]
AIM = CELLS["aim"]
AIMER = CELLS["aimer"]
JD_FALLEN = CELLS["jd_fallen"]
WINNER = CELLS["winner"]
END_CAUSE = CELLS["end_cause"]
KILL_POINTS = CELLS["kill_points"]
TURN = CELLS["turn"]
STALL = CELLS["stall"]
GATE = CELLS["gate"]
FOAM = CELLS["foam"]
GAS = CELLS["gas"]
UNIT = CELLS["unit"]
OCC = CELLS["occ"]
BACKUPS = CELLS["backups"]
REINFORCES = CELLS["reinforces"]
FIRED = CELLS["fired"]
SLOT_KIND = CELLS["slot_kind"]
SLOT_FACE = CELLS["slot_face"]
SLOT_HIEX = CELLS["slot_hiex"]
SLOT_BOING = CELLS["slot_boing"]
HAND = CELLS["hand"]
PERP_DECK = CELLS["perp_deck"]
PERP_DISCARD = CELLS["perp_discard"]
KNOWN = CELLS["known"]
JD_DECK = CELLS["jd_deck"]
JD_DISCARD = CELLS["jd_discard"]
JD_COLLECTED = CELLS["jd_collected"]
EVENTFUL = CELLS["eventful"]
DECIDER = CELLS["decider"]
OPENS = CELLS["opens"]
CLOSEDS = CELLS["closeds"]
FOAMS = CELLS["foams"]
HELDS = CELLS["helds"]
OCCS = CELLS["occs"]
GASES = CELLS["gases"]
ARMS = CELLS["arms"]
AIMS = CELLS["aims"]
BACKABLES = CELLS["backables"]
FIRMABLES = CELLS["firmables"]
ATTACK = CELLS["attack"]
DEFENSE = CELLS["defense"]
SLOTS = CELLS["slots"]
FACES = CELLS["faces"]
HIEXES = CELLS["hiexes"]
BOINGS = CELLS["boings"]
JD_ARMS = CELLS["jd_arms"]
JD_REAR_ARMS = CELLS["jd_rear_arms"]
HAND_KINDS = CELLS["hand_kinds"]
HAND_SIZE = CELLS["hand_size"]
DECK_SIZE = CELLS["deck_size"]
DISCARD_SIZE = CELLS["discard_size"]
JD_DECK_SIZE = CELLS["jd_deck_size"]
LOST = CELLS["lost"]
OPEN_SUM = CELLS["open_sum"]
EMPTY_OPEN_SUM = CELLS["empty_open_sum"]
EXPOSED_SUM = CELLS["exposed_sum"]
FACED_SUM = CELLS["faced_sum"]
JD_KILLS = CELLS["jd_kills"]
UNITS_LOST = CELLS["units_lost"]
AP_BUY = CELLS["ap_buy"]
AP_TOGGLE = CELLS["ap_toggle"]
AP_MOVE = CELLS["ap_move"]
AP_PLAY = CELLS["ap_play"]
AP_OTHER = CELLS["ap_other"]
AP_UNUSED = CELLS["ap_unused"]
BOUGHT = CELLS["bought"]
HAND_MAX = CELLS["hand_max"]
OPENED = CELLS["opened"]
CLOSED = CELLS["closed"]
HOTWIRED_BY = CELLS["hotwired_by"]
UNFOAMED = CELLS["unfoamed"]
EVICTED = CELLS["evicted"]
SECOND_SHOTS = CELLS["second_shots"]
AIM_LEFT = CELLS["aim_left"]
AIM_FRONT = CELLS["aim_front"]
AIM_RIGHT = CELLS["aim_right"]
AIM_DECISIONS = CELLS["aim_decisions"]
SNIPER_KILLS = CELLS["sniper_kills"]
MAX_LEAD = CELLS["max_lead"]
MARK_GATE = CELLS["mark_gate"]
MARK_SLOT = CELLS["mark_slot"]
COMBATS = CELLS["combats"]
DECISIONS = CELLS["decisions"]
FURTHEST_REMOVED = CELLS["furthest_removed"]
JD_ACTED = CELLS["jd_acted"]
JD_RESHUFFLES = CELLS["jd_reshuffles"]
PERP_RESHUFFLES = CELLS["perp_reshuffles"]
DEAL_FACING_0 = CELLS["deal_facing_0"]
ROTATED = CELLS["rotated"]
FIRST_LOSS_TURN = CELLS["first_loss_turn"]
FIRST_LOSS_COL = CELLS["first_loss_col"]
FIRST_LOSER = CELLS["first_loser"]
LAST_LEADER = CELLS["last_leader"]
LEAD_CHANGES = CELLS["lead_changes"]
PERP_DRY_TURNS = CELLS["perp_dry_turns"]
STREET_SHORT = CELLS["street_short"]
NAMED_DREDD = CELLS["named_dredd"]
NAMED_GIANT = CELLS["named_giant"]
PLAYED = CELLS["played"]
PAID = CELLS["paid"]
GATES_BY = CELLS["gates_by"]


@jit
def place(player, column):
    """Number of a gate among all gates: an offset into every field by player and column."""
    return player * GATES + column


@jit
def stock(player, kind):
    """Number of a kind in a field by player and kind."""
    return player * KINDS + kind


@jit
def set_bit(state, cell, bit, on):
    """Set or clear one bit of a mask."""
    state[cell] = (state[cell] & ~(1 << bit)) | (int(on) << bit)


@jit
def set_gate(state, player, column, value):
    """Put a gate without foam into a state: destroyed, closed or open."""
    state[GATE + place(player, column)] = value
    set_bit(state, OPENS + player, column, value == GATE_OPEN)
    set_bit(state, CLOSEDS + player, column, value == GATE_CLOSED)
    if value == GATE_CLOSED:
        state[MARK_GATE + place(player, column)] = 0


@jit
def set_foam(state, player, column, on):
    """Cover an open gate with Riot Foam, or clear it of it; it is open underneath (BW-72)."""
    state[FOAM + place(player, column)] = on
    set_bit(state, FOAMS + player, column, on)
    set_bit(state, OPENS + player, column, not on)


@jit
def set_gas(state, player, column, on):
    """Gas a gate, or let the gas go (BW-82)."""
    state[GAS + place(player, column)] = on
    set_bit(state, GASES + player, column, on)


@jit
def weigh_unit(rules, state, player, column):
    """Note attack and defense of a unit with its upgrades (BW-26)."""
    spot = place(player, column)
    kind = state[UNIT + spot]
    backups, reinforces = state[BACKUPS + spot], state[REINFORCES + spot]
    backup, reinforce = rules.table[R.BACKUP_KIND], rules.table[R.REINFORCE_KIND]
    attack, defense = rules.table[R.PERP_ATTACK + kind], rules.table[R.PERP_DEFENSE + kind]
    if backups > 0:
        attack += backups * rules.table[R.PERP_ATTACK + backup]
        defense += backups * rules.table[R.PERP_DEFENSE + backup]
    if reinforces > 0:
        attack += reinforces * rules.table[R.PERP_ATTACK + reinforce]
        defense += reinforces * rules.table[R.PERP_DEFENSE + reinforce]
    state[ATTACK + spot] = attack
    state[DEFENSE + spot] = defense
    set_bit(state, ARMS + player, column, attack > 0)


@jit
def put_unit(rules, state, player, column, kind, occupies):
    """Put a fresh unit on a gate, the owner's or an occupier (BW-21, BW-80)."""
    spot = place(player, column)
    state[UNIT + spot] = kind
    state[OCC + spot] = occupies
    set_bit(state, HELDS + player, column, 1)
    set_bit(state, OCCS + player, column, occupies)
    own = 1 - occupies
    set_bit(state, AIMS + player, column, own & rules.table[R.PERP_AIMS + kind])
    set_bit(state, BACKABLES + player, column, own & rules.table[R.TAKES_BACKUP + kind])
    set_bit(state, FIRMABLES + player, column, own & rules.table[R.TAKES_REINFORCE + kind])
    weigh_unit(rules, state, player, column)


@jit
def lift_unit(state, player, column):
    """Take the unit off a gate with its upgrades; where they go is the caller's."""
    spot = place(player, column)
    keep = ~(1 << column)
    state[UNIT + spot] = -1
    state[OCC + spot] = 0
    state[BACKUPS + spot] = 0
    state[REINFORCES + spot] = 0
    state[FIRED + spot] = 0
    state[ATTACK + spot] = 0
    state[DEFENSE + spot] = 0
    state[HELDS + player] &= keep
    state[OCCS + player] &= keep
    state[AIMS + player] &= keep
    state[BACKABLES + player] &= keep
    state[FIRMABLES + player] &= keep
    state[ARMS + player] &= keep


@jit
def put_judge(rules, state, column, kind, facing):
    """Put a JD unit into an empty slot."""
    state[SLOT_KIND + column] = kind
    state[SLOT_FACE + column] = facing
    set_bit(state, SLOTS, column, 1)
    set_bit(state, FACES, column, facing)
    set_bit(state, JD_ARMS, column, rules.table[R.JD_FRONT_ATTACK + kind] > 0)
    set_bit(state, JD_REAR_ARMS, column, rules.table[R.JD_REAR_ATTACK + kind] > 0)


@jit
def lift_judge(state, column):
    """Empty a slot; where its cards go is the caller's."""
    keep = ~(1 << column)
    state[SLOT_KIND + column] = -1
    state[SLOT_FACE + column] = 0
    state[SLOT_HIEX + column] = 0
    state[SLOT_BOING + column] = 0
    state[MARK_SLOT + column] = 0
    for cell in range(SLOTS, JD_REAR_ARMS + 1):
        state[cell] &= keep


@jit
def turn_judge(state, column):
    """Turn a JD unit to face the other player."""
    state[SLOT_FACE + column] = 1 - state[SLOT_FACE + column]
    state[FACES] ^= 1 << column


@jit
def change_hand(state, player, kind, n):
    """Add n cards of a kind to a hand, or take -n."""
    cell = HAND + stock(player, kind)
    state[cell] += n
    state[HAND_SIZE + player] += n
    set_bit(state, HAND_KINDS + player, kind, state[cell] > 0)


@jit
def discard(state, kind, n):
    """Put n Perp cards of a kind on the discard pile."""
    state[PERP_DISCARD + kind] += n
    state[DISCARD_SIZE] += n


@jit
def present(state):
    """Mask of the JD units that take part in combat (BW-42)."""
    return state[SLOTS] & ~state[BOINGS]


@jit
def ready(state, player):
    """Mask of the gates of a player whose unit is able to fire (BW-43)."""
    return state[OPENS + player] & state[ARMS + player] & ~state[GASES + player]


@jit
def usable(state, player):
    """Mask of a player's gates that are not destroyed, foamed or occupied (BW-97)."""
    return (state[OPENS + player] | state[CLOSEDS + player]) & ~state[OCCS + player]


@jit
def free_gates(state, player):
    """Mask of a player's gates that take a unit (BW-20, BW-21)."""
    return (state[OPENS + player] | state[CLOSEDS + player]) & ~state[HELDS + player]


@jit
def destroyed(state, player):
    """Mask of a player's destroyed gates."""
    return ROW & ~(state[OPENS + player] | state[CLOSEDS + player] | state[FOAMS + player])


@jit
def viable(state, player):
    """Mask of the enemy gates that a player's units can shoot at (BW-45, BW-54)."""
    enemy = 1 - player
    return state[OPENS + enemy] & ~state[OCCS + enemy]
