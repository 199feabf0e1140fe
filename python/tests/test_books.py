"""Books and databases."""

from pathlib import Path

import pytest

import tak_toolkit as tak

GAMES = [
    '[Size "5"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n[Rating1 "1700"]\n[Date "2024.05.31"]\n\n1. a1 e5 2. c3 {good} R-0\n',
    '[Size "5"]\n[Player1 "Cem"]\n[Player2 "Ann"]\n[Date "2025.01.02"]\n\n1. e1 a5 2. Cc3 0-F\n',
]


def games() -> list[tak.Game]:
    return [tak.Game.from_ptn(text) for text in GAMES]


def test_a_book_knows_turned_boards(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    assert tak.Book.build(path, games(), plies=8) > 0
    book, board = tak.Book(path), tak.Board(5)
    assert book.plies == 8 and book.games[5].games == 2
    for text in "e5", "a1":
        board.push_ptn(text)
    found = {str(move): results for move, results in book.lookup(board)}
    assert found.keys() == {"c3", "Cc3"}
    assert (found["c3"].white_wins, found["Cc3"].black_wins) == (1, 1)
    assert found["c3"].score(tak.WHITE) == 1 and found["c3"].rating == 1700
    assert book.lookup(tak.Board(6)) == []
    with pytest.raises(OSError, match="my.book"):
        tak.Book.build(path, games())
    with pytest.raises(OSError, match="nofile"):
        tak.Book(tmp_path / "nofile")


def test_a_database_finds_games(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    database = tak.Database(path, create=True)
    assert (len(database), database.add(games()), database.add(games()), len(database)) == (0, 2, 0, 2)
    board = tak.Board(5)
    for text in "a5", "e1":
        board.push_ptn(text)
    late, early = database.search(board)  # an iterator
    assert (early.players, early.ratings, early.result) == (["Ann", "Bob"], [1700, None], "R-0")
    assert (early.date, early.size, early.komi, early.plies, early.ply) == ("2024.05.31", 5, 0, 3, 2)
    assert str(early.next) == "c3" and str(late.next) == "Cc3"
    assert database.game(early.id).ptn().strip() == GAMES[0].strip()
    found = [row.id for row in tak.Database(path).search(player="ann", since="2025.01.01")]
    assert found == [late.id] == [row.id for row in database.search(limit=1)]
    assert list(database.search(white="Bob")) == [] == list(database.search(size=6))
    assert [row.id for row in database.search(result="0-F")] == [late.id]
    for wrong in {"since": "yesterday"}, {"result": "5-5"}:
        with pytest.raises(tak.NotationError):
            database.search(**wrong)  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        database.game(77)
    with pytest.raises(OSError, match="my.book"):
        tak.Database(tmp_path / "my.book")


def test_a_search_is_left_early(tmp_path: Path) -> None:
    database = tak.Database(tmp_path / "many.games", create=True)
    boards = [f'[Size "5"]\n[Player1 "{number}"]\n\n1. a1 e5 2. c3' for number in range(500)]
    assert database.add([tak.Game.from_ptn(text) for text in boards]) == 500
    search = database.search()
    first = next(search)
    # What is added meanwhile, and other searches, do not disturb it.
    assert database.add(games()) == 2 and len(list(database.search())) == 502
    assert [found.id for found in search] == list(range(first.id - 1, -1, -1))
    assert list(search) == []
    del search, first
    assert next(database.search(limit=1)).id == 501 and list(database.search(limit=0)) == []
