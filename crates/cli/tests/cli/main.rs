//! Drives the `gapkit` binary as a user would.

#![allow(clippy::unwrap_used)]

mod blocks;
mod body;
mod demo;
mod detect;
mod distance;
mod info;
mod interrupt;
mod killed;
mod manual;
mod output;
mod partition;
mod quadratic;
mod reproduce;
mod thin;
mod view;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const TET: &str = "assets/tet.xyz";
const CUBE: &str = "assets/cube.xyz";

fn gapkit(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gapkit"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(args)
        .output()
        .unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = gapkit(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What the command says on stderr; it must say nothing else and exit with 2.
fn refusal(args: &[&str]) -> String {
    let output = gapkit(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A place for a file or a folder of one test; `name` must differ between tests.
fn place(name: &str) -> String {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().unwrap().to_owned()
}

/// An empty folder of one test.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(place(name));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A file for one test; `name` must differ between tests.
fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}
