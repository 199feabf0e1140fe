//! A picture as SVG: plain shapes, no fonts, no scripts, the same bytes for the same picture.

use std::fmt::{self, Write};

use crate::scene::{Ink, Outline, Paint, Point, Rectangle, Scene, Step};

/// The whole file; one unit of the picture becomes `scale` pixels.
pub(crate) fn svg(scene: &Scene, scale: f32) -> String {
    let mut text = start(scene.width, scene.height, scale, &scene.title);
    // Consecutive shapes with the same paint share its attributes.
    for group in scene.shapes.chunk_by(|one, next| one.paint == next.paint) {
        let words = paint(&group[0].paint);
        if let [only] = group {
            let _ = writeln!(text, "{}{words}/>", outline(&only.outline));
        } else {
            let _ = writeln!(text, "<g{words}>");
            for shape in group {
                let _ = writeln!(text, "{}/>", outline(&shape.outline));
            }
            text += "</g>\n";
        }
    }
    text + "</svg>\n"
}

/// How every file begins.
pub(crate) fn start(width: f32, height: f32, scale: f32, title: &str) -> String {
    let [pixels_wide, pixels_high, width, height] =
        [width * scale, height * scale, width, height].map(Number);
    let title = Escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels_wide}\" height=\"{pixels_high}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n"
    )
}

/// The tag of a shape, not yet closed.
fn outline(outline: &Outline) -> String {
    match outline {
        Outline::Rectangle(rectangle) => {
            let &Rectangle { x, y, width, height, radius } = rectangle;
            let [x, y, width, height, rounding] = [x, y, width, height, radius].map(Number);
            let tag = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
            if radius > 0.0 { format!("{tag} rx=\"{rounding}\"") } else { tag }
        }
        Outline::Circle { center, radius } => {
            let [x, y, radius] = [center.x, center.y, *radius].map(Number);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")
        }
        Outline::Path(steps) => {
            let steps = steps.iter().map(|step| match step {
                Step::Move(at) => format!("M{at}"),
                Step::Line(at) => format!("L{at}"),
                Step::Curve(control, at) => format!("Q{control} {at}"),
                Step::Close => "Z".to_owned(),
            });
            format!("<path d=\"{}\"", steps.collect::<Vec<_>>().concat())
        }
    }
}

fn paint(paint: &Paint) -> String {
    let mut text = paint.fill.map_or(" fill=\"none\"".to_owned(), |ink| attribute("fill", ink));
    if let Some((ink, width)) = paint.line {
        let _ = write!(text, "{} stroke-width=\"{}\"", attribute("stroke", ink), Number(width));
        if paint.fill.is_none() {
            text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        }
    }
    text
}

fn attribute(name: &str, ink: Ink) -> String {
    let Ink { red, green, blue, alpha } = ink;
    let color = format!(" {name}=\"#{red:02x}{green:02x}{blue:02x}\"");
    match alpha {
        u8::MAX => color,
        alpha => format!("{color} {name}-opacity=\"{}\"", Number(f32::from(alpha) / 255.0)),
    }
}

/// A point as written in paths.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

/// A number with at most two decimals.
pub(crate) struct Number(pub(crate) f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text between the tags of XML or HTML; characters that these do not allow become question marks.
///
/// ```
/// assert_eq!(tak_pictures::Escaped("3b2>12 & d3<").to_string(), "3b2&gt;12 &amp; d3&lt;");
/// ```
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '\u{fffe}' | '\u{ffff}' => f.write_char('?')?,
                character if character.is_control() => f.write_char('?')?,
                character => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let written = [0.0, -0.001, 1.5, 12.0, 100.0, 0.126, -3.1].map(|n| Number(n).to_string());
        assert_eq!(written, ["0", "0", "1.5", "12", "100", "0.13", "-3.1"]);
    }

    #[test]
    fn text_cannot_break_out() {
        let escaped = Escaped("</text><script>\u{1}&").to_string();
        assert_eq!(escaped, "&lt;/text&gt;&lt;script&gt;?&amp;");
    }
}
