"""Depth-first and breadth-first search on one puzzle: what each finds, and what it costs.

    python dfs_bfs.py [PUZZLE] [PICTURE.png]
"""

import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

import huarong


def main(name: str = "heng-dao-li-ma", picture: str = "dfs_bfs.png") -> None:
    puzzle = huarong.Puzzle.named(name)
    results = huarong.compare(puzzle, ["dfs", "dfs-reverse", "bfs"])
    # Random orders differ: twenty seeds show how much.
    chance = [puzzle.solve(algorithm="dfs-random", seed=seed) for seed in range(20)]
    print(results)
    lengths = sorted(result.length for result in chance)
    print(f"dfs-random, 20 seeds: {lengths[0]:,} to {lengths[-1]:,} moves")

    known = huarong.explore(puzzle)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4))
    for label, runs in [*((name, [result]) for name, result in results.items()), ("dfs-random", chance)]:
        left.scatter([run.visited for run in runs], [run.length for run in runs], label=label)
    left.set(xscale="log", yscale="log", xlabel="positions visited", ylabel="moves found")
    left.axhline(results["bfs"].length, linewidth=0.5)
    left.legend()
    right.bar(range(len(known.layers)), known.layers)
    right.axvline(known.shortest, color="black", linewidth=0.5)
    right.set(xlabel="distance from the start", ylabel="positions")
    figure.suptitle(puzzle.name)
    figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
