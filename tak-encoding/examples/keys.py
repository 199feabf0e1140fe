"""The canonical board and the canonical key of positions, in Python.

    python3 keys.py < positions.tps

Each line is a TPS; for each comes the packed board in its canonical orientation, as
hexadecimal digits, and the smallest of the eight Zobrist hashes. FORMATS.md explains both.
"""

import sys

MASK = 2**64 - 1

# Mirror files, mirror ranks, transpose, one after the other: the eight symmetries.
SYMMETRIES = [
    (0, 0, 0), (1, 0, 1), (1, 1, 0), (0, 1, 1),
    (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1),
]


def read(tps):
    """Size, squares as (colours from the bottom, kind of the top), and whether Black moves."""
    board, side, _ = tps.split()
    squares = []
    for row in reversed(board.split("/")):
        for part in row.split(","):
            if part[0] == "x":
                squares += [None] * int(part[1:] or 1)
            else:
                kind = {"S": 1, "C": 2}.get(part[-1], 0)
                squares.append(([int(piece) - 1 for piece in part.rstrip("SC")], kind))
    return len(board.split("/")), squares, side == "2"


def turn(symmetry, square, size):
    """Where a square goes."""
    files, ranks, transpose = symmetry
    rank, file = divmod(square, size)
    if files:
        file = size - 1 - file
    if ranks:
        rank = size - 1 - rank
    return file * size + rank if transpose else rank * size + file


def pack(size, squares, black):
    """The bits of a board, the lowest of the first byte first."""
    bits, count = size - 1 | black << 3, 4

    def push(value, width):
        nonlocal bits, count
        bits |= value << count
        count += width

    push(sum(1 << index for index, square in enumerate(squares) if square), size * size)
    for colors, kind in filter(None, squares):
        push(colors[-1], 1)
        if kind:
            push(1 | (kind - 1) << 1, 2)
        else:
            push(0, 1)
        for color in reversed(colors[:-1]):
            push(1 | color << 1, 2)
        push(0, 1)
    return bits.to_bytes((count + 7) // 8, "little")


def mix(event):
    """The finalizer of SplitMix64."""
    z = (event * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


def hash_of(size, squares, black):
    """The exclusive or of the keys of all that is there."""
    layers = 126 if size < 7 else 254 if size == 7 else 127
    total = mix(MASK) if black else 0
    for index, square in enumerate(squares):
        if not square:
            continue
        colors, kind = square
        for height, color in enumerate(colors):
            layer = height if size == 8 else 2 * height + color
            key = mix((size * layers + layer) * size * size + index)
            if size == 8 and color:
                key = (key << 1 | key >> 63) & MASK
            total ^= key
        if kind:
            total ^= mix((1 << 32) + (size * 2 + kind - 1) * size * size + index)
    return total


for line in sys.stdin:
    size, squares, black = read(line)
    boards, hashes = [], []
    for symmetry in SYMMETRIES:
        turned = [None] * (size * size)
        for index, square in enumerate(squares):
            turned[turn(symmetry, index, size)] = square
        boards.append(pack(size, turned, black))
        hashes.append(hash_of(size, turned, black))
    print(min(boards).hex(), f"{min(hashes):016x}")
