// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include <nuthatch/charge_work.hpp>
#include <nuthatch/splice.hpp>

namespace nuthatch::testing {

/// A random program over some cells of memory: a sequence of calls that call others, down to steps
/// that read, write and accumulate. What a step writes depends on everything that it has read. So
/// two runs have the same result only if every step saw the same values.
///
/// The declared effects of calls are often larger than necessary. A spliced run may check them.
template <class Checking = effects::default_checking>
class random_nest {
 public:
  using effect = effects::effect<effects::box<2>, 6>;

  struct shape {
    std::ptrdiff_t rows;
    std::ptrdiff_t columns;
    std::size_t calls;  ///< calls of the program itself
    unsigned depth;     ///< maximal depth of the calls below each
    bool alike;         ///< whether all calls of the program have similar shapes, like time steps
  };

  random_nest(std::mt19937_64& chance, const shape& as)
      : chance_(&chance),
        whole_{interval{0, as.rows}, interval{0, as.columns}},
        cells_(static_cast<std::size_t>(as.rows * as.columns)) {
    const node* first = nullptr;
    for (std::size_t i = 0; i < as.calls; ++i) {
      if (first == nullptr || !as.alike || below(8) == 0) {
        first = &make(whole_, as.depth);
        roots_.push_back(first);
      } else {
        roots_.push_back(&make_like(*first));
      }
    }
  }

  /// Runs one call after the other.
  std::vector<std::uint64_t> run_in_order() {
    start();
    for (const node* each : roots_) {
      run(*each);
    }
    return cells_;
  }

  std::vector<std::uint64_t> run_spliced(std::size_t group, const splice_options& options) {
    start();
    counts = try_splice<effect, Checking>(
        group,
        [this](auto& now) {
          for (const node* each : roots_) {
            declare(*each, now);
          }
        },
        options);
    return cells_;
  }

  [[nodiscard]] std::size_t steps() const noexcept { return steps_; }

  splice_counts counts;
  std::uint64_t pace = 0;  ///< changes how long steps take

 protected:
  using interval = effects::interval;
  using area = std::array<interval, 2>;  // rows and columns

  struct touched {
    effects::access how;
    area cells;
  };

  enum class kind : std::uint8_t { call, step, sliced };

  struct node {
    kind what = kind::call;
    std::uint64_t number = 0;
    area within;
    std::vector<const node*> below;  // of a call
    std::vector<touched> touches;    // of a step
    area all;                        // of a step over a block: the cells that it updates
    std::ptrdiff_t halo = 0;         // the number of cells around each of them that are read
    area shift{};                    // the distance of what is read: `first` in both dimensions
    std::ptrdiff_t slice = 1;
    bool by_rows = false;   // over the rows only
    bool together = false;  // slices of several calls run together
    effect declared;
  };

  /// The function of all calls.
  struct function {
    random_nest* in;
    const node* of;

    [[nodiscard]] effect touches() const { return of->declared; }

    void operator()(declarations<effect, Checking>& now) const {
      for (const node* each : of->below) {
        in->declare(*each, now);
      }
    }
  };

  struct rows_of {
    random_nest* in;
    const node* of;

    void operator()(interval rows) const { in->run_sliced(*of, {rows, of->all[1]}); }
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
        if (one.together) {
          now.step(
              one.all[0],
              one.slice,
              [this, of = &one](interval rows) { return effect_of(*of, {rows, of->all[1]}); },
              rows_of{this, &one},
              [](const step_slices<rows_of, interval>& slices) {
                for (std::size_t i = slices.size(); i-- > 0;) {
                  slices[i].body(slices[i].where);
                }
              });
        } else if (one.by_rows) {
          now.step(
              one.all[0],
              one.slice,
              [this, of = &one](interval rows) { return effect_of(*of, {rows, of->all[1]}); },
              [this, of = &one](interval rows) { run_sliced(*of, {rows, of->all[1]}); });
        } else {
          now.step(
              one.all,
              one.slice,
              [this, of = &one](const area& part) { return effect_of(*of, part); },
              [this, of = &one](const area& part) { run_sliced(*of, part); });
        }
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

  effects::array_view<std::uint64_t, 2, Checking> cells() {
    return {cells_.data(), {whole_[0].last, whole_[1].last}};
  }

  decltype(auto) cell(std::ptrdiff_t row, std::ptrdiff_t column) { return cells()(row, column); }

  template <class Visit>
  void for_each(const area& of, Visit visit) {
    for (std::ptrdiff_t row = of[0].first; row < of[0].last; ++row) {
      for (std::ptrdiff_t column = of[1].first; column < of[1].last; ++column) {
        visit(row, column);
      }
    }
  }

  /// Steps take long enough for others to take something in the meantime, on virtual workers, and
  /// take different times.
  void take_time(const node& one) const { charge_work(200 + (one.number + pace) * 7'919 % 5'000); }

  void run_step(const node& one) {
    take_time(one);
    std::uint64_t seen = one.number;
    for (const touched& each : one.touches) {
      if (each.how != effects::access::accumulates) {
        for_each(each.cells, [&](auto row, auto column) { seen = mix(seen, cell(row, column)); });
      }
    }
    for (const touched& each : one.touches) {
      for_each(each.cells, [&](auto row, auto column) {
        if (each.how == effects::access::writes) {
          cell(row, column) = mix(seen, static_cast<std::uint64_t>(row * 1'000 + column));
        } else if (each.how == effects::access::accumulates) {
          std::atomic_ref(cells().accumulate(row, column))
              .fetch_add(seen, std::memory_order_relaxed);
        }
      });
    }
  }

  [[nodiscard]] area read_by(const node& one, const area& part) const {
    area read = part;
    for (std::size_t d = 0; d < read.size(); ++d) {
      const std::ptrdiff_t by = one.shift[d].first;
      read[d] = interval{part[d].first + by, part[d].last + by}.grown(one.halo).clipped(whole_[d]);
    }
    return read;
  }

  void run_sliced(const node& one, const area& part) {
    take_time(one);
    for_each(part, [&](auto row, auto column) {
      std::uint64_t seen = mix(one.number, cell(row, column));
      for_each(read_by(one, {interval{row, row + 1}, interval{column, column + 1}}),
               [&](auto r, auto c) { seen = mix(seen, cell(r, c)); });
      cell(row, column) = seen;
    });
  }

  [[nodiscard]] effects::box<2> box_of(const area& cells) const {
    return effects::array_view<const std::uint64_t, 2>(cells_.data(),
                                                       {whole_[0].last, whole_[1].last})
        .part(cells);
  }

  [[nodiscard]] effect effect_of(const node& one, const area& part) const {
    effect made(effects::access::writes, box_of(part));
    made.add(effects::access::reads, box_of(read_by(one, part)));
    return made;
  }

  std::size_t below(std::size_t limit) { return (*chance_)() % limit; }

  std::ptrdiff_t up_to(std::ptrdiff_t most) {
    return static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(most) + 1));
  }

  interval part_of(const interval& whole) {
    const std::ptrdiff_t length = 1 + up_to(whole.last - whole.first - 1);
    const std::ptrdiff_t first = whole.first + up_to(whole.last - whole.first - length);
    return {first, first + length};
  }

  area part_of(const area& whole) { return {part_of(whole[0]), part_of(whole[1])}; }

  node& add(kind what, const area& within) {
    node& made = nodes_.emplace_back();
    made.what = what;
    made.number = ++steps_;
    made.within = within;
    return made;
  }

  static bool is_one_cell(const area& of) {
    return of[0].last - of[0].first == 1 && of[1].last - of[1].first == 1;
  }

  const node& make(const area& within, unsigned depth) {
    if (depth == 0 || is_one_cell(within) || below(6) == 0) {
      return below(2) == 0 ? make_step(within) : make_sliced(within);
    }
    node& made = add(kind::call, within);
    --steps_;
    if (below(3) != 0) {
      for (const area& half : halves_of(within)) {
        made.below.push_back(&make(half, depth - 1));
      }
    }
    for (std::size_t more = below(3); more > 0; --more) {
      made.below.push_back(&make(part_of(within), depth - 1));
    }
    declare_call(made);
    return made;
  }

  /// Returns the halves of the area, divided along its longer side.
  static std::array<area, 2> halves_of(const area& whole) {
    const std::size_t d = whole[0].last - whole[0].first >= whole[1].last - whole[1].first ? 0 : 1;
    const std::ptrdiff_t middle = (whole[d].first + whole[d].last) / 2;
    std::array<area, 2> halves{whole, whole};
    halves[0][d].last = halves[1][d].first = middle;
    return halves;
  }

  void declare_call(node& made) {
    for (const node* each : made.below) {
      made.declared.add(each->declared);
    }
    if (below(4) == 0) {
      made.declared.add(static_cast<effects::access>(below(3)), box_of(part_of(whole_)));
    }
    if (below(40) == 0) {
      made.declared = effect::on_everything();
    }
  }

  const node& make_step(const area& within) {
    node& made = add(kind::step, within);
    for (std::size_t touches = 1 + below(3); touches > 0; --touches) {
      const auto how = static_cast<effects::access>(below(3));
      area wide = within;
      for (std::size_t d = 0; d < wide.size(); ++d) {
        wide[d] = within[d].grown(up_to(2)).clipped(whole_[d]);
      }
      const area cells = part_of(how == effects::access::reads ? wide : within);
      made.touches.push_back({how, cells});
      made.declared.add(how, box_of(cells));
    }
    return made;
  }

  const node& make_sliced(const area& within) {
    node& made = add(kind::sliced, within);
    made.all = part_of(within);
    made.halo = up_to(2);
    for (interval& by : made.shift) {
      by.first = below(3) == 0 ? up_to(6) - 3 : 0;
    }
    made.slice = 1 + up_to(5);
    made.by_rows = below(3) == 0;
    made.together = made.by_rows && below(2) == 0;
    made.declared = effect_of(made, made.all);
    return made;
  }

  /// Creates the same calls and steps over the same cells, with other numbers.
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
  area whole_;
  std::vector<std::uint64_t> cells_;
  std::deque<node> nodes_;
  std::vector<const node*> roots_;
  std::size_t steps_ = 0;
};

}  // namespace nuthatch::testing
