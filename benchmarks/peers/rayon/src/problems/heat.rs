// SPDX-License-Identifier: Apache-2.0

//! Heat spreading over a plate in time steps, the blocks of each step in parallel.
//!
//! The plate starts as a sum of waves that are zero on its border. A step, which replaces every
//! inner point by the mean of its four neighbours, shrinks each of them to a known fraction.

use std::f64::consts::PI;

use rayon::prelude::*;

use super::{shortest, Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind = Kind {
    name: "heat",
    defaults: &[
        ("rows", "1024"),
        ("columns", "1024"),
        ("steps", "300"),
        ("block", "16"),
        ("block-columns", "0"),
    ],
    prepare,
};

/// The numbers of half waves along a row and along a column, and the height.
const WAVES: [(f64, f64, f64); 3] = [(1.0, 1.0, 100.0), (3.0, 2.0, 40.0), (2.0, 5.0, 10.0)];

struct Heat {
    rows: usize,
    columns: usize,
    steps: usize,
    block: usize,
    block_columns: usize,
    start: Vec<f64>,
    now: Vec<f64>,
    next: Vec<f64>,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    let rows = settings.number("rows", 3..=100_000)?;
    let columns = settings.number("columns", 3..=100_000)?;
    let mut heat = Heat {
        rows,
        columns,
        steps: settings.number("steps", 1..=1_000_000)?,
        block: settings.number("block", 0..=100_000)?,
        block_columns: settings.number("block-columns", 0..=100_000)?,
        start: vec![0.0; rows * columns],
        now: vec![0.0; rows * columns],
        next: vec![0.0; rows * columns],
    };
    for (across, down, height) in WAVES {
        // The order of additions is that of the C++ peers, so rounding is the same.
        let along_row: Vec<f64> =
            (0..columns).map(|column| height * angle(across, column, columns).sin()).collect();
        for row in 1..rows - 1 {
            let factor = angle(down, row, rows).sin();
            for column in 1..columns - 1 {
                heat.start[row * columns + column] += factor * along_row[column];
            }
        }
    }
    Ok(Box::new(heat))
}

fn angle(half_waves: f64, index: usize, points: usize) -> f64 {
    PI * half_waves * index as f64 / (points - 1) as f64
}

/// Computes a part of a row from that row and its neighbours, which have one more point at each
/// end.
fn advance_row(above: &[f64], here: &[f64], below: &[f64], into: &mut [f64]) {
    let points = into.len();
    // All slices have the same length, so the compiler sees that no index is out of range.
    let (above, below) = (&above[1..][..points], &below[1..][..points]);
    let (left, right) = (&here[..points], &here[2..][..points]);
    for column in 0..points {
        into[column] = 0.25 * ((above[column] + below[column]) + (left[column] + right[column]));
    }
}

/// Computes parts of consecutive rows; the first part begins at `place`.
fn advance_block<'a>(
    now: &[f64],
    columns: usize,
    place: usize,
    parts: impl IntoIterator<Item = &'a mut [f64]>,
) {
    for (row, into) in parts.into_iter().enumerate() {
        let here = place + row * columns;
        let around = |point: usize| &now[point - 1..][..into.len() + 2];
        advance_row(around(here - columns), around(here), around(here + columns), into);
    }
}

impl Heat {
    fn exact(&self, row: usize, column: usize, steps: usize) -> f64 {
        WAVES.iter().fold(0.0, |sum, &(across, down, height)| {
            let shrink =
                (angle(down, 1, self.rows).cos() + angle(across, 1, self.columns).cos()) / 2.0;
            sum + height
                * shrink.powf(steps as f64)
                * angle(down, row, self.rows).sin()
                * angle(across, column, self.columns).sin()
        })
    }

    fn advance(&mut self) {
        let (columns, block_columns, now) = (self.columns, self.block_columns, &self.now);
        // If the user sets no block, rayon may split down to single rows, and avoids that when it
        // is not necessary.
        let block = self.block.max(1);
        let inner = columns..(self.rows - 1) * columns;
        self.next[inner].par_chunks_mut(block * columns).enumerate().for_each(|(index, chunk)| {
            let first = 1 + index * block;
            let rows = chunk.chunks_mut(columns).map(|row| &mut row[1..columns - 1]);
            let place = |column: usize| first * columns + column;
            if block_columns == 0 {
                return advance_block(now, columns, place(1), rows);
            }
            let mut blocks = Vec::new();
            blocks.resize_with((columns - 3) / block_columns + 1, Vec::new);
            for row in rows {
                for (block, part) in blocks.iter_mut().zip(row.chunks_mut(block_columns)) {
                    block.push(part);
                }
            }
            blocks.into_par_iter().enumerate().for_each(|(number, block)| {
                advance_block(now, columns, place(1 + number * block_columns), block);
            });
        });
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

impl Problem for Heat {
    fn reset(&mut self) {
        self.now.copy_from_slice(&self.start);
        self.next.fill(0.0);
    }

    fn run(&mut self) {
        for _ in 0..self.steps {
            self.advance();
        }
    }

    fn answer(&self) -> String {
        let sum: f64 = self.now.iter().fold(0.0, |sum, temperature| sum + temperature);
        format!("mean temperature {}", shortest(sum / self.now.len() as f64))
    }

    fn verify(&mut self) -> Result<(), Complaint> {
        const TOLERANCE: f64 = 1e-9; // of temperatures up to 150
        const SAMPLED_ROWS: usize = 16;
        for row in (0..=SAMPLED_ROWS).map(|sample| sample * (self.rows - 1) / SAMPLED_ROWS) {
            for column in 0..self.columns {
                let found = self.now[row * self.columns + column];
                let expected = self.exact(row, column, self.steps);
                let is_close = (found - expected).abs() <= TOLERANCE; // and no NaN
                if !is_close {
                    return Err(format!(
                        "row {row}, column {column}: expected about {expected}, found {found}"
                    ));
                }
            }
        }
        Ok(())
    }
}
