"""Commands in the process of the tests."""

from typing import Any

import typer
from typer.testing import CliRunner, Result


def invoke(app: typer.Typer, *arguments: object, status: int | None = 0, **options: Any) -> Result:
    """Run a command; raises what it raises, and checks its status unless that is None."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], **options)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert status is None or result.exit_code == status, result.output
    return result
