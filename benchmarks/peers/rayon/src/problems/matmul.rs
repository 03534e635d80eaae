// SPDX-License-Identifier: Apache-2.0

//! Product of two square matrices, halved until no side is longer than `block`. One of two halves
//! that may run in parallel is a spawn, the other a call.

use super::{expect_equal, mix, shortest, Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind =
    Kind { name: "matmul", defaults: &[("n", "1024"), ("block", "32")], prepare };

struct Matmul {
    n: usize,
    block: usize,
    a: Vec<f64>,
    b: Vec<f64>,
    c: Vec<f64>,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    let n: usize = settings.number("n", 2..=16384)?;
    let block = settings.number("block", 4..=16384)?;
    let small_integers = |seed: usize| -> Vec<f64> {
        (seed..seed + n * n).map(|index| (mix(index as u64) % 9) as f64 - 4.0).collect()
    };
    Ok(Box::new(Matmul {
        n,
        block,
        a: small_integers(0),
        b: small_integers(n * n),
        c: vec![0.0; n * n],
    }))
}

/// A rectangle of a row-major matrix that is read, beginning at this element.
#[derive(Clone, Copy)]
struct Input<'a>(&'a [f64]);

/// A rectangle of a row-major matrix that one task writes, beginning at this element.
#[derive(Clone, Copy)]
struct Output(*mut f64);

// SAFETY: two tasks that run in parallel never have a common element (see `multiply`).
unsafe impl Send for Output {}

/// c += a b, where c has m rows and n columns and the inner size is k.
#[derive(Clone, Copy)]
struct Product<'a> {
    c: Output,
    a: Input<'a>,
    b: Input<'a>,
    m: usize,
    n: usize,
    k: usize,
    stride: usize,
    block: usize,
}

impl<'a> Input<'a> {
    fn at(self, index: usize) -> Self {
        Input(&self.0[index..])
    }
}

impl Output {
    /// SAFETY: the index has to be in the matrix.
    unsafe fn at(self, index: usize) -> Self {
        Output(self.0.add(index))
    }
}

/// SAFETY: c has to be a rectangle of this size that no other task uses at the same time. Then
/// halves that run in parallel have rectangles without a common element.
unsafe fn multiply(whole: Product) {
    let Product { c, a, b, m, n, k, stride, block } = whole;
    if m <= block && n <= block && k <= block {
        add_product(whole);
    } else if m >= n && m >= k {
        let half = m / 2;
        let first = Product { m: half, ..whole };
        let rest = Product { c: c.at(half * stride), a: a.at(half * stride), m: m - half, ..whole };
        rayon::join(move || multiply(first), move || multiply(rest));
    } else if n >= k {
        let half = n / 2;
        let first = Product { n: half, ..whole };
        let rest = Product { c: c.at(half), b: b.at(half), n: n - half, ..whole };
        rayon::join(move || multiply(first), move || multiply(rest));
    } else {
        // Both halves add to the same elements, so they run one after the other.
        let half = k / 2;
        multiply(Product { k: half, ..whole });
        multiply(Product { a: a.at(half), b: b.at(half * stride), k: k - half, ..whole });
    }
}

/// SAFETY: as for `multiply`.
unsafe fn add_product(product: Product) {
    let Product { c, a, b, m, n, k, stride, .. } = product;
    for row in 0..m {
        let into = std::slice::from_raw_parts_mut(c.at(row * stride).0, n);
        for inner in 0..k {
            let factor = a.0[row * stride + inner];
            let from = &b.0[inner * stride..inner * stride + n];
            for (sum, value) in into.iter_mut().zip(from) {
                *sum += factor * value;
            }
        }
    }
}

fn times(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let product = |row: &[f64]| row.iter().zip(vector).fold(0.0, |sum, (a, b)| sum + a * b);
    matrix.chunks(vector.len()).map(product).collect()
}

impl Problem for Matmul {
    fn reset(&mut self) {
        self.c.fill(0.0);
    }

    fn run(&mut self) {
        let (n, block) = (self.n, self.block);
        let c = Output(self.c.as_mut_ptr());
        let (a, b) = (Input(&self.a), Input(&self.b));
        // SAFETY: c is the whole matrix, which only this function borrows.
        unsafe { multiply(Product { c, a, b, m: n, n, k: n, stride: n, block }) };
    }

    fn answer(&self) -> String {
        let sum: f64 = self.c.iter().fold(0.0, |sum, element| sum + element);
        let trace: f64 = self.c.iter().step_by(self.n + 1).fold(0.0, |sum, element| sum + element);
        format!("sum {}, trace {}", shortest(sum), shortest(trace))
    }

    /// Multiplies both sides by random vectors (Freivalds 1977). All numbers are integers, so
    /// nothing is rounded.
    fn verify(&mut self) -> Result<(), Complaint> {
        for seed in [1_u64 << 40, 1 << 50] {
            let vector: Vec<f64> =
                (0..self.n as u64).map(|index| (mix(seed + index) >> 44) as f64).collect();
            let expected = times(&self.a, &times(&self.b, &vector));
            let found = times(&self.c, &vector);
            for (row, (expected, found)) in expected.iter().zip(&found).enumerate() {
                expect_equal(expected, found)
                    .map_err(|complaint| format!("row {row} times a vector: {complaint}"))?;
            }
        }
        Ok(())
    }
}
