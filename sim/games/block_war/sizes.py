"""Sizes and codes that the whole game shares: pure constants, no rule numbers."""

from sim.games.block_war.columns import GATES

KINDS = 16
# All gates of a player, or all slots of the Street, as a mask.
ROW = (1 << GATES) - 1

PHASES = ("ROTATE", "OPEN", "ACT", "PAY", "AIM", "OVER")
ROTATE, OPEN, ACT, PAY, AIM, OVER = range(len(PHASES))
GATE_DESTROYED, GATE_CLOSED, GATE_OPEN = range(3)
# Stages of a column: the JD unit and the player it faces, its back, the players face to face.
FRONT, REAR, FACE = range(3)
AIM_NONE, AIM_NOWHERE, AIM_PAST = -2, 5, 8

# What a card does where it is played, and so where it can be played.
PLAYS = ("", "occupy", "backup", "reinforce", "foam", "hiex", "boing", "turn_jd", "flip_gate",
         "gas")
(PLAY_UNIT, PLAY_RAID, PLAY_BACKUP, PLAY_REINFORCE, PLAY_FOAM, PLAY_HIEX, PLAY_BOING, PLAY_TURN,
 PLAY_FLIP, PLAY_GAS) = range(len(PLAYS))
JD_EFFECTS = ("about_turn", "curfew", "forced_entry")
ABOUT_TURN, CURFEW, FORCED_ENTRY = range(len(JD_EFFECTS))

# Streams of luck besides DEAL: bought cards, and the cards that refill the Street.
PERP_LUCK, JD_LUCK = 3, 4
# The chance of a facing is kept in units of the finest draw.
FACING_UNIT = 2.0**53

RUNNING, NOBODY = -2, -1
END_DESTROYED, END_USELESS, END_POINTS, END_TIE, END_STALEMATE, END_CAP = range(6)
TIE_DRAW, TIE_ACTIVE_LOSES, TIE_ACTIVE_WINS = range(3)
BOTH_SEATS = 2
KILL_POINTS_TOP = 30_000

# Who destroyed a gate, in the order of the tallies lost_jd .. lost_hiex.
BY_JD, BY_PERP, BY_SNIPER, BY_HIEX = range(4)

# A shot as one number: what it fells (a gate or, from FIRST_SLOT on, a slot), who fires and how.
MISS = -1
FIRST_SLOT = 10
KIND_SHIFT = 4
ASIDE, AIMED = 1 << 8, 1 << 9
