"""Train a small network to predict the distance of 3×3 tiles, on exact distances, with NumPy alone.

    python distance_predictor.py [EPOCHS]
"""

import sys

import numpy as np

import huarong


def one_hot(boards: np.ndarray) -> np.ndarray:
    """Returns 81 inputs for a board: which tile is on which cell."""
    return np.eye(9, dtype=np.float32)[boards.reshape(len(boards), 9)].reshape(len(boards), 81)


def main(epochs: str = "3") -> float:
    boards, distances = huarong.Distances("8 6 7/2 5 4/3 . 1").positions()
    print(f"{len(boards):,} boards, up to {distances.max()} moves from the goal")
    chance = np.random.default_rng(0)
    order = chance.permutation(len(boards))
    test, train = order[:20_000], order[20_000:]
    target = distances.astype(np.float32)
    mean = target[train].mean()

    first = chance.normal(0, 0.15, (81, 128)).astype(np.float32)
    bias = np.zeros(128, np.float32)
    second = chance.normal(0, 0.1, 128).astype(np.float32)
    rate = 0.02
    for epoch in range(int(epochs)):
        for batch in np.array_split(chance.permutation(train), len(train) // 64):
            inputs = one_hot(boards[batch])
            hidden = np.maximum(inputs @ first + bias, 0)
            error = (hidden @ second + mean - target[batch]) / len(batch)
            back = np.outer(error, second) * (hidden > 0)
            second -= rate * hidden.T @ error
            first -= rate * inputs.T @ back
            bias -= rate * back.sum(0)
        hidden = np.maximum(one_hot(boards[test]) @ first + bias, 0)
        missed = float(np.abs(hidden @ second + mean - target[test]).mean())
        print(f"epoch {epoch + 1}: {missed:.2f} moves off on boards that it has not seen")
    print(f"(always {mean:.1f} would be {np.abs(mean - target[test]).mean():.2f} off)")
    return missed


if __name__ == "__main__":
    main(*sys.argv[1:])
