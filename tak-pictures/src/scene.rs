//! A picture as a list of shapes, whatever format it is written in.

/// A colour; with an alpha of 255 it is opaque.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ink {
    pub(crate) red: u8,
    pub(crate) green: u8,
    pub(crate) blue: u8,
    pub(crate) alpha: u8,
}

impl Ink {
    /// From a number like `0xrrggbb`.
    pub(crate) const fn rgb(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self { red, green, blue, alpha: 255 }
    }

    /// The same colour, translucent.
    pub(crate) const fn thin(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }
}

/// How a shape is painted: filled, outlined with a line of some width, or both.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Ink>,
    pub(crate) line: Option<(Ink, f32)>,
}

impl Paint {
    pub(crate) const fn fill(ink: Ink) -> Self {
        Self { fill: Some(ink), line: None }
    }

    pub(crate) const fn line(ink: Ink, width: f32) -> Self {
        Self { fill: None, line: Some((ink, width)) }
    }

    pub(crate) const fn outlined(self, ink: Ink, width: f32) -> Self {
        Self { fill: self.fill, line: Some((ink, width)) }
    }
}

/// A point of a picture; y grows downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl Point {
    pub(crate) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    Move(Point),
    Line(Point),
    /// A quadratic curve: control point and end.
    Curve(Point, Point),
    Close,
}

impl Step {
    /// The same step with all its points mapped by `place`.
    pub(crate) fn map(self, mut place: impl FnMut(Point) -> Point) -> Self {
        match self {
            Self::Move(point) => Self::Move(place(point)),
            Self::Line(point) => Self::Line(place(point)),
            Self::Curve(control, end) => Self::Curve(place(control), place(end)),
            Self::Close => Self::Close,
        }
    }
}

/// The geometry of a shape.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Outline {
    /// An upright rectangle, possibly with rounded corners.
    Rectangle(Rectangle),
    Circle {
        center: Point,
        radius: f32,
    },
    Path(Vec<Step>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rectangle {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) radius: f32,
}

impl Rectangle {
    pub(crate) const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { x, y, width, height, radius: 0.0 }
    }

    /// A rectangle centred on a point.
    pub(crate) fn around(center: Point, width: f32, height: f32) -> Self {
        Self::new(center.x - width / 2.0, center.y - height / 2.0, width, height)
    }

    pub(crate) const fn rounded(self, radius: f32) -> Self {
        Self { radius, ..self }
    }
}

/// An outline and how it is painted.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shape {
    pub(crate) outline: Outline,
    pub(crate) paint: Paint,
}

/// A whole picture. A square of the board is [`SQUARE`] units wide.
pub(crate) struct Scene {
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// What the picture shows, in words, for those who cannot see it.
    pub(crate) title: String,
    /// In the order in which they are painted.
    pub(crate) shapes: Vec<Shape>,
    origin: Point,
}

/// The width of a square of the board in units of the picture.
pub(crate) const SQUARE: f32 = 100.0;

impl Scene {
    /// A blank picture of one colour.
    pub(crate) fn new(width: f32, height: f32, title: String, background: Ink) -> Self {
        let mut scene =
            Self { width, height, title, shapes: Vec::new(), origin: Point::new(0.0, 0.0) };
        scene.rectangle(Rectangle::new(0.0, 0.0, width, height), Paint::fill(background));
        scene
    }

    /// Sets the origin of the shapes that follow.
    pub(crate) fn set_origin(&mut self, origin: Point) {
        self.origin = origin;
    }

    pub(crate) fn rectangle(&mut self, rectangle: Rectangle, paint: Paint) {
        let Point { x, y } = self.origin.plus(Point::new(rectangle.x, rectangle.y));
        let outline = Outline::Rectangle(Rectangle { x, y, ..rectangle });
        self.shapes.push(Shape { outline, paint });
    }

    pub(crate) fn circle(&mut self, center: Point, radius: f32, paint: Paint) {
        let center = self.origin.plus(center);
        let outline = Outline::Circle { center, radius };
        self.shapes.push(Shape { outline, paint });
    }

    pub(crate) fn path(&mut self, steps: impl IntoIterator<Item = Step>, paint: Paint) {
        let origin = self.origin;
        let steps = steps.into_iter();
        let steps: Vec<_> = steps.map(|step| step.map(|at| origin.plus(at))).collect();
        if !steps.is_empty() {
            let outline = Outline::Path(steps);
            self.shapes.push(Shape { outline, paint });
        }
    }
}
