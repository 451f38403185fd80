"""What the answer rests on: rulings and assumed data, and how the run was made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis import exposure
from reports.page import Block, Cell, Commands, Section, Table, Text, count, pct, sentence
from reports.study import Study, words


@dataclass(frozen=True)
class Assumption:
    """Something that is not in the rulebook: what was chosen, and the knob that changes it."""

    code: str
    question: str
    choice: str
    knob: str
    status: str


def assumptions(study: Study) -> list[Assumption]:
    """List the game's rulings and the knobs whose default is not from the rulebook."""
    listed = [
        Assumption(r.code, r.question, r.choice, r.knob, r.status) for r in study.game.rulings
    ]
    covered = {entry.knob for entry in listed}
    for name, field in study.game.knobs.model_fields.items():
        extra = field.json_schema_extra
        source = extra.get("source") if isinstance(extra, dict) else None
        if source in ("assumed", "public") and name not in covered:
            rule = str(extra.get("rule", "")) if isinstance(extra, dict) else ""
            about = field.description or words(name)
            listed.append(Assumption(rule, about, _short(field.default), name, str(source)))
    return listed


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return text if len(text) < 40 else f"A list of {len(value)}, in the data files"


def depends_section(study: Study, touched: Mapping[str, pl.Expr]) -> Section:
    """Rank rulings and assumed data by the share of games in which they came into play."""
    found = exposure.shares(study.games, dict(touched))
    share = dict(found.select("name", "share").iter_rows())
    ranked = [(share.get(e.code, share.get(e.knob)), e) for e in assumptions(study)]
    counted: list[list[Cell]] = []
    others: list[list[Cell]] = []
    for games, entry in sorted(ranked, key=lambda pair: -(pair[0] or 0.0)):
        small = ", ".join(part for part in (entry.status, entry.code, entry.knob) if part)
        row: list[Cell] = [(sentence(entry.question), small), sentence(entry.choice)]
        if games is None:
            others.append(row)
        else:
            counted.append([*row, pct(games)])
    blocks: list[Block] = [
        Text(
            "Not everything is in the rulebook. Where its text is silent or its data are not "
            "public, a choice was made. The table ranks those choices by how many games they "
            "came into play in. That is a ceiling: on the same deals, a choice cannot change "
            "games it never touched, unless players would act on it beforehand."
        )
    ]
    if counted:
        blocks.append(
            Table(
                ["choice", "taken here", "games touched, at most"],
                counted,
                "llr",
                "Assumed data and rulings, by the share of games in which they came into play.",
            )
        )
    if others:
        blocks.append(
            Table(
                ["choice", "taken here"],
                others,
                "ll",
                "Rulings and data whose use no column records.",
                folded=f"{len(others)} more choices, not counted",
            )
        )
    blocks.append(
        Text(
            "To see what a choice changes, run the experiment again with --set KNOB=VALUE and "
            "compare the two runs.",
            quiet=True,
        )
    )
    return Section("depends", "What the answer depends on", blocks)


def provenance_section(study: Study) -> Section:
    """List seed, versions, digest, data sources and the commands that make it all again."""
    rows: list[list[Cell]] = [[name, text] for name, text in _facts(study) if text]
    commands = [("Build this page again", f"balance report {study.run.folder.name}")]
    if study.run.manifest["command"]:
        commands.insert(0, ("Play the study again", study.run.manifest["command"]))
    return Section(
        "provenance",
        "Provenance",
        [
            Commands([(text, name) for name, text in commands]),
            Table(["", ""], rows, "ll"),
            Table(
                ["source", "settings"],
                _sources(study),
                "ll",
                "Where the values of the game's settings come from.",
                folded="Sources of all settings",
            ),
        ],
    )


def _facts(study: Study) -> list[tuple[str, str]]:
    manifest = study.run.manifest
    code, machine = manifest["code"], manifest["machine"]
    dirty = ", with uncommitted changes" if code.get("dirty") else ""
    versions = ", ".join(f"{name} {text}" for name, text in manifest["versions"].items())
    fixed = ", ".join(f"{name} = {value}" for name, value in study.settings["knobs"].items())
    return [
        ("Game", f"{study.game.title} ({study.game.publisher})"),
        ("Experiment", study.settings["name"]),
        ("Seed", str(study.settings["seed"])),
        ("Games", f"{count(int(study.rates['games'].sum()))} in {len(study.cells)} cells"),
        ("Policies", ", ".join(study.policies)),
        ("Fixed settings", fixed),
        ("Code digest", code["digest"]),
        ("Commit", code.get("commit", "")[:12] + dirty if code.get("commit") else ""),
        ("Build", str(manifest["build"])),
        ("Versions", versions),
        ("Processor", f"{machine['cpu']}, {machine['cores']} cores"),
        ("Started, ended (UTC)", f"{manifest['started']}, {manifest['ended']}"),
        ("Why it ended", str(manifest["reason"])),
    ]


def _sources(study: Study) -> list[list[Cell]]:
    """Count the game's settings by the source of their default."""
    found: dict[str, list[str]] = {}
    for name, field in study.game.knobs.model_fields.items():
        extra = field.json_schema_extra
        source = str(extra.get("source", "")) if isinstance(extra, dict) else ""
        found.setdefault(source, []).append(name)
    meaning = {
        "rulebook": "rulebook",
        "public": "public, not in the rulebook",
        "assumed": "assumed",
    }
    return [
        [
            (sentence(meaning.get(source, source)), f"{len(names)} settings"),
            ", ".join(sorted(names)),
        ]
        for source, names in found.items()
    ]
