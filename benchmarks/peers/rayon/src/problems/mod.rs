// SPDX-License-Identifier: Apache-2.0

//! The problems that this peer solves. Each is solved on a thread of the pool.

mod fib;
mod fj;
mod heat;
mod integrate;
mod matmul;
mod nqueens;
mod quicksort;
mod uts;

use crate::settings::{Complaint, Settings};

pub trait Problem: Send {
    /// Restores the input before every run; not timed.
    fn reset(&mut self);
    /// Solves the problem; timed.
    fn run(&mut self);
    /// Returns the result of the last run as a short text, the same for every peer.
    fn answer(&self) -> String;
    /// Returns whether the last result is right, or else what is wrong with it.
    fn verify(&mut self) -> Result<(), Complaint>;
}

pub struct Kind {
    pub name: &'static str,
    pub defaults: &'static [(&'static str, &'static str)],
    pub prepare: fn(&Settings) -> Result<Box<dyn Problem>, Complaint>,
}

pub const ALL: &[Kind] = &[
    fib::KIND,
    fj::FROM_LOOP,
    fj::BY_HALVES,
    nqueens::KIND,
    integrate::KIND,
    uts::KIND,
    quicksort::KIND,
    matmul::KIND,
    heat::KIND,
];

fn expect_equal(expected: impl ToString, found: impl ToString) -> Result<(), Complaint> {
    let (expected, found) = (expected.to_string(), found.to_string());
    if expected == found {
        Ok(())
    } else {
        Err(format!("expected {expected}, found {found}"))
    }
}

/// Formats a number like the C++ peers: with the fewest digits that distinguish it from every other
/// number, in the shorter of the two notations.
fn shortest(number: f64) -> String {
    let plain = number.to_string();
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').expect("the notation has an exponent");
    let exponent: i32 = exponent.parse().expect("the exponent is a number");
    let sign = if exponent < 0 { '-' } else { '+' };
    let scientific = format!("{digits}e{sign}{:02}", exponent.abs());
    if scientific.len() < plain.len() {
        scientific
    } else {
        plain
    }
}

/// A bijection of 64-bit numbers in which every bit affects all others (the finalizer of
/// SplitMix64, Steele, Lea and Flood 2014). It generates the same input as in the other peers.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
