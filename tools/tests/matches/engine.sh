#!/usr/bin/env bash
# An engine that plays the first legal move that `tak-tools moves` lists on 4×4, and
# misbehaves after four plies in the way that it is told.
tools=$1 way=$2
while read -r word line; do
  case $word in
    tei)
      echo 'id name fake'
      if [ "$way" = second-dialect ]; then
        echo 'size 4 halfkomi 0 4'
      elif [ "$way" = combo ]; then
        echo 'option name HalfKomi type combo default 0 var 0 var 4'
      else
        echo 'option name HalfKomi type spin default 0 min -9 max 9'
      fi
      echo 'option name Threads type spin default 1 min 1 max 8'
      echo 'option name Hash type spin default 16 min 1 max 64'
      echo teiok ;;
    teinewgame)
      expected=4
      if [ "$way" = second-dialect ]; then expected='size 4 halfkomi 4'; fi
      if [ "$line" != "$expected" ]; then exit 1; fi ;;
    isready) echo readyok ;;
    position)
      moves=${line#*moves} start=(--size 4)
      if [[ $line == tps* ]]; then
        line=${line#tps } start=(--tps "${line% moves*}")
      fi ;;
    go)
      echo 'info string thinking'
      if [ "$(wc -w <<< "$moves")" -ge 4 ]; then
        case $way in
          crash) echo 'out of ideas' >&2; exit 3 ;;
          illegal) echo 'bestmove z9'; continue ;;
          mute) echo 'bestmove'; continue ;;
          hang) exec sleep 1000 ;;
          slow) sleep 1 ;;
        esac
      fi
      read -r move < <("$tools" moves "${start[@]}" --moves "$moves")
      echo "bestmove $move ponder a1" ;;
    quit) exit ;;
  esac
done
