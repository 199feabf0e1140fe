//! A tournament as a page: its tables in Markdown, and the ratings as a picture.

use std::fmt::Write;

use tak_terminal::counted::counted;

use crate::statistics::Estimate;
use crate::tournament::Tournament;

impl Tournament {
    /// The tables as a page of Markdown, under a heading of so many `#`.
    pub fn markdown(&self, level: usize) -> String {
        format!("{} {}\n\n{}", "#".repeat(level), self.title, self.tables())
    }

    /// The same with a picture of the ratings before the tables, for pages that show SVG inside.
    pub fn illustrated(&self, level: usize) -> String {
        format!("{} {}\n\n{}\n\n{}", "#".repeat(level), self.title, self.picture(), self.tables())
    }

    fn tables(&self) -> String {
        let list = self.list();
        let mut text = format!(
            "{} between {}. The mean of the ratings is 0; in parentheses the ends of the 95 % interval.\n\n",
            counted(self.games(), "game"),
            counted(self.engines.len(), "engine"),
        );
        text += &table(&self.ranks(&list));
        text.push('\n');
        text += &table(&self.crosses(&list));
        for line in self.fault_lines() {
            let _ = write!(text, "\n{line}\n");
        }
        text
    }

    /// The ratings as SVG on one line, in the colour of the text around it: a row for each engine,
    /// a dot where its rating is, a line for the interval.
    fn picture(&self) -> String {
        const NAMES: f64 = 230.0;
        const WIDTH: f64 = 470.0;
        const ROW: f64 = 22.0;
        let list = self.list();
        let ends = list
            .iter()
            .fold([0.0_f64; 2], |[low, high], (_, elo)| [low.min(elo.low), high.max(elo.high)]);
        let step = if ends[1] - ends[0] > 1200.0 { 400.0 } else { 100.0 };
        let low = (ends[0] / step).floor() * step;
        let high = ((ends[1] / step).ceil() * step).max(low + step);
        let x = |elo: f64| NAMES + WIDTH * (elo - low) / (high - low);
        let bottom = ROW * list.len() as f64;
        let (width, height) = (NAMES + WIDTH + 30.0, bottom + 24.0);
        let mut text = format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Ratings\" \
             font-size=\"12\" fill=\"currentColor\" stroke=\"currentColor\">"
        );
        for line in 0..=((high - low) / step).round() as u32 {
            let elo = low + step * f64::from(line);
            let _ = write!(
                text,
                "<path d=\"M{0:.1} 0V{bottom}\" opacity=\".2\"/><text x=\"{0:.1}\" y=\"{1}\" \
                 text-anchor=\"middle\" stroke=\"none\">{elo:+}</text>",
                x(elo),
                bottom + 16.0,
            );
        }
        for (row, &(engine, Estimate { value, low, high })) in list.iter().enumerate() {
            let y = ROW * (row as f64 + 0.5);
            let _ = write!(
                text,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" stroke=\"none\">{}</text>\
                 <path d=\"M{:.1} {y}H{:.1}\"/><circle cx=\"{:.1}\" cy=\"{y}\" r=\"4\"/>",
                NAMES - 10.0,
                y + 4.0,
                escaped(&self.entrant(engine)),
                x(low),
                x(high),
                x(value),
            );
        }
        text + "</svg>"
    }
}

/// A name inside of XML.
fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;")
}

/// Rows as a table of Markdown: the first column is left, the others are right.
fn table(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<_> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if index == 0 {
            let _ = writeln!(text, "|---|{}", "--:|".repeat(row.len() - 1));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_does_not_break_a_table() {
        let rows = [vec!["engine".to_owned(), "Elo".to_owned()], vec!["a|b".into(), "1".into()]];
        assert_eq!(table(&rows), "| engine | Elo |\n|---|--:|\n| a\\|b | 1 |\n");
    }

    #[test]
    fn a_picture_has_a_row_for_each_engine() {
        let engines = ["a", "b", "<c>"].map(|name| format!("name={name}").parse().unwrap());
        let page = Tournament::new("4×4".to_owned(), &engines).illustrated(2);
        let picture = page.lines().nth(2).unwrap();
        assert!(page.starts_with("## 4×4\n\n<svg ") && picture.ends_with("</svg>"), "{page}");
        assert_eq!(picture.matches("<circle").count(), 3, "{picture}");
        assert!(picture.contains(">&lt;c></text>"), "{picture}");
    }
}
