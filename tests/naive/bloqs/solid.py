"""Parts as sets of cells: how they turn, stand, come in and go out.

Nothing here knows of masks or tables; a part is moved block by block.
"""

from itertools import product

WIDTH = 3
WAYS = ((0, 0, 1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))


def moved(part, dx, dy, dz):
    """Shift a part."""
    return frozenset((x + dx, y + dy, z + dz) for x, y, z in part)


def at_origin(part):
    """Lay a part against the three axes."""
    return moved(part, *(-min(cell[axis] for cell in part) for axis in range(3)))


def all_turns(part):
    """Turn a part by quarters about two axes until nothing new comes (BQ-40)."""
    found, fresh = set(), [at_origin(part)]
    while fresh:
        shape = fresh.pop()
        if shape in found:
            continue
        found.add(shape)
        fresh.append(at_origin(frozenset((y, -x, z) for x, y, z in shape)))
        fresh.append(at_origin(frozenset((x, z, -y) for x, y, z in shape)))
    return found


def inside(part, layers):
    """Whether a part lies in the footprint, above ground and below the cap (BQ-40)."""
    return all(0 <= x < WIDTH and 0 <= y < WIDTH and 0 <= z < layers for x, y, z in part)


def all_places(part, layers):
    """List every way to lay a part into a site, whatever stands there."""
    shifts = list(product(range(WIDTH), range(WIDTH), range(layers)))
    places = {moved(shape, *shift) for shape in all_turns(part) for shift in shifts}
    return {place for place in places if inside(place, layers)}


def union(parts):
    """Give all cells of some parts."""
    return frozenset().union(*parts)


def held_cells(part, others):
    """List the cells of a part that have ground or another part below (BQ-42)."""
    return [(x, y, z) for x, y, z in part if z == 0 or (x, y, z - 1) in others]


def in_balance(part, held):
    """Whether the centre of mass lies strictly inside the hull of the held squares (BQ-42).

    It does unless some line through it has all their corners on one side or on itself; such a
    line can be turned until it meets a corner.
    """
    n = len(part)
    middle_x = sum(2 * x + 1 for x, _, _ in part)
    middle_y = sum(2 * y + 1 for _, y, _ in part)
    arms = [
        (2 * n * (x + right) - middle_x, 2 * n * (y + back) - middle_y)
        for x, y, _ in held
        for right, back in ((0, 0), (0, 1), (1, 0), (1, 1))
    ]
    if not arms:
        return False
    for ax, ay in arms:
        sides = [ax * by - ay * bx for bx, by in arms]
        if (ax, ay) != (0, 0) and not (min(sides) < 0 < max(sides)):
            return False
    return True


def stays_up(part, others, rule="stable"):
    """Whether a part is supported well enough by ground and others (BQ-42, BQ-44)."""
    held = held_cells(part, others)
    if rule == "any":
        return bool(held)
    if rule == "full":
        return all(cell in held or (cell[0], cell[1], cell[2] - 1) in part for cell in part)
    return in_balance(part, held)


def free_way(part, others, layers, path="five_way"):
    """Whether a part can be pulled out in a straight line without touching others (BQ-43)."""
    ways = WAYS if path == "five_way" else WAYS[:1]
    return any(slides(part, others, layers, way) for way in ways)


def slides(part, others, layers, way):
    """Whether a part leaves in one direction and touches nothing (BQ-43)."""
    for _ in range(layers + WIDTH):
        if part & others:
            return False
        part = moved(part, *way)
    return True


def may_stand(part, parts, layers=7, rule="stable", path="five_way"):
    """Whether a part may be built where it is into a site with these parts (BQ-40..44)."""
    others = union(parts)
    return (
        inside(part, layers)
        and not part & others
        and stays_up(part, others, rule)
        and free_way(part, others, layers, path)
    )


def may_leave(part, parts, layers=7, rule="stable", path="five_way"):
    """Whether a part can be taken out of a tower and nothing falls (BQ-50)."""
    rest = [other for other in parts if other != part]
    if not free_way(part, union(rest), layers, path):
        return False
    on_top = moved(part, 0, 0, 1)
    return all(
        stays_up(other, union(each for each in rest if each != other), rule)
        for other in rest
        if other & on_top
    )
