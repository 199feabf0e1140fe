//! Files as people really have them, and files of ours as others read them.

mod corpus;
mod kinds;
mod readers;
mod reports;
mod spoiled;
mod writers;
