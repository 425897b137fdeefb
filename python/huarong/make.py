"""Random puzzles. The same seed makes the same puzzle; ``n`` puzzles have the seeds from ``seed`` on.

``min`` and ``max`` bound the length of the shortest solution, which `Puzzle.optimum` then tells. A size
is rows and columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _huarong
from ._options import Limits, Metric, options
from ._paths import Map, Path
from ._puzzle import Puzzle

if TYPE_CHECKING:
    from typing_extensions import Unpack

_MOST = 2**32 - 1


def _recipes(
    kind: str, rows: int, columns: int, min: int | None, max: int | None, seed: int, n: int,
    tries: int, walls: int = 0, **others: Any,
) -> list[dict[str, Any]]:
    least, most = min or 0, _MOST if max is None else max
    if not 0 <= least <= most <= _MOST:
        raise ValueError(f"lengths from {min} to {max}")
    if rows < 1 or columns < 1 or walls < 0 or tries < 0:
        raise ValueError(f"{rows} rows, {columns} columns, {walls} walls and {tries} tries")
    recipe = {
        "kind": kind, "rows": rows, "columns": columns, "least": least, "most": most, "tries": tries,
        "walls": walls, "pieces": (1, rows * columns), "unique": False, "numbers": None,
    }
    return [recipe | others | {"seed": (seed + i) % 2**64} for i in range(n)]


def _made(recipes: list[dict[str, Any]], metric: Metric, limits: Limits) -> list[Puzzle]:
    return [Puzzle._of(_huarong.make(recipe, options(metric, limits))) for recipe in recipes]


def tiles(
    rows: int = 4,
    columns: int = 4,
    min: int | None = None,
    max: int | None = None,
    *,
    metric: Metric = "step",
    seed: int = 0,
    n: int = 1,
    tries: int = 1000,
    **limits: Unpack[Limits],
) -> list[Puzzle]:
    """Makes numbered tiles in a random order; ``min`` and ``max`` are steps, or pushes.

    >>> [puzzle] = tiles(3, 3, min=25, max=25, seed=1)
    >>> puzzle.optimum("step"), puzzle.solve("step").length
    (25, 25)

    Raises ``ValueError`` if no such order exists, `Stopped` if none was found.
    """
    return _made(_recipes("tiles", rows, columns, min, max, seed, n, tries), metric, limits)


def blocks(
    rows: int = 5,
    columns: int = 4,
    min: int | None = None,
    max: int | None = None,
    *,
    metric: Metric = "move",
    walls: int = 0,
    pieces: tuple[int, int] | None = None,
    unique: bool = False,
    seed: int = 0,
    n: int = 1,
    tries: int = 10_000,
    **limits: Unpack[Limits],
) -> list[Puzzle]:
    """Makes sliding blocks of any shape; ``X`` has to cover the last cell. If ``unique``, all shortest
    solutions pass through the same layouts.

    >>> [puzzle] = blocks(4, 3, min=15, max=20, seed=7)
    >>> 15 <= puzzle.solve().length == puzzle.optimum() <= 20
    True

    Raises ``ValueError`` if no such puzzle exists, `Stopped` if none was found.
    """
    others = {"unique": unique} | ({"pieces": pieces} if pieces else {})
    recipes = _recipes("blocks", rows, columns, min or 1, max, seed, n, tries, walls, **others)
    return _made(recipes, metric, limits)


def rush(
    rows: int = 6,
    columns: int = 6,
    min: int | None = None,
    max: int | None = None,
    *,
    metric: Metric = "slide",
    walls: int = 0,
    seed: int = 0,
    n: int = 1,
    tries: int = 1_000_000,
    **limits: Unpack[Limits],
) -> list[Puzzle]:
    """Makes Rush Hour puzzles of which no car can be left out; ``min`` and ``max`` are slides or steps.

    >>> [puzzle] = rush(5, 5, min=10, max=12, seed=7)
    >>> puzzle.solve("slide").length == puzzle.optimum("slide")
    True

    Raises ``ValueError`` if no such puzzle exists, `Stopped` if none was found.
    """
    recipes = _recipes("rush", rows, columns, min, max, seed, n, tries, walls)
    return _made(recipes, metric, limits)


@dataclass(frozen=True)
class Zip:
    """A grid with numbers, and the only path that visits every cell and the numbers in order."""

    text: str
    map: Map = field(repr=False)
    solution: Path = field(repr=False)


def zip(
    rows: int = 7,
    columns: int = 7,
    numbers: int | None = None,
    *,
    walls: int = 0,
    seed: int = 0,
    n: int = 1,
    tries: int = 100,
    **limits: Unpack[Limits],
) -> list[Zip]:
    """Makes numbered grids with exactly one path over all cells, with as many ``numbers`` as needed or
    this many, and this many thin ``walls``.

    >>> [puzzle] = zip(5, 5, seed=3)
    >>> len(puzzle.solution.path)
    25

    Raises ``ValueError`` if no such grid exists, `Stopped` if none was found.
    """
    made = []
    recipes = _recipes("zip", rows, columns, 0, None, seed, n, tries, walls, numbers=numbers)
    for recipe in recipes:
        text, path = _huarong.make_zip(recipe, options("move", limits))
        board = Map.read(text)
        made.append(Zip(text, board, Path("found", None, path, False, 0, 0.0, None, board)))
    return made
