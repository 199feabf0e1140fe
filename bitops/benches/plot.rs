//! Curves on logarithmic axes, as SVG.

use std::fmt::Write;
use std::path::PathBuf;

/// What one way takes: length of the line, nanoseconds, steps.
pub(crate) struct Curve {
    pub(crate) name: &'static str,
    pub(crate) points: Vec<(f64, f64, f64)>,
}

const COLORS: [&str; 4] = ["#b3261e", "#1f6feb", "#1a7f37", "#8250df"];
const SIDE: f64 = 320.0;
const MARGIN: f64 = 50.0;

/// Writes the plot beside the README if `BITOPS_WRITE_PLOT` is set, and among
/// the build products otherwise.
pub(crate) fn write(file: &str, title: &str, curves: &[Curve]) {
    let folder = if std::env::var_os("BITOPS_WRITE_PLOT").is_some() {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets")
    } else {
        PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
    };
    let path = folder.join(file);
    let written =
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, svg(title, curves)));
    match written {
        Ok(()) => println!("\nplot: {}", path.display()),
        Err(error) => println!("\nno plot, {}: {error}", path.display()),
    }
}

fn svg(title: &str, curves: &[Curve]) -> String {
    let (width, height) = (2.0 * (SIDE + 1.5 * MARGIN), SIDE + 2.2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{MARGIN}\" y=\"18\" font-size=\"14\">{title}</text>\n"
    );
    let steps = |&(length, _, steps): &(f64, f64, f64)| (length, steps);
    let times = |&(length, time, _): &(f64, f64, f64)| (length, time);
    panel(&mut svg, MARGIN, "steps", curves, steps);
    panel(&mut svg, SIDE + 2.5 * MARGIN, "ns", curves, times);
    svg.push_str("</svg>\n");
    svg
}

/// One square plot: decades as grid lines, a curve for each way.
fn panel(
    svg: &mut String,
    left: f64,
    label: &str,
    curves: &[Curve],
    point: impl Fn(&(f64, f64, f64)) -> (f64, f64),
) {
    let values = || curves.iter().flat_map(|curve| &curve.points).map(&point);
    let decades = |of: &dyn Fn((f64, f64)) -> f64| {
        let logs = || values().map(of).map(f64::log10);
        (
            logs().fold(f64::MAX, f64::min).floor(),
            logs().fold(f64::MIN, f64::max).ceil(),
        )
    };
    let ((x_low, x_high), (y_low, y_high)) = (decades(&|(x, _)| x), decades(&|(_, y)| y));
    let x_at = |x: f64| left + SIDE * (x - x_low) / (x_high - x_low);
    let y_at = |y: f64| 0.6 * MARGIN + SIDE * (y_high - y) / (y_high - y_low);
    let (top, bottom) = (y_at(y_high), y_at(y_low));
    for decade in x_low as i32..=x_high as i32 {
        let x = x_at(f64::from(decade));
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {top:.1}V{bottom:.1}\" stroke=\"#d0d7de\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">10{}</text>",
            bottom + 16.0,
            superscript(decade),
        );
    }
    for decade in y_low as i32..=y_high as i32 {
        let y = y_at(f64::from(decade));
        let _ = writeln!(
            svg,
            "<path d=\"M{left:.1} {y:.1}h{SIDE}\" stroke=\"#d0d7de\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">10{}</text>",
            left - 5.0,
            y + 4.0,
            superscript(decade),
        );
    }
    for (index, (curve, color)) in curves.iter().zip(COLORS).enumerate() {
        let points = curve.points.iter().map(&point);
        let points = points.map(|(x, y)| format!("{:.1},{:.1}", x_at(x.log10()), y_at(y.log10())));
        let points: Vec<_> = points.collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{}</text>",
            points.join(" "),
            left + 8.0,
            top + 16.0 + 14.0 * index as f64,
            curve.name,
        );
    }
    let (middle, below) = (left + SIDE / 2.0, bottom + 34.0);
    let _ = writeln!(
        svg,
        "<text x=\"{middle:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">places N, against {label}</text>"
    );
}

fn superscript(number: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.unsigned_abs().to_string();
    let raised = digits
        .bytes()
        .map(|digit| DIGITS[usize::from(digit - b'0')]);
    number
        .is_negative()
        .then_some('⁻')
        .into_iter()
        .chain(raised)
        .collect()
}
