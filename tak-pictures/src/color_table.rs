//! Few colours in place of many, for a format that has no more.

use std::cmp::Reverse;
use std::collections::HashMap;

use tiny_skia::{Pixmap, PremultipliedColorU8};

/// Red, green and blue.
type Rgb = [u8; 3];

/// The most colours of a table; one more is left for pixels without any.
const MOST_COLORS: usize = 255;

/// How many pixels of each colour there are.
#[derive(Default)]
pub(crate) struct ColorCounts(HashMap<Rgb, u64>);

/// The colours of a file, numbered from 1.
pub(crate) struct ColorTable {
    colors: Vec<Rgb>,
    /// The number of the table's colour that is shown for a colour.
    numbers: HashMap<Rgb, u8>,
}

impl ColorCounts {
    /// Counts the pixels of a picture.
    pub(crate) fn add(&mut self, picture: &Pixmap) {
        for run in runs(picture) {
            *self.0.entry(rgb(run[0])).or_default() += run.len() as u64;
        }
    }

    /// The best table for all that was counted: of popular colours, which are shown as they are,
    /// and close enough together for all others.
    pub(crate) fn table(self) -> ColorTable {
        let mut popular: Vec<_> = self.0.into_iter().collect();
        popular.sort_by_key(|&(color, count)| (Reverse(count), color));
        let popular: Vec<_> = popular.into_iter().map(|(color, _)| color).collect();
        let mut distances = 0..=u8::MAX;
        let colors = distances.find_map(|distance| apart(&popular, distance)).unwrap_or_default();
        let number = |color| {
            let nearest = (0..colors.len()).min_by_key(|&at| distance(colors[at], color));
            nearest.map_or(0, |at| at as u8 + 1)
        };
        let numbers = popular.iter().map(|&color| (color, number(color))).collect();
        ColorTable { colors, numbers }
    }
}

impl ColorTable {
    /// The number of no colour.
    pub(crate) const NONE: u8 = 0;

    /// Red, green and blue of each number, one after the other.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        [&[[0; 3]], &self.colors[..]].concat().concat()
    }

    /// The number of each pixel of a picture that was counted.
    pub(crate) fn numbers(&self, picture: &Pixmap) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(picture.pixels().len());
        for run in runs(picture) {
            let number = self.numbers.get(&rgb(run[0])).copied().unwrap_or(Self::NONE);
            numbers.resize(numbers.len() + run.len(), number);
        }
        numbers
    }
}

/// The colours that are further than `distance` from all before them, unless they are too many.
fn apart(popular: &[Rgb], distance_between: u8) -> Option<Vec<Rgb>> {
    let mut colors = Vec::new();
    for &color in popular {
        if colors.iter().all(|&other| distance(color, other) > distance_between) {
            colors.push(color);
        }
        if colors.len() > MOST_COLORS {
            return None;
        }
    }
    Some(colors)
}

/// The largest difference of red, green and blue.
fn distance(one: Rgb, other: Rgb) -> u8 {
    let [red, green, blue] = [0, 1, 2].map(|part| one[part].abs_diff(other[part]));
    red.max(green).max(blue)
}

/// Neighbouring pixels of one colour: most of a board.
fn runs(picture: &Pixmap) -> impl Iterator<Item = &[PremultipliedColorU8]> {
    picture.pixels().chunk_by(|one, next| one == next)
}

/// The colour of a pixel, as if the picture covered all of it: at the edges it may not.
fn rgb(pixel: PremultipliedColorU8) -> Rgb {
    let color = pixel.demultiply();
    [color.red(), color.green(), color.blue()]
}

#[cfg(test)]
mod tests {
    use tiny_skia::Color;

    use super::*;

    /// A picture of one row.
    fn picture(colors: &[Rgb]) -> Pixmap {
        let mut picture = Pixmap::new(colors.len() as u32, 1).unwrap();
        for (pixel, &[red, green, blue]) in picture.pixels_mut().iter_mut().zip(colors) {
            *pixel = Color::from_rgba8(red, green, blue, 255).premultiply().to_color_u8();
        }
        picture
    }

    /// The same in the colours of its own table.
    fn shown(colors: &[Rgb]) -> Vec<Rgb> {
        let picture = picture(colors);
        let mut counts = ColorCounts::default();
        counts.add(&picture);
        let table = counts.table();
        let bytes = table.bytes();
        assert!(bytes.len() <= 3 * 256);
        let (entries, _) = bytes.as_chunks::<3>();
        let numbers = table.numbers(&picture);
        assert!(!numbers.contains(&ColorTable::NONE));
        numbers.into_iter().map(|number| entries[usize::from(number)]).collect()
    }

    #[test]
    fn few_colors_stay_as_they_are() {
        let grays: Vec<_> = (0..MOST_COLORS as u8).map(|gray| [gray; 3]).collect();
        assert_eq!(shown(&grays), grays);
        assert_eq!(shown(&[[255; 3]]), [[255; 3]]);
    }

    #[test]
    fn of_many_colors_the_popular_stay_and_the_others_come_close() {
        let mut colors = vec![[250, 245, 230]; 2000];
        colors.extend((0..32).flat_map(|red| (0..32).map(move |blue| [red * 8, 0, blue * 8])));
        let shown = shown(&colors);
        assert_eq!(shown[..2000], colors[..2000]);
        let distances = colors.iter().zip(&shown).map(|(&color, &shown)| distance(color, shown));
        assert!(distances.max() <= Some(16));
    }
}
