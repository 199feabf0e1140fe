"""A small engine that speaks the older TEI: the first legal move, after a word. Its first argument
says what is wrong with it."""

import sys
import time

import tak_toolkit as tak


def main() -> None:
    fault = sys.argv[1] if len(sys.argv) > 1 else ""
    komi, board = 0.0, tak.Board(5)

    def say(line: str) -> None:
        print(line, flush=True)

    for line in sys.stdin:
        match line.split():
            case ["tei"]:
                say("id name Fake engine 1")
                say("id author nobody")
                say("option name HalfKomi type spin default 0 min -10 max 10")
                say("option name Slow Mode type combo default off var off var very slow")
                if fault == "silent":
                    continue
                say("teiok")
            case ["isready"]:
                say("readyok")
            case ["setoption", "name", "HalfKomi", "value", value]:
                komi = int(value) / 2
            case ["teinewgame", size]:
                board = tak.Board(int(size), komi=komi)
            case ["position", "startpos", *moves]:
                board = tak.Board(board.size, komi=komi)
                for move in moves[1:]:
                    board.push_ptn(move)
            case ["position", "tps", tps, turn, number, *moves]:
                board = tak.Board.from_tps(f"{tps} {turn} {number}", komi=komi)
                for move in moves[1:]:
                    board.push_ptn(move)
            case ["go", *limits]:
                if fault == "ends":
                    sys.exit(3)
                if fault == "long":
                    say("x" * (5 << 20))
                if fault == "odd":
                    say(f"info depth 1 multipv -3 wdl -5 0 9 score cp -99999999 pv {board.legal_moves[0]}")
                    say("bestmove a1")
                    continue
                say(f"info string komi {board.komi} {' '.join(limits)}")
                first = board.legal_moves[0]
                say(f"info depth 1 multipv 1 score cp 40 nodes 7 time 1500 pv {first} zz")
                if "infinite" not in limits:
                    say("bestmove " + ("z9" if fault == "wrong" else str(first)))
            case ["stop"]:
                if fault == "late":
                    time.sleep(0.4)
                    say(f"bestmove {board.legal_moves[-1]}")
                    continue
                say(f"bestmove {board.legal_moves[0]}")
            case ["quit"]:
                return


main()
