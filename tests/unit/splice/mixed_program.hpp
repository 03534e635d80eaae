// SPDX-License-Identifier: Apache-2.0

// Programs over several data structures, as data: which function calls which, and what steps touch.
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

/// The part for which a step runs: nothing, an interval and {0, 1}, or a block.
using step_part = std::array<effects::interval, 2>;

/// A side of a place. It is fixed, or moves with the part for which the step runs.
struct moving_side {
  std::optional<std::size_t> with;  ///< the side of the part that it follows; none: it is fixed
  effects::interval fixed;          ///< the interval if it is fixed
  bool down = false;                ///< moves down while the part moves up
  std::ptrdiff_t shift = 0;         ///< how far it is ahead of the part
  std::ptrdiff_t halo = 0;          ///< the number of additional indices at both ends

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

/// Other use of the library by a step, around its accesses.
enum class inner_work : std::uint8_t {
  none,
  region,           ///< two spliced calls of two steps each: the accesses are made four times
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
  std::vector<touch> besides;  ///< also declared
  bool unknown = false;        ///< an effect on everything is declared
  step_part over{};            ///< of a step over an interval or a block
  std::ptrdiff_t slice = 1;
  bool together = false;                   ///< slices of several calls run together
  std::optional<std::ptrdiff_t> throws{};  ///< at the end of the part that contains this index
  inner_work inside = inner_work::none;
  bool large = false;  ///< its closure is large
  std::uint32_t nanoseconds = 0;

  [[nodiscard]] bool is_sliced() const {
    return what == kind::over_interval || what == kind::over_block;
  }
};

struct function {
  std::uint32_t number = 0;
  std::vector<statement> body{};
  std::vector<touch> besides{};  ///< also declared
  bool throws = false;           ///< throws while it declares
};

/// A function calls only functions before it.
struct mixed_program {
  std::vector<function> functions;
  std::vector<statement> main;
  std::size_t group = 1;
  std::optional<std::size_t> run_after;  ///< the statement of `main` that now.run() follows
  bool may_throw = false;
  bool goes_on = false;  ///< `main` continues after an exception
};

/// The exception of a statement or a function.
struct thrown_by {
  std::uint32_t number;
};

/// The result of a run.
struct outcome {
  mixed_memory memory;
  std::vector<std::uint32_t> thrown;  ///< numbers, in order
};

/// Returns the first difference; empty if both are the same.
[[nodiscard]] std::string difference(const outcome& found, const outcome& expected);

/// Returns the memory at the start of a program.
[[nodiscard]] mixed_memory first_memory();

/// Makes the accesses of a step, index by index. What it writes depends on all that it reads, on
/// its number and on the index.
void access_all(const statement& of, const step_part& part, mixed_memory& memory);

/// Throws the exception that the step throws after such a part, if any.
void throw_behind(const statement& of, const step_part& part);

/// Returns how often a plain step makes its accesses.
[[nodiscard]] constexpr int times_of(const statement& step) {
  return step.inside == inner_work::region || step.inside == inner_work::isolated_region ? 4 : 1;
}

/// Runs one statement after the other, by an interpreter that does not use effects. The first
/// exception of each group counts.
[[nodiscard]] outcome run_plainly(const mixed_program& all);

}  // namespace nuthatch::testing
