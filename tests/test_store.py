"""The store: nothing lost, nothing twice, nothing foreign, whatever dies in between."""

import json
import re
import shutil

import numpy as np
import polars as pl
import pytest

from analysis import parts, store
from analysis.rows import schema, to_frame
from analysis.run import run_experiment
from analysis.store import Store, StoreError, open_run, run_folder
from sim.batch import Chunk
from sim.core.game import Column
from sim.experiment import Overrides, make_experiment
from tests.toy_game import COLUMNS, TOY

EXPERIMENT = make_experiment("toy", Overrides(games=1000), name="wood")


def chunk(first, count, cell=0):
    """Make a chunk whose rows can be told apart: column `decisions` holds the game index."""
    rows = np.zeros((count, len(COLUMNS)))
    rows[:, 2] = np.arange(first, first + count)
    return Chunk(cell, first, rows, 0.1)


@pytest.fixture
def folder(tmp_path):
    return run_folder(EXPERIMENT, tmp_path)


@pytest.fixture
def filled(folder):
    """Give the folder of a run with games 0-99 and 300-399 stored."""
    with Store(folder, EXPERIMENT) as opened:
        opened.add(chunk(300, 100))
        opened.add(chunk(0, 100))
    return folder


def files(folder):
    return sorted((folder / "chunks").iterdir())


def test_rows_are_typed(folder):
    rows = chunk(0, 3).rows
    rows[:, 0] = [0, 1, 3]
    rows[:, 12] = [0.5, 1 / 3, 2]
    rows[:, 13] = [0, 1, 1]
    rows[:, 14] = -1
    frame = to_frame(COLUMNS, 0, 7, rows)
    assert frame.schema == schema(COLUMNS)
    assert frame["game"].to_list() == [7, 8, 9]
    assert frame["result"].to_list() == ["win", "lose_time", "truncated"]
    assert frame["way_mean"].to_list() == [0.5, 1 / 3, 2]
    assert frame["oil_gone"].to_list() == [False, True, True]
    assert frame["fear"].to_list() == [-1, -1, -1]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int", 0.5),
        ("int", 2.0**40),
        ("int", np.nan),
        ("bool", 2),
        ("category", 2),
        ("category", -1),
    ],
)
def test_a_value_that_its_column_cannot_hold_is_refused(kind, value):
    column = Column("odd", kind, "", ("a", "b") if kind == "category" else ())
    with pytest.raises(ValueError, match="column 'odd'"):
        to_frame([column], 0, 0, np.array([[value]]))


def test_missing_ranges_are_what_is_not_stored(filled):
    with Store(filled, EXPERIMENT) as opened:
        assert opened.missing(0) == [(100, 300), (400, 1000)]
        opened.add(chunk(100, 200))
        assert opened.missing(0) == [(400, 1000)]


def test_games_come_back_as_they_went_in(filled):
    games = open_run(filled).scan().collect().sort("game")
    assert games.schema == schema(COLUMNS)
    assert games["game"].to_list() == [*range(100), *range(300, 400)]
    assert games["decisions"].to_list() == games["game"].to_list()


def test_a_run_without_games_reads_as_empty(folder):
    with Store(folder, EXPERIMENT):
        pass
    assert open_run(folder).scan().collect().shape == (0, len(COLUMNS) + 2)
    assert not open_run(folder).complete


@pytest.mark.parametrize(("first", "count"), [(0, 100), (99, 1), (250, 60), (0, 1000)])
def test_no_game_is_stored_twice(filled, first, count):
    with Store(filled, EXPERIMENT) as opened, pytest.raises(ValueError, match="stored already"):
        opened.add(chunk(first, count))


def damage(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-20])


def rename_as_another_range(path):
    head, first, rest = re.fullmatch(r"(part-\d+-)(\d+)(-.+)", path.name).groups()
    path.rename(path.with_name(f"{head}{int(first) + 500:010}{rest}"))


def rename_as_another_cell(path):
    cell, rest = re.fullmatch(r"part-(\d+)(-.+)", path.name).groups()
    path.rename(path.with_name(f"part-{int(cell) ^ 1:05}{rest}"))


def scribble(path):
    path.with_name("notes.txt").write_text("x")


def change_one_value(path):
    """Write the file again as any tool would: sound Parquet, same metadata, one result flipped."""
    metadata = pl.read_parquet_metadata(path)
    frame = pl.read_parquet(path).with_columns(
        pl.when(pl.col("game") % 100 == 7)
        .then(pl.lit("lose_time", dtype=schema(COLUMNS)["result"]))
        .otherwise("result")
        .alias("result")
    )
    assert not frame.equals(pl.read_parquet(path))
    kept = {key: metadata[key] for key in ("run", "part")}
    frame.write_parquet(path, metadata=kept)


def empty(path):
    path.write_bytes(b"")


def rename_as_its_contents(path, content):
    head = path.name.rpartition("-")[0]
    path.unlink()
    path.with_name(f"{head}-{parts.digest(content)}.parquet").write_bytes(content)


def put_text(path):
    rename_as_its_contents(path, b"not Parquet at all")


def make_folder(path):
    path.unlink()
    path.mkdir()


HARMS = [
    (damage, "is damaged"),
    (cut_short, "is damaged"),
    (empty, "is damaged"),
    (change_one_value, "is damaged"),
    (rename_as_another_range, r"was renamed: it holds"),
    (rename_as_another_cell, r"was renamed: it holds"),
    (scribble, "is no chunk of this run"),
    (put_text, "is no Parquet file"),
    (make_folder, "cannot be read"),
]


@pytest.mark.parametrize(("harm", "says"), HARMS)
def test_a_harmed_chunk_is_named_and_refused(filled, harm, says):
    harm(files(filled)[0])
    suspect = "notes.txt" if harm is scribble else "part-0000"
    for attempt in (lambda: open_run(filled), lambda: Store(filled, EXPERIMENT).__enter__()):
        with pytest.raises(StoreError, match=rf"{suspect}\S* {says}.* --repair") as error:
            attempt()
        assert "beside it" not in str(error.value)


def test_every_single_bit_counts(filled):
    """Flip bits at seeded places all over the file, its header and footer included."""
    path = files(filled)[0]
    sound = path.read_bytes()
    rng = np.random.default_rng(3)
    for place in [0, len(sound) - 1, *rng.integers(len(sound), size=40)]:
        content = bytearray(sound)
        content[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(content)
        with pytest.raises(StoreError, match="is damaged"):
            open_run(filled)
    path.write_bytes(sound)
    assert open_run(filled).scan().collect().height == 200


def test_all_bad_chunks_are_counted(filled):
    for path in files(filled):
        damage(path)
    with pytest.raises(StoreError, match=r"\(1 more bad file beside it\)"):
        open_run(filled)


def test_a_run_without_its_chunk_folder_is_refused(filled):
    shutil.rmtree(filled / "chunks")
    with pytest.raises(StoreError, match="chunks cannot be listed"):
        open_run(filled)


def test_a_foreign_chunk_is_named_and_refused(filled, tmp_path):
    other = make_experiment("toy", Overrides(games=1000, seed=77), name="wood")
    with Store(run_folder(other, tmp_path), other) as opened:
        opened.add(chunk(500, 50))
    stray = files(run_folder(other, tmp_path))[0]
    shutil.copy(stray, filled / "chunks")
    with pytest.raises(StoreError, match=f"{stray.name} belongs to another run"):
        open_run(filled)


def write_chunk(folder, frame):
    """Store a frame under the run's own name, as only a faulty build of ours could."""
    return parts.write_part(folder / "chunks", open_run(folder).manifest["run"], frame)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda games: games.drop("fear"), "has other columns than the run: fear"),
        (lambda games: games.rename({"fear": "awe"}), "has other columns than the run: fear, awe"),
        (lambda games: games.cast({"fear": pl.Int64}), "has other columns than the run: fear"),
        (lambda games: games.select(games.columns[::-1]), "their order differs"),
        (lambda games: games.with_columns(cell=pl.lit(1, pl.UInt16)), "the run does not have"),
        (lambda games: games.with_columns(pl.col("game") + 900), "the run does not have"),
        (lambda games: games.reverse(), "other games than its name says"),
        (
            lambda games: games.with_columns(cell=(pl.col("game") > 510).cast(pl.UInt16)),
            "other games than its name says",
        ),
    ],
)
def test_a_chunk_at_odds_with_the_run_is_refused(filled, change, says):
    written = write_chunk(filled, change(to_frame(COLUMNS, 0, 500, chunk(500, 20).rows)))
    for attempt in (lambda: open_run(filled), lambda: Store(filled, EXPERIMENT).__enter__()):
        with pytest.raises(StoreError, match=f"{written.path.name} .*{says}"):
            attempt()


def test_a_manifest_of_another_run_is_refused(filled):
    other = make_experiment("toy", Overrides(games=999), name="wood")
    with pytest.raises(StoreError, match=r"manifest\.json belongs to another run"):
        Store(filled, other).__enter__()


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"run": "x"}', "\udcff"])
def test_a_damaged_manifest_is_named(filled, text):
    (filled / "manifest.json").write_text(text, errors="surrogateescape")
    with pytest.raises(StoreError, match=r"manifest\.json is damaged"):
        open_run(filled)


def test_an_edited_manifest_is_refused(filled):
    """A label or a seed that is not what was played would make a report lie."""
    path = filled / "manifest.json"
    text = path.read_text()
    seed = f'"seed": {EXPERIMENT.seed}'
    assert seed in text
    path.write_text(text.replace(seed, f'"seed": {EXPERIMENT.seed + 1}'))
    with pytest.raises(StoreError, match="its entries do not fit"):
        open_run(filled)
    path.write_text(json.dumps(json.loads(text)))
    assert open_run(filled).scan().collect().height == 200, "only the layout differs"


def test_a_folder_that_is_no_run_is_named(tmp_path):
    with pytest.raises(StoreError, match="holds no run"):
        open_run(tmp_path)


def test_half_written_files_are_swept_away(filled):
    (filled / "chunks" / "part-x.123.tmp").write_text("half")
    assert open_run(filled).scan().collect().height == 200
    with Store(filled, EXPERIMENT):
        assert len(files(filled)) == 2


def test_a_run_is_written_by_one_process_at_a_time(filled):
    with Store(filled, EXPERIMENT), pytest.raises(StoreError, match="another process"):
        Store(filled, EXPERIMENT).__enter__()
    with Store(filled, EXPERIMENT):
        pass


def test_small_chunks_are_merged_where_they_meet(filled, monkeypatch):
    monkeypatch.setattr(store, "MERGED_ROWS", 250)
    with Store(filled, EXPERIMENT) as opened:
        opened.add(chunk(100, 100))
        assert len(files(filled)) == 3, "200 games in a row are not worth a merge yet"
        opened.add(chunk(200, 100))
        assert len(files(filled)) == 1, "400 games in a row are"
        opened.add(chunk(900, 10))
        opened.add(chunk(910, 10))
        opened.merge(0)
        assert len(files(filled)) == 2
    games = open_run(filled).scan().collect().sort("game")
    assert games["decisions"].to_list() == [*range(400), *range(900, 920)]


def test_a_crash_between_merging_and_tidying_counts_nothing_twice(filled, monkeypatch):
    monkeypatch.setattr(parts.Path, "unlink", lambda path, missing_ok=False: None)
    with Store(filled, EXPERIMENT) as opened:
        opened.add(chunk(100, 100))
        opened.merge(0)
    monkeypatch.undo()
    assert len(files(filled)) == 4
    assert open_run(filled).scan().collect().height == 300
    with Store(filled, EXPERIMENT) as opened:
        assert opened.missing(0) == [(200, 300), (400, 1000)]
    assert len(files(filled)) == 2


def test_chunks_that_share_only_some_games_are_refused(filled):
    write_chunk(filled, to_frame(COLUMNS, 0, 50, chunk(50, 100).rows))
    with pytest.raises(StoreError, match=r"share games but differ in extent \(1 more"):
        open_run(filled)


def test_of_chunks_that_share_games_none_is_trusted(filled):
    """Also not the small one that a suspect covers: it must not be swept away."""
    write_chunk(filled, to_frame(COLUMNS, 0, 10, chunk(10, 20).rows))
    write_chunk(filled, to_frame(COLUMNS, 0, 50, chunk(50, 100).rows))
    with pytest.raises(StoreError, match=r"\(2 more"):
        Store(filled, EXPERIMENT).__enter__()
    assert len(files(filled)) == 4


def test_an_unwritable_place_is_reported(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot write to"):
        Store(tmp_path / "file" / "run", EXPERIMENT).__enter__()


@pytest.mark.parametrize("harm", [b'{"event": "sta', b"\xff\xfe\n", b'{"a": 1}\n{"b"\n{"c": 2}\n'])
def test_the_journal_is_mended_after_a_crash(filled, harm):
    (filled / "journal.jsonl").write_bytes(harm)
    with Store(filled, EXPERIMENT) as opened:
        opened.note("started")
    entries = [json.loads(line) for line in (filled / "journal.jsonl").read_text().splitlines()]
    assert entries[-1]["event"] == "started"
    assert [e for e in entries if e.get("event") == "unreadable"], "what was there is still told"
    assert len(entries) == harm.count(b"\n") + 1 + (not harm.endswith(b"\n"))


def test_a_sound_journal_is_left_alone(filled):
    with Store(filled, EXPERIMENT) as opened:
        opened.note("started")
        before = (filled / "journal.jsonl").read_bytes()
    with Store(filled, EXPERIMENT):
        assert (filled / "journal.jsonl").read_bytes() == before


def test_the_manifest_tells_where_numbers_come_from(filled):
    manifest = open_run(filled).manifest
    assert manifest["run"] in filled.name
    assert manifest["experiment"]["seed"] == EXPERIMENT.seed
    assert {"digest", "sources"} <= manifest["code"].keys()
    assert {"python", "numpy", "numba", "polars"} <= manifest["versions"].keys()
    assert {row["knob"] for row in manifest["resolved"]} == set(TOY.knobs.model_fields)


def test_a_game_costs_few_bytes(tmp_path):
    experiment = make_experiment("toy", Overrides(games=30_000), name="wood")
    run = run_experiment(experiment, tmp_path)
    size = sum(part.path.stat().st_size for part in run.parts)
    assert size / 30_000 < 10
    assert pl.read_parquet(run.folder / "summary.parquet")["games"].to_list() == [30_000]
