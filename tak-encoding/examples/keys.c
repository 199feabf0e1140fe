/* The canonical board and the canonical key of positions, in C.
 *
 *     cc -O2 keys.c -o keys && ./keys < positions.tps
 *
 * Each line is a TPS; for each comes the packed board in its canonical orientation, as
 * hexadecimal digits, and the smallest of the eight Zobrist hashes. FORMATS.md explains
 * both. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SQUARES = 64, TALLEST = 127, MOST_BYTES = 256 };

typedef struct {
    int height, kind;              /* kind: 0 flat, 1 wall, 2 capstone */
    unsigned char colors[TALLEST]; /* from the bottom, 1 for Black */
} Stack;

typedef struct {
    int size, black;
    Stack squares[MOST_SQUARES]; /* a1 first, then b1 */
} Board;

/* Mirror files, mirror ranks, transpose, one after the other. */
static const int SYMMETRIES[8][3] = {
    {0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1},
};

/* Reads a TPS; 0 if it is none. */
static int read_tps(const char *text, Board *board) {
    memset(board, 0, sizeof *board);
    board->size = 1;
    for (const char *c = text; *c && *c != ' '; c++) board->size += *c == '/';
    int size = board->size, rank = size - 1, file = 0;
    if (size < 3 || size > 8) return 0;
    for (; *text && *text != ' '; text++) {
        if (*text == '/') {
            rank--, file = 0;
        } else if (*text == 'x') {
            file += text[1] >= '1' && text[1] <= '8' ? *++text - '0' : 1;
        } else if (*text == '1' || *text == '2') {
            if (rank < 0 || file >= size) return 0;
            Stack *stack = &board->squares[rank * size + file++];
            for (; *text == '1' || *text == '2'; text++) {
                if (stack->height == TALLEST) return 0;
                stack->colors[stack->height++] = *text == '2';
            }
            stack->kind = *text == 'S' ? 1 : *text == 'C' ? 2 : 0;
            text -= !stack->kind;
        }
    }
    board->black = text[0] == ' ' && text[1] == '2';
    return 1;
}

static void turn(const Board *board, const int symmetry[3], Board *turned) {
    int size = board->size;
    turned->size = size, turned->black = board->black;
    for (int rank = 0; rank < size; rank++)
        for (int file = 0; file < size; file++) {
            int f = symmetry[0] ? size - 1 - file : file;
            int r = symmetry[1] ? size - 1 - rank : rank;
            int to = symmetry[2] ? f * size + r : r * size + f;
            turned->squares[to] = board->squares[rank * size + file];
        }
}

typedef struct {
    unsigned char bytes[MOST_BYTES];
    int bits;
} Packed;

static void push(Packed *packed, int bit) {
    packed->bytes[packed->bits / 8] |= bit << packed->bits % 8;
    packed->bits++;
}

static void pack(const Board *board, Packed *packed) {
    int squares = board->size * board->size;
    memset(packed, 0, sizeof *packed);
    for (int bit = 0; bit < 3; bit++) push(packed, (board->size - 1) >> bit & 1);
    push(packed, board->black);
    for (int i = 0; i < squares; i++) push(packed, board->squares[i].height > 0);
    for (int i = 0; i < squares; i++) {
        const Stack *stack = &board->squares[i];
        if (!stack->height) continue;
        push(packed, stack->colors[stack->height - 1]);
        push(packed, stack->kind > 0);
        if (stack->kind) push(packed, stack->kind == 2);
        for (int depth = stack->height - 2; depth >= 0; depth--) {
            push(packed, 1);
            push(packed, stack->colors[depth]);
        }
        push(packed, 0);
    }
}

/* The finalizer of SplitMix64. */
static uint64_t mix(uint64_t event) {
    uint64_t z = event * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint64_t hash(const Board *board) {
    uint64_t size = board->size, squares = size * size, total = board->black ? mix(-1) : 0;
    uint64_t layers = size < 7 ? 126 : size == 7 ? 254 : 127;
    for (uint64_t i = 0; i < squares; i++) {
        const Stack *stack = &board->squares[i];
        for (uint64_t height = 0; height < (uint64_t)stack->height; height++) {
            uint64_t color = stack->colors[height];
            uint64_t layer = size == 8 ? height : 2 * height + color;
            uint64_t key = mix((size * layers + layer) * squares + i);
            total ^= size == 8 && color ? key << 1 | key >> 63 : key;
        }
        if (stack->kind)
            total ^= mix(((uint64_t)1 << 32) + (size * 2 + stack->kind - 1) * squares + i);
    }
    return total;
}

int main(void) {
    static Board board, turned;
    static char line[8192];
    while (fgets(line, sizeof line, stdin)) {
        if (!read_tps(line, &board)) {
            fprintf(stderr, "expected a TPS: %s", line);
            return 2;
        }
        Packed best = {{0}, 0};
        uint64_t key = UINT64_MAX;
        for (int i = 0; i < 8; i++) {
            Packed packed;
            turn(&board, SYMMETRIES[i], &turned);
            pack(&turned, &packed);
            if (i == 0 || memcmp(packed.bytes, best.bytes, MOST_BYTES) < 0) best = packed;
            uint64_t own = hash(&turned);
            if (own < key) key = own;
        }
        for (int i = 0; i < (best.bits + 7) / 8; i++) printf("%02x", best.bytes[i]);
        printf(" %016llx\n", (unsigned long long)key);
    }
    return 0;
}
