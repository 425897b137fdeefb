"""Arrays: distances, state graphs, and what is no position."""

import pickle
import time

import pytest

np = pytest.importorskip("numpy")

import huarong
from huarong import Distances, Puzzle


@pytest.fixture(scope="module")
def table():
    return Distances(Puzzle.named("heng-dao-li-ma"))


def test_distances_agree_with_solutions_and_the_state_graph(table):
    puzzle = table.puzzle
    result = puzzle.solve()
    assert table.distances(result.arrays()).tolist() == list(range(81, -1, -1))
    boards, distances = table.positions()
    assert (table.distances(boards) == distances).all()
    graph = huarong.state_graph(puzzle)
    assert (table.distances(graph.positions) == graph.to_goal).all()
    assert len(np.unique(boards.reshape(len(boards), -1), axis=0)) == 25_955
    assert len(table) == 25_955 and np.bincount(distances).tolist() == huarong.explore(puzzle).layers_from_goals


@pytest.mark.parametrize("name, metric", [("cards#1", "step"), ("red-donkey", "slide"), ("century", "move")])
def test_each_neighbour_is_one_move_nearer_or_farther(name, metric):
    graph = huarong.state_graph(Puzzle.named(name), metric)
    for distances in (graph.to_goal, graph.from_start):
        apart = distances[graph.edges[:, 0]] - distances[graph.edges[:, 1]]
        assert np.abs(apart).max() <= 1
    degrees = np.diff(graph.indptr)
    assert degrees.sum() == 2 * len(graph.edges) == len(graph.indices)
    for place in (0, 1, len(graph) // 2, len(graph) - 1):
        row = graph.indices[graph.indptr[place] : graph.indptr[place + 1]]
        both = np.concatenate([graph.edges[graph.edges[:, i] == place][:, 1 - i] for i in (0, 1)])
        assert sorted(row.tolist()) == sorted(both.tolist())


def test_interchangeable_pieces_may_be_exchanged(table):
    start = table.puzzle.array()
    labels = [piece.label for piece in table.puzzle.pieces]
    one, other = labels.index("G") + 1, labels.index("H") + 1
    swapped = start.copy()
    swapped[start == one], swapped[start == other] = other, one
    assert table.distance(swapped) == 81


def test_positions_of_a_distance_are_drawn_by_seed_and_solved(table):
    boards = table.sample(93, n=9)
    assert boards.shape == (2, 5, 4) and set(table.distances(boards)) == {93}
    assert (table.sample(40, 5, seed=1) == table.sample(40, 5, seed=1)).all()
    assert (table.sample(40, 5, seed=1) != table.sample(40, 5, seed=2)).any()
    solved = table.solve(boards[0])
    assert solved.length == 93 and huarong.verify(solved.puzzle, solved).correct
    assert solved.puzzle.solve().length == 93
    with pytest.raises(ValueError):
        table.solve(np.zeros((5, 4)))


def test_an_unsolvable_puzzle_has_no_distances():
    stuck = Distances(Puzzle.named("zou-tou-wu-lu"))
    assert len(stuck) == 0 and stuck.distance(stuck.puzzle.array()) == -1
    assert (huarong.state_graph(stuck.puzzle).to_goal == -1).all()


def test_limits_raise_stopped(table):
    for call in (lambda: Distances(table.puzzle, max_states=10), lambda: huarong.state_graph(table.puzzle, max_states=10)):
        with pytest.raises(huarong.Stopped):
            call()


def test_walls_and_gates_have_no_positions_on_them():
    puzzle = Puzzle("A A .\nB # .\n\ngoal:\n. A A\n. # .")
    table = Distances(puzzle)
    boards, _ = table.positions()
    assert (boards[:, 1, 1] == 255).all()
    wrong = puzzle.array()
    wrong[1, 1] = 2
    assert table.distance(wrong) == -1
    wrong[1, 1] = 0
    assert table.distance(wrong) >= 0, "an empty cell may stand for a wall"


@pytest.mark.parametrize("boards", [[], [[1]], np.zeros((2, 4, 5), int), np.zeros((1, 5, 4)), [["A"]], None, np.array(7), "x"])
def test_what_is_no_array_of_boards_is_a_value_error(table, boards):
    with pytest.raises(ValueError):
        table.distances(boards)


def test_a_hundred_thousand_hostile_arrays_are_no_positions_and_no_panic(table):
    chance = np.random.default_rng(0)
    start = table.puzzle.array()
    for dtype in (np.uint8, np.int64):
        wild = chance.integers(0, 256, (20_000, 5, 4)).astype(dtype)
        near = np.repeat(start[np.newaxis], 20_000, 0).astype(dtype)
        at = np.arange(20_000)
        near[at, chance.integers(0, 5, 20_000), chance.integers(0, 4, 20_000)] = chance.integers(0, 12, 20_000)
        mixed = chance.permuted(np.repeat(start.reshape(1, 20), 10_000, 0), axis=1).reshape(-1, 5, 4)
        assert (table.distances(wild) == -1).all()
        same = (near == start).all((1, 2))
        found = table.distances(near)
        assert (found[same] == 81).all() and (found[~same] == -1).all()
        assert (table.distances(mixed.astype(dtype)) == -1).mean() > 0.999
    far = np.array([[[2**40, -(2**40)] * 2] * 5])
    assert table.distances(far).tolist() == [-1]
    # Slices that are not contiguous.
    boards, distances = table.positions()
    assert (table.distances(boards[::-7]) == distances[::-7]).all()
    assert (table.distances(np.asfortranarray(boards[:99])) == distances[:99]).all()


def test_hostile_starts_are_value_errors(table):
    chance = np.random.default_rng(1)
    for _ in range(2000):
        board = chance.integers(0, 12, (5, 4))
        with pytest.raises(ValueError):
            table.puzzle.starting_at(board)
    with pytest.raises(ValueError):
        table.puzzle.starting_at(np.zeros((2, 2)))


def test_a_hundred_thousand_hostile_boards_are_puzzles_or_value_errors():
    chance = np.random.default_rng(2)
    signs = [0, None, -1, ".", "#", "A", "B", "X", 1, 2, 3, 255, "", "10", "goal", "\n", "曹", -5, 10**9]
    read = 0
    for _ in range(20_000):
        shape = chance.integers(1, 4, 2)
        rows = [[signs[i] for i in row] for row in chance.integers(0, len(signs), shape)]
        try:
            puzzle = Puzzle(rows, goal=rows if chance.integers(2) else None)
        except ValueError:
            continue
        read += 1
        assert puzzle.solve(max_states=10_000).outcome in ("solved", "impossible", "stopped")
    assert read > 100


def test_the_speed_of_look_ups_is_printed(table, capsys):
    boards, _ = table.positions()
    many = np.tile(boards, (39, 1, 1))
    begun = time.perf_counter()
    table.distances(many)
    with capsys.disabled():
        print(f"\n{len(many) / (time.perf_counter() - begun):,.0f} look-ups a second")


def test_arrays_are_read_as_puzzles(table):
    start = table.puzzle.array()
    assert table.puzzle.starting_at(start).solve().length == 81
    for board in table.sample(50, 20):
        assert (table.puzzle.starting_at(board).array() == board).all(), "pieces keep their numbers"
    assert [len(piece.cells) for piece in Puzzle(start).pieces] == [len(piece.cells) for piece in table.puzzle.pieces]
    assert pickle.loads(pickle.dumps(table.solve(start).puzzle)) == table.puzzle.starting_at(start)
