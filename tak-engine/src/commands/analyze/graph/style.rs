//! The colours of the graph, by day and by night.

use clap::ValueEnum;

/// Which colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Theme {
    /// As the reader's browser is set
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl Theme {
    /// The style sheet of the picture.
    pub(super) fn css(self) -> String {
        match self {
            Self::Auto => {
                format!("{SHAPES}{LIGHT}@media (prefers-color-scheme: dark) {{\n{DARK}}}\n")
            }
            Self::Light => format!("{SHAPES}{LIGHT}"),
            Self::Dark => format!("{SHAPES}{DARK}"),
        }
    }
}

const SHAPES: &str = "\
text { font-family: system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
.title { font-size: 28px; font-weight: 600; }
.facts { font-size: 17px; }
.scale { font-size: 15px; text-anchor: end; }
.number, .axis { font-size: 15px; text-anchor: middle; }
.side { font-size: 15px; font-weight: 600; }
.key { font-size: 15px; }
.label { text-anchor: middle; font-size: 16px; font-weight: 600; }
.plate { fill-opacity: 0.9; }
.grid, .middle, .curve, .leader { fill: none; }
.grid { stroke-width: 1px; stroke-opacity: 0.18; }
.middle { stroke-width: 1.5px; }
.curve { stroke-width: 3px; stroke-linejoin: round; stroke-linecap: round; }
.leader { stroke-width: 1.5px; }
.only { font-size: 17px; font-weight: 600; }
.mistake, .blunder { stroke-width: 2.5px; }
.tip { fill-opacity: 0; }
";

const LIGHT: &str = "\
.page, .plate { fill: #faf6ec; }
.plot { fill: #d9cbac; }
.white { fill: #fffdf8; }
.black { fill: #3d3832; }
.grid, .middle { stroke: #6d5f45; }
.curve { stroke: #e07b1a; }
.spot { fill: #e07b1a; }
.title, .facts, .scale, .axis, .number, .side, .key { fill: #4a4131; }
.label, .only { fill: #2e281d; }
.leader { stroke: #e07b1a; }
.mistake { fill: #f2b705; stroke: #fffdf8; }
.blunder { fill: #d3302f; stroke: #fffdf8; }
";

const DARK: &str = "\
.page, .plate { fill: #1b2126; }
.plot { fill: #47545d; }
.white { fill: #e4eaee; }
.black { fill: #12171b; }
.grid, .middle { stroke: #a9b7c0; }
.curve { stroke: #f5a142; }
.spot { fill: #f5a142; }
.title, .facts, .scale, .axis, .number, .side, .key { fill: #d3dce1; }
.label, .only { fill: #f4f7f9; }
.leader { stroke: #f5a142; }
.mistake { fill: #f7c948; stroke: #1b2126; }
.blunder { fill: #ef5350; stroke: #1b2126; }
";
