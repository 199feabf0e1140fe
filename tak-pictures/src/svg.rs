//! A picture as SVG: plain shapes, no fonts, no scripts, the same bytes for the
//! same picture.

use std::fmt::{self, Write};

use crate::scene::{Ink, Outline, Paint, Rectangle, Scene, Shape, Step};

/// The whole file; a unit of the picture becomes `scale` pixels.
pub(crate) fn svg(scene: &Scene, scale: f32) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_scene(&mut text, scene, scale);
    text
}

fn write_scene(text: &mut String, scene: &Scene, scale: f32) -> fmt::Result {
    let (width, height) = (scene.width, scene.height);
    write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\" role=\"img\">\n<title>{}</title>\n",
        Number(width * scale),
        Number(height * scale),
        Number(width),
        Number(height),
        Escaped(&scene.title),
    )?;
    for group in scene.shapes.chunk_by(|one, next| one.paint == next.paint) {
        write_group(text, group)?;
    }
    text.write_str("</svg>\n")
}

/// Neighbours with the same paint share its words.
fn write_group(text: &mut String, group: &[Shape]) -> fmt::Result {
    let Some(first) = group.first() else {
        return Ok(());
    };
    if let [only] = group {
        write_outline(text, &only.outline, Some(&first.paint))?;
        return text.write_char('\n');
    }
    text.write_str("<g")?;
    write_paint(text, &first.paint)?;
    text.write_str(">\n")?;
    for shape in group {
        write_outline(text, &shape.outline, None)?;
        text.write_char('\n')?;
    }
    text.write_str("</g>\n")
}

fn write_outline(text: &mut String, outline: &Outline, paint: Option<&Paint>) -> fmt::Result {
    match outline {
        Outline::Rectangle(rectangle) => {
            let &Rectangle { x, y, width, height, radius } = rectangle;
            write!(
                text,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                Number(x),
                Number(y),
                Number(width),
                Number(height)
            )?;
            if radius > 0.0 {
                write!(text, " rx=\"{}\"", Number(radius))?;
            }
        }
        Outline::Circle { center, radius } => write!(
            text,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
            Number(center.x),
            Number(center.y),
            Number(*radius)
        )?,
        Outline::Path(steps) => {
            text.write_str("<path d=\"")?;
            for step in steps {
                write_step(text, step)?;
            }
            text.write_char('"')?;
        }
    }
    if let Some(paint) = paint {
        write_paint(text, paint)?;
    }
    text.write_str("/>")
}

fn write_step(text: &mut String, step: &Step) -> fmt::Result {
    match step {
        Step::Move(at) => write!(text, "M{} {}", Number(at.x), Number(at.y)),
        Step::Line(at) => write!(text, "L{} {}", Number(at.x), Number(at.y)),
        Step::Curve(control, at) => write!(
            text,
            "Q{} {} {} {}",
            Number(control.x),
            Number(control.y),
            Number(at.x),
            Number(at.y)
        ),
        Step::Close => text.write_char('Z'),
    }
}

fn write_paint(text: &mut String, paint: &Paint) -> fmt::Result {
    match paint.fill {
        Some(ink) => write_ink(text, "fill", ink)?,
        None => text.write_str(" fill=\"none\"")?,
    }
    if let Some((ink, width)) = paint.line {
        write_ink(text, "stroke", ink)?;
        write!(text, " stroke-width=\"{}\"", Number(width))?;
        if paint.fill.is_none() {
            text.write_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"")?;
        }
    }
    Ok(())
}

fn write_ink(text: &mut String, name: &str, ink: Ink) -> fmt::Result {
    let Ink { red, green, blue, alpha } = ink;
    write!(text, " {name}=\"#{red:02x}{green:02x}{blue:02x}\"")?;
    if alpha < u8::MAX {
        let opacity = f32::from(alpha) / 255.0;
        write!(text, " {name}-opacity=\"{}\"", Number(opacity))?;
    }
    Ok(())
}

/// A number with two decimals at most.
pub(crate) struct Number(pub(crate) f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text between tags; what XML cannot hold at all becomes a question mark.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

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
