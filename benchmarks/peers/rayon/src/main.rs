// SPDX-License-Identifier: Apache-2.0

//! The workloads' algorithms on rayon; benchmarks/README.md describes the command line.

mod problems;
mod protocol;
mod settings;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match protocol::peer_main(&words) {
        Ok(status) => status,
        Err(complaint) => {
            eprintln!("peer-rayon: {complaint}");
            ExitCode::from(2)
        }
    }
}
