"""Knight's tours on a board with holes: one, its picture, and how many there are.

    python holes.py [PICTURE.svg]
"""

import sys

import huarong

BOARD = """
#....#
......
..##..
..##..
......
#....#
"""


def main(picture: str = "holes.svg") -> None:
    rows = BOARD.split()
    holes = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#"]
    tour = huarong.tour(len(rows), len(rows[0]), closed=True, holes=holes)
    if tour.outcome != "found":
        print(f"no tour: {tour.reason}")
        return
    numbers = {square: number for number, square in enumerate(tour.path, 1)}
    for row, line in enumerate(rows):
        print(" ".join(f"{numbers.get((row, column), '#'):>2}" for column in range(len(line))))
    count = huarong.tour(len(rows), len(rows[0]), closed=True, holes=holes, timeout=60, count=True)
    print(f"{count.number:,} closed tours on {len(numbers)} squares")
    with open(picture, "w", encoding="utf-8") as file:
        file.write(tour.to_svg())


if __name__ == "__main__":
    main(*sys.argv[1:])
