"""Puzzles, solutions, and what is known of them."""

import copy
import pickle
import signal
import threading
import time

import pytest

import huarong
from huarong import Puzzle, TextError

CLASSIC = "ACCB/ACCB/DEEF/DGHF/I..J"


@pytest.fixture(scope="module")
def classic():
    return Puzzle.named("heng-dao-li-ma")


@pytest.mark.parametrize("metric, length", [("move", 81), ("slide", 90), ("step", 116)])
def test_each_metric_has_its_own_optimum(classic, metric, length):
    result = classic.solve(metric)
    assert (result.outcome, result.length, result.proven, result.bound) == ("solved", length, True, length)
    assert len(result.moves) == length and len(result.positions) == length + 1
    assert huarong.verify(classic, result).correct
    assert result.positions[0] == classic.rows
    assert result.positions[-1][4][1:3] == ["C", "C"]


def test_a_row_of_tiles_is_one_push():
    tiles = Puzzle("2 3 ./1 5 6/4 7 8")
    assert tiles.solve("step").length == 6 and tiles.solve("push").length == 3


def test_pieces_that_have_left_have_no_cells():
    for entry in huarong.collection("doors"):
        result = entry.puzzle.solve()
        assert result.positions[0] == entry.puzzle.rows
        assert all(cell in (".", "#") for row in result.positions[-1] for cell in row)


def test_rows_with_any_sign_for_empty_are_the_same_puzzle():
    text = Puzzle(CLASSIC)
    for empty in (0, None, -1, ".", "0", "-1", " "):
        rows = [[empty if cell == "." else cell for cell in row] for row in text.rows]
        assert Puzzle(rows) == text
        numbers = [[cell if cell == empty else ord(cell) - 64 for cell in row] for row in rows]
        assert Puzzle(numbers) == text


def test_rows_and_a_goal_in_rows_are_read_together():
    puzzle = Puzzle([[7, 7, 0], [3, "#", 0]], goal=[[0, 7, 7], [0, "#", 0]])
    assert puzzle.solve().moves[0].path == "R"
    assert Puzzle([[8, 6, 7], [2, 5, 4], [3, 0, 1]]).solve().length == 31
    assert len(Puzzle([[1, 2], [3, 0]]).pieces) == 3


def test_what_was_assumed_is_noted(classic):
    assert "classic" in Puzzle(CLASSIC).notes[0]
    assert classic.notes == []


@pytest.mark.parametrize("text, line, column", [("A B\nC\n\ngoal:\nA .\n. .\n", 2, 1), ("A ! B", 1, 3), ("", 1, 1)])
def test_a_text_with_a_fault_raises_its_line_and_column(text, line, column):
    with pytest.raises(ValueError) as error:
        Puzzle(text)
    assert isinstance(error.value, TextError)
    assert (error.value.line, error.value.column) == (line, column)
    assert str(error.value).startswith(f"line {line}, column {column}: ")
    assert pickle.loads(pickle.dumps(error.value)).line == line


@pytest.mark.parametrize("rows", [[], [[]], [[0]], [["A", "A"], ["B"]], [[1.5]], [[{}]], 7, [7], [["A\nB"]], [[2**70]]])
def test_rows_that_are_no_board_are_value_errors(rows):
    with pytest.raises(ValueError):
        Puzzle(rows)


def test_wrong_arguments_are_value_errors_with_the_choices(classic):
    with pytest.raises(ValueError, match="`moves` is none of move, slide, step"):
        classic.solve("moves")
    with pytest.raises(ValueError, match="`astar` is none of auto, bfs, "):
        classic.solve(algorithm="astar")
    with pytest.raises(ValueError, match="timeout"):
        classic.solve(timeout=-1)
    with pytest.raises(TypeError, match="timout"):
        classic.solve(timout=1)
    with pytest.raises(ValueError, match="did you mean `klotski/heng-dao-li-ma`|did you mean"):
        Puzzle.named("heng-dao-li-na")
    with pytest.raises(ValueError):
        Puzzle.named("cards")
    with pytest.raises(ValueError, match="at most 400"):
        wide = "." * 20 + "\n"
        Puzzle(f"A{wide}" + f".{wide}" * 20 + f"\ngoal:\n.{wide}" + f".{wide}" * 19 + "A" + "." * 20).solve()


def test_what_is_unsolvable_or_stopped_is_a_result_with_its_reason(classic):
    stuck = Puzzle.named("zou-tou-wu-lu").solve()
    assert (stuck.outcome, stuck.length, stuck.proven, stuck.moves) == ("impossible", None, True, [])
    assert "3731" in stuck.reason
    odd = Puzzle("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 .").solve()
    assert odd.outcome == "impossible" and odd.engine == "parity" and odd.reason
    few = classic.solve(max_states=1000)
    assert (few.outcome, few.proven, few.bound) == ("stopped", False, 29)
    assert "limit on states" in few.reason
    small = classic.solve(memory=10)
    assert small.outcome == "stopped" and "memory" in small.reason


def test_puzzles_are_values(classic):
    again = Puzzle(str(classic))
    assert again == classic and hash(again) == hash(classic) and {again} == {classic}
    assert pickle.loads(pickle.dumps(classic)) == classic == copy.deepcopy(classic)
    assert classic != Puzzle.named("red-donkey") and classic != "ACCB"
    assert "Heng Dao Li Ma ACCB/ACCB" in repr(classic)
    assert classic.optimum() == 81 and "横刀立马" in classic.names
    assert [piece.name for piece in classic.pieces if piece.is_goal] == ["曹操"]


def test_searches_are_compared(classic):
    both = huarong.compare(classic, ["dfs", "bfs"])
    assert both["bfs"].length == 81 and both["bfs"].proven and not both["dfs"].proven
    assert "states visited" in str(both)
    lengths = {classic.solve(algorithm="dfs-random", seed=seed).length for seed in range(3)}
    assert len(lengths) == 3


def test_all_positions_are_explored(classic):
    known = huarong.explore(classic)
    assert (known.positions, known.classes, known.solved, known.shortest) == (25_955, 13_011, 964, 81)
    assert (known.solutions, sum(known.layers), known.moves[1]) == (256, 25_955, 516)
    assert known.hardest[0].solve().length == len(known.layers_from_goals) - 1 == 93
    cut = huarong.explore(classic, max_states=100)
    assert not cut.proven and cut.reason
    assert huarong.explore(Puzzle.named("zou-tou-wu-lu")).reason == "no position solves the puzzle"


def test_wrong_moves_are_told_with_their_reason(classic):
    wrong = huarong.verify(classic, "J left, J left, J left")
    assert not wrong.correct and "move 3" in wrong.reason
    with pytest.raises(TextError):
        huarong.verify(classic, "J sideways")


def test_ratings_and_certificates():
    assert huarong.rate(Puzzle.named("cards#40")).word == "expert"
    assert huarong.rate(Puzzle.named("zou-tou-wu-lu")).reason == "the puzzle is unsolvable"
    proof = Puzzle.named("cards#1").certificate("step")
    checked = huarong.check_certificate(proof.data)
    assert checked.claim == proof.claim and checked.metric == "step" and checked.positions == proof.positions
    for at in range(0, len(proof.data), 7):
        with pytest.raises(ValueError):
            huarong.check_certificate(proof.data[:at])
    with pytest.raises(huarong.Stopped):
        Puzzle(CLASSIC).certificate(max_states=10)


def test_the_collection_is_found_by_its_names():
    entries = huarong.collection()
    assert len(entries) == 1278 and len({entry.name for entry in entries}) == 1278
    for entry in entries[::97]:
        assert Puzzle.named(entry.name) == entry.puzzle
    assert {entry.family for entry in huarong.collection("klotski")} == {"klotski"}


def test_pictures():
    puzzle = Puzzle("A A .\nB # .\n\ngoal:\n. A A\n. # .")
    result = puzzle.solve()
    assert puzzle._repr_svg_().startswith("<svg") and puzzle.to_svg("dark") != puzzle.to_svg()
    assert result._repr_svg_().startswith("<svg")
    assert puzzle.to_png()[1:4] == b"PNG" and result.to_gif()[:3] == b"GIF"
    for wrong in (lambda: puzzle.to_svg("pink"), lambda: puzzle.to_png(0), lambda: result.to_gif(0)):
        with pytest.raises(ValueError):
            wrong()


def test_made_puzzles_have_their_length_and_depend_on_the_seed():
    for make, metric in [
        (lambda seed: huarong.make.blocks(4, 3, min=12, max=20, seed=seed, n=2), "move"),
        (lambda seed: huarong.make.rush(5, 5, min=8, max=12, seed=seed, n=2), "slide"),
        (lambda seed: huarong.make.tiles(3, 3, min=20, max=22, seed=seed, n=2), "step"),
        (lambda seed: huarong.make.tiles(3, 3, min=14, max=16, metric="push", seed=seed, n=2), "push"),
    ]:
        puzzles = make(5)
        assert puzzles == make(5) and puzzles[1] == make(6)[0]
        for puzzle in puzzles:
            assert 8 <= puzzle.optimum(metric) == puzzle.solve(metric).length <= 22
    with pytest.raises(ValueError, match="the hardest has 31"):
        huarong.make.tiles(3, 3, min=40)
    with pytest.raises(huarong.Stopped, match="in 1 tries"):
        huarong.make.blocks(4, 5, min=60, tries=1)
    for wrong in (dict(rows=0), dict(min=9, max=3), dict(rows=99, columns=99), dict(min=-1)):
        with pytest.raises(ValueError):
            huarong.make.blocks(**wrong)
    [zip] = huarong.make.zip(5, 5, numbers=6, walls=1, seed=2)
    assert len(zip.map.waypoints) == 6 and len(zip.map.walls) == 1
    assert huarong.hamilton(zip.map).path == zip.solution.path
    assert huarong.hamilton(zip.text, count=True).number == 1


def test_progress_is_called_back_and_its_exception_ends_the_call():
    seen = []

    def look(states, depth, seconds):
        seen.append((states, depth, seconds))
        if len(seen) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        huarong.explore(HARD, progress=look, timeout=60)
    assert len(seen) == 3 and seen[2][0] > 0


class Bar:
    """What `tqdm` looks like."""

    n = 0

    def update(self, n):
        self.n += n


def test_a_bar_shows_the_states():
    bar = Bar()
    stopped = huarong.explore(HARD, progress=bar, timeout=0.5)
    assert not stopped.proven and stopped.reason == "timed out" and bar.n > 0


# One of ten million million positions.
HARD = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 ."


@pytest.mark.parametrize("call", [
    lambda: huarong.Puzzle(HARD).solve(timeout=60),
    lambda: huarong.explore(HARD, timeout=60),
    lambda: huarong.Distances(HARD, timeout=60),
    lambda: huarong.make.blocks(5, 5, min=400, tries=10**9, timeout=60),
    lambda: huarong.tour(11, 11, leaper=(1, 2), holes=[(5, 5)], count=True, timeout=60),
])
def test_ctrl_c_ends_every_long_call_and_other_threads_run_meanwhile(call):
    ticks = []
    # It is ignored where the tests run in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt():
        time.sleep(0.3)
        ticks.append(time.monotonic())
        signal.pthread_kill(main, signal.SIGINT)

    main = threading.main_thread().ident
    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    thread.join()
    signal.signal(signal.SIGINT, before)
    # Half a second on an idle machine.
    assert time.monotonic() - ticks[0] < 5
