"""The `balance` command: gathers the commands, one file each."""

import signal
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from cli.bench import bench
from cli.doctor import doctor
from cli.errors import APP, USAGE, guarded, say
from cli.games import games
from cli.replay import replay
from cli.report import report
from cli.run import run

app = typer.Typer(
    help="Play board games many thousand times and measure their balance.",
    epilog="Exit codes: 0 fine, 2 wrong usage or config, 3 internal error, 130 interrupted.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (games, run, report, replay, bench, doctor):
    app.command()(guarded(command))


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"balance {version(APP)}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Take the flags that stand before a command."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    # Batch systems and containers end a job this way: it keeps what Ctrl-C keeps.
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code = app(prog_name="balance", standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        place = context.command_path if context else "balance"
        if message := error.format_message().replace("Value error, ", ""):
            say(f"{place}: {message}\nTry '{place} --help'.")
        code = USAGE
    sys.exit(code)
