// SPDX-License-Identifier: Apache-2.0

//! SHA-1 (FIPS 180-4) of messages that are a few words long.

pub type Digest = [u32; 5];

const START: Digest = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

/// Returns the digest of these words, most significant byte first. There may be at most 13 words,
/// which fit into one block.
#[inline]
pub fn hash_words(words: &[u32]) -> Digest {
    let mut block = [0_u32; 16];
    block[..words.len()].copy_from_slice(words);
    block[words.len()] = 0x8000_0000;
    block[15] = words.len() as u32 * 32;
    extend(&START, block)
}

/// Returns the function of round ROUND of b, c and d, plus its constant.
#[inline(always)]
fn choose<const ROUND: usize>(b: u32, c: u32, d: u32) -> u32 {
    let (mixed, constant) = match ROUND {
        0..=19 => (d ^ (b & (c ^ d)), 0x5a82_7999),
        20..=39 => (b ^ c ^ d, 0x6ed9_eba1),
        40..=59 => ((b & c) | (d & (b | c)), 0x8f1b_bcdc),
        _ => (b ^ c ^ d, 0xca62_c1d6),
    };
    u32::wrapping_add(mixed, constant)
}

/// One round. The indices rotate instead of the five words. Every index is a constant, so that
/// words and schedule are in registers as far as possible.
#[inline(always)]
fn round<const ROUND: usize>(words: &mut Digest, schedule: &mut [u32; 16]) {
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|place| (80 - ROUND + place) % 5);
    if ROUND >= 16 {
        schedule[ROUND % 16] = (schedule[(ROUND + 13) % 16]
            ^ schedule[(ROUND + 8) % 16]
            ^ schedule[(ROUND + 2) % 16]
            ^ schedule[ROUND % 16])
            .rotate_left(1);
    }
    words[e] = words[e]
        .wrapping_add(words[a].rotate_left(5))
        .wrapping_add(choose::<ROUND>(words[b], words[c], words[d]))
        .wrapping_add(schedule[ROUND % 16]);
    words[b] = words[b].rotate_left(30);
}

macro_rules! ten_rounds {
    ($words:ident, $schedule:ident, $($tens:literal)*) => {
        $(
            round::<{ 10 * $tens }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 1 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 2 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 3 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 4 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 5 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 6 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 7 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 8 }>(&mut $words, &mut $schedule);
            round::<{ 10 * $tens + 9 }>(&mut $words, &mut $schedule);
        )*
    };
}

fn extend(digest: &Digest, block: [u32; 16]) -> Digest {
    let mut words = *digest;
    let mut schedule = block;
    ten_rounds!(words, schedule, 0 1 2 3 4 5 6 7);
    for (word, start) in words.iter_mut().zip(digest) {
        *word = word.wrapping_add(*start);
    }
    words
}
