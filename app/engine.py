"""The models, loaded in the background while the page is shown already."""

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TYPE_CHECKING

from scpn.errors import ModelError

if TYPE_CHECKING:
    from scpn.paraphraser import Paraphraser
    from scpn.templates import TemplateStatistics

LOADING_TIMEOUT_S = 300.0
_WARM_UP = "She drove home because she was tired."
_WARM_UP_FORM = "(S(SBAR)(,)(NP)(VP)(.))"
_SWITCH_S = 0.0005


class Engine:
    """Holds the paraphraser and the statistics that suggest forms.

    The models are used by several requests at once. They keep no state of a request: what is
    cached in them is complete before a warmed-up engine is handed out.

    Args:
        load: Makes the paraphraser; called once, in a thread of its own.
    """

    def __init__(self, load: "Callable[[], Paraphraser]") -> None:
        self._load = load
        self._loaded: Future[tuple[Paraphraser, TemplateStatistics]] = Future()
        self._start = threading.Lock()
        self._is_closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._timer: threading.Timer | None = None

    def start(self) -> None:
        """Begin loading; returns at once, and does nothing the second time."""
        with self._start:
            if self._thread is None:
                # The exit cuts daemons short, and torch ends the process with an error then. A
                # thread is a daemon by default if one starts it, such as the timer or a request.
                self._thread = threading.Thread(target=self._run, name="load", daemon=False)
                self._thread.start()

    def start_later(self, delay_s: float) -> None:
        """Begin loading after some seconds, or when the models are first asked for."""
        self._timer = threading.Timer(delay_s, self.start)
        self._timer.daemon = True
        self._timer.start()

    def close(self) -> None:
        """Hand the models out no more, and give up loading; waits for the stage that it is at.

        A stage takes a few seconds.
        """
        self._is_closed.set()
        if self._timer is not None:
            self._timer.cancel()
        with self._start:
            thread = self._thread
        if thread is not None:
            thread.join()

    def check_open(self) -> None:
        """Let work go on only as long as the app runs; long work asks now and then.

        Raises:
            ModelError: The engine is closed.
        """
        if self._is_closed.is_set():
            raise ModelError("the app is being stopped; start it anew")

    @property
    def is_loading(self) -> bool:
        """Whether the models are not there yet."""
        return not self._loaded.done()

    @property
    def paraphraser(self) -> "Paraphraser":
        """The models; waits for them.

        Raises:
            ScpnError: They cannot be loaded, or the engine is closed.
        """
        return self._wait()[0]

    @property
    def statistics(self) -> "TemplateStatistics":
        """What forms are suggested from; waits for the models.

        Raises:
            ScpnError: They cannot be loaded, or the engine is closed.
        """
        return self._wait()[1]

    def _wait(self) -> "tuple[Paraphraser, TemplateStatistics]":
        self.check_open()
        self.start()
        try:
            return self._loaded.result(LOADING_TIMEOUT_S)
        except FutureTimeoutError as error:
            raise ModelError(
                f"the models are not loaded after {LOADING_TIMEOUT_S:.0f} s; try again, or start "
                "the app anew on a less busy machine"
            ) from error

    def _run(self) -> None:
        # Loading runs Python for seconds; the server's thread must not wait 5 ms for each turn.
        interval = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_S)
        try:
            self._loaded.set_result(self._load_in_stages())
        except BaseException as error:
            self._loaded.set_exception(error)
        finally:
            sys.setswitchinterval(interval)

    def _load_in_stages(self) -> "tuple[Paraphraser, TemplateStatistics]":
        self.check_open()
        import scpn.paraphraser.paraphraser  # noqa: F401  # and torch and transformers with it
        from scpn.templates import load_statistics

        self.check_open()
        paraphraser, statistics = self._load(), load_statistics()
        self.check_open()
        _warm_up(paraphraser)
        return paraphraser, statistics


def _warm_up(paraphraser: "Paraphraser") -> None:
    """Run everything once, so that nobody's first request pays for what is set up on first use."""
    from scpn.paraphraser import Control

    list(paraphraser.stream([_WARM_UP], [Control.of_template(_WARM_UP_FORM)]))
