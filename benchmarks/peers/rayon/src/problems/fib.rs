//! Fibonacci numbers by their definition: every call but the leaves is a spawn and a call.

use super::{expect_equal, Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind = Kind { name: "fib", defaults: &[("n", "35")], prepare };

struct Fib {
    n: u32,
    result: i64,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    Ok(Box::new(Fib { n: settings.number("n", 0..=90)?, result: 0 }))
}

fn fib(n: u32) -> i64 {
    if n < 2 {
        return i64::from(n);
    }
    let (a, b) = rayon::join(|| fib(n - 1), || fib(n - 2));
    a + b
}

impl Problem for Fib {
    fn reset(&mut self) {
        self.result = 0;
    }

    fn run(&mut self) {
        self.result = fib(self.n);
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
