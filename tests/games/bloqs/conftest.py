"""Sites for the rules of building: a tower that kernel and plain cells judge side by side."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from sim.core.raw import RulesInside
from sim.games.bloqs import book, patterns, tower
from sim.games.bloqs.book import BOOK
from sim.games.bloqs.pieces import cells_of, mask_of, piece_sets
from sim.games.bloqs.removal import may_leave
from sim.games.bloqs.rules import lay_out, placements
from sim.games.bloqs.sizes import OFFER_BITS, OFFER_WORDS
from sim.games.bloqs.state import CELLS, stand_part
from tests.naive.bloqs import solid

CODES = ("I1", "I2", "I3", "V3", "L4", "O4", "T4", "S4")


class Site:
    """A tower, part by part, with the tables it is judged by."""

    def __init__(self, pieces="default", support="stable", path="five_way", layers=7) -> None:
        self.pieces = piece_sets()[pieces]
        self.shapes = [piece.cells for piece in self.pieces]
        self.book = lay_out({}, placements(tuple(self.shapes), support, path, layers))
        fields = BOOK.view(self.book)
        self.rules = {"layers": layers, "rule": support, "path": path}
        self.parts: list[frozenset] = []
        self._place = {
            self.cells(base, level): (base, level)
            for base, level in itertools.product(range(self.bases), range(layers))
            if level + fields["base_height"][base] <= layers
        }

    @property
    def bases(self) -> int:
        """Count the placements on the ground."""
        return int(self.book[book.FIRST_BASE + len(self.shapes)])

    @property
    def mask(self) -> int:
        """Give the occupied cells as the kernel keeps them."""
        return mask_of(solid.union(self.parts)) if self.parts else 0

    def cells(self, base: int, level: int) -> frozenset:
        """Give the cells of a placement."""
        return solid.moved(cells_of(int(self.book[book.BASE_MASK + base])), 0, 0, level)

    def legal(self, kind: int) -> set[frozenset]:
        """List the legal places of a type, after seeing that both judges agree on each."""
        first, last = self.book[book.FIRST_BASE + kind], self.book[book.FIRST_BASE + kind + 1]
        found = set()
        for place in solid.all_places(self.shapes[kind], self.rules["layers"]):
            base, level = self._place[place]
            assert first <= base < last
            fits = bool(self._levels(base) >> level & 1)
            assert fits == solid.may_stand(place, self.parts, **self.rules), (place, self.parts)
            if fits:
                found.add(place)
        assert self._offered(kind) == {self._place[place][0] for place in found}
        assert patterns.placeable(self.book, self.mask, kind) == bool(found)
        return found

    def levels(self, cells: frozenset) -> list[int]:
        """List the legal levels of the placement with these cells, whatever their own level."""
        mask = self._levels(self._place[cells][0])
        return [level for level in range(self.rules["layers"]) if mask >> level & 1]

    def _offered(self, kind: int) -> set[int]:
        """List the bases on offer, all at once, after seeing the same level by level."""
        offer = np.zeros(OFFER_WORDS, np.int64)
        n = patterns.offer_bases(self.book, self.mask, kind, offer, 0)
        first = int(self.book[book.FIRST_BASE + kind])
        bases = {
            first + OFFER_BITS * word + bit
            for word, bits in enumerate(offer.tolist())
            for bit in range(OFFER_BITS)
            if bits >> bit & 1
        }
        assert len(bases) == n
        return bases

    def _levels(self, base: int) -> int:
        mask = self.mask
        return int(tower.levels(self.book, mask, tower.under(mask), tower.gaps(mask), base))

    def counts(self) -> list[int]:
        """Count the ids that PLACE would offer for each type."""
        return [len({self._place[p][0] for p in self.legal(k)}) for k in range(len(self.shapes))]

    def allows(self, *cells: tuple[int, int, int]) -> bool:
        """Tell whether the part with these cells may be built."""
        shape = frozenset(cells)
        kind = next(k for k, other in enumerate(self.shapes) if shape_of(shape) == shape_of(other))
        return shape in self.legal(kind)

    def build(self, *cells: tuple[int, int, int]) -> "Site":
        """Build a part, which must be legal."""
        assert self.allows(*cells), cells
        self.parts.append(frozenset(cells))
        return self

    def removable(self) -> list[frozenset]:
        """List the parts that may be taken, after seeing that both judges agree."""
        free = [part for part in self.parts if self._may_leave(part)]
        assert free == [p for p in self.parts if solid.may_leave(p, self.parts, **self.rules)]
        return free

    def _may_leave(self, part: frozenset) -> bool:
        state = CELLS.blank()
        rules = RulesInside(1, self.book)
        for number, other in enumerate(self.parts):
            stand_part(rules, state, 0, number, *self._place[other])
        return bool(may_leave(rules, state, 0, self.parts.index(part)))


def shape_of(cells: frozenset) -> frozenset:
    """Name a shape whichever way it is turned: the first of its turns in order."""
    return min(solid.all_turns(cells), key=sorted)


@pytest.fixture
def site() -> Site:
    """Give an empty site under the default rules."""
    return Site()


@pytest.fixture
def make_site() -> Callable[..., Site]:
    """Make sites under other rules."""
    return Site


@pytest.fixture
def plus(site: Site) -> Site:
    """Build a plus of single blocks with one more on its middle."""
    for cell in ((1, 1, 0), (1, 0, 0), (0, 1, 0), (2, 1, 0), (1, 2, 0), (1, 1, 1)):
        site.build(cell)
    return site


@pytest.fixture
def luck() -> np.random.Generator:
    """Give a source of random choices that is the same in every run."""
    return np.random.default_rng(20)
