// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include <nuthatch/splice.hpp>

#include "message_of.hpp"

/// Helpers for tests that are compiled with NUTHATCH_CHECK_EFFECTS.
namespace nuthatch::testing {

using effect = effects::effect<effects::range>;
using view = effects::array_view<int, 1>;
using effects::interval;

/// Reads one array and writes another, by halves, and has one error.
struct pass {
  view from;
  view to;
  std::ptrdiff_t step_reads_more = 0;
  std::ptrdiff_t step_declares_more = 0;
  std::ptrdiff_t calls_more = 0;
  bool looks_while_declaring = false;
  bool looks_in_touches = false;

  [[nodiscard]] effect touches(interval cells) const {
    return part(from, effects::access::reads, looks_in_touches ? interval{0, from(0)} : cells) +
           part(to, effects::access::writes, cells);
  }

  static effect part(const view& of, effects::access how, interval cells) {
    return {how, effects::range(of.data() + cells.first, of.data() + cells.last)};
  }

  void operator()(declarations<effect>& now, interval cells) const {
    if (looks_while_declaring && from(cells.first) > 100) {
      return;
    }
    if (cells.last - cells.first > 1) {
      const std::ptrdiff_t middle = cells.first + (cells.last - cells.first) / 2;
      now.call(*this, interval{cells.first, middle});
      now.call(*this, interval{middle, cells.last + calls_more});
      return;
    }
    const interval more{cells.first, cells.last + step_declares_more};
    now.step(touches(more), [made = *this, cells] {
      made.to(cells.first) = made.from(cells.first + made.step_reads_more) + 1;
    });
  }
};

/// Returns the message that a program gets, or an empty text.
template <class Body>
std::string error_of(Body body, std::size_t group = 2) {
  return testing::message_of<effects::effect_error>([&] { try_splice<effect>(group, body); });
}

}  // namespace nuthatch::testing
