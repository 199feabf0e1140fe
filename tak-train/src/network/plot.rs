//! A plot of the errors during training.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;

/// Two lines over the epochs: the error, and the error on unseen games.
pub(super) fn errors(errors: &[[f64; 2]]) -> String {
    let values = || errors.as_flattened().iter().copied();
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    let range = (high - low).max(1e-9);
    let x = |epoch: usize| {
        let last = errors.len().saturating_sub(1).max(1) as f64;
        MARGIN + (WIDTH - 2.0 * MARGIN) * epoch as f64 / last
    };
    let y = |error: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (error - low) / range;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for part in 0..=4 {
        let error = low + range * f64::from(part) / 4.0;
        let at = y(error);
        let _ = writeln!(
            text,
            "<path d=\"M{MARGIN} {at:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{error:.4}</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            at + 4.0
        );
    }
    let kinds = [("training", "#2b6cb0"), ("unseen games", "#c05621")];
    for (kind, (name, color)) in kinds.into_iter().enumerate() {
        let mut points = String::new();
        for (epoch, error) in errors.iter().enumerate() {
            let _ = write!(points, "{:.1},{:.1} ", x(epoch), y(error[kind]));
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
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">epochs 1 to {}, mean squared error</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 16.0,
        errors.len()
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_epoch_has_a_point_on_both_lines() {
        let picture = errors(&[[0.06, 0.07], [0.05, 0.06], [0.04, 0.055]]);
        let lines: Vec<_> = picture.split("points=\"").skip(1).collect();
        assert_eq!(lines.len(), 2);
        for line in lines {
            let points = line.split('"').next().unwrap().split(' ');
            assert_eq!(points.count(), 3);
        }
        // The lowest error is at the bottom, the highest at the top.
        assert!(picture.contains("584.0,304.0\"") && picture.contains("\"56.0,56.0 "));
        assert!(!errors(&[[0.05, 0.05]]).contains("NaN"));
    }
}
