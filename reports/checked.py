"""A check in words: one headline, one table; for a terminal, for JUnit XML, for Markdown."""

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as Xml

from analysis.check import IDENTICAL, NOTHING, UNMOVED, Checked
from analysis.sequential import PASS, REGRESSION, UNDECIDED
from reports.numbers import cell_name, level, move, moves

HEADINGS = (
    "settings", "policy", "metric", "accepted", "now", "change", "interval", "allowed", "verdict",
)  # fmt: skip
NUMBERS = ("accepted", "now", "change", "interval", "allowed")


def headline(checked: Checked) -> str:
    """Say in one sentence how the balance stands."""
    rows = checked.rows
    if checked.verdict == NOTHING:
        return f"nothing compared: no cell of the study is in {checked.baseline}"
    if checked.verdict == IDENTICAL:
        return f"same games as accepted in all {rows['cell'].n_unique()} cells"
    moved = rows.filter(~rows["same"])
    where = f"{moved['cell'].n_unique()} of {rows['cell'].n_unique()} cells play other games"
    if checked.verdict == UNMOVED:
        return f"rules changed, balance unmoved: {where}, and no metric moved by its margin"
    count = int((rows["verdict"] == checked.verdict).sum())
    checks = f"{count} of {len(rows)} checks"
    if checked.verdict == UNDECIDED:
        return f"undecided within the games allowed: {checks}; {where}"
    worst = max(
        rows.filter(verdict=REGRESSION).iter_rows(named=True),
        key=lambda row: abs(row["change"]) / row["margin"],
    )
    return (
        f"balance moved in {checks}, most in {settings(worst)}: {name_of(worst['metric'])}"
        f" {value(worst, 'mean_before')} before, {value(worst, 'mean')} now"
    )


def name_of(metric: str) -> str:
    """Write a metric's name as words."""
    return metric.replace("_", " ")


def settings(row: dict[str, Any]) -> str:
    """Name a cell by what sets it apart."""
    return cell_name(row["label"], row["policy"])


def value(row: dict[str, Any], key: str) -> str:
    """Write a value of a metric."""
    return level(row[key], row["share"])


def change(row: dict[str, Any]) -> str:
    """Write the change of a metric, if the games are others."""
    return "" if row["same"] else move(row["change"], row["share"])


def interval(row: dict[str, Any]) -> str:
    """Write the interval behind the verdict."""
    return moves(row["low"], row["high"], row["share"])


def allowed(row: dict[str, Any]) -> str:
    """Write the margin."""
    size = 100 * row["margin"] if row["share"] else row["margin"]
    return f"\u00b1{size:.4g}{' points' if row['share'] else ''}"


def verdict(row: dict[str, Any]) -> str:
    """Write the verdict of a row so that it stands out where somebody has to act."""
    if row["same"]:
        return "pass, same games"
    return {PASS: "pass", REGRESSION: "REGRESSION", UNDECIDED: "undecided"}[row["verdict"]]


def lines(checked: Checked) -> Iterator[tuple[str, ...]]:
    """Yield the cells of the table under HEADINGS."""
    for row in checked.rows.iter_rows(named=True):
        yield (
            settings(row), row["policy"], name_of(row["metric"]), value(row, "mean_before"),
            value(row, "mean"), change(row), interval(row), allowed(row), verdict(row),
        )  # fmt: skip


def message(row: dict[str, Any]) -> str:
    """Say in one line what was found for a metric in a cell."""
    if row["same"]:
        return f"{value(row, 'mean_before')}, the same games as accepted"
    return (
        f"{value(row, 'mean_before')} before, {value(row, 'mean')} now: change {change(row)}"
        f" ({interval(row)}), allowed {allowed(row)}"
    )


def junit(checked: Checked, study: str) -> str:
    """Write the check as JUnit XML: one case per cell and metric, undecided ones as errors."""
    rows = checked.rows.to_dicts()
    found = [row["verdict"] for row in rows]
    suite = Xml.Element(
        "testsuite",
        name=f"balance check {study}",
        tests=str(len(rows)),
        failures=str(found.count(REGRESSION)),
        errors=str(found.count(UNDECIDED)),
    )
    for row in rows:
        case = Xml.SubElement(
            suite, "testcase", classname=f"{study}.{row['metric']}", name=row["label"]
        )
        kind = {REGRESSION: "failure", UNDECIDED: "error"}.get(row["verdict"])
        if kind:
            Xml.SubElement(case, kind, type=row["verdict"], message=message(row))
        else:
            Xml.SubElement(case, "system-out").text = message(row)
    root = Xml.Element("testsuites")
    root.append(suite)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def markdown(checked: Checked, study: str) -> str:
    """Write the check as Markdown for a summary page; rows that passed are left out if any fail."""
    rows = list(lines(checked))
    bad = [row for row in rows if not row[-1].startswith("pass")]
    text = [f"### Balance of {study}", "", f"{headline(checked)}.", ""]
    text.append(f"| {' | '.join(HEADINGS)} |")
    text.append(f"|{'|'.join('--:' if h in NUMBERS else '---' for h in HEADINGS)}|")
    text += [f"| {' | '.join(row)} |" for row in bad or rows]
    if bad and len(bad) < len(rows):
        text += ["", f"The other {len(rows) - len(bad)} passed."]
    return "\n".join(text) + "\n\n"
