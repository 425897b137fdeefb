"""The state graph of the classic layout in networkx: size, dead ends, bottlenecks.

    python state_graph.py [PUZZLE]
"""

import sys

import networkx

import huarong


def main(name: str = "heng-dao-li-ma") -> None:
    states = huarong.state_graph(huarong.Puzzle.named(name))
    graph = states.to_networkx()
    print(f"{len(graph):,} positions, {graph.number_of_edges():,} moves")
    dead_ends = sum(degree == 1 for _, degree in graph.degree)
    print(f"{dead_ends:,} dead ends")

    # networkx finds the distances that the library says.
    goals = [node for node, distance in graph.nodes("to_goal") if distance == 0]
    distances = networkx.multi_source_dijkstra_path_length(graph, goals)
    assert all(distances[node] == distance for node, distance in graph.nodes("to_goal"))
    print(f"the start is {states.to_goal[0]} moves from the nearest of {len(goals)} solutions")

    # A move that every solution needs is a bridge between the start and all goals.
    hub = max(graph.degree, key=lambda pair: pair[1])
    print(f"position {hub[0]} has the most moves, {hub[1]}:")
    print(states.positions[hub[0]])
    bridges = {frozenset(edge) for edge in networkx.bridges(graph)}
    path = networkx.shortest_path(graph, 0, min(goals, key=lambda goal: states.from_start[goal]))
    needed = [edge for edge in zip(path, path[1:]) if frozenset(edge) in bridges]
    print(f"{len(bridges):,} bridges, {len(needed)} of them on a shortest solution")


if __name__ == "__main__":
    main(*sys.argv[1:])
