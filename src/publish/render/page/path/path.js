// The page of a path.

function setUpPath(path) {
  const board = new PathBoard(byId("board"), path);
  board.drawPath(path.path, path.isClosed);
  const { steps } = board;
  const playback = new Playback({
    steps,
    ...paceOf(steps),
    describe: (at) => tr("{} of {} steps", at, steps),
    show: (at, how) => showSteps(board, at, how),
  });
  setUpToggle(byId("numbers"), board.root, "without-numbers");
  setUpToggle(byId("line"), board.root, "without-line");
  write("cells", tr("of {}", path.path.length));
  byId("numbers").hidden = board.marks.length === 0;
  // The page opens with the whole path. Playback begins at the start.
  playback.go(steps);
  return playback;
}

const playback = setUpPath(data);
