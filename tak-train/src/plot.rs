//! Plots of what changes from epoch to epoch, or from generation to generation.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;

/// Two lines with their names over steps at equal distances, and so many decimals beside them.
pub(crate) fn lines(
    steps: &[[f64; 2]],
    names: [&str; 2],
    caption: &str,
    decimals: usize,
) -> String {
    let values = || steps.as_flattened().iter().copied();
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    let range = (high - low).max(1e-9);
    let x = |step: usize| {
        let last = steps.len().saturating_sub(1).max(1) as f64;
        MARGIN + (WIDTH - 2.0 * MARGIN) * step as f64 / last
    };
    let y = |value: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (value - low) / range;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for part in 0..=4 {
        let value = low + range * f64::from(part) / 4.0;
        let at = y(value);
        let _ = writeln!(
            text,
            "<path d=\"M{MARGIN} {at:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:.decimals$}</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            at + 4.0
        );
    }
    let kinds = names.into_iter().zip(["#2b6cb0", "#c05621"]);
    for (kind, (name, color)) in kinds.enumerate() {
        let mut points = String::new();
        for (step, values) in steps.iter().enumerate() {
            let _ = write!(points, "{:.1},{:.1} ", x(step), y(values[kind]));
        }
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\" text-anchor=\"end\">{name}</text>",
            points.trim_end(),
            WIDTH - MARGIN,
            MARGIN + 18.0 * kind as f64
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{caption}</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 16.0,
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(steps: &[[f64; 2]]) -> String {
        lines(steps, ["one", "other"], "steps", 4)
    }

    #[test]
    fn each_epoch_has_a_point_on_both_lines() {
        let picture = drawn(&[[0.06, 0.07], [0.05, 0.06], [0.04, 0.055]]);
        let lines: Vec<_> = picture.split("points=\"").skip(1).collect();
        assert_eq!(lines.len(), 2);
        for line in lines {
            let points = line.split('"').next().unwrap().split(' ');
            assert_eq!(points.count(), 3);
        }
        // The lowest error is at the bottom, the highest at the top.
        assert!(picture.contains("584.0,304.0\"") && picture.contains("\"56.0,56.0 "));
        assert!(!drawn(&[[0.05, 0.05]]).contains("NaN"));
    }
}
