"""What visitors have running on the pages Batch and Attack, and how they stop it."""

from typing import Any, Protocol

import gradio as gr


class Stoppable(Protocol):
    """A run that can be told to stop."""

    def cancel(self) -> None:
        """Stop after what is in work."""
        ...


class VisitorRuns(dict[str, Stoppable]):
    """Runs by visitor."""

    def cancel(self, request: gr.Request) -> Any:
        """Stop the run of this visitor, if there is one; turns the button off."""
        self.forget(request)
        return gr.update(interactive=False)

    def forget(self, request: gr.Request) -> None:
        """The visitor has gone, or does not want the rest: do no more for them."""
        run = self.get(str(request.session_hash))
        if run is not None:
            run.cancel()


def run_buttons(label: str, page: str, *, interactive: bool = True) -> tuple[gr.Button, gr.Button]:
    """The button that begins a run, and the one that stops it.

    Args:
        label: Of the first.
        page: Begins the names that the buttons have in the page.
        interactive: The first can be used at once.
    """
    with gr.Row(elem_classes="actions"):
        return (
            gr.Button(
                label, variant="primary", interactive=interactive, elem_id=f"{page}-go", scale=3
            ),
            gr.Button("Cancel", interactive=False, elem_id=f"{page}-stop", scale=1, min_width=110),
        )


def switch_buttons(*, running: bool) -> tuple[Any, Any]:
    """Updates of these buttons while something runs, or when it has ended."""
    return gr.update(interactive=not running), gr.update(interactive=running)
