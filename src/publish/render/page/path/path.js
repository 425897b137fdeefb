// The page of a path.

const board = new PathBoard(byId("board"), data);
board.drawPath(data.path, data.isClosed);
const playback = new PathPlayback(board);
playback.open();
