#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include <nuthatch/splice.hpp>

namespace nuthatch::testing {

/// A random program over some cells of memory: a sequence of calls, which call others, down to
/// steps that read, write and accumulate. What a step writes depends on all that it has read, so
/// that two runs come to the same only if every step saw the same.
///
/// Effects are declared, of calls often larger than need be.
class random_nest {
 public:
  using effect = effects::effect<effects::range, 6>;

  struct shape {
    std::size_t cells;
    std::size_t calls;  ///< of the program itself
    unsigned depth;     ///< of the calls below each, at most
    bool alike;         ///< whether the calls of the program are of like shapes, as time steps are
  };

  random_nest(std::mt19937_64& chance, const shape& as) : chance_(&chance), cells_(as.cells) {
    const node* first = nullptr;
    for (std::size_t i = 0; i < as.calls; ++i) {
      if (first == nullptr || !as.alike || below(8) == 0) {
        first = &make({0, static_cast<std::ptrdiff_t>(as.cells)}, as.depth);
        roots_.push_back(first);
      } else {
        roots_.push_back(&make_like(*first));
      }
    }
  }

  /// One call after the other.
  std::vector<std::uint64_t> run_in_order() {
    start();
    for (const node* each : roots_) {
      run(*each);
    }
    return cells_;
  }

  std::vector<std::uint64_t> run_spliced(std::size_t group, const splice_options& options) {
    start();
    counts = try_splice<effect>(
        group,
        [this](splice_region<effect>& now) {
          for (const node* each : roots_) {
            declare(*each, now);
          }
        },
        options);
    return cells_;
  }

  [[nodiscard]] std::size_t steps() const noexcept { return steps_; }

  splice_counts counts;

 private:
  using interval = effects::interval;

  struct touched {
    effects::access how;
    interval cells;
  };

  enum class kind : std::uint8_t { call, step, sliced };

  struct node {
    kind what = kind::call;
    std::uint64_t number = 0;
    interval within;
    std::vector<const node*> below;  // of a call
    std::vector<touched> touches;    // of a step
    interval all;                    // of a step over an interval: its cells, which it updates
    std::ptrdiff_t halo = 0;         // and so many before and behind each of them are read
    std::ptrdiff_t shift = 0;        // how far away what is read lies
    std::ptrdiff_t slice = 1;
    effect declared;
  };

  /// Everything that is called, by one function.
  struct function {
    random_nest* in;
    const node* of;

    [[nodiscard]] effect touches() const { return of->declared; }

    void operator()(declarations<random_nest::effect>& now) const {
      for (const node* each : of->below) {
        in->declare(*each, now);
      }
    }
  };

  template <class Now>
  void declare(const node& one, Now& now) {
    switch (one.what) {
      case kind::call:
        now.call(function{this, &one});
        break;
      case kind::step:
        now.step(one.declared, [this, of = &one] { run_step(*of); });
        break;
      case kind::sliced:
        now.step(
            one.all,
            one.slice,
            [this, of = &one](interval part) { return effect_of(*of, part); },
            [this, of = &one](interval part) { run_sliced(*of, part); });
        break;
    }
  }

  void run(const node& one) {
    switch (one.what) {
      case kind::call:
        for (const node* each : one.below) {
          run(*each);
        }
        break;
      case kind::step:
        run_step(one);
        break;
      case kind::sliced:
        run_sliced(one, one.all);
        break;
    }
  }

  void start() {
    std::uint64_t value = 1;
    for (std::uint64_t& cell : cells_) {
      cell = value = mix(value, 7);
    }
  }

  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    a = (a ^ b) * 0x9E3779B97F4A7C15U;
    return a ^ a >> 29U;
  }

  std::uint64_t& cell(std::ptrdiff_t i) { return cells_[static_cast<std::size_t>(i)]; }

  void run_step(const node& one) {
    std::uint64_t seen = one.number;
    for (const touched& each : one.touches) {
      for (std::ptrdiff_t i = each.cells.first;
           i < each.cells.last && each.how != effects::access::accumulates;
           ++i) {
        seen = mix(seen, cell(i));
      }
    }
    for (const touched& each : one.touches) {
      for (std::ptrdiff_t i = each.cells.first; i < each.cells.last; ++i) {
        if (each.how == effects::access::writes) {
          cell(i) = mix(seen, static_cast<std::uint64_t>(i));
        } else if (each.how == effects::access::accumulates) {
          cell(i) += seen;
        }
      }
    }
  }

  [[nodiscard]] interval read_by(const node& one, interval part) const {
    return interval{part.first + one.shift, part.last + one.shift}.grown(one.halo).clipped(
        {0, static_cast<std::ptrdiff_t>(cells_.size())});
  }

  void run_sliced(const node& one, interval part) {
    for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
      const interval read = read_by(one, {i, i + 1});
      std::uint64_t seen = mix(one.number, cell(i));
      for (std::ptrdiff_t r = read.first; r < read.last; ++r) {
        seen = mix(seen, cell(r));
      }
      cell(i) = seen;
    }
  }

  [[nodiscard]] effects::range range_of(interval cells) const {
    if (cells.empty()) {
      return {};
    }
    return {cells_.data() + cells.first, cells_.data() + cells.last};
  }

  [[nodiscard]] effect effect_of(const node& one, interval part) const {
    effect made(effects::access::writes, range_of(part));
    made.add(effects::access::reads, range_of(read_by(one, part)));
    return made;
  }

  std::size_t below(std::size_t limit) { return (*chance_)() % limit; }

  interval part_of(interval whole) {
    const std::ptrdiff_t size = whole.last - whole.first;
    const auto length = static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(size))) + 1;
    const auto first =
        static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(size - length) + 1));
    return {whole.first + first, whole.first + first + length};
  }

  node& add(kind what, interval within) {
    node& made = nodes_.emplace_back();
    made.what = what;
    made.number = ++steps_;
    made.within = within;
    return made;
  }

  const node& make(interval within, unsigned depth) {
    if (depth == 0 || within.last - within.first < 2 || below(6) == 0) {
      return below(2) == 0 ? make_step(within) : make_sliced(within);
    }
    node& made = add(kind::call, within);
    --steps_;
    if (below(3) != 0) {  // by halves
      const std::ptrdiff_t middle = within.first + (within.last - within.first) / 2;
      made.below = {&make({within.first, middle}, depth - 1),
                    &make({middle, within.last}, depth - 1)};
    }
    for (std::size_t more = below(3); more > 0; --more) {
      made.below.push_back(&make(part_of(within), depth - 1));
    }
    declare_call(made);
    return made;
  }

  void declare_call(node& made) {
    for (const node* each : made.below) {
      made.declared.add(each->declared);
    }
    if (below(4) == 0) {
      made.declared.add(static_cast<effects::access>(below(3)), range_of(part_of({0, size()})));
    }
    if (below(40) == 0) {
      made.declared = effect::on_everything();
    }
  }

  [[nodiscard]] std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(cells_.size()); }

  const node& make_step(interval within) {
    node& made = add(kind::step, within);
    for (std::size_t touches = 1 + below(3); touches > 0; --touches) {
      const auto how = static_cast<effects::access>(below(3));
      const interval wide = within.grown(static_cast<std::ptrdiff_t>(below(3)));
      const interval cells =
          part_of(how == effects::access::reads ? wide.clipped({0, size()}) : within);
      made.touches.push_back({how, cells});
      made.declared.add(how, range_of(cells));
    }
    return made;
  }

  const node& make_sliced(interval within) {
    node& made = add(kind::sliced, within);
    made.all = part_of(within);
    made.halo = static_cast<std::ptrdiff_t>(below(3));
    made.shift = below(3) == 0 ? static_cast<std::ptrdiff_t>(below(7)) - 3 : 0;
    made.slice = static_cast<std::ptrdiff_t>(below(6)) + 1;
    made.declared = effect_of(made, made.all);
    return made;
  }

  /// The same calls; steps of the same cells, but of other numbers.
  const node& make_like(const node& other) {
    node& made = add(other.what, other.within);
    const std::uint64_t number = made.number;
    made = other;
    made.number = number;
    if (other.what == kind::call) {
      --steps_;
      for (const node*& each : made.below) {
        each = &make_like(*each);
      }
    }
    return made;
  }

  std::mt19937_64* chance_;
  std::vector<std::uint64_t> cells_;
  std::deque<node> nodes_;
  std::vector<const node*> roots_;
  std::size_t steps_ = 0;
};

}  // namespace nuthatch::testing
