//! The names of the eight symmetries, as the commands write them.

use tak_encoding::Symmetry;

/// The meaning of the names, for `--help`, with the image of a1 on the 6×6 board.
pub(crate) const NAMES: &str = "Symmetries:
  identity        nothing moves          a1 stays
  rotate90        a quarter clockwise    a1 goes to a6
  rotate180       a half turn            a1 goes to f6
  rotate270       a quarter back         a1 goes to f1
  mirror-files    left and right change  a1 goes to f1
  mirror-ranks    up and down change     a1 goes to a6
  transpose       a2 and b1 change       a1 stays
  anti-transpose  a5 and b6 change       a1 goes to f6";

/// The name of a symmetry, one word.
pub(crate) const fn name(symmetry: Symmetry) -> &'static str {
    [
        "identity",
        "rotate90",
        "rotate180",
        "rotate270",
        "mirror-files",
        "mirror-ranks",
        "transpose",
        "anti-transpose",
    ][symmetry.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tak_encoding::Square;

    #[test]
    fn the_help_says_what_becomes_of_squares() {
        let square = |name: &str| name.parse::<Square<6>>().unwrap();
        let lines: Vec<_> = NAMES.lines().skip(1).collect();
        assert_eq!(lines.len(), 8);
        for (line, symmetry) in lines.into_iter().zip(Symmetry::ALL) {
            assert_eq!(line.split_whitespace().next(), Some(name(symmetry)));
            let turned = square("a1").transform(symmetry).to_string();
            let target = line.rsplit(' ').next().unwrap().replace("stays", "a1");
            assert_eq!(turned, target, "{line}");
        }
        let turned = |name| square(name).transform(Symmetry::Transpose);
        assert_eq!(turned("a2"), square("b1"));
        let turned = |name| square(name).transform(Symmetry::AntiTranspose);
        assert_eq!(turned("a5"), square("b6"));
    }
}
