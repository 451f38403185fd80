"""The chunk files of a run: written whole or not at all, named by what is in them.

`part-<cell>-<first game>-<games>-<digest>.parquet`, where the digest is the start of the SHA-256
of the file's bytes: a bit that flipped, an end that is missing or a value that somebody changed no
longer fits the name. The file's metadata repeat cell and games and add the run it belongs to, so
that a sound file of another run, or under another name, is told from a damaged one. A file that
passes both is compared with the run: its columns, the indices in its rows, the games planned.
What nobody can see is a file made on purpose with this module. Opening a million games of 200
columns costs about a second, most of it the digest.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import polars as pl

TEMPORARY = ".tmp"
DIGEST = 16
# Fresh chunks are written by the process that feeds the players; merged ones stay for good.
FRESH_LEVEL, MERGED_LEVEL = 1, 15
_NAME = re.compile(rf"part-(\d+)-(\d+)-(\d+)-([0-9a-f]{{{DIGEST}}})\.parquet")


class StoreError(RuntimeError):
    """Stored results that cannot be written or trusted; the message names the file."""


class Untrusted(StoreError):
    """A file that is damaged or foreign: `path` and `why`; `command` is the one that plays."""

    def __init__(self, path: Path, why: str, command: str = "") -> None:
        remedy = "give --repair to the study's command: bad files are set aside, games played again"
        super().__init__(f"{path} {why}; {remedy}" + (f":\n{command} --repair" if command else ""))
        self.path = path
        self.why = why


@dataclass(frozen=True)
class Plan:
    """What every chunk of a run must agree with: the run's name, its columns, games by cell."""

    run: str
    schema: pl.Schema
    games: Mapping[int, int]


@dataclass
class Survey:
    """The chunk files of a run: those that count, those a merged one replaces, the bad ones."""

    kept: list["Part"] = field(default_factory=list)
    replaced: list["Part"] = field(default_factory=list)
    bad: list[Untrusted] = field(default_factory=list)

    def trusted(self, command: str) -> list["Part"]:
        """Give the parts that count; `command` is the one that plays the run.

        Raises Untrusted naming the first bad file when there are any.
        """
        if not self.bad:
            return self.kept
        first, more = self.bad[0], len(self.bad) - 1
        also = f" ({more} more bad file{'s' if more > 1 else ''} beside it)" if more else ""
        raise Untrusted(first.path, first.why + also, command)


@dataclass(frozen=True, order=True)
class Part:
    """A chunk file: games first to first + count - 1 of a cell."""

    cell: int
    first: int
    count: int
    path: Path

    @property
    def end(self) -> int:
        """Give the game after the last."""
        return self.first + self.count

    def covers(self, other: "Part") -> bool:
        """Tell whether every game of `other` is in this part too."""
        return self.cell == other.cell and self.first <= other.first and other.end <= self.end


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that a crash leaves the old one, the new one, never a piece.

    Raises StoreError when the disk refuses.
    """
    spare = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        with spare.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        spare.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            spare.unlink(missing_ok=True)
        raise refusal(path, error) from error


def refusal(path: Path, error: OSError) -> StoreError:
    """Say that the disk refused to write a file, and what to do."""
    return StoreError(
        f"cannot write {path}: {error.strerror or error}; what was finished before is kept,"
        " so make room and run the same command again"
    )


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return  # folders cannot be opened there, and renames need no help
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(path: Path, folder: Path) -> Path:
    """Move a file or folder into another folder, under a new name if its own is taken.

    Raises StoreError when the disk refuses.
    """
    target, n = folder / path.name, 1
    try:
        folder.mkdir(exist_ok=True)
        while target.exists():
            n += 1
            target = folder / f"{path.name}.{n}"
        path.rename(target)
        _sync_folder(folder)
    except OSError as error:
        raise refusal(target, error) from error
    return target


def digest(content: bytes) -> str:
    """Name bytes."""
    return hashlib.sha256(content).hexdigest()[:DIGEST]


def write_part(folder: Path, run: str, frame: pl.DataFrame, level: int = FRESH_LEVEL) -> Part:
    """Store consecutive games of one cell, sorted by game, at a zstd level.

    Raises StoreError when the disk refuses.
    """
    cell, first = int(frame["cell"][0]), int(frame["game"][0])
    place = f"{cell}-{first}-{len(frame)}"
    buffer = BytesIO()
    frame.write_parquet(
        buffer,
        compression="zstd",
        compression_level=level,
        statistics=False,
        metadata={"run": run, "part": place},
    )
    content = buffer.getvalue()
    name = f"part-{cell:05}-{first:010}-{len(frame):07}-{digest(content)}.parquet"
    write_atomically(folder / name, content)
    return Part(cell, first, len(frame), folder / name)


def check_part(path: Path, plan: Plan) -> Part:
    """Check a chunk file against its name, its metadata and its run.

    Raises Untrusted naming the file, StoreError when it vanished meanwhile.
    """
    match = _NAME.fullmatch(path.name)
    if not match:
        raise Untrusted(path, "is no chunk of this run")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise StoreError(f"{path} vanished while it was read: is the run still going?") from None
    except OSError as error:
        raise Untrusted(path, f"cannot be read: {error.strerror or error}") from error
    # Before anything else: parsers may crash on bytes that nobody meant to write.
    if digest(content) != match.group(4):
        raise Untrusted(path, "is damaged: its contents are not what its name says")
    cell, first, count = (int(match.group(i)) for i in (1, 2, 3))
    part = Part(cell, first, count, path)
    if why := _mismatch(part, content, plan):
        raise Untrusted(path, why)
    return part


def _mismatch(part: Part, content: bytes, plan: Plan) -> str:
    """Say what sets an undamaged file apart from a chunk of the run, "" for nothing."""
    try:
        metadata = pl.read_parquet_metadata(BytesIO(content))
        columns = pl.read_parquet_schema(BytesIO(content))
    except pl.exceptions.PolarsError as error:
        return f"is no Parquet file: {error}"
    place = f"{part.cell}-{part.first}-{part.count}"
    if metadata.get("run") != plan.run:
        return f"belongs to another run ({metadata.get('run', 'unknown')}), not to {plan.run}"
    if metadata.get("part") != place:
        return f"was renamed: it holds {metadata.get('part', 'unknown')} (cell-first game-games)"
    if columns != plan.schema:
        names = dict.fromkeys([*plan.schema, *columns])
        odd = [name for name in names if columns.get(name) != plan.schema.get(name)]
        return f"has other columns than the run: {', '.join(odd) or 'their order differs'}"
    if part.end > plan.games.get(part.cell, 0):
        return "holds games that the run does not have"
    keys = pl.read_parquet(BytesIO(content), columns=["cell", "game"])
    games = pl.int_range(part.first, part.end, dtype=pl.UInt32, eager=True)
    if not (keys["game"].equals(games) and (keys["cell"] == part.cell).all()):
        return "holds other games than its name says"
    return ""


def survey_parts(folder: Path, plan: Plan) -> Survey:
    """Check all chunk files of a run.

    Raises Untrusted when the folder cannot be listed, StoreError when a file vanishes meanwhile.
    """
    found, parts = Survey(), []
    try:
        files = sorted(path for path in folder.iterdir() if not path.name.endswith(TEMPORARY))
    except OSError as error:
        raise Untrusted(folder, f"cannot be listed: {error.strerror or error}") from error
    for path in files:
        try:
            parts.append(check_part(path, plan))
        except Untrusted as error:
            found.bad.append(error)
    for group in _overlapping(parts):
        head = group[0]
        if all(head.covers(part) for part in group):
            found.kept.append(head)
            found.replaced.extend(group[1:])
            continue
        # Nobody can tell which of them is right: none counts.
        for part, other in zip(group, [*group[1:], group[-2]], strict=True):
            why = f"and {other.path.name} share games but differ in extent"
            found.bad.append(Untrusted(part.path, why))
    return found


def _overlapping(parts: Iterable[Part]) -> list[list[Part]]:
    """Group parts that share games; the first of a group starts first and is the longest then."""
    groups: list[list[Part]] = []
    end = 0
    for part in sorted(parts, key=lambda part: (part.cell, part.first, -part.count)):
        if groups and part.cell == groups[-1][0].cell and part.first < end:
            groups[-1].append(part)
            end = max(end, part.end)
        else:
            groups.append([part])
            end = part.end
    return groups


def gaps(parts: Iterable[Part], games: int) -> list[tuple[int, int]]:
    """List the ranges [first, end) of 0..games - 1 that no part of a cell holds."""
    found, here = [], 0
    for part in sorted(parts):
        if part.first > here:
            found.append((here, part.first))
        here = part.end
    if here < games:
        found.append((here, games))
    return found


def neighbours(parts: Iterable[Part], small: int) -> Iterator[list[Part]]:
    """Group small parts of a cell that follow each other without a gap."""
    group: list[Part] = []
    for part in sorted(parts):
        if group and (part.first != group[-1].end or part.count >= small):
            yield group
            group = []
        if part.count < small:
            group.append(part)
    if group:
        yield group
