// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>

#include "base/assert.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::exploring {

/// The parameters of a small program.
struct sweep_shape {
  unsigned sweeps = 2;
  std::size_t group = 2;
  std::ptrdiff_t cells = 4;
  std::ptrdiff_t leaf = 2;

  /// Each sweep updates in place what the previous one has written. Cells of different halves are
  /// not neighbours, so the halves suit different workers.
  bool in_place = false;
  bool sliced = false;  ///< steps are over intervals, slice by slice
  bool sums = false;    ///< leaves add to a sum, which a step at the end of each group reads

  /// The first leaf waits until a leaf of the other half has begun. So another worker has to take
  /// that half.
  bool meets = false;

  bool throws = false;  ///< all leaves except the first one of the first sweep throw at their end
  splice_options splicing = {};
};

/// Sweeps over cells. Each sweep is a call that divides the cells in halves down to leaves. A cell
/// becomes a hash of its own value and its neighbours' values. So the final values are right only
/// if every step saw the same values as in a sequential run.
template <const sweep_shape& As>
class spliced_sweeps {
 public:
  /// Runs the sweeps, spliced, in the calling task, and checks the result.
  splice_counts run() {
    splice_counts counts;
    std::string thrown;
    try {
      counts = try_splice<effect>(As.group, [this](auto& now) { declare_all(now); }, As.splicing);
    } catch (const std::runtime_error& error) {
      thrown = error.what();
    }
    NUTHATCH_CHECK(thrown == (As.throws ? name_of(0, As.leaf) : ""),
                   "not what was first in the program was thrown");
    spliced_sweeps expected;
    expected.run_in_order();
    NUTHATCH_CHECK(memory_ == expected.memory_, "a step saw what it should not have seen");
    return counts;
  }

 private:
  using effect = effects::effect<effects::range, 8>;
  using interval = effects::interval;
  using value = std::uint64_t;

  static constexpr auto length = static_cast<std::size_t>(As.cells) + 2;

  /// A sweep, or a part of one.
  struct sweep {
    spliced_sweeps* in;
    unsigned number;

    [[nodiscard]] effect touches(interval part) const { return in->effect_of(number, part); }

    void operator()(declarations<effect>& now, interval part) const {
      if (part.last - part.first > As.leaf) {
        const std::ptrdiff_t middle = (part.first + part.last) / 2;
        now.call(*this, interval{part.first, middle});
        now.call(*this, interval{middle, part.last});
      } else if constexpr (As.sliced) {
        now.step(
            part,
            1,
            [it = *this](interval slice) { return it.in->effect_of(it.number, slice); },
            [it = *this](interval slice) { it.in->update(it.number, slice); });
      } else {
        now.step(touches(part), [it = *this, part] { it.in->run_leaf(it.number, part); });
      }
    }
  };

  template <class Now>
  void declare_all(Now& now) {
    for (unsigned number = 0; number < As.sweeps; ++number) {
      now.call(sweep{this, number}, interval{1, As.cells + 1});
      if (As.sums && (number + 1) % As.group == 0) {
        now.run();
        now.step(effects::writes(effects::whole(memory_.sum)), [this] { note_sum(); });
        now.run();
      }
    }
  }

  void run_in_order() {
    alone_ = true;
    for (unsigned number = 0; number < As.sweeps; ++number) {
      update(number, {1, As.cells + 1});
      if (As.sums && (number + 1) % As.group == 0) {
        note_sum();
      }
    }
  }

  /// Returns the array that a sweep reads.
  [[nodiscard]] std::array<value, length>& from(unsigned number) {
    return memory_.arrays[As.in_place ? 0 : number % 2];
  }

  [[nodiscard]] std::array<value, length>& to(unsigned number) {
    return memory_.arrays[As.in_place ? 0 : (number + 1) % 2];
  }

  [[nodiscard]] effect effect_of(unsigned number, interval part) {
    const auto bytes = [](auto& of, interval cells) {
      return effects::range(of.data() + cells.first, of.data() + cells.last);
    };
    effect made = effects::reads(bytes(from(number), read_by(part))) +
                  effects::writes(bytes(to(number), part));
    if (As.sums) {
      made = made + effects::accumulates(effects::whole(memory_.sum));
    }
    return made;
  }

  /// Returns the cells of the part and their neighbours.
  [[nodiscard]] static interval read_by(interval part) {
    const std::ptrdiff_t middle = As.cells / 2 + 1;
    const bool halved = As.in_place && (part.first >= middle || part.last <= middle);
    const interval around =
        part.first < middle ? interval{0, middle} : interval{middle, As.cells + 2};
    return halved ? part.grown(1).clipped(around) : part.grown(1);
  }

  void run_leaf(unsigned number, interval part) {
    if (As.meets && number == 0) {
      meet(part);
    }
    poll();
    update(number, part);
    if (As.throws && !(number == 0 && part.first == 1)) {
      throw std::runtime_error(name_of(number, part.first - 1));
    }
  }

  void meet(interval part) {
    if (part.first > As.cells / 2) {
      other_half_has_begun_.store(/*value=*/true, detail::memory_order_relaxed);
    }
    if (part.first != 1) {
      return;
    }
    for (unsigned step = 0; !other_half_has_begun_.load(detail::memory_order_relaxed); ++step) {
      NUTHATCH_CHECK(step < 10'000, "nobody takes a row");
      poll();
      const core::worker& self = core::worker::current();
      self.team().threads().let_others(self.index(), step);
    }
  }

  void update(unsigned number, interval part) {
    for (std::ptrdiff_t at = part.first; at < part.last; ++at) {
      value seen = number;
      const interval neighbours = read_by({at, at + 1});
      for (std::ptrdiff_t each = neighbours.first; each < neighbours.last; ++each) {
        seen = mix(seen, from(number)[static_cast<std::size_t>(each)]);
      }
      value& cell = to(number)[static_cast<std::size_t>(at)];
      cell = seen;
      if (!alone_) {
        poll();
      }
      if (As.sums) {
        memory_.sum += cell;
      }
    }
  }

  void note_sum() { memory_.sum = mix(memory_.sum, 1); }

  static std::string name_of(unsigned number, std::ptrdiff_t first) {
    return std::to_string(number) + ":" + std::to_string(first);
  }

  static value mix(value a, value b) noexcept {
    a = (a ^ b) * 0x9E3779B97F4A7C15U;
    return a ^ a >> 29U;
  }

  struct memory {
    std::array<std::array<value, length>, 2> arrays{};
    value sum = 0;

    bool operator==(const memory&) const = default;
  };

  memory memory_ = [] {
    memory made;
    value next = 1;
    for (std::array<value, length>& each : made.arrays) {
      for (value& cell : each) {
        cell = next = mix(next, 7);
      }
    }
    return made;
  }();
  bool alone_ = false;
  detail::atomic<bool> other_half_has_begun_{/*value=*/false};
};

}  // namespace nuthatch::exploring
