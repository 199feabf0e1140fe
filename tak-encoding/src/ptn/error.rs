//! Errors in a PTN file.

use std::fmt;

use crate::text::excerpt;

/// An error in a PTN file and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PtnError {
    line: usize,
    column: usize,
    problem: String,
}

impl PtnError {
    pub(super) fn new(text: &str, offset: usize, found: &str, expected: &str) -> Self {
        let found = if found.is_empty() { "the end".to_owned() } else { excerpt(found) };
        Self::with_problem(text, offset, format!("found {found}, expected {expected}"))
    }

    pub(super) fn with_problem(text: &str, offset: usize, problem: String) -> Self {
        Places::of(text).error(offset, problem)
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The same error in a file in which the text begins at this line and column.
    pub(super) fn behind(mut self, line: usize, column: usize) -> Self {
        if self.line == 1 {
            self.column += column - 1;
        }
        self.line += line - 1;
        self
    }

    /// The character in the line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong, without the line and column, which the caller may know better.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

/// Computes lines and columns in ascending order, so that the text is read only once for all of
/// them.
pub(super) struct Places<'a> {
    text: &'a str,
    /// How far the text has been read in bytes, and the line and column there.
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, offset: 0, line: 1, column: 1 }
    }

    /// An error at an offset, which must not be less than that of the previous call.
    pub(super) fn error(&mut self, offset: usize, problem: String) -> PtnError {
        let between = &self.text[self.offset..offset];
        self.line += between.matches('\n').count();
        let own = between.chars().rev().take_while(|&c| c != '\n').count();
        self.column = if between.contains('\n') { own + 1 } else { self.column + own };
        self.offset = offset;
        PtnError { line: self.line, column: self.column, problem }
    }
}

impl fmt::Display for PtnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PTN, line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for PtnError {}
