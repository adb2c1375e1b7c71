//! The time of impact, against exact arithmetic, closed forms and certified distances.
//!
//! `GAPKIT_IMPACT_PAIRS` changes the number of motions.

mod nodal;
mod oracle;
mod polynomial;
mod rigid;

/// A number of the environment.
fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => default,
    }
}
