// SPDX-License-Identifier: Apache-2.0

//! Fibonacci numbers by their definition: every call but the leaves is a spawn and a call. Or those
//! for numbers below `cutoff` are plain calls.

use super::{expect_equal, Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind = Kind { name: "fib", defaults: &[("n", "35"), ("cutoff", "0")], prepare };

struct Fib {
    n: u32,
    cutoff: u32,
    result: i64,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    Ok(Box::new(Fib {
        n: settings.number("n", 0..=90)?,
        cutoff: settings.number("cutoff", 0..=90)?,
        result: 0,
    }))
}

fn fib(n: u32) -> i64 {
    if n < 2 {
        return i64::from(n);
    }
    let (a, b) = rayon::join(|| fib(n - 1), || fib(n - 2));
    a + b
}

fn fib_with_cutoff(n: u32, cutoff: u32) -> i64 {
    if n < cutoff {
        return fib_serial(n);
    }
    let (a, b) = rayon::join(|| fib_with_cutoff(n - 1, cutoff), || fib_with_cutoff(n - 2, cutoff));
    a + b
}

fn fib_serial(n: u32) -> i64 {
    if n < 2 {
        return i64::from(n);
    }
    fib_serial(n - 1) + fib_serial(n - 2)
}

impl Problem for Fib {
    fn reset(&mut self) {
        self.result = 0;
    }

    fn run(&mut self) {
        self.result =
            if self.cutoff > 2 { fib_with_cutoff(self.n, self.cutoff) } else { fib(self.n) };
    }

    fn answer(&self) -> String {
        self.result.to_string()
    }

    fn verify(&mut self) -> Result<(), Complaint> {
        let (mut expected, mut next) = (0_i64, 1_i64);
        for _ in 0..self.n {
            (expected, next) = (next, expected + next);
        }
        expect_equal(expected, self.result)
    }
}
