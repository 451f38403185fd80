"""`balance report`: the page and pictures of a stored run."""

from pathlib import Path
from typing import Annotated

import typer

from cli.errors import OK


def report(
    run: Annotated[Path, typer.Argument(help="Folder of a run, as runs/NAME-HASH.")],
) -> int:
    """Write the report of a stored run and print its path."""
    from analysis.store import open_run
    from reports.build import build_report

    print(build_report(open_run(run).folder))
    return OK
