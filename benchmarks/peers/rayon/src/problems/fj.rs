// SPDX-License-Identifier: Apache-2.0

//! Nearly empty tasks spawned from a loop (fj) or by halving their range (fj-rec), then joined.

use super::{Kind, Problem};
use crate::settings::{Complaint, Settings};

const DEFAULTS: &[(&str, &str)] = &[("tasks", "1024"), ("rounds", "20000"), ("work", "0")];

pub const FROM_LOOP: Kind = Kind { name: "fj", defaults: DEFAULTS, prepare: prepare_loop };
pub const BY_HALVES: Kind = Kind { name: "fj-rec", defaults: DEFAULTS, prepare: prepare_halves };

struct Fj {
    slots: Vec<u32>,
    rounds: u32,
    work: u32,
    spawn: fn(&mut [u32], u32, u32),
}

fn prepare(
    settings: &Settings,
    spawn: fn(&mut [u32], u32, u32),
) -> Result<Box<dyn Problem>, Complaint> {
    Ok(Box::new(Fj {
        slots: vec![0; settings.number("tasks", 1..=1 << 28)?],
        rounds: settings.number("rounds", 1..=1_000_000_000)?,
        work: settings.number("work", 0..=1_000_000_000)?,
        spawn,
    }))
}

fn prepare_loop(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    prepare(settings, spawn_from_loop)
}

fn prepare_halves(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    prepare(settings, spawn_by_halves)
}

/// Returns what a task adds to its slot: the number of the round, after some multiplications, each
/// of which depends on the previous one.
fn mark(round: u32, work: u32) -> u32 {
    (0..work).fold(round, |value, _| value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
}

fn run_task(slot: &mut u32, round: u32, work: u32) {
    *slot = slot.wrapping_add(mark(round, work));
}

fn spawn_from_loop(slots: &mut [u32], round: u32, work: u32) {
    rayon::scope(|scope| {
        for slot in slots {
            scope.spawn(move |_| run_task(slot, round, work));
        }
    });
}

fn spawn_by_halves(slots: &mut [u32], round: u32, work: u32) {
    if let [slot] = slots {
        run_task(slot, round, work);
        return;
    }
    let (first, second) = slots.split_at_mut(slots.len() / 2);
    rayon::join(|| spawn_by_halves(first, round, work), || spawn_by_halves(second, round, work));
}

impl Problem for Fj {
    fn reset(&mut self) {
        self.slots.fill(0);
    }

    fn run(&mut self) {
        for round in 1..=self.rounds {
            (self.spawn)(&mut self.slots, round, self.work);
        }
    }

    fn answer(&self) -> String {
        format!("{} x {} tasks, slots {}", self.rounds, self.slots.len(), self.slots[0])
    }

    fn verify(&mut self) -> Result<(), Complaint> {
        let expected =
            (1..=self.rounds).fold(0_u32, |sum, round| sum.wrapping_add(mark(round, self.work)));
        match self.slots.iter().position(|&slot| slot != expected) {
            Some(wrong) => {
                Err(format!("slot {wrong}: expected {expected}, found {}", self.slots[wrong]))
            }
            None => Ok(()),
        }
    }
}
