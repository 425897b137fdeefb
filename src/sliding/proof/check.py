#!/usr/bin/env python3
"""Checks certificates that `huarong solve PUZZLE --proof FILE` writes: python3 check.py FILE...

A certificate claims one of three things of a sliding-block puzzle, in one metric:
"shortest N": positions P(0) ... P(N) are a solution: P(0) is the start, each is one move from the
  one before, and P(N) is solved. Sets S(0) ... S(N-1) of positions show that none is shorter: the
  start is in S(0), for each i < N-1 every move from a position of S(i) leads into one of S(0) ...
  S(i+1), and no position of any set is solved.
"unsolvable": one set holds the start and whatever a move from one of its positions leads to, and
  none of them is solved.
"parity": the pieces are distinct tiles, one cell is empty. A move swaps it with a neighbour, so
  that an even permutation becomes odd, and an empty cell black that was white on a chessboard. A
  goal for which only one of the two changes cannot be reached.

Nothing else in the file is believed. It is a text that ends with the line "sets:", a zlib stream,
and the CRC-32 of both (4 bytes, the lowest first). The stream holds P(0) ... P(N), then S(0), S(1)
... with as many positions as the text says, each set in ascending order. A position has a byte for
each cell, row by row: 0, or the kind of the piece that has its first cell there; kinds count from
1, in the order in which their first pieces start; each layer of a piece is a kind, and those that
start beneath others come last. A piece that has left has no byte. A position is written as one
byte, the number of leading cells that are as in the position before (all 0 before the first), and
the bytes of the others."""
import sys, zlib

STEPS = (-1, 0), (1, 0), (0, -1), (0, 1)
SIDES = "top", "bottom", "left", "right"

def require(holds, message):
    if not holds:
        raise ValueError(message)

class Puzzle:
    """Cells have numbers, row by row; a set of cells is an integer with a bit for each of them."""

    def __init__(self, text):
        parts = text.strip("\n").split("\n\n")
        rules = [it.split(": ") for it in parts.pop(0).splitlines()] if ": " in parts[0] else []
        doors, layers, colours = ([rule.split(" = ") for key, rule in rules if key == word]
                                  for word in ("door", "layers", "colour"))
        rules = dict(rules)
        require(rules.keys() <= {"pieces", "finish", "lock", "gate", "alike", "distinct", "colour",
                                 "layers", "door", "ice", "goal"},
                "the puzzle has a rule that is unknown here")
        self.gone = rules.get("goal") == "gone"
        grids = [[row.split() for row in part.split("\n") if row != "goal:"] for part in parts]
        self.columns, sizes = len(grids[0][0]), {(len(g), len(row)) for g in grids for row in g}
        require(len(grids) > 1 - self.gone and len(sizes) == 1,
                "there is no goal, or one of another size")
        self.board, *goals = [sum(grid, []) for grid in grids]
        self.axis, self.clear = rules.get("pieces") == "axis", rules.get("finish") == "clear"
        locks = [entry.split("=") for entry in rules.get("lock", "").split()]
        self.lock = {piece: lock for piece, lock in locks if len(lock) > 1}
        # The number of pieces that must leave before a piece moves, and the piece that must.
        self.ice = {piece: int(left) for piece, left in
                    (entry.split("=") for entry in rules.get("ice", "").split())}
        self.keys = {piece: key for piece, key in locks if len(key) == 1}
        self.gate, self.alike = rules.get("gate", "").split()[2:], rules.get("alike", "").split()
        places = [divmod(at, self.columns) for at in range(len(self.board))]
        self.places = set(places)
        cells = {piece: [place for place, mark in zip(places, self.board) if mark == piece]
                 for piece in self.board if piece not in ".#+"}
        self.shape = {piece: [(row - of[0][0], column - of[0][1]) for row, column in of]
                      for piece, of in cells.items()}
        # A piece A with three layers becomes A1, then A2.
        self.next, self.layers = {}, {piece: [piece] for piece in cells}
        colours = {name: pieces.split() for name, pieces in colours}
        for piece, names in sorted(layers, key=lambda rule: list(cells).index(rule[0])):
            self.layers[piece] += [piece + str(at) for at in range(1, len(names.split()))]
            self.next.update(zip(self.layers[piece], self.layers[piece][1:]))
            for layer, name in zip(self.layers[piece], names.split()):
                colours.setdefault(name, []).append(layer)
                self.shape[layer] = self.shape[piece]
        # Of each goal: where the first cells of pieces must be, and the cells that must be empty.
        def drawn(mark, goal): return sum(1 << at for at, it in enumerate(goal) if it == mark)
        self.goals = [({mark: goal.index(mark) for mark in goal if mark not in ".#_"},
                       drawn("_", goal)) for goal in goals] or [({}, 0)]
        # Of each piece: the numbers of its doors, and their edges, a cell and the way across each.
        named = [sum((colours.get(word, list(word)) for word in words.split()), [])
                 for words, _ in doors]
        self.doors = {piece: [number for number, pieces in enumerate(named) if piece in pieces]
                      for piece in self.shape}
        edges = [self.edges(spans) for _, spans in doors]
        self.edges_of = {piece: set().union(*(edges[number] for number in of))
                         for piece, of in self.doors.items()}
        self.single = set(rules.get("distinct", "").split()).union(*(it for it, _ in self.goals))
        self.single |= {*self.keys.values(), *self.next, *self.next.values()}
        rights = {piece: self.rights(piece, places) for piece in self.shape}
        # Where the piece itself may not be, a gate may let in one that may stand in for it.
        require(all(any(rights[it][0][to] == drawn(piece, goal) for it in cells
                        if self.interchangeable(it, piece)) for goal, (its, _)
                    in zip(goals, self.goals) for piece, to in its.items()), "a goal is impossible")
        self.kinds, start = [], bytearray(len(self.board))  # a piece of each kind
        for piece, ((row, column), *_) in cells.items():
            same = [kind for kind, other in enumerate(self.kinds)
                    if self.interchangeable(piece, other) and rights[piece] == rights[other]]
            self.kinds += [] if same else [piece]
            start[row * self.columns + column] = (same or [len(self.kinds) - 1])[0] + 1
        self.start = bytes(start)
        self.kinds += [layer for piece in cells for layer in self.layers[piece][1:]]
        self.mask, self.steps, self.exits, self.waits = zip(*map(rights.get, self.kinds))

    def edges(self, spans):
        """Returns the edges of a door like `left 1, right 2-3 at 4`."""
        edges, rows = set(), len(self.board) // self.columns
        for side, span, *line in (it.split() for it in spans.split(", ")):
            first, last = map(int, (span.split("-") * 2)[:2])
            way, outer = SIDES.index(side), {"bottom": rows, "right": self.columns}.get(side, 1)
            for along in range(first - 1, last):
                row, column = along, (int(line[1]) if line else outer) - 1
                row, column = (row, column) if way > 1 else (column, row)
                edges.add((row * self.columns + column, way))
        return edges

    def interchangeable(self, one, other):
        """Whether one piece may stand in for the other in a goal."""
        def mark(piece):
            looks = piece if piece in self.single else (
                self.lock.get(piece), self.doors[piece], self.ice.get(piece), self.keys.get(piece))
            return [group for group in self.alike if piece in group] or looks
        return one == other or self.shape[one] == self.shape[other] and mark(one) == mark(other)

    def rights(self, piece, places):
        """For each place of the first cell, the cells that the piece then covers, or None if walls,
        gates or the frame forbid it; where one step takes it, with the number of the step; and by
        which ways it leaves by a step across a door, with the cells that it then covers."""
        shape, closed = self.shape[piece], "#" if piece[0] in self.gate else "#+"
        height, width = (len(set(lines)) for lines in zip(*shape))

        def covered(row, column):
            cells = [(row + down, column + right) for down, right in shape]
            cells = [places.index(cell) if cell in places else None for cell in cells]
            if not any(cell is None or self.board[cell] in closed for cell in cells):
                return sum(1 << cell for cell in cells)

        def may_step(down, right):
            lock_allows = self.lock.get(piece[0]) in (None, "row" if right else "column")
            return lock_allows and not (self.axis and (width < height if right else height < width))

        steps = [[(way, (row + down) * self.columns + column + right)
                  for way, (down, right) in enumerate(STEPS) if may_step(down, right)
                  and covered(row + down, column + right) is not None] for row, column in places]

        def leaves(place, way):
            edges, swept, crosses = self.edges_of[piece], covered(*place), False
            for down, right in shape if swept is not None and may_step(*STEPS[way]) else ():
                cell = place[0] + down, place[1] + right
                crosses |= (places.index(cell), way) in edges
                while (places.index(cell), way) not in edges:
                    cell = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
                    if cell not in places or self.board[places.index(cell)] in closed:
                        return None
                    swept |= 1 << places.index(cell)
            return swept if crosses else None

        exits = [[(way, leaves(place, way)) for way in range(4) if leaves(place, way) is not None]
                 for place in places]
        waits = self.ice.get(piece, 0), self.layers.get(self.keys.get(piece), [])
        return [covered(*place) for place in places], steps, exits, waits

    def covered(self, position):
        covered = 0
        for mask in (self.mask[code - 1][at] for at, code in enumerate(position) if code):
            require(mask is not None and not mask & covered, "a position is impossible")
            covered |= mask
        return covered

    def moves(self, position, metric):
        """Yields, for each move, where the first cell of the piece is then, and the position."""
        if metric == "push":
            yield from self.pushes(position)
            return
        covered, present = self.covered(position), {code for code in position if code}
        left = sum(map(bool, self.start)) - sum(map(bool, position))
        for at, code in enumerate(position):
            ice, keys = self.waits[code - 1] if code else (0, [])
            is_locked = any(self.kinds.index(key) + 1 in present for key in keys)
            if code and ice <= left and not is_locked:
                mask, steps = self.mask[code - 1], self.steps[code - 1]
                others = covered & ~mask[at]
                seen, reached = {at}, [(at, None)]
                for here, came in reached:  # which grows
                    for way, swept in self.exits[code - 1][here]:
                        goes_on = metric == "move" or metric == "slide" and came == way
                        if (goes_on or came is None) and not swept & others:
                            after = bytearray(position)
                            after[at] = 0
                            if self.kinds[code - 1] in self.next:  # it stays before the door
                                after[here] = self.kinds.index(self.next[self.kinds[code - 1]]) + 1
                            yield None, bytes(after)
                    for way, to in steps[here] if metric != "step" or came is None else ():
                        goes_on = metric != "slide" or came in (None, way)
                        if goes_on and not mask[to] & others and to not in seen:
                            seen.add(to)
                            reached.append((to, way))
                            after = bytearray(position)
                            after[at], after[to] = 0, code
                            yield to, bytes(after)

    def pushes(self, position):
        """Yields the positions after each push: the empty cell goes any distance along a line."""
        empty = next(at for at, code in enumerate(position) if not code and self.board[at] != "#")
        for down, right in STEPS:
            after, at = bytearray(position), empty
            while (line := (at // self.columns + down, at % self.columns + right)) in self.places:
                to = line[0] * self.columns + line[1]
                if self.board[to] == "#":
                    break
                after[at], after[to], at = after[to], 0, to
                yield to, bytes(after)

    def solves(self, position, last=None):
        """Whether a goal is met; with `last`, one that has a target in this cell."""
        def stands(piece, at):
            return position[at] and self.interchangeable(self.kinds[position[at] - 1], piece)
        def remain(targets):
            return any(code and self.doors[self.kinds[code - 1]] and not any(
                at == to and stands(piece, at) for piece, to in targets.items())
                for at, code in enumerate(position))
        return any(all(stands(*target) for target in targets.items())
                   and not (self.gone and remain(targets))
                   and last in (None, *targets.values()) and not self.covered(position) & empties
                   for targets, empties in self.goals)

    def is_solved(self, position):
        return self.solves(position) or self.clear and any(
            to is not None and self.solves(after, to) for to, after in self.moves(position, "step"))

    def parity_forbids(self, targets, empties):
        """Whether only one of permutation and colour changes on the way to a goal."""
        start = {mark.replace("+", "."): at for at, mark in enumerate(self.board) if mark != "#"}
        end = {**targets, **{".": at for at in start.values() if empties >> at & 1}}
        left = start.keys() - end.keys(), set(start.values()) - set(end.values())
        require(len(left[0]) <= 1, "a goal leaves two places open")
        end.update(zip(*left))
        cells = [end[tile] for tile in start]
        inversions = sum(a > b for at, b in enumerate(cells) for a in cells[:at])
        return (inversions + sum(sum(divmod(c["."], self.columns)) for c in (start, end))) % 2 == 1

def positions(stream, cells):
    at, position = 0, bytes(cells)
    while at < len(stream):
        position = position[:stream[at]] + stream[at + 1:at + 1 + cells - stream[at]]
        require(stream[at] <= cells == len(position), "a position is cut short")
        at += 1 + cells - stream[at]
        yield position

def check(data):
    """Returns what a certificate proves, in words."""
    require(data.startswith(b"huarong certificate 1\n"), "this is not a certificate of version 1")
    require(zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little"), "the file is damaged")
    text, _, stream = data[:-4].partition(b"\nsets:\n")
    head, _, text = text.decode().partition("\n\n")
    fields = dict(line.split(":", 1) for line in head.split("\n")[1:] if line[0] != ";")
    (claim, *length), metric = fields["claim"].split(), fields["metric"].strip()
    puzzle, known, sizes = Puzzle(text), set(), [int(size) for size in fields["sizes"].split()]
    stream, last = positions(zlib.decompress(stream), len(puzzle.start)), []
    require(metric in ("move", "slide", "step", "push"), "there is no such metric")
    require(metric != "push" or sum(mark == "." for mark in puzzle.board) == 1 and not puzzle.lock
            and "+" not in puzzle.board and {1} == set(map(len, puzzle.shape.values())),
            "pushes are for numbered tiles")
    if claim == "parity":
        require(not any(puzzle.doors.values()) and not sizes and not puzzle.alike
                and sum(mark in ".+" for mark in puzzle.board) == 1
                and {1} == set(map(len, puzzle.shape.values())), "these are not distinct tiles")
        require(all(puzzle.parity_forbids(*goal) for goal in puzzle.goals), "parity allows a goal")
    elif claim == "shortest":
        require(len(sizes) == int(length[0]), "the number of sets is wrong")
        solution = [next(stream) for _ in range(len(sizes) + 1)]
        require(solution[0] == puzzle.start, "the solution does not begin at the start")
        for number, (before, after) in enumerate(zip(solution, solution[1:]), 1):
            require(any(after == to for _, to in puzzle.moves(before, metric)),
                    f"move {number} of the solution is not a move")
        require(puzzle.is_solved(solution[-1]), "the solution does not solve the puzzle")
    else:
        require(claim == "unsolvable" and len(sizes) == 1, "there is no such claim")
        sizes.append(0)  # no move leads into another set
    for number, size in enumerate(sizes):
        new = [next(stream) for _ in range(size)]
        require(all(map(bytes.__lt__, new, new[1:])) and known.isdisjoint(new),
                f"S({number}) is not in order, or has a position of a set before it")
        known.update(new)
        require(puzzle.start in known, "rule 1 fails: the start is not in S(0)")
        require(not any(map(puzzle.is_solved, new)), f"rule 3 fails: S({number}) has a solution")
        require(all(after in known for at in last for _, after in puzzle.moves(at, metric)),
                f"rule 2 fails: a move from a position of S({number - 1}) leaves the sets")
        last = new
    require(not list(stream), "there are more positions than the text says")
    units = metric + ("es" if metric == "push" else "s")
    return f"the shortest solution has {length[0]} {units}" if length else "there is no solution"

if __name__ == "__main__":
    failed = len(sys.argv) < 2 and "usage: python3 check.py FILE..."
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                print(f"{path}: proven: {check(file.read())}")
        except (OSError, ValueError, LookupError, StopIteration, zlib.error) as error:
            print(f"{path}: not proven: {error or 'a position is missing'}")
            failed = True
    sys.exit(failed)
