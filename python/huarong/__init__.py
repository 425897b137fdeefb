"""Sliding-block puzzles (华容道, Klotski, Rush Hour, numbered tiles) and paths over every cell.

>>> import huarong
>>> puzzle = huarong.Puzzle("ACCB/ACCB/DEEF/DGHF/I..J")
>>> result = puzzle.solve()
>>> result.length, result.proven
(81, True)
>>> print(result.moves[0])
J left

Lengths are in a *metric*: a ``"move"`` is one piece along any path, a ``"slide"`` one piece along a
straight line, a ``"step"`` one piece by one cell; for numbered tiles, a ``"push"`` is a row or column of
them by one cell. Long calls release the lock of the interpreter, answer Ctrl-C, and take

- ``timeout``: seconds;
- ``memory``: bytes of states and tables, 2 GiB by default;
- ``max_states``, ``max_depth``: limits on stored states and on the depth of a search;
- ``progress``: a function of states, depth and seconds, or a bar of ``tqdm``.

What cannot be solved is a result with its reason. Wrong arguments raise ``ValueError``; a text that
cannot be read raises `TextError`, a ``ValueError`` with line and column. `Stopped` is raised if a
limit was reached where there is no partial result.

`huarong.make` makes random puzzles; `huarong.gym` has environments for Gymnasium.
"""

from . import make
from ._arrays import Distances, StateGraph, state_graph
from ._errors import Stopped, TextError
from ._paths import Map, Path, hamilton, tour
from ._puzzle import (
    Certificate,
    Comparison,
    Entry,
    Exploration,
    Move,
    Piece,
    Puzzle,
    Rating,
    Result,
    Verification,
    check_certificate,
    collection,
    compare,
    explore,
    rate,
    verify,
)

__all__ = [
    "Certificate", "Comparison", "Distances", "Entry", "Exploration", "Map", "Move", "Path", "Piece",
    "Puzzle", "Rating", "Result", "StateGraph", "Stopped", "TextError", "Verification",
    "check_certificate", "collection", "compare", "explore", "hamilton", "make", "rate",
    "state_graph", "tour", "verify",
]
