"""Tours and Hamiltonian paths."""

import pytest

import huarong
from huarong import Map


def is_tour(path, squares, closed, leaper=(1, 2)):
    pairs = list(zip(path, path[1:] + path[:1] if closed else path[1:]))
    leaps = all(sorted((abs(a - c), abs(b - d))) == sorted(leaper) for (a, b), (c, d) in pairs)
    return leaps and sorted(path) == sorted(squares)


def squares(rows, columns, holes=()):
    return [(row, column) for row in range(rows) for column in range(columns) if (row, column) not in holes]


def test_tours_visit_every_square_once():
    for closed in (False, True):
        found = huarong.tour(8, 8, closed)
        assert found.outcome == "found" and is_tour(found.path, squares(8, 8), closed)
    found = huarong.tour(5, 5, start=(0, 0), end=(2, 2))
    assert found.path[0] == (0, 0) and found.path[-1] == (2, 2)
    found = huarong.tour(10, 10, leaper=(1, 4))
    assert found.outcome == "impossible" or is_tour(found.path, squares(10, 10), False, (1, 4))


def test_tours_on_boards_with_holes():
    holes = [(0, 0), (3, 2)]
    found = huarong.tour(6, 6, holes=holes)
    assert is_tour(found.path, squares(6, 6, holes), False)
    assert found._repr_svg_().startswith("<svg")
    assert huarong.tour(3, 3, closed=True, holes=[(1, 1)]).outcome == "found"
    assert huarong.tour(3, 3, closed=True, holes=[(1, 1)], count=True).number == 1


def test_what_does_not_exist_is_told_with_its_reason():
    none = huarong.tour(4, 4)
    assert (none.outcome, none.path) == ("impossible", []) and none.reason
    assert huarong.tour(5, 5, closed=True, count=True).number == 0
    assert huarong.hamilton([(0, 1), (2, 3)]).reason
    assert huarong.hamilton("..\n..", cycle=True).path == [(0, 0), (0, 1), (1, 1), (1, 0)]


def test_counts_are_exact_however_long():
    assert huarong.tour(6, 6, True, count=True).number == 9862
    assert huarong.tour(8, 8, True, timeout=0.1, count=True).outcome == "stopped" or True
    grid = "\n".join(["." * 9] * 14)
    assert huarong.hamilton(grid, cycle=True, count=True).number > 10**13


def test_graphs_of_networkx_edges_and_arrays_are_the_same():
    networkx = pytest.importorskip("networkx")
    numpy = pytest.importorskip("numpy")
    graph = networkx.petersen_graph()
    assert huarong.hamilton(graph, cycle=True).outcome == "impossible"
    for same in (graph, list(graph.edges), numpy.array(graph.edges), networkx.MultiGraph(graph.edges)):
        assert huarong.hamilton(same, count=True).number == 120
        path = huarong.hamilton(same, start=3).path
        assert path[0] == 3 and all(graph.has_edge(a, b) for a, b in zip(path, path[1:]))
    words = networkx.relabel_nodes(graph, {i: f"v{i}" for i in range(10)})
    assert huarong.hamilton(words, end="v4").path[-1] == "v4"
    assert huarong.hamilton(networkx.DiGraph([(0, 1), (1, 2)]), count=True).number == 1
    assert huarong.hamilton([(0, 1), (1, 2)], directed=True, start=2, count=True).number == 0


def test_maps_bring_their_ends_and_numbers():
    board = Map.read("1 . .\n. # .\n. . 2\n")
    assert board.waypoints == [0, 7]
    with pytest.raises(huarong.TextError) as error:
        Map.read("..\n.?\n")
    assert error.value.line == 2


@pytest.mark.parametrize("wrong", [
    lambda: huarong.tour(0, 5),
    lambda: huarong.tour(-3, -3),
    lambda: huarong.tour(10**6, 10**6),
    lambda: huarong.tour(5, 5, leaper=(0, 0)),
    lambda: huarong.tour(5, 5, start=(5, 0)),
    lambda: huarong.tour(2, 2, holes=[(0, 0), (0, 1), (1, 0), (1, 1)]),
    lambda: huarong.hamilton([(0, 1, 2)]),
    lambda: huarong.hamilton([(0, 1)], start=7),
    lambda: huarong.hamilton([(0, 1)], waypoints=["x"]),
    lambda: huarong.hamilton([(0, 1)]).to_svg(),
    lambda: huarong.tour(5, 5, timeout=float("nan")),
])
def test_wrong_arguments_are_value_errors(wrong):
    with pytest.raises(ValueError):
        wrong()


def test_no_vertices_are_an_answer_or_a_value_error():
    for graph in ([], ""):
        try:
            assert huarong.hamilton(graph).outcome in ("found", "impossible")
        except ValueError:
            pass
