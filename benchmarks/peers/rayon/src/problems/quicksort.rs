// SPDX-License-Identifier: Apache-2.0

//! Random integers sorted in place, one side of each partition a spawn and the other a call,
//! without spawns from ranges of `cutoff` on.

use super::{expect_equal, mix, Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind =
    Kind { name: "quicksort", defaults: &[("n", "10000000"), ("cutoff", "2000")], prepare };

const INSERTION_SIZE: usize = 24;

struct Quicksort {
    cutoff: usize,
    input: Vec<i32>,
    sorted: Vec<i32>,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    let n = settings.number("n", 2..=1_u64 << 32)?;
    let cutoff = settings.number("cutoff", INSERTION_SIZE..=1 << 32)?;
    let input: Vec<i32> = (0..n).map(|index| (mix(index) >> 32) as i32).collect();
    Ok(Box::new(Quicksort { cutoff, sorted: input.clone(), input }))
}

fn insertion_sort(range: &mut [i32]) {
    for index in 1..range.len() {
        let moving = range[index];
        let mut hole = index;
        while hole > 0 && moving < range[hole - 1] {
            range[hole] = range[hole - 1];
            hole -= 1;
        }
        range[hole] = moving;
    }
}

fn median_of_three(range: &[i32]) -> i32 {
    let (first, middle, last) = (range[0], range[range.len() / 2], range[range.len() - 1]);
    first.min(middle).max(first.max(middle).min(last))
}

/// Hoare's partition around the median of three. Nothing before the returned place is greater than
/// anything from there on, and neither side is empty.
fn partition(range: &mut [i32]) -> usize {
    let pivot = median_of_three(range);
    let (mut low, mut high) = (0, range.len() - 1);
    loop {
        while range[low] < pivot {
            low += 1;
        }
        while pivot < range[high] {
            high -= 1;
        }
        if low >= high {
            return high + 1;
        }
        range.swap(low, high);
        low += 1;
        high -= 1;
    }
}

fn sort_serially(range: &mut [i32]) {
    if range.len() <= INSERTION_SIZE {
        insertion_sort(range);
        return;
    }
    let place = partition(range);
    let (first, second) = range.split_at_mut(place);
    sort_serially(first);
    sort_serially(second);
}

fn sort(range: &mut [i32], cutoff: usize) {
    if range.len() <= cutoff {
        sort_serially(range);
        return;
    }
    let place = partition(range);
    let (first, second) = range.split_at_mut(place);
    rayon::join(|| sort(first, cutoff), || sort(second, cutoff));
}

/// A checksum that depends on the numbers, but not on their order.
fn fingerprint(numbers: &[i32]) -> u64 {
    numbers.iter().fold(0, |sum: u64, &number| sum.wrapping_add(mix(number as u64)))
}

impl Problem for Quicksort {
    fn reset(&mut self) {
        self.sorted.copy_from_slice(&self.input);
    }

    fn run(&mut self) {
        sort(&mut self.sorted, self.cutoff);
    }

    fn answer(&self) -> String {
        let sorted = &self.sorted;
        let (middle, last) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
        format!("{} numbers from {} over {middle} to {last}", sorted.len(), sorted[0])
    }

    fn verify(&mut self) -> Result<(), Complaint> {
        if let Some(place) = self.sorted.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(format!("not sorted at {}", place + 1));
        }
        expect_equal(fingerprint(&self.input), fingerprint(&self.sorted))
    }
}
