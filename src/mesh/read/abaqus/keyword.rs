//! Keyword lines.

/// A keyword with its parameters.
#[derive(Debug)]
pub(super) struct Keyword {
    pub(super) at: usize,
    /// In capitals, with single blanks.
    pub(super) name: String,
    /// Names in capitals, values as they are.
    parameters: Vec<(String, String)>,
}

impl Keyword {
    /// Splits a line such as `*Element, type=C3D4, elset=body`.
    pub(super) fn new(at: usize, line: &str) -> Self {
        let mut fields = line.trim_start_matches('*').split(',');
        let name = capitals(fields.next().unwrap_or_default());
        let parameters = fields
            .map(|field| field.split_once('=').unwrap_or((field, "")))
            .map(|(name, value)| (capitals(name), value.trim().trim_matches('"').to_owned()))
            .collect();
        Self { at, name, parameters }
    }

    /// The value of a parameter, empty if it has none; `None` if the parameter is not there.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn capitals(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_read_whatever_their_case_and_blanks() {
        let keyword = Keyword::new(0, "*solid   Section, ELSET = Big Body , generate");
        assert_eq!(keyword.name, "SOLID SECTION");
        assert_eq!(keyword.get("ELSET"), Some("Big Body"));
        assert_eq!(keyword.get("GENERATE"), Some(""));
        assert_eq!(keyword.get("TYPE"), None);
    }
}
