"""A CSV file of somebody else's, in which single cells are replaced and every other byte stays.

Its encoding, byte order mark, delimiter, quoting and line ends are found out and kept: spreadsheets and LMSs differ in
all of them, and an importer that doesn't find what it wrote refuses the file, or takes it for something else.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.errors import UsageError
from grader.model import Text

__all__ = ["Cell", "Table", "read_table", "rewritten"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# cp1252 has no meaning for five bytes; latin-1 has one for all, and gives all of them back.
_ENCODINGS = ("utf-8", "cp1252", "latin-1")
_DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True)
class Cell:
    """`value` is what a program reads, and `start` to `end` the characters that it is written with."""

    value: str
    start: int
    end: int
    quoted: bool


@dataclass(frozen=True)
class Table:
    text: str
    mark: bytes
    encoding: str
    delimiter: str
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(cell.value for cell in self.rows[0])

    def value(self, row: int, column: int) -> str:
        """Of a row that is too short, the empty text."""
        cells = self.rows[row]
        return cells[column].value if column < len(cells) else ""


def read_table(data: bytes, name: str) -> Table:
    """The table in `data`, a file called `name` in messages."""
    mark, encoding = next(((mark, code) for mark, code in _MARKS if data.startswith(mark)), (b"", ""))
    text = ""
    for code in [encoding] if encoding else _ENCODINGS:
        try:
            text = data[len(mark) :].decode(code)
        except UnicodeDecodeError:
            continue
        encoding = code
        break
    else:
        raise UsageError(Text("{file} isn't text in the encoding that it says it has.", {"file": name}))
    widths = {delimiter: len(next(_records(text, delimiter, name), ())) for delimiter in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=lambda sign: widths[sign])
    rows = tuple(_records(text, delimiter, name))
    if not rows:
        raise UsageError(Text("{file} is empty.", {"file": name}))
    return Table(text, mark, encoding, delimiter, rows)


def _records(text: str, delimiter: str, name: str) -> Iterator[tuple[Cell, ...]]:
    sign = re.escape(delimiter)
    field = re.compile(rf'"(?P<within>[^"]*(?:""[^"]*)*)"(?P<behind>[^{sign}\r\n]*)|(?P<plain>[^{sign}\r\n]*)')
    at, row, number = 0, [], 1
    while at < len(text):
        found = field.match(text, at)
        assert found is not None  # its last branch takes nothing as well
        plain = found["plain"]
        if plain is not None and plain.startswith('"'):
            raise UsageError(
                Text("{file}: a quotation mark is never closed (row {row}).", {"file": name, "row": number})
            )
        value = plain if plain is not None else found["within"].replace('""', '"') + found["behind"]
        row.append(Cell(value, at, found.end(), plain is None))
        at = found.end()
        if text.startswith(delimiter, at):
            at += 1
            if at < len(text):
                continue
            row.append(Cell("", at, at, False))
        elif text.startswith("\r\n", at):
            at += 2
        else:
            at += 1
        yield tuple(row)
        row, number = [], number + 1


def rewritten(table: Table, changes: Mapping[tuple[int, int], str]) -> bytes:
    """The file with `changes`: new values by row and column of a cell that is there."""
    pieces: list[str] = []
    at = 0
    for (row, column), value in sorted(changes.items()):
        cell = table.rows[row][column]
        pieces += [table.text[at : cell.start], _written(value, table.delimiter, quoted=cell.quoted)]
        at = cell.end
    text = "".join([*pieces, table.text[at:]])
    return table.mark + text.encode(table.encoding)


def _written(value: str, delimiter: str, *, quoted: bool) -> str:
    if quoted or re.search(f'["\r\n{re.escape(delimiter)}]', value):
        return f'"{value.replace(chr(34), chr(34) * 2)}"'
    return value
