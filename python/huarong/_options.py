"""Options that all long calls take; `huarong` documents them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypedDict

Metric = Literal["move", "slide", "step", "push"]
Theme = Literal["light", "dark", "print"]


class Bar(Protocol):
    """A bar of ``tqdm``, or what looks like one."""

    n: float

    def update(self, n: float) -> Any: ...


Progress = Callable[[int, int, float], object] | Bar


class Limits(TypedDict, total=False):
    """Keyword arguments of long calls."""

    timeout: float | None
    memory: int | None
    max_states: int | None
    max_depth: int | None
    progress: Progress | None


#: Bytes of states and tables, unless a call says otherwise.
MEMORY = 2 << 30


def options(metric: str, limits: Limits) -> dict[str, Any]:
    """Returns the options as the extension reads them."""
    all: dict[str, Any] = {
        "metric": metric,
        "timeout": None,
        "memory": MEMORY,
        "max_states": None,
        "max_depth": None,
        "progress": None,
    }
    unknown = limits.keys() - all.keys()
    if unknown:
        raise TypeError(f"unexpected keyword argument {sorted(unknown)[0]!r}")
    all |= limits
    bar = all["progress"]
    if bar is not None and not callable(bar):
        all["progress"] = lambda states, depth, seconds: bar.update(states - bar.n)
    return all
