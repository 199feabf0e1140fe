"""Games with comments, marks and variations."""

import pickle

import pytest

import tak_toolkit as tak

TEXT = """[Size "5"]
[Player1 "Ann"]
[Player2 "Bob"]

{a friendly game}
1. a1 e5
2. c3 {[%clk 0:09:45]} (2. d4 {too far} d3) c2?! $2
"""


def test_a_game_is_a_tree() -> None:
    game = tak.Game.from_ptn(TEXT)
    assert (game.ptn(), len(game.moves), game.result) == (TEXT, 4, None)
    assert game.tags == {"Size": "5", "Player1": "Ann", "Player2": "Bob"}
    assert game.comments == ["a friendly game"] and game.left_out == []
    first, second, third, fourth = game.mainline()
    assert [str(node) for node in game.mainline()] == ["a1", "e5", "c3", "c2?!"]
    assert first.parent is None and fourth.parent == third and first.next() == second
    assert (third.clock, fourth.marks, fourth.glyphs) == (585.0, "?!", ["$2"])
    other = second.variations[1]
    assert second.variations == [third, other] and not other.is_main and third.is_main
    assert other.comments == ["too far"]
    reply = other.next()
    assert reply is not None and str(reply.move) == "d3" and reply.next() is None
    assert [str(move) for move in reply.board().moves] == ["a1", "e5", "d4", "d3"]
    assert game.board().moves == game.moves and game.start_board() == tak.Board(5)
    assert set(game.nodes()) == {*game.mainline(), other, reply}


def test_games_are_edited_and_nodes_stay() -> None:
    game = tak.Game.from_ptn(TEXT)
    twin = game.copy()
    other = game.mainline()[1].variations[1]
    added = other.add_variation("Sd3")
    last = game.push(tak.Move("b2", 5))
    last.set_marks("!")
    last.add_comment("center")
    game.set_tag("Komi", "2")
    assert (str(added), str(last), last.comments) == ("Sd3", "b2!", ["center"])
    assert game.board().komi == 2 and added.parent == other and last == game.mainline()[-1]
    again = tak.Game.from_ptn(game.ptn())
    assert again == game == pickle.loads(pickle.dumps(game)) and game != twin
    assert twin.ptn() == TEXT
    with pytest.raises(tak.IllegalMoveError):
        last.add_variation("a1")
    with pytest.raises(tak.TakError, match="e5"):
        game.set_tag("Size", "3")
    with pytest.raises(ValueError, match="name of a tag"):
        game.set_tag('a"]', "x")
    with pytest.raises(ValueError, match="expected marks"):
        last.set_marks("{")
    assert again == game


def test_games_go_through_every_text() -> None:
    game = tak.Game.from_ptn(TEXT)
    assert tak.Game.from_ptn(game.link()).moves == game.moves
    assert game.link(2).endswith("&ply=1!")
    portable = tak.Game.from_ptn(game.portable_ptn())
    assert "(" not in portable.ptn() and len(portable.nodes()) == len(game.nodes())
    assert tak.Game.from_playtak(game.playtak(), tak.Board(5)).moves == game.moves
    turned = game.transform(tak.Symmetry.ROTATE_90)
    assert turned.board() == game.board().transform(tak.Symmetry.ROTATE_90)
    board = game.board()
    assert tak.Game(board).board() == board and tak.Game().board() == tak.Board()
    assert tak.Game.from_ptn("x3/x3/x3 1 1").board() == tak.Board(3)


def test_the_moves_tell_the_result() -> None:
    game = tak.Game(tak.Board(3))
    for text in "c3 a1 b1 a3 c1".split():
        assert game.result is None
        game.push(text)
    assert game.result == str(game.board().outcome()) == "R-0"


def test_many_games_are_read_and_bad_ones_told() -> None:
    text = '[Size "5"]\n1. a1 e5\n\n[Size "5"]\n1. a1 a1\n\n[Size "6"]\n1. a1 f6\n'
    with pytest.raises(tak.NotationError, match="line 5"):
        tak.read_games(text)
    errors: list[tak.NotationError] = []
    games = tak.read_games(text, errors=errors)
    assert [len(game.moves) for game in games] == [2, 2] and len(errors) == 1
