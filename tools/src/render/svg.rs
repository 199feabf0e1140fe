//! A picture as SVG: plain shapes, no fonts, no scripts, the same bytes for the
//! same picture.

use std::fmt::{self, Write};

use tak_cli::xml::{Escaped, Number};

use super::scene::{Ink, Outline, Paint, Rectangle, Scene, Shape, Step};

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
            let &Rectangle {
                x,
                y,
                width,
                height,
                radius,
            } = rectangle;
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
    let Ink {
        red,
        green,
        blue,
        alpha,
    } = ink;
    write!(text, " {name}=\"#{red:02x}{green:02x}{blue:02x}\"")?;
    if alpha < u8::MAX {
        let opacity = f32::from(alpha) / 255.0;
        write!(text, " {name}-opacity=\"{}\"", Number(opacity))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_cannot_break_out() {
        let scene = Scene::new(1.0, 1.0, "</title><script>\u{1}&".into(), Ink::rgb(0));
        let text = svg(&scene, 1.0);
        assert!(text.contains("<title>&lt;/title&gt;&lt;script&gt;?&amp;</title>"));
    }
}
