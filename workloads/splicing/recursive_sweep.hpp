#pragma once

#include <cstddef>

#include <nuthatch/declarations.hpp>

#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

/// A sweep over an array as a function that can be spliced: it halves its area down to leaves, each
/// of which is a step that can be cut into slices.
///
/// A Sweep has `dimensions`, its type of `effect`, `touches(area)` and `run(area)`.
template <class Sweep>
struct recursive_sweep {
  using effect = typename Sweep::effect;
  using cells = area<Sweep::dimensions>;

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
    now.step(
        all,
        slice,
        [what = sweep](const cells& part) { return what.touches(part); },
        [what = sweep](const cells& part) { what.run(part); });
  }
};

}  // namespace nuthatch::workloads
