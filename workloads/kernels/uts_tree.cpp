// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/uts_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>

namespace nuthatch::workloads {

namespace {

using kind = uts_description::kind;

// clang-format off
constexpr std::array<uts_description, 9> trees{{
    // name, shape, branching, max_depth, q, many, seed, {nodes, leaves, depth}
    {"T1",  kind::geometric_fixed,     4, 10, 0,        0,  19, {  4130071,  3305118,    10}},
    {"T2",  kind::geometric_cyclic,    6, 16, 0,        0, 502, {  4117769,  2342762,    81}},
    {"T3",  kind::binomial,         2000,  0, 0.124875, 8,  42, {  4112897,  3599034,  1572}},
    {"T1L", kind::geometric_fixed,     4, 13, 0,        0,  29, {102181082, 81746377,    13}},
    {"T2L", kind::geometric_cyclic,    7, 23, 0,        0, 220, { 96793510, 53791152,    67}},
    {"T3L", kind::binomial,         2000,  0, 0.200014, 5,   7, {111345631, 89076904, 17844}},
    {"T1S", kind::geometric_fixed,     4,  7, 0,        0,  19, {    63914,    51124,     7}},
    {"T2S", kind::geometric_cyclic,    3,  8, 0,        0,  19, {     5083,     2792,    41}},
    {"T3S", kind::binomial,          100,  0, 0.124,    8,   3, {    29837,    26119,   162}},
}};
// clang-format on

constexpr std::uint32_t end_mark = 0x80000000U;  // of a message, by the definition of SHA-1
constexpr std::uint32_t max_children = 100;  // of a node other than a binomial root, by definition
constexpr std::uint32_t cycles = 5;          // of a cyclic tree, after which it ends

/// The random number of a node, at least 0 and less than 1.
double draw(const uts_node& node) {
  return static_cast<double>(node.state[4] & 0x7fffffffU) / 2147483648.0;
}

/// The mean number of children at a depth of a geometric tree.
double mean_children(const uts_description& tree, std::uint32_t depth) {
  if (depth == 0) {
    return tree.branching;
  }
  if (tree.shape == kind::geometric_fixed) {
    return depth < tree.max_depth ? tree.branching : 0;
  }
  if (depth > cycles * tree.max_depth) {
    return 0;
  }
  return std::pow(tree.branching,
                  std::sin(2.0 * std::numbers::pi * static_cast<double>(depth) /
                           static_cast<double>(tree.max_depth)));
}

std::uint32_t end_of_geometric(const uts_description& tree) {
  return tree.shape == kind::geometric_fixed ? tree.max_depth : cycles * tree.max_depth + 1;
}

}  // namespace

std::span<const uts_description> uts_trees() {
  return trees;
}

uts_tree::uts_tree(const uts_description& description) : description_(&description) {
  if (description.shape == kind::binomial) {
    return;
  }
  for (std::uint32_t depth = 0; depth <= end_of_geometric(description); ++depth) {
    const double stopping = 1.0 / (1.0 + mean_children(description, depth));
    log_of_stopping_.push_back(std::log(1.0 - stopping));
  }
}

// The reference generator hashes 20 bytes for the root, 16 zeros and the seed, and 24 for a child,
// its parent's state and its number. Here they include their padding and length in bits.

uts_node uts_tree::root() const {
  const sha1_block block{0, 0, 0, 0, description_->seed, end_mark, 0, 0, 0, 0, 0, 0, 0, 0, 0, 160};
  return {sha1_extend(sha1_start, block), 0};
}

uts_node uts_tree::child(const uts_node& parent, std::uint32_t index) {
  const sha1_digest& from = parent.state;
  const sha1_block block{
      from[0], from[1], from[2], from[3], from[4], index, end_mark, 0, 0, 0, 0, 0, 0, 0, 0, 192};
  return {sha1_extend(sha1_start, block), parent.depth + 1};
}

std::uint32_t uts_tree::count_children(const uts_node& node) const {
  return log_of_stopping_.empty() ? count_binomial(node) : count_geometric(node);
}

std::uint32_t uts_tree::count_binomial(const uts_node& node) const {
  if (node.depth == 0) {
    return static_cast<std::uint32_t>(description_->branching);
  }
  return draw(node) < description_->q ? description_->many : 0;
}

std::uint32_t uts_tree::count_geometric(const uts_node& node) const {
  if (node.depth >= log_of_stopping_.size() - 1) {
    return 0;
  }
  const double trials = std::log(1.0 - draw(node)) / log_of_stopping_[node.depth];
  return std::min(static_cast<std::uint32_t>(trials), max_children);
}

}  // namespace nuthatch::workloads
