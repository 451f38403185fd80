"""`balance doctor`: tells whether the installation is sound."""

from dataclasses import asdict

from cli.errors import OK, USAGE
from cli.options import Json
from cli.output import print_json, print_table


def doctor(as_json: Json = False) -> int:
    """Check packages, the compiled-code cache, both backends and Chromium for the tests.

    Leaves with 2 when a check failed; notes do not count.
    """
    from cli.health import examine

    findings = list(examine())
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        print_table(("", "check", "finding"), [(f.verdict, f.check, f.detail) for f in findings])
    return USAGE if any(finding.verdict == "fail" for finding in findings) else OK
