// SPDX-License-Identifier: Apache-2.0

//! All solutions of the n queens, every placement a spawn down to the row `cutoff`, with its own
//! copy of the board.

use super::{expect_equal, Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind = Kind { name: "nqueens", defaults: &[("n", "12"), ("cutoff", "0")], prepare };

/// The number of ways to place n queens on a board of side n, by n.
const KNOWN: [i64; 18] = [
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365_596, 2_279_184, 14_772_512,
    95_815_104,
];
const MOST: usize = KNOWN.len() - 1;

/// The columns of the queens placed so far, one per row.
type Board = [i8; MOST];

struct Nqueens {
    n: usize,
    cutoff: usize,
    result: i64,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    let n = settings.number("n", 1..=MOST)?;
    let cutoff = settings.number("cutoff", 0..=MOST)?;
    Ok(Box::new(Nqueens { n, cutoff: if cutoff == 0 { n } else { cutoff }, result: 0 }))
}

fn is_safe(queens: &Board, row: usize, column: i8) -> bool {
    (0..row).all(|above| {
        let taken = queens[above];
        let distance = (row - above) as i8;
        taken != column && taken != column - distance && taken != column + distance
    })
}

fn with_queen(queens: &Board, row: usize, column: i8) -> Board {
    let mut next = *queens;
    next[row] = column;
    next
}

#[inline(never)]
fn count_serially(n: usize, row: usize, queens: &Board) -> i64 {
    if row == n {
        return 1;
    }
    (0..n as i8)
        .filter(|&column| is_safe(queens, row, column))
        .map(|column| count_serially(n, row + 1, &with_queen(queens, row, column)))
        .sum()
}

fn count(n: usize, cutoff: usize, row: usize, queens: &Board) -> i64 {
    if row == n {
        return 1;
    }
    if row == cutoff {
        return count_serially(n, row, queens);
    }
    let mut safe = [0_i8; MOST];
    let mut used = 0;
    for column in (0..n as i8).filter(|&column| is_safe(queens, row, column)) {
        safe[used] = column;
        used += 1;
    }
    count_below(n, cutoff, row, queens, &safe[..used])
}

/// Returns the number of solutions with a queen in one of these columns of the row. Joins by halves
/// instead of spawning into a scope: that is cheapest in rayon, because it allocates nothing.
fn count_below(n: usize, cutoff: usize, row: usize, queens: &Board, columns: &[i8]) -> i64 {
    match columns {
        [] => 0,
        [column] => count(n, cutoff, row + 1, &with_queen(queens, row, *column)),
        _ => {
            let (first, second) = columns.split_at(columns.len() / 2);
            let (a, b) = rayon::join(
                || count_below(n, cutoff, row, queens, first),
                || count_below(n, cutoff, row, queens, second),
            );
            a + b
        }
    }
}

impl Problem for Nqueens {
    fn reset(&mut self) {
        self.result = 0;
    }

    fn run(&mut self) {
        self.result = count(self.n, self.cutoff, 0, &[0; MOST]);
    }

    fn answer(&self) -> String {
        self.result.to_string()
    }

    fn verify(&mut self) -> Result<(), Complaint> {
        expect_equal(KNOWN[self.n], self.result)
    }
}
