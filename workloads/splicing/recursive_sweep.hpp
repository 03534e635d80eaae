// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/declarations.hpp>
#include <nuthatch/step_slices.hpp>

#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

/// A sweep over an array as a function that can be spliced: it halves its area down to leaves, each
/// of which is a step that can be cut into slices.
///
/// A Sweep has `dimensions`, its type of `effect`, `touches(area)` and `run(area)`. It may have
/// `run_together(slices)`, a static function for parts of several sweeps that do not depend on each
/// other: it runs slices[i].body.sweep on slices[i].where.
template <class Sweep>
struct recursive_sweep {
  using effect = typename Sweep::effect;
  using cells = area<Sweep::dimensions>;

  struct run_part {
    Sweep sweep;

    void operator()(const cells& part) const { sweep.run(part); }
  };

  Sweep sweep;
  extents<Sweep::dimensions> leaf;
  std::ptrdiff_t slice;

  [[nodiscard]] effect touches(const cells& all) const { return sweep.touches(all); }

  void operator()(declarations<effect>& now, const cells& all) const {
    if (const auto parts = halves(all, leaf)) {
      now.call(*this, parts->first);
      now.call(*this, parts->second);
      return;
    }
    const auto effect_of = [what = sweep](const cells& part) {
      return what.touches(part);
    };
    if constexpr (requires { &Sweep::template run_together<step_slices<run_part, cells>>; }) {
      now.step(all, slice, effect_of, run_part{sweep}, [](const step_slices<run_part, cells>& of) {
        Sweep::run_together(of);
      });
    } else {
      now.step(all, slice, effect_of, run_part{sweep});
    }
  }
};

}  // namespace nuthatch::workloads
