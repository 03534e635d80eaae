// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "splice/mixed_program.hpp"

namespace nuthatch::testing {

/// Draws the steps of a mixed program: what they touch and do. All places are of one to three
/// kinds, so they often overlap.
class mixed_step_drawing {
 public:
  mixed_step_drawing(std::mt19937_64& chance, bool with_tasks);

  [[nodiscard]] bool may_throw() const { return may_throw_; }

  [[nodiscard]] std::uint32_t next_number() { return ++last_number_; }

  /// Returns a random number from 0 to limit - 1; 0 if the limit is not positive.
  [[nodiscard]] std::ptrdiff_t below(std::ptrdiff_t limit);

  [[nodiscard]] bool one_in(std::ptrdiff_t many) { return below(many) == 0; }

  /// Returns a statement that has only a number, and takes some time.
  [[nodiscard]] statement numbered(statement::kind what);

  [[nodiscard]] statement draw_step();

  /// Draws a step that touches one word or none.
  [[nodiscard]] statement draw_small_step();

  /// Draws a step over an interval or a block. What it writes moves with the parts, and so does
  /// most of what it reads.
  [[nodiscard]] statement draw_sliced();

  /// Returns the same step over a part of its indices.
  [[nodiscard]] statement part_of(const statement& whole, const step_part& part);

  /// Draws an access to a fixed place.
  [[nodiscard]] touch draw_touch();

 private:
  [[nodiscard]] place_kind draw_kind();
  [[nodiscard]] effects::interval draw_interval(std::ptrdiff_t length, std::ptrdiff_t most);
  [[nodiscard]] effects::interval draw_long_interval(std::ptrdiff_t length);
  [[nodiscard]] touch draw_touch(effects::access how, place_kind kind);
  [[nodiscard]] touch draw_moving(effects::access how, place_kind kind, std::size_t sides);
  [[nodiscard]] moving_side draw_moving_side(std::size_t with);
  void draw_throw(statement& of, std::ptrdiff_t rarely);

  std::mt19937_64& chance_;
  bool may_throw_;
  std::ptrdiff_t inner_works_;  ///< how many kinds of it steps may have
  std::vector<place_kind> kinds_;
  std::uint32_t last_number_ = 0;
};

}  // namespace nuthatch::testing
