"""TextAttack's command line with this package's recipe, transformation and augmenter in it.

python -m scpn.adversarial.bridges attack --recipe controlled-paraphrase ...
"""

import sys


def main() -> None:
    """Register the parts, then hand over to TextAttack."""
    try:
        from textattack.commands.textattack_cli import main as run

        from scpn.adversarial.bridges.textattack_bridge import register
    except ModuleNotFoundError as error:
        sys.exit(
            f"TextAttack cannot be loaded, as {error.name!r} is not installed; it needs an "
            "environment of its own, see docs/bridges.md"
        )
    register()
    run()


if __name__ == "__main__":
    main()
