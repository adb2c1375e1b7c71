//! Sets: lists of numbers, or of first and last numbers.

use super::super::card::{Card, integer};
use super::super::error::Parsed;
use super::super::sets::{SetKind, TaggedSet};
use super::{Dyna, Keyword, Width};

/// What a keyword of a set says, if it is one that lists its members.
struct Listed {
    kind: SetKind,
    has_title: bool,
    is_generated: bool,
}

impl Listed {
    fn of(name: &str) -> Option<Self> {
        let kinds = [
            ("NODE", SetKind::Nodes),
            ("SOLID", SetKind::Solids),
            ("SHELL", SetKind::Shells),
            ("BEAM", SetKind::Beams),
            ("PART", SetKind::Regions),
        ];
        let rest = name.strip_prefix("SET_")?;
        let (word, kind) = kinds.into_iter().find(|(word, _)| rest.starts_with(word))?;
        let mut options: Vec<&str> = rest[word.len()..].split('_').collect();
        // What comes before the first underscore must be nothing.
        if !options.remove(0).is_empty() {
            return None;
        }
        let known = ["LIST", "GENERATE", "TITLE"];
        let (has_title, is_generated) = (options.contains(&"TITLE"), options.contains(&"GENERATE"));
        options.iter().all(|option| known.contains(option)).then_some(Self {
            kind,
            has_title,
            is_generated,
        })
    }
}

impl Dyna<'_> {
    /// A set with its title, its number and its members. Sets that are made of others, of boxes or by
    /// other rules are passed over.
    pub(super) fn set(&mut self, keyword: &Keyword) -> Parsed<()> {
        let Some(listed) = Listed::of(&keyword.name) else { return Ok(()) };
        let title = if listed.has_title { self.card() } else { None };
        let name = title.map_or_else(String::new, |(_, title)| {
            String::from_utf8_lossy(title.trim_ascii()).into_owned()
        });
        let width = if keyword.width == Width::Long { 20 } else { 10 };
        let Some((at, line)) = self.card() else { return Ok(()) };
        let number = integer(Card::new(line, &[width]).get(0), "the number of a set", at)?;
        let (mut single, mut ranges) = (Vec::new(), Vec::new());
        while let Some((at, line)) = self.card() {
            let card = Card::new(line, &[width; 8]);
            let mut members = Vec::with_capacity(8);
            for place in 0..card.len() {
                let field = card.get(place);
                // What is blank is 0, which is no number.
                if !field.is_empty() {
                    members.push(integer(field, "the number of a member of a set", at)?);
                }
            }
            members.retain(|&member| member != 0);
            if listed.is_generated {
                ranges.extend(members.chunks_exact(2).map(|ends| [ends[0], ends[1]]));
            } else {
                single.extend(members);
            }
        }
        self.sets.push(TaggedSet { kind: listed.kind, number, name, at, single, ranges });
        Ok(())
    }
}
