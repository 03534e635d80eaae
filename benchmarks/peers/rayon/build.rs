// SPDX-License-Identifier: Apache-2.0

//! Tells the program which compiler builds it and which rayon it uses.

use std::process::Command;

fn locked_version(package: &str) -> String {
    let lock = std::fs::read_to_string("Cargo.lock").expect("Cargo.lock is part of the project");
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = "));
    version.expect("Cargo.lock names the version").trim_matches('"').to_string()
}

fn main() {
    let compiler = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let version = Command::new(compiler).arg("--version").output().expect("rustc runs");
    println!("cargo:rustc-env=PEER_COMPILER={}", String::from_utf8_lossy(&version.stdout).trim());
    println!("cargo:rustc-env=PEER_VERSION={}", locked_version("rayon"));
    println!("cargo:rerun-if-changed=Cargo.lock");
    println!("cargo:rerun-if-changed=build.rs");
}
