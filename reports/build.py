"""Build the report of a stored run: one HTML file, its charts also as PNG files."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from analysis.parts import refusal, write_atomically
from analysis.store import open_run
from reports import findings as found
from reports import sections as chapters
from reports.games import game_module
from reports.origins import depends_section, provenance_section
from reports.page import Block, Findings, Section, Text, count, sentence
from reports.pictures import Chart, Picture, take_picture, theme_css
from reports.study import Study


@dataclass(frozen=True)
class Item:
    """A block as the template sees it: the name of its class, and itself."""

    kind: str
    value: Block | Picture


def build_report(run_dir: Path) -> Path:
    """Write `report/index.html` and the charts of a run folder, return the page's path.

    Raises StoreError when the folder is no run, is damaged, or the disk refuses; a report that
    was there is then still whole.
    """
    run = open_run(run_dir)
    extra = game_module(run.manifest["experiment"]["game"])
    study = Study(run, extra.WORDS if extra else None)
    folder = study.run.folder / "report"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise refusal(folder, error) from error
    page = folder / "index.html"
    write_atomically(page, render(study, collect(study, extra), folder).encode())
    return page


def collect(study: Study, extra: ModuleType | None) -> list[Section]:
    """Put the chapters in the order of the page; `extra` holds those of one game."""
    changes = chapters.steps(study)
    heads = found.key_findings(study, changes)
    if extra:
        heads += extra.findings(study)
    note = chapters.merged_note(study)
    opening: list[Block] = [Findings(heads), *([Text(note, quiet=True)] if note else [])]
    own = [
        Section(anchor, title, write(study))
        for anchor, title, write in (extra.CHAPTERS if extra else ())
    ]
    return [
        Section("findings", "Key findings", opening),
        chapters.rate_section(study, found.trend_title(study, changes), changes),
        chapters.cause_section(study, found.endings_title(study)),
        chapters.length_section(study, found.duration(study).lead.rstrip(".")),
        *own[:1],
        chapters.ladder_section(study, found.skill_title(study)),
        *own[1:],
        depends_section(study, extra.touched() if extra else {}),
        chapters.truncation_section(study),
        provenance_section(study),
    ]


def render(study: Study, sections: Iterable[Section], folder: Path) -> str:
    """Draw the charts and fill the template."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = breakable
    loader = environment.loader
    css = loader.get_source(environment, "report.css")[0] if loader else ""
    settings = study.settings
    total = study.rates["games"].sum()
    return environment.get_template("report.html.j2").render(
        title=settings["title"] or sentence(settings["name"].replace("-", " ")),
        question=settings["question"],
        game=study.game.title,
        facts=[
            ("Games", count(int(total))),
            ("Cells", str(len(study.cells))),
            ("Policies", ", ".join(study.ladder)),
            ("Seed", str(settings["seed"])),
        ],
        verdicts=chapters.verdicts(study),
        states=chapters.VERDICTS,
        sections=[_drawn(section, folder) for section in sections],
        theme=theme_css(),
        css=css,
        credit=f"{study.game.title} is published by {study.game.publisher}. This report is an "
        "independent study of its balance and reproduces no card texts.",
    )


def breakable(text: str) -> Markup:
    """Let a line break after the underscores and slashes of a name."""
    return Markup(re.sub(r"([_/])", r"\1<wbr>", str(escape(text))))


def _drawn(section: Section, folder: Path) -> dict[str, object]:
    items = []
    for block in section.blocks:
        value = take_picture(block, folder) if isinstance(block, Chart) else block
        items.append(Item(type(value).__name__, value))
    return {"anchor": section.anchor, "title": section.title, "blocks": items}
