// SPDX-License-Identifier: Apache-2.0

// Programs over data of several sorts, as data: which function calls what, and what steps touch.
// mixed_drawing.hpp draws them, spliced_mixed_program.hpp runs them spliced.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nuthatch/effects.hpp>

#include "splice/mixed_memory.hpp"

namespace nuthatch::testing {

/// What a step is run for: nothing, an interval and {0, 1}, or a block.
using step_part = std::array<effects::interval, 2>;

/// A side of a place. It stays, or moves with the part of its step that runs.
struct moving_side {
  std::optional<std::size_t> with;  ///< which side of the part; none: it stays
  effects::interval fixed;          ///< where it stays
  bool down = false;                ///< while the part moves up
  std::ptrdiff_t shift = 0;         ///< how far ahead it is
  std::ptrdiff_t halo = 0;          ///< so many more at both ends

  [[nodiscard]] effects::interval at(const step_part& part, std::ptrdiff_t length) const;
};

/// An access of a step.
struct touch {
  effects::access how = effects::access::reads;
  place_kind kind = place_kind::cells;
  moving_side along{};
  moving_side across{};
  std::ptrdiff_t step = 1;

  [[nodiscard]] place at(const step_part& part) const;
};

/// What a step does with the library, around its accesses.
enum class inner_work : std::uint8_t {
  none,
  region,           ///< two calls of two steps each, spliced: the accesses come four times
  isolated_region,  ///< the same in an isolated block
  isolated,
  async,
  future,
  fork,
};

/// A call or a step.
struct statement {
  enum class kind : std::uint8_t { call, step, over_interval, over_block };

  kind what = kind::step;
  std::uint32_t number = 0;
  std::size_t called = 0;      ///< of a call: the number of the function
  std::vector<touch> touches;  ///< of a step
  std::vector<touch> besides;  ///< is declared, too
  bool unknown = false;        ///< declared is an effect on everything
  step_part over{};            ///< of a step over something
  std::ptrdiff_t slice = 1;
  bool together = false;                   ///< slices of several calls
  std::optional<std::ptrdiff_t> throws{};  ///< at its end: the part that has this index
  inner_work inside = inner_work::none;
  bool large = false;  ///< what is kept of it
  std::uint32_t nanoseconds = 0;

  [[nodiscard]] bool is_sliced() const {
    return what == kind::over_interval || what == kind::over_block;
  }
};

struct function {
  std::uint32_t number = 0;
  std::vector<statement> body{};
  std::vector<touch> besides{};  ///< is declared, too
  bool throws = false;           ///< while it declares
};

/// Functions call only those before them.
struct mixed_program {
  std::vector<function> functions;
  std::vector<statement> main;
  std::size_t group = 1;
  std::optional<std::size_t> run_after;  ///< the statement of `main` that now.run() follows
  bool may_throw = false;
  bool goes_on = false;  ///< `main`, after an exception
};

/// What a statement or a function throws.
struct thrown_by {
  std::uint32_t number;
};

/// What a run comes to.
struct outcome {
  mixed_memory memory;
  std::vector<std::uint32_t> thrown;  ///< numbers, in order
};

/// Empty where both are the same.
[[nodiscard]] std::string difference(const outcome& found, const outcome& expected);

/// What memory is when a program begins.
[[nodiscard]] mixed_memory first_memory();

/// The accesses of a step, index by index. What it writes depends on all that it reads, on its
/// number and on the index.
void access_all(const statement& of, const step_part& part, mixed_memory& memory);

/// Throws what the step does behind such a part.
void throw_behind(const statement& of, const step_part& part);

/// How often a plain step has its accesses.
[[nodiscard]] constexpr int times_of(const statement& step) {
  return step.inside == inner_work::region || step.inside == inner_work::isolated_region ? 4 : 1;
}

/// One statement after the other, by an interpreter that knows nothing of effects. Of each group
/// the first exception counts.
[[nodiscard]] outcome run_plainly(const mixed_program& all);

}  // namespace nuthatch::testing
