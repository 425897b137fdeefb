"""Distances and state graphs as arrays. Needs NumPy."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _huarong
from ._options import Limits, Metric, options
from ._puzzle import Puzzle, PuzzleLike, Result, _puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Unpack


class Distances:
    """The distance of every reachable position to the nearest solution, exact.

    Boards are arrays of uint8, h × w, as `Puzzle.array` returns them: 0 is empty, 255 a wall, n the
    piece ``puzzle.pieces[n - 1]``. Interchangeable pieces may be exchanged.

    >>> table = Distances(Puzzle.named("heng-dao-li-ma"))
    >>> len(table), table.distance(table.puzzle.array())
    (25955, 81)
    >>> boards, distances = table.positions()
    >>> boards.shape, int(distances.max())
    ((25955, 5, 4), 93)

    An unsolvable puzzle has no positions here. Takes about 16 bytes a position while it is made.
    Raises ``ValueError`` if the board is too large for the solvers, `Stopped` at a limit.
    """

    def __init__(self, puzzle: PuzzleLike, metric: Metric = "move", **limits: Unpack[Limits]) -> None:
        self.puzzle = _puzzle(puzzle)
        self.metric = metric
        self._table = _huarong.Distances(self.puzzle._board, options(metric, limits))

    def distances(self, boards: Any) -> NDArray[np.int32]:
        """Returns the distance of each board of an array of n × h × w; -1 for what is not reachable
        or no position. A million take about half a second.

        Raises ``ValueError`` if it is no such array of integers.
        """
        import numpy as np

        boards = np.asarray(boards)
        if boards.ndim != 3 or boards.shape[1:] != self.puzzle.shape or boards.dtype.kind not in "iu":
            h, w = self.puzzle.shape
            raise ValueError(f"an array of n × {h} × {w} integers, not of {boards.shape} {boards.dtype}")
        if boards.dtype != np.uint8:
            # No piece has the number 254 of others.
            boards = np.where((boards < 0) | (boards > 255), 254, boards).astype(np.uint8)
        found = self._table.look_up(np.ascontiguousarray(boards).tobytes())
        return np.frombuffer(found, "<i4")

    def distance(self, board: Any) -> int:
        """Returns the distance of one board; -1 as for `distances`."""
        import numpy as np

        return int(self.distances(np.asarray(board)[np.newaxis])[0])

    @cached_property
    def _positions(self) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        import numpy as np

        boards, distances = self._table.positions()
        cells = np.frombuffer(boards, np.uint8).reshape(-1, *self.puzzle.shape)
        return cells, np.frombuffer(distances, "<i4")

    def positions(self) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """Returns all positions as n × h × w, and the distance of each. Both are read-only."""
        return self._positions

    def sample(self, distance: int, n: int = 1, seed: int = 0) -> NDArray[np.uint8]:
        """Returns n different positions of a distance at random, fewer if there are not so many; the
        same seed gives the same positions.

        >>> Distances("8 6 7/2 5 4/3 . 1").sample(31, n=5).shape
        (2, 3, 3)
        """
        import numpy as np

        boards, distances = self.positions()
        places = np.flatnonzero(distances == distance)
        found: NDArray[np.uint8] = boards[np.random.default_rng(seed).permutation(places)[:n]]
        return found

    def solve(self, board: Any) -> Result:
        """Returns a shortest solution of a board without a search.

        Raises ``ValueError`` if the board is no position of the table.
        """
        puzzle = self.puzzle.starting_at(board)
        solution = self._table.solve(puzzle._board)
        moves = len(solution.moves()) if solution else None
        return Result(
            puzzle, self.metric, "solved" if solution else "impossible",
            None if solution else "no position solves the puzzle", moves,
            sum(len(path) for _, _, path in solution.moves()) if solution else None,
            True, moves, 0, 0, 0, 0, 0.0, "auto", "tablebase", solution,
        )

    def __len__(self) -> int:
        return len(self.positions()[1])

    def __repr__(self) -> str:
        return f"<Distances of {self.puzzle!r} in {self.metric}s>"


class StateGraph:
    """The positions that can be reached and the moves between them.

    ``positions`` is n × h × w, the start first; ``indptr`` and ``indices`` are those of a CSR matrix:
    the neighbours of ``i`` are ``indices[indptr[i]:indptr[i + 1]]``. ``from_start`` and ``to_goal`` are
    distances in moves, -1 if no solution is reachable.
    """

    def __init__(self, puzzle: Puzzle, metric: Metric, found: list[bytes]) -> None:
        import numpy as np

        self.puzzle = puzzle
        self.metric = metric
        boards, edges, from_start, to_goal = found
        self.positions = np.frombuffer(boards, np.uint8).reshape(-1, *puzzle.shape)
        self.edges = np.frombuffer(edges, "<u4").reshape(-1, 2).astype(np.int64)
        self.from_start = np.frombuffer(from_start, "<u2").astype(np.int32)
        distances = np.frombuffer(to_goal, "<u2").astype(np.int32)
        self.to_goal = np.where(distances == 0xFFFF, -1, distances)
        ends = np.concatenate([self.edges, self.edges[:, ::-1]])
        ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
        self.indices = ends[:, 1]
        self.indptr = np.searchsorted(ends[:, 0], np.arange(len(self) + 1))

    def __len__(self) -> int:
        return len(self.positions)

    def to_networkx(self) -> Any:
        """Returns a ``networkx.Graph`` whose nodes have ``from_start`` and ``to_goal``."""
        import networkx  # type: ignore[import-untyped,unused-ignore]

        graph = networkx.Graph()
        pairs = zip(self.from_start.tolist(), self.to_goal.tolist())
        graph.add_nodes_from((i, {"from_start": s, "to_goal": g}) for i, (s, g) in enumerate(pairs))
        graph.add_edges_from(self.edges.tolist())
        return graph

    def __repr__(self) -> str:
        return f"<StateGraph of {self.puzzle!r}: {len(self):,} positions, {len(self.edges):,} moves>"


def state_graph(puzzle: PuzzleLike, metric: Metric = "move", **limits: Unpack[Limits]) -> StateGraph:
    """Returns the graph of all reachable positions, up to a million.

    >>> graph = state_graph(Puzzle.named("heng-dao-li-ma"))
    >>> len(graph), len(graph.edges), int(graph.to_goal[0])
    (25955, 47151, 81)

    Raises `Stopped` if there are more, or at another limit.
    """
    it = _puzzle(puzzle)
    return StateGraph(it, metric, _huarong.state_graph(it._board, options(metric, limits)))
