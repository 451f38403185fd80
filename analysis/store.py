"""The results of a run on disk: written as they come, resumed without loss, read with suspicion."""

import fcntl
import json
import os
from collections import defaultdict
from functools import cached_property
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import polars as pl

from analysis.manifest import describe, now, run_hash
from analysis.parts import (
    MERGED_LEVEL,
    TEMPORARY,
    Part,
    Plan,
    StoreError,
    gaps,
    neighbours,
    survey_parts,
    write_atomically,
    write_part,
)
from analysis.rows import schema, to_frame
from sim.batch import Chunk
from sim.core.game import Column
from sim.experiment import Experiment, get_game

__all__ = ["Run", "Store", "StoreError", "open_run", "run_folder"]

MANIFEST, JOURNAL, SUMMARY, CHUNKS, LOCK = (
    "manifest.json", "journal.jsonl", "summary.parquet", "chunks", "lock",
)  # fmt: skip
# Each file has a fixed cost of some 50 KB at 200 columns: small ones are merged up to this size.
MERGED_ROWS = 25_000
COMPLETE = "complete"
# What describes the session that played the games, not the one that looks at them.
FACTS = ("code", "build", "versions", "machine", "command", "started", "ended", "reason")


def run_folder(experiment: Experiment, out: Path) -> Path:
    """Give the folder of an experiment's run below `out`."""
    return out / f"{experiment.name}-{run_hash(experiment)}"


class Run:
    """A stored run, finished or not, as the analysis sees it."""

    def __init__(self, folder: Path, manifest: dict[str, Any], parts: list[Part]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.parts = parts
        self.columns = tuple(
            Column(c["name"], c["kind"], c["about"], tuple(c["labels"]))
            for c in manifest["columns"]
        )

    @property
    def complete(self) -> bool:
        """Tell whether every planned game was played, or every cell was precise enough."""
        return bool(self.manifest["reason"] == COMPLETE)

    @property
    def grid(self) -> list[str]:
        """List the knobs of the grid."""
        return list(self.manifest["experiment"]["grid"])

    @cached_property
    def cells(self) -> pl.DataFrame:
        """Give one row per cell: cell, label, policy, the grid's knobs, planned games."""
        rows = [
            {
                "cell": cell["id"],
                "label": cell["label"],
                "policy": cell["policy"],
                **{name: _shown(value) for name, value in cell["settings"].items()},
                "planned": cell["games"],
            }
            for cell in self.manifest["cells"]
        ]
        return pl.DataFrame(rows, infer_schema_length=None).cast({"cell": pl.UInt16})

    def scan(self, *cells: int) -> pl.LazyFrame:
        """Give the games, lazily: cell, game, outcome columns; only of `cells` if any are named."""
        wanted = [part.path for part in self.parts if not cells or part.cell in cells]
        if not wanted:
            return pl.LazyFrame(schema=schema(self.columns))
        return pl.scan_parquet(wanted, schema=schema(self.columns))

    def describe(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Put label, policy and grid knobs beside the `cell` of a small frame."""
        names = self.cells.drop("planned")
        return names.join(frame, on="cell", how="inner", maintain_order="right")


def _shown(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read a run's manifest.

    Raises StoreError naming the file when there is none or it is damaged.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        complete = {"run", "experiment", "cells", "columns", "reason"} <= manifest.keys()
    except FileNotFoundError:
        raise StoreError(f"{folder} holds no run: there is no {MANIFEST}") from None
    except (OSError, ValueError, AttributeError) as error:
        raise StoreError(f"{path} is damaged: {error}") from None
    if not complete:
        raise StoreError(f"{path} is damaged: entries are missing")
    return dict(manifest)


def open_run(folder: Path | str) -> Run:
    """Open a stored run and check every chunk of it.

    Raises StoreError naming the file that is missing, damaged or foreign.
    """
    folder = Path(folder)
    run = Run(folder, read_manifest(folder), [])
    planned = {cell["id"]: cell["games"] for cell in run.manifest["cells"]}
    plan = Plan(run.manifest["run"], schema(run.columns), planned)
    run.parts = survey_parts(folder / CHUNKS, plan).trusted()
    return run


class Store:
    """The writing side of a run's folder: one process at a time, nothing twice, nothing lost.

    Use as a context manager. Raises StoreError when the folder is in use, damaged, or refuses.
    """

    def __init__(self, folder: Path, experiment: Experiment, command: str = "") -> None:
        self.folder = folder
        self.manifest = describe(experiment, command)
        self.columns = get_game(experiment.game).columns
        self._run: str = self.manifest["run"]
        planned = {cell.id: cell.games for cell in experiment.cells()}
        self._plan = Plan(self._run, schema(self.columns), planned)
        self._parts: dict[int, list[Part]] = defaultdict(list)
        self._lock: IO[str] | None = None

    def __enter__(self) -> Self:
        try:
            (self.folder / CHUNKS).mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / LOCK).open("w")
        except OSError as error:
            raise StoreError(f"cannot write to {self.folder}: {error.strerror or error}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._take_over()
        except BlockingIOError:
            self._lock.close()
            raise StoreError(f"{self.folder} is being written by another process") from None
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._lock is not None
        self._lock.close()

    def _take_over(self) -> None:
        """Check and adopt what earlier sessions stored, and remove what they left half done."""
        chunks = self.folder / CHUNKS
        for path in [*self.folder.glob(f"*{TEMPORARY}"), *chunks.glob(f"*{TEMPORARY}")]:
            path.unlink(missing_ok=True)
        if (self.folder / MANIFEST).exists():
            earlier = read_manifest(self.folder)
            if earlier["run"] != self._run:
                raise StoreError(f"{self.folder} holds run {earlier['run']}, not {self._run}")
            self._keep_history(earlier)
        found = survey_parts(chunks, self._plan)
        for part in found.trusted():
            self._parts[part.cell].append(part)
        for part in found.replaced:
            part.path.unlink(missing_ok=True)
        self._mend_journal()
        self._write_manifest()

    def _keep_history(self, earlier: dict[str, Any]) -> None:
        """Carry over what an earlier session recorded; title, question and targets may be new."""
        facts = ("started",) if earlier["reason"] != COMPLETE else FACTS
        self.manifest |= {key: earlier[key] for key in facts if key in earlier}

    def _mend_journal(self) -> None:
        """End a last line that a crash cut short, so that the next one is readable."""
        path = self.folder / JOURNAL
        if path.exists() and not path.read_bytes().endswith(b"\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    @property
    def complete(self) -> bool:
        """Tell whether an earlier session brought the run to its end."""
        return bool(self.manifest["reason"] == COMPLETE)

    def reopen(self) -> None:
        """Record that a run goes on."""
        self.manifest |= {"reason": "running", "ended": None}
        self._write_manifest()

    def missing(self, cell: int) -> list[tuple[int, int]]:
        """List the ranges [first, end) of a cell's games that are not stored."""
        return gaps(self._parts[cell], self._plan.games[cell])

    def run(self) -> Run:
        """Give the reading side of what is stored now."""
        parts = sorted(part for parts in self._parts.values() for part in parts)
        return Run(self.folder, self.manifest, parts)

    def add(self, chunk: Chunk) -> None:
        """Store a chunk; when this returns it is on disk.

        Raises StoreError when the disk refuses, ValueError when games are stored already.
        """
        first, end = chunk.first, chunk.first + len(chunk.rows)
        mine = self._parts[chunk.cell]
        if any(part.first < end and first < part.end for part in mine):
            raise ValueError(f"games {first} to {end - 1} of cell {chunk.cell} are stored already")
        frame = to_frame(self.columns, chunk.cell, first, chunk.rows)
        mine.append(write_part(self.folder / CHUNKS, self._run, frame))
        self.merge(chunk.cell, MERGED_ROWS)

    def merge(self, cell: int, least: int = 0) -> None:
        """Join neighbouring small chunks of a cell that have `least` games together."""
        mine = self._parts[cell]
        for group in list(neighbours(mine, MERGED_ROWS)):
            if len(group) == 1 or sum(part.count for part in group) < least:
                continue
            frames = [pl.read_parquet(BytesIO(part.path.read_bytes())) for part in group]
            merged = write_part(self.folder / CHUNKS, self._run, pl.concat(frames), MERGED_LEVEL)
            mine[:] = [part for part in mine if part not in group] + [merged]
            # A crash in between leaves both; the next session drops what the merged one covers.
            for part in group:
                part.path.unlink(missing_ok=True)

    def drop_after_gap(self, cell: int) -> None:
        """Forget the games of a cell that come after its first missing one."""
        gap = self.missing(cell)
        late = [part for part in self._parts[cell] if gap and part.first > gap[0][0]]
        for part in late:
            part.path.unlink(missing_ok=True)
            self._parts[cell].remove(part)

    def note(self, event: str, **facts: Any) -> None:
        """Append a line to the journal.

        Raises StoreError when the disk refuses.
        """
        line = json.dumps({"time": now(), "event": event, **facts})
        path = self.folder / JOURNAL
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error.strerror or error}") from error

    def end(self, reason: str, summary: pl.DataFrame | None = None) -> None:
        """Record why the run ended, and its summary when it is complete."""
        self.manifest |= {"ended": now(), "reason": reason}
        if summary is not None:
            buffer = BytesIO()
            summary.write_parquet(buffer)
            write_atomically(self.folder / SUMMARY, buffer.getvalue())
        self._write_manifest()
        self.note("ended", reason=reason)

    def _write_manifest(self) -> None:
        text = json.dumps(self.manifest, indent=1, ensure_ascii=False)
        write_atomically(self.folder / MANIFEST, text.encode() + os.linesep.encode())
