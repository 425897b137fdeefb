"""Knight's tours and Hamiltonian paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from . import _huarong
from ._options import Limits, Theme, options

if TYPE_CHECKING:
    from typing_extensions import Unpack

Square = tuple[int, int]


@dataclass(frozen=True)
class Path:
    """A path that visits everything once, or the ``reason`` why there is none.

    ``outcome`` is ``"found"``, ``"impossible"`` or ``"stopped"``. ``path`` holds squares as (row,
    column) from 0, or the vertices of the graph. The search took ``nodes``. If paths were counted,
    ``path`` is empty and ``number`` is their number; if that was stopped, those seen, or ``None``.
    """

    outcome: Literal["found", "impossible", "stopped"]
    reason: str | None
    path: list[Any]
    cycle: bool
    nodes: int
    seconds: float
    number: int | None = None
    board: Map | None = field(default=None, repr=False)

    def to_svg(self, theme: Theme = "light") -> str:
        """Returns the path on its board as an SVG document.

        Raises ``ValueError`` if it is a path of another graph.
        """
        if self.board is None:
            raise ValueError("only paths on boards and maps are drawn")
        at = self.board
        return _huarong.path_svg(at.shape, at.cells, at.walls, self.path, self.cycle and bool(self.path), theme)

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if self.board else None


@dataclass(frozen=True)
class Map:
    """A board with holes, and with walls between cells; perhaps numbers that a path has to pass in
    order. Cells are (row, column) from 0; edges, ends and waypoints are places in ``cells``."""

    shape: tuple[int, int]
    cells: list[Square] = field(repr=False)
    edges: list[tuple[int, int]] = field(repr=False)
    start: int | None = None
    end: int | None = None
    waypoints: list[int] = field(default_factory=list)
    walls: list[tuple[Square, Square]] = field(default_factory=list, repr=False)

    @classmethod
    def read(cls, text: str) -> Map:
        """Reads a map: ``.`` is a cell and ``#`` a hole; ``huarong help paths`` has more.

        >>> Map.read("...\\n.#.\\n...").shape
        (3, 3)

        Raises `TextError` if the text cannot be read.
        """
        return cls(*_huarong.read_map(text))

    def leaps(self, leaper: tuple[int, int] = (1, 2)) -> list[tuple[int, int]]:
        """Returns the pairs of cells that a leaper jumps between."""
        places = {cell: place for place, cell in enumerate(self.cells)}
        steps = {(a * i, b * j) for a, b in (leaper, leaper[::-1]) for i in (1, -1) for j in (1, -1)}
        pairs = (
            (place, places.get((row + down, column + right), -1))
            for (row, column), place in places.items()
            for down, right in sorted(steps)
        )
        return [(one, other) for one, other in pairs if one < other]


def _path(
    names: Sequence[Any],
    edges: list[tuple[int, int]],
    cycle: bool,
    start: Any,
    end: Any,
    waypoints: Sequence[Any],
    directed: bool,
    count: bool,
    limits: Limits,
    board: Map | None,
    leaper: tuple[int, int] | None = None,
) -> Path:
    """Finds or counts paths; names of vertices are as the caller has them."""
    places = {name: place for place, name in enumerate(names)}
    for name in (start, end, *waypoints):
        if name is not None and name not in places:
            raise ValueError(f"there is no vertex or square {name!r}")
    conditions = {
        "cycle": cycle,
        "directed": directed,
        "start": None if start is None else places[start],
        "end": None if end is None else places[end],
        "waypoints": [places[name] for name in waypoints],
        "count": count,
    }
    size = board.shape if leaper and board else (len(names), 1)
    found = _huarong.path(size, leaper, edges, conditions, options("move", limits))
    found["path"] = [names[place] for place in found["path"]]
    # More digits than Python reads in decimal.
    found["number"] = None if found["number"] is None else int(found["number"], 16)
    return Path(cycle=cycle, board=board, **found)


def tour(
    rows: int,
    columns: int,
    closed: bool = False,
    *,
    start: Square | None = None,
    end: Square | None = None,
    leaper: tuple[int, int] = (1, 2),
    holes: Iterable[Square] = (),
    count: bool = False,
    **limits: Unpack[Limits],
) -> Path:
    """Finds a tour of a knight, or of another leaper, over every square of a board without its holes.
    If ``count``, counts them; a tour and its reverse are one.

    >>> tour(6, 6, closed=True).outcome, tour(4, 4).outcome
    ('found', 'impossible')
    >>> tour(6, 6, closed=True, count=True).number
    9862

    Raises ``ValueError`` if an argument is wrong.
    """
    if rows < 1 or not 1 <= rows * columns <= 1 << 24:
        raise ValueError(f"{rows} rows and {columns} columns: a board has 1 to 16,777,216 squares")
    missing = {(row, column) for row, column in holes}
    squares = ((row, column) for row in range(rows) for column in range(columns))
    board = Map((rows, columns), [square for square in squares if square not in missing], [])
    if not board.cells:
        raise ValueError("the board has holes only")
    is_whole = len(board.cells) == rows * columns
    edges = [] if is_whole else board.leaps(leaper)
    first = None if start is None else (start[0], start[1])
    last = None if end is None else (end[0], end[1])
    jump = leaper if is_whole else None
    return _path(
        board.cells, edges, closed, first, last, (), False, count, limits, board, jump
    )


def hamilton(
    graph: Any,
    *,
    cycle: bool = False,
    start: Any = None,
    end: Any = None,
    waypoints: Sequence[Any] = (),
    directed: bool = False,
    count: bool = False,
    **limits: Unpack[Limits],
) -> Path:
    """Finds a path that visits every vertex of a graph once, or a cycle. If ``count``, counts them; in
    an undirected graph, a path and its reverse are one.

    ``graph`` is a map as text or `Map`, a graph of ``networkx``, or edges: pairs, or an array of n × 2.
    Vertices of a map are (row, column). ``waypoints`` are visited in their order. ``directed`` is for
    edges.

    >>> hamilton("...\\n.#.\\n...", cycle=True).path[:3]
    [(0, 0), (0, 1), (0, 2)]
    >>> hamilton([(0, 1), (0, 2), (0, 3)]).outcome
    'impossible'
    >>> hamilton([(0, 1), (1, 2), (2, 0)], cycle=True, count=True).number
    1

    Raises ``ValueError`` if an argument is wrong, and `TextError` if a map cannot be read.
    """
    board = None
    if isinstance(graph, (str, Map)):
        board = graph if isinstance(graph, Map) else Map.read(graph)
        names: list[Any] = board.cells
        edges = board.edges
        start = names[board.start] if start is None and board.start is not None else start
        end = names[board.end] if end is None and board.end is not None else end
        waypoints = waypoints or [names[place] for place in board.waypoints]
    else:
        if hasattr(graph, "nodes") and hasattr(graph, "edges"):
            names = list(graph.nodes)
            # The keys of a multigraph are left out.
            pairs = [edge[:2] for edge in graph.edges]
            directed = graph.is_directed()
        else:
            pairs = graph.tolist() if hasattr(graph, "tolist") else list(graph)
            if not all(len(pair) == 2 for pair in pairs):
                raise ValueError("an edge is a pair of vertices")
            names = list(dict.fromkeys(end for pair in pairs for end in pair))
            if all(isinstance(name, int) for name in names):
                names.sort()
        places = {name: place for place, name in enumerate(names)}
        edges = [(places[one], places[other]) for one, other in pairs]
    return _path(names, edges, cycle, start, end, waypoints, directed, count, limits, board)
