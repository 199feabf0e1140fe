//! A picture in pixels.

use std::fmt;

use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::scene::{Ink, Outline, Rectangle, Scene, Shape, Step};

/// The most pixels in a picture; each needs four bytes while it is drawn.
const MOST_PIXELS: u64 = 40_000_000;

/// Why a picture cannot be written in pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RasterError {
    /// It would have more than 40 million pixels.
    TooLarge {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// The encoder failed.
    Encoder(String),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { width, height } => {
                write!(f, "{width}×{height} pixels are too many, expected at most 40 million")
            }
            Self::Encoder(problem) => write!(f, "the picture cannot be encoded: {problem}"),
        }
    }
}

impl std::error::Error for RasterError {}

/// Draws a picture; one of its units becomes `scale` pixels.
pub(crate) fn raster(scene: &Scene, scale: f32) -> Result<Pixmap, RasterError> {
    // Conversions saturate, so that no size gets past the check.
    let pixels = |units: f32| (units * scale).round().max(1.0) as u32;
    let (width, height) = (pixels(scene.width), pixels(scene.height));
    let too_large = RasterError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut picture = Pixmap::new(width, height).ok_or(too_large)?;
    for shape in &scene.shapes {
        draw(&mut picture, shape, Transform::from_scale(scale, scale));
    }
    Ok(picture)
}

impl RasterError {
    /// The failure of an encoder.
    pub(crate) fn encoder(problem: impl fmt::Display) -> Self {
        Self::Encoder(problem.to_string())
    }
}

fn draw(picture: &mut Pixmap, shape: &Shape, transform: Transform) {
    // A shape without extent has no path, and nothing to see.
    let Some(path) = path(&shape.outline) else {
        return;
    };
    if let Some(ink) = shape.paint.fill {
        picture.fill_path(&path, &paint(ink), FillRule::Winding, transform, None);
    }
    if let Some((ink, width)) = shape.paint.line {
        let mut stroke = Stroke { width, ..Stroke::default() };
        if shape.paint.fill.is_none() {
            stroke.line_cap = LineCap::Round;
            stroke.line_join = LineJoin::Round;
        }
        picture.stroke_path(&path, &paint(ink), &stroke, transform, None);
    }
}

fn paint(ink: Ink) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint::default();
    paint.set_color_rgba8(ink.red, ink.green, ink.blue, ink.alpha);
    paint.anti_alias = true;
    paint
}

fn path(outline: &Outline) -> Option<Path> {
    match outline {
        Outline::Rectangle(rectangle) => rounded(rectangle),
        Outline::Circle { center, radius } => PathBuilder::from_circle(center.x, center.y, *radius),
        Outline::Path(steps) => {
            let mut path = PathBuilder::new();
            for step in steps {
                match step {
                    Step::Move(at) => path.move_to(at.x, at.y),
                    Step::Line(at) => path.line_to(at.x, at.y),
                    Step::Curve(control, at) => path.quad_to(control.x, control.y, at.x, at.y),
                    Step::Close => path.close(),
                }
            }
            path.finish()
        }
    }
}

fn rounded(rectangle: &Rectangle) -> Option<Path> {
    let &Rectangle { x, y, width, height, radius } = rectangle;
    if radius <= 0.0 {
        return Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect);
    }
    // How far the control points of a quarter circle are from the corner.
    let bend = radius * (1.0 - 0.552_285);
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - bend, y, right, y + bend, right, y + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - bend, right - bend, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + bend, bottom, x, bottom - bend, x, bottom - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + bend, x + bend, y, x + radius, y);
    path.close();
    path.finish()
}
