"""Values of any metric as text: shares in percent and points, means as they are."""

import math

from analysis.rates import in_percent


def known(number: float | None) -> bool:
    """Tell whether there is a number to write."""
    return number is not None and math.isfinite(number)


def level(number: float | None, share: bool) -> str:
    """Write a value: 41.2 % or 8.27."""
    if number is None or not known(number):
        return ""
    return f"{in_percent(number)} %" if share else f"{number:.4g}"


def levels(low: float | None, high: float | None, share: bool) -> str:
    """Write the interval of a value."""
    return f"{level(low, share)} to {level(high, share)}" if known(low) and known(high) else ""


def move(number: float | None, share: bool) -> str:
    """Write a change with its sign, in points where the metric is a share."""
    if number is None or not known(number):
        return ""
    return f"{100 * number:+.1f}" if share else f"{number:+.3g}"


def moves(low: float | None, high: float | None, share: bool) -> str:
    """Write the interval of a change."""
    return f"{move(low, share)} to {move(high, share)}" if known(low) and known(high) else ""


def cell_name(label: str, policy: str) -> str:
    """Name a cell by what sets it apart, without its policy."""
    return label.removesuffix(policy).removesuffix(", ") or "defaults"


def probability(p: float | None) -> str:
    """Write a p-value."""
    if p is None or not known(p):
        return ""
    return "<0.0001" if p < 1e-4 else f"{p:.4f}" if p < 0.01 else f"{p:.2f}"
