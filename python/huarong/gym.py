"""Environments for Gymnasium: ``pip install 'huarong[gym]'``.

>>> import gymnasium, huarong.gym
>>> env = gymnasium.make("huarong/Klotski-v0")
>>> board, info = env.reset(seed=0)
>>> board.shape, info["distance"], int(info["action_mask"].sum())
((5, 4), 116, 4)

``huarong/Klotski-v0`` is 横刀立马, ``huarong/RushHour-v0`` the forty cards, ``huarong/Tiles-v0`` 3×3 tiles
by seed, and ``huarong/Puzzle-v0`` any puzzle given to `PuzzleEnv`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import _huarong, make
from ._arrays import Distances
from ._puzzle import Puzzle, PuzzleLike, _puzzle, collection


class PuzzleEnv(gymnasium.Env[Any, Any]):
    """A puzzle, step by step.

    ``puzzles`` is a puzzle, a name of the collection with its families, several puzzles, or a function
    from a seed to a puzzle. Each episode begins at the start of one of them, at random, or, with
    ``reset(options={"distance": d})``, at a random position d steps from a solution.

    - The observation is the board, as `Puzzle.array`: 0 empty, 255 wall, n a piece. Boards that are
      smaller than the largest one have walls to the right and below.
    - Action ``4 * (n - 1) + direction`` moves piece n by one cell; directions are up, left, right,
      down. An illegal one changes nothing.
    - The reward is -1 for each action; the episode ends when the puzzle is solved.
    - ``info["action_mask"]`` has 1 for each legal action, and ``info["distance"]`` is the exact number
      of steps to the nearest solution, -1 if there is none or the puzzle has more than
      ``max_states`` positions.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 4}

    def __init__(
        self,
        puzzles: str | PuzzleLike | Sequence[PuzzleLike] | Callable[[int], PuzzleLike] = "heng-dao-li-ma",
        *,
        max_states: int = 1_000_000,
        cell: int = 40,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is None or 'rgb_array', not {render_mode!r}")
        self.render_mode = render_mode
        self._cell = cell
        self._max_states = max_states
        self._make: Callable[[int], PuzzleLike] | None = None
        self._puzzles: list[Puzzle] = []
        if callable(puzzles):
            self._make = puzzles
            sample = _puzzle(puzzles(0))
            self._shape = sample.shape
            most = self._shape[0] * self._shape[1]
        else:
            self._puzzles = _all(puzzles)
            shapes = [puzzle.shape for puzzle in self._puzzles]
            self._shape = (max(h for h, _ in shapes), max(w for _, w in shapes))
            most = max(len(puzzle.pieces) for puzzle in self._puzzles)
        self.observation_space = spaces.Box(0, 255, self._shape, np.uint8)
        self._actions = 4 * most
        self.action_space = spaces.Discrete(self._actions)
        self._tables: dict[Puzzle, Distances | None] = {}
        self._at: _huarong.Position | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if self._make:
            self.puzzle = _puzzle(self._make(int(self.np_random.integers(2**31))))
            fits = all(own <= most for own, most in zip(self.puzzle.shape, self._shape))
            if not fits or 4 * len(self.puzzle.pieces) > self._actions:
                raise ValueError(f"a puzzle of {self.puzzle.shape} where the first had {self._shape}")
        else:
            self.puzzle = self._puzzles[int(self.np_random.integers(len(self._puzzles)))]
        cells = None
        if options and "distance" in options:
            table = self._table()
            found: Any = table.sample(options["distance"], 1, int(self.np_random.integers(2**31))) if table else []
            if not len(found):
                raise ValueError(f"no position has the distance {options['distance']}")
            cells = found[0].tobytes()
        self._at = _huarong.Position(self.puzzle._board, cells)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        at = self._position()
        at.step(int(action) // 4, int(action) % 4)
        return self._observation(), -1.0, at.is_solved(), False, self._info()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        width, pixels = self._position().pixels(self._cell)
        return np.frombuffer(pixels, np.uint8).reshape(-1, width, 3).copy()

    def action_masks(self) -> Any:
        """Returns the mask of legal actions, as maskable agents ask for it."""
        mask = np.zeros(self._actions, np.int8)
        legal = self._position().mask()
        mask[: len(legal)] = legal
        return mask

    def _position(self) -> _huarong.Position:
        if self._at is None:
            raise gymnasium.error.ResetNeeded("call `reset` first")
        return self._at

    def _board(self) -> Any:
        return np.frombuffer(self._position().cells(), np.uint8).reshape(self.puzzle.shape)

    def _observation(self) -> Any:
        board = np.full(self._shape, 255, np.uint8)
        own = self._board()
        board[: own.shape[0], : own.shape[1]] = own
        return board

    def _table(self) -> Distances | None:
        if self.puzzle not in self._tables:
            # A maker makes ever new puzzles.
            if len(self._tables) >= 64:
                del self._tables[next(iter(self._tables))]
            try:
                table = Distances(self.puzzle, "step", max_states=self._max_states)
            except (RuntimeError, ValueError):
                table = None
            self._tables[self.puzzle] = table
        return self._tables[self.puzzle]

    def _info(self) -> dict[str, Any]:
        table = self._table()
        distance = table.distance(self._board()) if table else -1
        return {"action_mask": self.action_masks(), "distance": distance}


def _all(puzzles: Any) -> list[Puzzle]:
    if isinstance(puzzles, str) and not set(puzzles) & set("\n/ ."):
        family = [entry.puzzle for entry in collection(puzzles)]
        return family or [Puzzle._of(board) for board in _huarong.Board.named(puzzles)]
    if isinstance(puzzles, (str, Puzzle)):
        return [_puzzle(puzzles)]
    found = [_puzzle(puzzle) for puzzle in puzzles]
    if not found:
        raise ValueError("no puzzles")
    return found


def _tiles(seed: int) -> Puzzle:
    return make.tiles(3, 3, seed=seed)[0]


for _name, _puzzles, _steps in [
    ("Klotski", "heng-dao-li-ma", 1000),
    ("RushHour", "cards", 1000),
    ("Tiles", _tiles, 500),
    ("Puzzle", "heng-dao-li-ma", None),
]:
    gymnasium.register(
        f"huarong/{_name}-v0",
        entry_point="huarong.gym:PuzzleEnv",
        max_episode_steps=_steps,
        kwargs={"puzzles": _puzzles},
    )
