"""The chunk files of a run: written whole or not at all, named by what is in them.

`part-<cell>-<first game>-<games>-<digest of the bytes>.parquet`; the file's own metadata repeat
cell and games and add the run it belongs to. So a damaged, renamed or foreign file is noticed.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
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
        raise StoreError(
            f"cannot write {path}: {error.strerror or error}; what was finished before is kept,"
            " so make room and run the same command again"
        ) from error


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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


def read_part_name(path: Path, run: str) -> Part:
    """Check a chunk file against its name, its metadata and its run.

    Raises StoreError naming the file.
    """
    match = _NAME.fullmatch(path.name)
    if not match:
        raise StoreError(f"{path} is no chunk of this run: move it away")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise StoreError(f"{path} vanished while it was read: is the run still going?") from None
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}") from error
    if digest(content) != match.group(4):
        raise StoreError(
            f"{path} is damaged, its contents are not what its name says:"
            " delete it and run the same command again, its games are then replayed"
        )
    metadata = pl.read_parquet_metadata(BytesIO(content))
    cell, first, count = (int(match.group(i)) for i in (1, 2, 3))
    if metadata.get("run") != run or metadata.get("part") != f"{cell}-{first}-{count}":
        raise StoreError(
            f"{path} belongs to another run ({metadata.get('run', 'unknown')}), not to {run}:"
            " move it away"
        )
    return Part(cell, first, count, path)


def read_parts(folder: Path, run: str) -> tuple[list[Part], list[Part]]:
    """Check all chunk files of a run: those that count, and those a merged one replaces.

    Raises StoreError naming the file that is damaged, foreign or at odds with another.
    """
    files = sorted(path for path in folder.iterdir() if not path.name.endswith(TEMPORARY))
    parts = [read_part_name(path, run) for path in files]
    kept: list[Part] = []
    replaced: list[Part] = []
    for part in sorted(parts, key=lambda part: (part.cell, part.first, -part.count)):
        last = kept[-1] if kept else None
        if last and last.covers(part):
            replaced.append(part)
        elif last and last.cell == part.cell and part.first < last.end:
            raise StoreError(
                f"{part.path} and {last.path.name} share games but differ in extent:"
                " delete one of them and run the same command again"
            )
        else:
            kept.append(part)
    return kept, replaced


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
