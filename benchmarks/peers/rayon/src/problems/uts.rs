// SPDX-License-Identifier: Apache-2.0

//! The size of an unbalanced tree (Olivier et al., LCPC 2006), every child a spawn that makes the
//! child before visiting it.

mod sha1;

use self::sha1::{hash_words, Digest};
use super::{Kind, Problem};
use crate::settings::{Complaint, Settings};

pub const KIND: Kind = Kind { name: "uts", defaults: &[("tree", "T1")], prepare };

const MOST_CHILDREN: u32 = 100; // of any node but a binomial root, by definition
const CYCLES: u32 = 5; // of a cyclic tree, after which it ends

#[derive(Clone, Copy)]
enum Shape {
    /// The average number of children above this depth.
    Fixed { branching: f64, depth: u32 },
    /// The average varies with the depth, in cycles of this length.
    Cyclic { branching: f64, cycle: u32 },
    /// This number of children at the root; elsewhere `many` with probability `q`, or none.
    Binomial { root: u32, many: u32, q: f64 },
}

struct Description {
    name: &'static str,
    shape: Shape,
    seed: u32,
    expected: Totals,
}

const fn totals(nodes: u64, leaves: u64, depth: u64) -> Totals {
    Totals { nodes, leaves, depth }
}

#[rustfmt::skip]
const TREES: &[Description] = &[
    Description { name: "T1", shape: Shape::Fixed { branching: 4.0, depth: 10 }, seed: 19,
                  expected: totals(4_130_071, 3_305_118, 10) },
    Description { name: "T2", shape: Shape::Cyclic { branching: 6.0, cycle: 16 }, seed: 502,
                  expected: totals(4_117_769, 2_342_762, 81) },
    Description { name: "T3", shape: Shape::Binomial { root: 2000, many: 8, q: 0.124875 }, seed: 42,
                  expected: totals(4_112_897, 3_599_034, 1572) },
    Description { name: "T1L", shape: Shape::Fixed { branching: 4.0, depth: 13 }, seed: 29,
                  expected: totals(102_181_082, 81_746_377, 13) },
    Description { name: "T2L", shape: Shape::Cyclic { branching: 7.0, cycle: 23 }, seed: 220,
                  expected: totals(96_793_510, 53_791_152, 67) },
    Description { name: "T3L", shape: Shape::Binomial { root: 2000, many: 5, q: 0.200014 }, seed: 7,
                  expected: totals(111_345_631, 89_076_904, 17844) },
    Description { name: "T1S", shape: Shape::Fixed { branching: 4.0, depth: 7 }, seed: 19,
                  expected: totals(63_914, 51_124, 7) },
    Description { name: "T2S", shape: Shape::Cyclic { branching: 3.0, cycle: 8 }, seed: 19,
                  expected: totals(5_083, 2_792, 41) },
    Description { name: "T3S", shape: Shape::Binomial { root: 100, many: 8, q: 0.124 }, seed: 3,
                  expected: totals(29_837, 26_119, 162) },
];

struct Node {
    state: Digest,
    depth: u32,
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Totals {
    nodes: u64,
    leaves: u64,
    depth: u64,
}

struct Tree {
    shape: Shape,
    seed: u32,
    /// The average number of children at a depth, for geometric trees only.
    log_of_stopping: Vec<f64>,
}

struct Uts {
    tree: Tree,
    expected: Totals,
    result: Totals,
}

fn prepare(settings: &Settings) -> Result<Box<dyn Problem>, Complaint> {
    let name = settings.text("tree");
    let found = TREES.iter().find(|tree| tree.name == name).ok_or_else(|| {
        let names: Vec<_> = TREES.iter().map(|tree| tree.name).collect();
        format!("tree={name}: expected one of {}", names.join(", "))
    })?;
    let tree = Tree::new(found.shape, found.seed);
    Ok(Box::new(Uts { tree, expected: found.expected, result: Totals::default() }))
}

impl Tree {
    fn new(shape: Shape, seed: u32) -> Self {
        let end = match shape {
            Shape::Fixed { depth, .. } => depth,
            Shape::Cyclic { cycle, .. } => CYCLES * cycle + 1,
            Shape::Binomial { .. } => 0,
        };
        let log_of_stopping = (0..=end)
            .map(|depth| (1.0 - 1.0 / (1.0 + Self::mean_children(shape, depth))).ln())
            .collect();
        Tree { shape, seed, log_of_stopping }
    }

    fn mean_children(shape: Shape, at: u32) -> f64 {
        match shape {
            Shape::Fixed { branching, depth } => {
                if at < depth {
                    branching
                } else {
                    0.0
                }
            }
            Shape::Cyclic { branching, .. } if at == 0 => branching,
            Shape::Cyclic { cycle, .. } if at > CYCLES * cycle => 0.0,
            Shape::Cyclic { branching, cycle } => branching
                .powf((2.0 * std::f64::consts::PI * f64::from(at) / f64::from(cycle)).sin()),
            Shape::Binomial { .. } => 0.0,
        }
    }

    fn root(&self) -> Node {
        Node { state: hash_words(&[0, 0, 0, 0, self.seed]), depth: 0 }
    }

    fn child(parent: &Node, index: u32) -> Node {
        let [a, b, c, d, e] = parent.state;
        Node { state: hash_words(&[a, b, c, d, e, index]), depth: parent.depth + 1 }
    }

    fn count_children(&self, node: &Node) -> u32 {
        let drawn = f64::from(node.state[4] & 0x7fff_ffff) / 2_147_483_648.0;
        if let Shape::Binomial { root, many, q } = self.shape {
            return if node.depth == 0 {
                root
            } else if drawn < q {
                many
            } else {
                0
            };
        }
        if node.depth as usize >= self.log_of_stopping.len() - 1 {
            return 0;
        }
        let trials = (1.0 - drawn).ln() / self.log_of_stopping[node.depth as usize];
        (trials as u32).min(MOST_CHILDREN)
    }
}

fn visit(tree: &Tree, node: &Node) -> Totals {
    let children = tree.count_children(node);
    if children == 0 {
        return Totals { nodes: 1, leaves: 1, depth: u64::from(node.depth) };
    }
    let below = visit_children(tree, node, 0, children);
    Totals { nodes: 1 + below.nodes, ..below }
}

/// Joins by halves instead of spawning into a scope: that is cheapest in rayon, because it
/// allocates nothing.
fn visit_children(tree: &Tree, node: &Node, first: u32, last: u32) -> Totals {
    if last - first == 1 {
        return visit(tree, &Tree::child(node, first));
    }
    let middle = first + (last - first) / 2;
    let (a, b) = rayon::join(
        || visit_children(tree, node, first, middle),
        || visit_children(tree, node, middle, last),
    );
    Totals { nodes: a.nodes + b.nodes, leaves: a.leaves + b.leaves, depth: a.depth.max(b.depth) }
}

fn describe(totals: &Totals) -> String {
    format!("{} nodes, {} leaves, depth {}", totals.nodes, totals.leaves, totals.depth)
}

impl Problem for Uts {
    fn reset(&mut self) {
        self.result = Totals::default();
    }

    fn run(&mut self) {
        self.result = visit(&self.tree, &self.tree.root());
    }

    fn answer(&self) -> String {
        describe(&self.result)
    }

    fn verify(&mut self) -> Result<(), Complaint> {
        super::expect_equal(describe(&self.expected), describe(&self.result))
    }
}
