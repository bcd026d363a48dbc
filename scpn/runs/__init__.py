"""Runs over many items that can be stopped and continued.

`ResumableRun` (in `run`) is the one loop: it reads `Items` in chunks, passes over what an earlier
run has done, gives the others to the work, keeps each `ItemResult` in a `PartialOutput` (in
`partial`), tells how far it is by `Progress` events, and makes the output appear at the end.
`Workers` (in `workers`) spreads work over processes; `header` compares descriptions of runs;
`together_or_alone` (in `together`) keeps the failure of one item from the others.
Nothing here prints: `on_progress` gets events, `on_problem` one line for each item that failed.
"""

from scpn.runs.partial import ItemResult, PartialOutput
from scpn.runs.progress import OnProblem, OnProgress, Progress
from scpn.runs.run import Items, ResumableRun, RunCounts
from scpn.runs.together import together_or_alone
from scpn.runs.workers import Workers

__all__ = [
    "ItemResult",
    "Items",
    "OnProblem",
    "OnProgress",
    "PartialOutput",
    "Progress",
    "ResumableRun",
    "RunCounts",
    "Workers",
    "together_or_alone",
]
