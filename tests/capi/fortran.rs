//! `include/gapkit.f90` says what the header says.

use super::common::file;
use super::parse::{Field, constants, functions, structs};

fn lines() -> Vec<String> {
    file("include/gapkit.f90").lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn constants_are_the_same() {
    let prefix = "integer(c_int32_t), parameter :: ";
    let theirs: Vec<(String, i64)> = lines()
        .iter()
        .filter_map(|line| line.strip_prefix(prefix)?.split_once(" = "))
        .map(|(name, value)| (name.to_owned(), value.parse().expect("a number")))
        .collect();
    assert_eq!(theirs, constants(&file("include/gapkit.h")));
}

/// What a type of the header is in Fortran.
fn kind(of: &str) -> &'static str {
    match of {
        "double" => "real(c_double)",
        "int64_t" | "uint64_t" => "integer(c_int64_t)",
        "size_t" => "integer(c_size_t)",
        "pointer" => "type(c_ptr)",
        of if of.starts_with("gapkit_comm_") => "type(c_funptr)",
        _ => "integer(c_int32_t)",
    }
}

#[test]
fn types_have_the_same_fields_in_the_same_order() {
    let lines = lines();
    for found in structs(&file("include/gapkit.h")) {
        let start = format!("type, bind(C) :: {}", found.name);
        let start = lines.iter().position(|line| *line == start);
        let start = start.unwrap_or_else(|| panic!("there is no {}", found.name));
        let declared = |field: &Field| match field.count {
            1 => format!("{} :: {}", kind(&field.kind), field.name),
            count => format!("{} :: {}({count})", kind(&field.kind), field.name),
        };
        let expected: Vec<String> = found.fields.iter().map(declared).collect();
        assert_eq!(lines[start + 1..][..expected.len()], expected, "{}", found.name);
        assert_eq!(lines[start + 1 + expected.len()], format!("end type {}", found.name));
    }
}

#[test]
fn every_function_is_there() {
    let module = file("include/gapkit.f90");
    for name in functions(&file("include/gapkit.h")) {
        let count = module.matches(&format!("bind(C, name=\"{name}\")")).count();
        assert_eq!(count, 1, "{name}");
    }
}
