"""The results of a run on disk: written as they come, resumed without loss, read with suspicion."""

import json
from collections import defaultdict
from contextlib import suppress
from functools import cached_property
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import polars as pl

from analysis.journal import Journal
from analysis.lock import lock
from analysis.manifest import describe, now, run_hash, seal, unseal
from analysis.parts import (
    MERGED_LEVEL,
    TEMPORARY,
    Part,
    Plan,
    StoreError,
    Untrusted,
    gaps,
    neighbours,
    refusal,
    set_aside,
    survey_parts,
    write_atomically,
    write_part,
)
from analysis.rows import schema, to_frame
from sim.batch import Chunk
from sim.core.game import Column
from sim.experiment import Experiment, get_game

__all__ = ["Run", "Store", "StoreError", "open_run", "run_folder"]

MANIFEST, JOURNAL, SUMMARY, CHUNKS, DAMAGED, LOCK = (
    "manifest.json", "journal.jsonl", "summary.parquet", "chunks", "damaged", "lock",
)  # fmt: skip
# Each file has a fixed cost of some 50 KB at 200 columns: small ones are merged up to this size.
MERGED_ROWS = 25_000
COMPLETE = "complete"
# What describes the session that played the games, not the one that looks at them.
FACTS = (
    "code", "build", "versions", "machine", "command", "started", "ended", "reason", "played",
)  # fmt: skip


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


def open_run(folder: Path | str) -> Run:
    """Open a stored run and check every chunk of it.

    Raises StoreError naming the file that is damaged or foreign, or the games that are gone.
    """
    folder = Path(folder)
    try:
        manifest = unseal(folder / MANIFEST)
    except FileNotFoundError:
        raise StoreError(f"{folder} holds no run: there is no {MANIFEST}") from None
    run = Run(folder, manifest, [])
    planned = {cell["id"]: cell["games"] for cell in manifest["cells"]}
    plan = Plan(manifest["run"], schema(run.columns), planned)
    run.parts = survey_parts(folder / CHUNKS, plan).trusted(manifest["command"])
    if run.complete:
        _refuse_gaps(run)
    return run


def _refuse_gaps(run: Run) -> None:
    for cell, games in run.manifest["played"].items():
        mine = [part for part in run.parts if part.cell == int(cell)]
        for first, end in gaps(mine, games):
            raise StoreError(
                f"{run.folder} is complete but games {first} to {end - 1} of cell {cell} are gone;"
                f" the study's command plays them again:\n{run.manifest['command']}"
            )


class Store:
    """The writing side of a run's folder: one process at a time, nothing twice, nothing lost.

    Use as a context manager. Raises StoreError when the folder is in use, refuses, or holds a bad
    file; with `repair` bad files are moved to `damaged/` and listed in `set_aside` instead.
    """

    def __init__(
        self, folder: Path, experiment: Experiment, command: str = "", *, repair: bool = False
    ) -> None:
        self.folder = folder
        self.journal = Journal(folder / JOURNAL)
        self.set_aside: list[Untrusted] = []
        self.manifest = describe(experiment, command)
        self.columns = get_game(experiment.game).columns
        self._run: str = self.manifest["run"]
        planned = {cell.id: cell.games for cell in experiment.cells()}
        self._plan = Plan(self._run, schema(self.columns), planned)
        self._parts: dict[int, list[Part]] = defaultdict(list)
        self._lock: IO[str] | None = None
        self._repair = repair

    def __enter__(self) -> Self:
        try:
            (self.folder / CHUNKS).mkdir(parents=True, exist_ok=True)
            self._lock = lock(self.folder / LOCK)
        except BlockingIOError:
            raise StoreError(
                f"{self.folder} is being written by another process: wait for it or stop it"
            ) from None
        except OSError as error:
            raise StoreError(f"cannot write to {self.folder}: {error.strerror or error}") from error
        try:
            self._take_over()
        except OSError as error:
            self._lock.close()
            raise refusal(self.folder, error) from error
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
        with suppress(FileNotFoundError):
            self._keep_history(self._earlier_manifest())
        found = survey_parts(chunks, self._plan)
        if self._repair and found.bad:
            # First of all: from now on the run is not complete, whatever dies in between.
            self.manifest |= {"reason": "running", "ended": None}
            self._write_manifest()
            self._set_aside(found.bad)
            found.bad.clear()
        for part in found.trusted(self.manifest["command"]):
            self._parts[part.cell].append(part)
        for part in found.replaced:
            part.path.unlink(missing_ok=True)
        self.journal.mend()
        self._write_manifest()
        for bad in self.set_aside:
            self.journal.note("set aside", file=bad.path.name, why=bad.why)

    def _earlier_manifest(self) -> dict[str, Any]:
        """Read what an earlier session recorded.

        Raises FileNotFoundError when there is nothing, or nothing to be trusted.
        """
        path = self.folder / MANIFEST
        try:
            earlier = unseal(path)
            if earlier["run"] != self._run:
                why = f"belongs to another run ({earlier['run']}), not to {self._run}"
                raise Untrusted(path, why, self.manifest["command"])
        except Untrusted as bad:
            if not self._repair:
                raise
            self._set_aside([bad])
            raise FileNotFoundError(path) from bad
        return earlier

    def _set_aside(self, files: list[Untrusted]) -> None:
        for bad in files:
            set_aside(bad.path, self.folder / DAMAGED)
            self.set_aside.append(bad)

    def _keep_history(self, earlier: dict[str, Any]) -> None:
        """Carry over what an earlier session recorded; title, question and targets may be new."""
        facts = ("started",) if earlier["reason"] != COMPLETE else FACTS
        self.manifest |= {key: earlier[key] for key in facts if key in earlier}

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

    def note(self, event: str, **facts: Any) -> None:
        """Append a line to the journal.

        Raises StoreError when the disk refuses.
        """
        self.journal.note(event, **facts)

    def end(self, reason: str, summary: pl.DataFrame | None = None) -> None:
        """Record why the run ended, how many games each cell has, the summary of a complete run."""
        played = {cell: sum(part.count for part in mine) for cell, mine in self._parts.items()}
        self.manifest |= {"ended": now(), "reason": reason, "played": played}
        if summary is not None:
            self.keep_summary(summary)
        self._write_manifest()
        self.note("ended", reason=reason)

    def keep_summary(self, summary: pl.DataFrame) -> None:
        """Write the summary unless it is there and undamaged."""
        path, buffer = self.folder / SUMMARY, BytesIO()
        summary.write_parquet(buffer)
        try:
            sound = path.read_bytes() == buffer.getvalue()
        except OSError:
            sound = False
        if not sound:
            write_atomically(path, buffer.getvalue())

    def _write_manifest(self) -> None:
        write_atomically(self.folder / MANIFEST, seal(self.manifest))
