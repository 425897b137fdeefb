"""Puzzles, and what is known of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _huarong
from ._errors import Stopped
from ._options import Limits, Metric, Theme, options

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Labels of cells, row by row: ``"."`` for an empty cell, ``"#"`` for a wall.
Rows = list[list[str]]


class Piece(NamedTuple):
    """A piece: its label, its name if it has one, its cells at the start as (row, column) from 0, and
    whether a goal names it."""

    label: str
    name: str | None
    cells: list[tuple[int, int]]
    is_goal: bool


class Move(NamedTuple):
    """A move: the label of the piece, its first cell as (row, column) from 0, and its path, a letter
    of ``"ULRD"`` for each cell."""

    piece: str
    start: tuple[int, int]
    path: str

    def __str__(self) -> str:
        words = {"U": "up", "L": "left", "R": "right", "D": "down"}
        return f"{self.piece} {' '.join(words[letter] for letter in self.path)}"


class Puzzle:
    """A puzzle: a frame, pieces and goals.

    ``board`` is a text in any notation that ``huarong help notations`` lists, or rows of cells: a
    list of lists or an array. In rows, ``0``, ``None``, ``-1`` and ``"."`` are empty, ``"#"`` is a
    wall, and equal values are one piece. ``goal`` has the same form and shows where pieces have to
    be; without it, numbered tiles are put in order, the 2×2 of a Klotski leaves at the bottom, and
    the car ``X``, ``R`` or ``A`` (or 1) of Rush Hour leaves to the right. ``notes`` says what was
    assumed.

    >>> Puzzle("8 6 7/2 5 4/3 . 1").solve().length
    31
    >>> Puzzle([[8, 6, 7], [2, 5, 4], [3, 0, 1]]).solve(metric="step").length
    31
    >>> Puzzle([["A", "A", None], ["B", "#", None]], goal=[[0, "A", "A"], [0, "#", 0]]).solve().length
    1

    Raises `TextError`, a ``ValueError``, if the board cannot be read.
    """

    __slots__ = ("_board", "notes")

    _board: _huarong.Board
    notes: list[str]

    def __init__(self, board: str | Sequence[Sequence[Any]], goal: str | Sequence[Sequence[Any]] | None = None) -> None:
        read = _huarong.Board.read(_text(board, goal))
        if len(read) > 1:
            raise ValueError(f"the text holds {len(read)} puzzles: read them with `Puzzle.all`")
        self._board, self.notes = read[0]

    @classmethod
    def _of(cls, board: _huarong.Board, notes: Iterable[str] = ()) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._board = board
        puzzle.notes = list(notes)
        return puzzle

    @classmethod
    def all(cls, text: str) -> list[Puzzle]:
        """Reads all puzzles of a text.

        >>> len(Puzzle.all("4WVE1\\nAXCZN\\n"))
        2
        """
        return [cls._of(board, notes) for board, notes in _huarong.Board.read(text)]

    @classmethod
    def named(cls, name: str) -> Puzzle:
        """Returns a puzzle of the collection by its name in any language, or ``FILE#PUZZLE``.

        >>> Puzzle.named("横刀立马").shape
        (5, 4)

        Raises ``ValueError`` if no puzzle, or more than one, has the name.
        """
        found = _huarong.Board.named(name)
        if len(found) > 1:
            raise ValueError(f"{len(found)} puzzles are called `{name}`: write `{name}#1`")
        return cls._of(found[0])

    @property
    def name(self) -> str | None:
        """The name, if the puzzle has one."""
        return next(iter(self._board.names), None)

    @property
    def names(self) -> list[str]:
        """The names in all languages."""
        return self._board.names

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._board.shape

    @property
    def pieces(self) -> list[Piece]:
        """The pieces, in the order of their numbers in arrays: that of their labels."""
        return [Piece(*piece) for piece in self._board.pieces]

    @property
    def rows(self) -> Rows:
        """The start as labels, row by row; `Puzzle` reads them with a goal.

        >>> Puzzle("ACCB/ACCB/DEEF/DGHF/I..J").rows[4]
        ['I', '.', '.', 'J']
        """
        return _rows(self, self._board.cells())[0]

    def optimum(self, metric: Metric = "move") -> int | None:
        """Returns the length of the shortest solution, if the text or its maker says it."""
        return self._board.optimum(metric)

    def array(self) -> Any:
        """Returns the start as an array of uint8, h × w: 0 for empty, 255 for a wall, and n for
        the piece ``pieces[n - 1]``, which for numbered tiles is the number. Needs NumPy.

        >>> Puzzle("8 6 7/2 5 4/3 . 1").array().tolist()
        [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
        """
        import numpy as np

        return np.frombuffer(self._board.cells(), np.uint8).reshape(self.shape).copy()

    def starting_at(self, board: Any) -> Puzzle:
        """Returns the puzzle with another start, an array as `array` returns it. Needs NumPy.

        Raises ``ValueError`` if the array is no position of the puzzle.
        """
        import numpy as np

        cells = np.ascontiguousarray(board, np.uint8).tobytes()
        found = self._board.starting_at(cells)
        if found is None:
            raise ValueError("the array is no position that the puzzle can start at")
        return self._of(found)

    def solve(
        self,
        metric: Metric = "move",
        algorithm: str = "auto",
        *,
        seed: int = 0,
        **limits: Unpack[Limits],
    ) -> Result:
        """Solves the puzzle; by default the solution is proven shortest.

        ``algorithm`` is ``"auto"``, ``"bfs"``, ``"dfs"``, ``"dfs-reverse"``, ``"dfs-random"`` (with
        ``seed``), ``"iddfs"``, ``"idastar"`` (for numbered tiles) or ``"anytime"``.

        >>> puzzle = Puzzle.named("heng-dao-li-ma")
        >>> [puzzle.solve(metric).length for metric in ("move", "slide", "step")]
        [81, 90, 116]
        >>> stuck = Puzzle.named("zou-tou-wu-lu").solve()
        >>> print(stuck.outcome, "-", stuck.reason)
        impossible - all 3731 states seen, none solves it

        Raises ``ValueError`` if an argument is wrong or the board is too large for the solvers.
        """
        all = options(metric, limits)
        try:
            report, reason, frontier, solution = _huarong.solve(self._board, algorithm, seed, all)
        except Stopped as stopped:
            # A limit on memory left no room to begin.
            report, reason, frontier, solution = "{}", str(stopped), 0, None
        it = {"outcome": "stopped", "algorithm": algorithm} | json.loads(report)
        return Result(
            self, metric, it["outcome"], reason, it.get("length"), it.get("steps"),
            it.get("optimal", False) or it["outcome"] == "impossible", it.get("bound"),
            it.get("states", 0), it.get("nodes", 0), frontier, it.get("bytes", 0),
            it.get("seconds", 0.0), it["algorithm"], it.get("engine", ""), solution,
        )

    def certificate(self, metric: Metric = "move", **limits: Unpack[Limits]) -> Certificate:
        """Returns a proof of the shortest length, or that no solution exists, for checkers that
        share no code with the solver.

        >>> proof = Puzzle("A A .\\nB # .\\n\\ngoal:\\n. A A\\n. # .").certificate()
        >>> proof.claim, check_certificate(proof.data).claim
        ('shortest 1', 'shortest 1')

        Raises `Stopped` if a limit was reached.
        """
        claim, positions, data = _huarong.certificate(self._board, options(metric, limits))
        return Certificate(claim, metric, positions, self, data)

    def to_svg(self, theme: Theme = "light") -> str:
        """Returns a picture of the start as an SVG document."""
        return _huarong.Position(self._board, None).svg(theme)

    def to_png(self, cell: int = 60) -> bytes:
        """Returns a picture of the start as a PNG file with cells ``cell`` pixels wide."""
        return _huarong.Position(self._board, None).png(cell)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return self._board.text()

    def __repr__(self) -> str:
        board = "/".join("".join(row) if max(map(len, row)) == 1 else " ".join(row) for row in self.rows)
        return f"<Puzzle {self.name + ' ' if self.name else ''}{board}>"

    def __eq__(self, other: object) -> bool:
        return self._board == other._board if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._board)

    def __reduce__(self) -> tuple[type[Puzzle], tuple[str]]:
        return Puzzle, (str(self),)


def _rows(puzzle: Puzzle, cells: bytes) -> list[Rows]:
    """Returns arrays of cells as labels."""
    height, width = puzzle.shape
    labels = dict(enumerate([".", *(piece.label for piece in puzzle.pieces)])) | {255: "#"}
    rows = [[labels[cell] for cell in cells[at : at + width]] for at in range(0, len(cells), width)]
    return [rows[at : at + height] for at in range(0, len(rows), height)]


PuzzleLike = Puzzle | str | Sequence[Sequence[Any]]


def _puzzle(puzzle: PuzzleLike) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def _text(board: str | Sequence[Sequence[Any]], goal: str | Sequence[Sequence[Any]] | None) -> str:
    """Returns a board and its goal as one text."""
    labels: dict[Any, str] = {}
    if not isinstance(board, str):
        rows = _cells(board)
        pieces = [cell for row in rows for cell in row if cell not in (".", "#")]
        if all(isinstance(cell, int) for cell in pieces) and len(set(pieces)) == len(pieces) > 1:
            # Numbered tiles show their numbers.
            labels = {cell: str(cell) for cell in pieces}
        board = _drawn(rows, labels)
    if goal is None:
        return board
    if not isinstance(goal, str):
        goal = _drawn(_cells(goal), labels)
    return f"{board}\n\ngoal:\n{goal}\n"


def _cells(rows: Any) -> list[list[Any]]:
    """Returns rows with ``"."`` and ``"#"``, integers, and labels of one letter or more."""
    is_bytes = str(getattr(rows, "dtype", "")) == "uint8"
    rows = rows.tolist() if hasattr(rows, "tolist") else rows

    def cell(value: Any) -> Any:
        if value is None or isinstance(value, (bool, float)):
            if value is None or value in (0, -1):
                return "."
            raise ValueError(f"a cell is a letter or an integer, not {value!r}")
        if isinstance(value, int):
            return "." if value in (0, -1) else "#" if is_bytes and value == 255 else value
        if isinstance(value, str):
            value = value.strip() or "."
            return int(value) if value.isascii() and value.isdigit() and value != "0" else "." if value in ("0", "-1") else value
        raise ValueError(f"a cell is a letter or an integer, not {value!r}")

    try:
        return [[cell(value) for value in row] for row in rows]
    except TypeError:
        raise ValueError("a board is a text or rows of cells") from None


def _drawn(rows: list[list[Any]], labels: dict[Any, str]) -> str:
    """Draws cells; ``labels`` has the letters so far, and gets new ones."""
    letters = [chr(code) for code in (*range(65, 91), *range(97, 123), *range(0x4E00, 0x4E80))]
    for cell in (cell for row in rows for cell in row):
        if cell in (".", "#") or cell in labels:
            continue
        taken = set(labels.values()) | {it for row in rows for it in row if isinstance(it, str)}
        if isinstance(cell, str) and len(cell) == 1:
            labels[cell] = cell
        elif isinstance(cell, int) and 1 <= cell <= len(letters) and letters[cell - 1] not in taken:
            labels[cell] = letters[cell - 1]
        else:
            free = next((letter for letter in letters if letter not in taken), None)
            if free is None:
                raise ValueError(f"more than {len(letters)} pieces")
            labels[cell] = free
    return "\n".join(" ".join(labels.get(cell, cell) for cell in row) for row in rows)


@dataclass(frozen=True)
class Result:
    """The result of a search.

    ``outcome`` is ``"solved"``, ``"impossible"`` or ``"stopped"``, and ``reason`` says why there is
    no solution, or why a solution is not proven shortest. ``length`` is in the metric and ``steps``
    counts cells. No solution is shorter than ``bound``. ``states`` were stored, ``visited`` of them
    expanded; at most ``frontier`` waited at one time; ``memory`` is in bytes.
    """

    puzzle: Puzzle = field(repr=False)
    metric: Metric
    outcome: Literal["solved", "impossible", "stopped"]
    reason: str | None
    length: int | None
    steps: int | None
    proven: bool
    bound: int | None
    states: int
    visited: int
    frontier: int
    memory: int
    seconds: float
    algorithm: str
    engine: str
    solution: _huarong.Solution | None = field(repr=False, compare=False)

    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
        return self.solution is not None

    @cached_property
    def moves(self) -> list[Move]:
        """The moves; none if there is no solution."""
        return [Move(*move) for move in self.solution.moves()] if self.solution else []

    @cached_property
    def positions(self) -> list[Rows]:
        """The positions from the start to the end, as `Puzzle.rows`; none without a solution."""
        return _rows(self.puzzle, self.solution.cells()) if self.solution else []

    @property
    def text(self) -> str:
        """The moves as `verify` reads them."""
        return self.solution.text() if self.solution else ""

    def arrays(self) -> Any:
        """Returns the positions as uint8, (length + 1) × h × w, as `Puzzle.array`. Needs NumPy."""
        import numpy as np

        cells = self.solution.cells() if self.solution else b""
        return np.frombuffer(cells, np.uint8).reshape(-1, *self.puzzle.shape)

    def to_svg(self, theme: Theme = "light") -> str:
        """Returns all positions with their moves as one SVG document."""
        return self.solution.svg(theme) if self.solution else self.puzzle.to_svg(theme)

    def to_gif(self, cell: int = 40) -> bytes:
        """Returns the solution as an animated GIF file.

        Raises ``ValueError`` if there is no solution, or the picture is too large.
        """
        if self.solution is None:
            raise ValueError(f"there is no solution: {self.reason}")
        return self.solution.gif(cell)

    def _repr_svg_(self) -> str:
        return self.to_svg()


class Comparison(dict[str, Result]):
    """Results by algorithm; its text is a table."""

    def __str__(self) -> str:
        figures: dict[str, Callable[[Result], str]] = {
            "length": lambda it: "-" if it.length is None else f"{it.length:,}",
            "proven": lambda it: "yes" if it.proven else "no",
            "states visited": lambda it: f"{it.visited:,}",
            "states stored": lambda it: f"{it.states:,}",
            "peak frontier": lambda it: f"{it.frontier:,}",
            "milliseconds": lambda it: f"{1000 * it.seconds:.2f}",
        }
        lines = [f"{'':16}" + "".join(f"{name:>12}" for name in self)]
        for title, figure in figures.items():
            lines.append(f"{title:16}" + "".join(f"{figure(it):>12}" for it in self.values()))
        return "\n".join(lines)


@dataclass(frozen=True)
class Verification:
    """Whether moves solve a puzzle: ``reason`` says why not; ``extra`` moves come after the solution."""

    correct: bool
    reason: str | None
    length: int
    steps: int
    extra: int


@dataclass(frozen=True)
class Exploration:
    """All positions that can be reached.

    Of ``positions``, ``solved`` solve the puzzle; ``classes`` counts mirror images as one.
    ``layers[d]`` positions are ``d`` from the start, ``layers_from_goals[d]`` ``d`` from the nearest
    solution. There are ``solutions`` of ``shortest`` length. ``farthest`` are some puzzles that start
    farthest from the start, ``hardest`` some that are farthest from a solution. ``moves[m]``
    positions have ``m`` moves. If ``proven`` is false, a limit was reached, for this ``reason``.
    """

    puzzle: Puzzle = field(repr=False)
    metric: Metric
    positions: int
    classes: int
    solved: int
    layers: list[int] = field(repr=False)
    layers_from_goals: list[int] | None = field(repr=False)
    shortest: int | None
    solutions: int | None
    farthest: list[Puzzle] = field(repr=False)
    hardest: list[Puzzle] = field(repr=False)
    moves: list[int] | None = field(repr=False)
    proven: bool
    reason: str | None
    seconds: float


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle feels: ``score`` from 0 to 100 with its ``word``, and the figures behind it
    (``huarong help rating``). ``reason`` says why there is none."""

    score: float | None
    word: str | None
    effort: float | None
    length: int | None
    detours: float | None
    tried: int | None
    solutions: int | None
    reason: str | None
    seconds: float


@dataclass(frozen=True)
class Certificate:
    """A proof: its claim, ``"shortest 81"``, ``"unsolvable"`` or ``"parity"``, and the bytes of its
    file."""

    claim: str
    metric: Metric
    positions: int
    puzzle: Puzzle = field(repr=False)
    data: bytes = field(repr=False)


class Entry(NamedTuple):
    """A puzzle of the collection: the name that finds it alone, its family, the puzzle, and its rating
    if it has one."""

    name: str
    family: str
    puzzle: Puzzle
    rating: float | None


def collection(family: str | None = None) -> list[Entry]:
    """Returns the built-in puzzles, or those of one family.

    >>> len(collection()), collection("klotski")[0].family
    (1278, 'klotski')
    """
    entries = _huarong.collection()
    return [Entry(n, f, Puzzle._of(b), r) for n, f, b, r in entries if family in (None, f)]


def compare(
    puzzle: PuzzleLike,
    algorithms: Sequence[str] = ("dfs", "bfs"),
    metric: Metric = "move",
    *,
    seed: int = 0,
    **limits: Unpack[Limits],
) -> Comparison:
    """Solves a puzzle by several algorithms; limits are for each of them.

    >>> both = compare(Puzzle.named("heng-dao-li-ma"))
    >>> both["dfs"].length, both["bfs"].length
    (1494, 81)
    """
    it = _puzzle(puzzle)
    return Comparison({name: it.solve(metric, name, seed=seed, **limits) for name in algorithms})


def verify(puzzle: PuzzleLike, moves: str | Result, metric: Metric | None = None) -> Verification:
    """Replays moves by the rules alone, by code that no solver uses. A text without a metric is read
    in the one that it says, or in moves.

    >>> puzzle = Puzzle.named("heng-dao-li-ma")
    >>> verify(puzzle, puzzle.solve()).correct
    True
    >>> verify(puzzle, "J left").reason.startswith("after 1 move the puzzle is not solved")
    True

    Raises `TextError` if the text cannot be read as moves.
    """
    if isinstance(moves, Result):
        metric = metric or moves.metric
        moves = moves.text
    reason, *counts = _huarong.verify(_puzzle(puzzle)._board, moves, metric)
    return Verification(reason is None, reason, *counts)


def explore(puzzle: PuzzleLike, metric: Metric = "move", **limits: Unpack[Limits]) -> Exploration:
    """Searches everything that can be reached.

    >>> known = explore(Puzzle.named("heng-dao-li-ma"))
    >>> known.positions, known.solved, known.solutions, len(known.layers_from_goals) - 1
    (25955, 964, 256, 93)
    """
    it = _puzzle(puzzle)
    text, reason, *boards = _huarong.explore(it._board, options(metric, limits))
    farthest, hardest = ([Puzzle._of(board) for board in at] for at in boards)
    found = json.loads(text)

    def known(key: str) -> Any:
        return found[key].get("known") if isinstance(found[key], dict) else None

    def total(key: str) -> int:
        return sum(layer[key] for layer in layers)

    layers = found["from_start"]["layers"]
    goals = known("from_goals")
    if found["from_goals"] == "no-goal":
        reason = "no position solves the puzzle"
    return Exploration(
        it, metric, total("states"), total("classes"), total("goal_states"),
        [layer["states"] for layer in layers], goals and [layer["states"] for layer in goals["layers"]],
        next((d for d, layer in enumerate(layers) if layer["goal_states"]), None),
        (lambda n: n and int(n))(known("solutions")), farthest, hardest,
        (known("degrees") or {}).get("histogram"), not found["stopped"], reason,
        found["elapsed"]["secs"] + found["elapsed"]["nanos"] / 1e9,
    )


def rate(puzzle: PuzzleLike, metric: Metric = "move", **limits: Unpack[Limits]) -> Rating:
    """Estimates how hard a puzzle feels.

    >>> rate(Puzzle.named("cards#1")).word, rate(Puzzle.named("cards#40")).word
    ('easy', 'expert')
    """
    figures, reason, seconds = _huarong.rate(_puzzle(puzzle)._board, options(metric, limits))
    if figures is None:
        reason = reason or "the puzzle is unsolvable"
        return Rating(None, None, None, None, None, None, None, reason, seconds)
    score, word, effort, length, detours, tried, solutions = figures
    # More digits than Python reads in decimal.
    number = int(solutions, 16)
    return Rating(score, word, effort, length, detours, tried, number, None, seconds)


def check_certificate(data: bytes, **limits: Unpack[Limits]) -> Certificate:
    """Checks a certificate by the rules alone, and returns what it proves.

    Raises ``ValueError`` if the bytes prove nothing.
    """
    claim, positions, board, metric = _huarong.check_certificate(data, options("move", limits))
    return Certificate(claim, metric, positions, Puzzle._of(board), data)

