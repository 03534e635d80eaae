// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/tree_traversals.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

/// A number from 0 to 1, never from the stream of the points.
float draw(std::size_t number) noexcept {
  constexpr unsigned dropped = 40;
  return static_cast<float>(mix(mix(number)) >> dropped) * 0x1p-24F;
}

ball ball_of(std::size_t number, float most) noexcept {
  const float radius = most * (1 + draw(4 * number + 3)) / 2;
  return {.x = draw(4 * number),
          .y = draw(4 * number + 1),
          .z = draw(4 * number + 2),
          .squared_radius = radius * radius};
}

}  // namespace

tree_traversals::tree_traversals(const traversals_problem& problem)
    : problem_(problem),
      tree_(problem.points, problem.bucket, problem.computes),
      found_(problem.steps * problem.batches * problem.balls, 0) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    balls_.push_back(ball_of(i, problem.radius));
  }
}

void tree_traversals::start() {
  tree_.start();
  std::ranges::fill(found_, 0);
}

ball_batch tree_traversals::batch_of(std::size_t k) noexcept {
  const std::size_t step = k / (1 + problem_.batches);
  const std::size_t first = (k - step - 1) * problem_.balls;
  return {.balls = balls_.data() + first, .found = found_.data() + first, .count = problem_.balls};
}

void tree_traversals::run_plainly() {
  for (std::size_t k = 0; k < count(); ++k) {
    run_on_leaf({}, k, renews(k) ? balls_at_node{} : balls_at_node{0, batch_of(k).all()});
  }
}

void tree_traversals::run_together(std::size_t group, unsigned leaf_level) {
  for (std::size_t first = 0; first < count();) {
    std::vector<balls_at_node> of;
    std::size_t k = first;
    do {
      of.push_back(renews(k) ? balls_at_node{} : balls_at_node{0, batch_of(k).all()});
      ++k;
    } while (k < count() && of.size() < group && !renews(k));
    run_on({}, first, of, leaf_level);
    first = k;
  }
}

void tree_traversals::run_on(tree_place at,
                             std::size_t first,
                             const std::vector<balls_at_node>& of,
                             unsigned leaf_level) {
  if (at.level == leaf_level) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      run_on_leaf(at, first + i, of[i]);
    }
    return;
  }
  std::vector<balls_at_node> below(of.size());
  for (const tree_place child : {at.child(0), at.child(1)}) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      below[i] = renews(first + i) ? balls_at_node{}
                                   : batch_of(first + i).sort(tree_, child, of[i].across);
    }
    run_on(child, first, below, leaf_level);
  }
  for (std::size_t i = 0; i < of.size(); ++i) {
    finish_node(at, first + i, of[i]);
  }
}

void tree_traversals::run_on_leaf(tree_place at, std::size_t k, const balls_at_node& of) {
  if (renews(k)) {
    tree_.renew(at);
  } else if (!of.empty()) {
    const ball_batch batch = batch_of(k);
    batch.traverse(
        tree_, at, of, [&batch](std::size_t i, std::uint64_t sum) { batch.found[i] += sum; });
  }
}

void tree_traversals::finish_node(tree_place at, std::size_t k, const balls_at_node& of) {
  if (renews(k)) {
    tree_.sum_up(at);
  } else if (of.whole != 0) {
    run_on_leaf(at, k, {of.whole, 0});
  }
}

std::string tree_traversals::compare_some() const {
  constexpr std::size_t samples = 4;
  const std::size_t in_step = problem_.batches * problem_.balls;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const std::size_t number = sample * (found_.size() - 1) / (samples - 1);
    const std::uint64_t expected = tree_.expected_within(balls_[number], number / in_step + 1);
    if (found_[number] != expected) {
      return message("ball ", number, ": expected weight ", expected, ", found ", found_[number]);
    }
  }
  return {};
}

}  // namespace nuthatch::workloads
