"""Errors besides those of Python."""


class TextError(ValueError):
    """A text that cannot be read, with the place of its first fault, counted from 1.

    >>> import huarong
    >>> try:
    ...     huarong.Puzzle("A B\\nC\\n\\ngoal:\\nA .\\n. .\\n")
    ... except huarong.TextError as error:
    ...     print(error.line, error.column)
    2 1
    """

    def __init__(self, message: str, line: int, column: int, help: str) -> None:
        super().__init__(message, line, column, help)
        self.line = line
        self.column = column
        self.help = help

    def __str__(self) -> str:
        message, line, column, help = self.args
        return f"line {line}, column {column}: {message}" + (f"\nhelp: {help}" if help else "")


class Stopped(RuntimeError):
    """A limit on time, memory, states or tries was reached before there was a result."""
