// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include <nuthatch/charge_work.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

#include "splice/mixed_effects.hpp"
#include "splice/mixed_program.hpp"

namespace nuthatch::testing {

/// A mixed program in a form that can be spliced, with effects of type E.
template <class E>
class spliced_mixed_program {
 public:
  /// The program has to stay at its address, and so has this object.
  explicit spliced_mixed_program(const mixed_program& all)
      : all_(all),
        effects_(all, found_.memory) {}

  spliced_mixed_program(const spliced_mixed_program&) = delete;
  spliced_mixed_program& operator=(const spliced_mixed_program&) = delete;
  ~spliced_mixed_program() = default;

  outcome run_spliced(const splice_options& options) {
    start();
    try {
      counts = try_splice<E>(all_.group, [this](auto& now) { this->declare_main(now); }, options);
    } catch (const thrown_by& one) {
      found_.thrown.push_back(one.number);
    }
    return found_;
  }

  /// Only for programs that do not throw, because nothing runs after an exception.
  outcome run_in_order() {
    start();
    nuthatch::run_in_order<E>([this](auto& now) { this->declare_main(now); });
    return found_;
  }

  splice_counts counts;

 private:
  using interval = effects::interval;

  /// All functions of the program.
  template <std::size_t Ballast>
  struct called_function {
    spliced_mixed_program* in;
    std::size_t number;
    std::array<char, Ballast> ballast{};

    [[nodiscard]] E touches() const { return in->effects_.of_function(number); }

    void operator()(declarations<E>& now) const {
      const function& own = in->all_.functions[number];
      for (const statement& each : own.body) {
        in->declare(each, now);
      }
      if (own.throws) {
        throw thrown_by{own.number};
      }
    }
  };

  /// Declares two plain steps in a row.
  struct twice {
    spliced_mixed_program* in;
    const statement* of;

    [[nodiscard]] E touches() const { return in->effects_.of_step(*of); }

    void operator()(declarations<E>& now) const {
      now.step(touches(), [it = *this] { it.in->access(*it.of, it.of->over); });
      now.step(touches(), [it = *this] { it.in->access(*it.of, it.of->over); });
    }
  };

  /// The effect of a step over an interval or a block. Intervals are parts whose second side is {0,
  /// 1}.
  struct effect_of_part {
    spliced_mixed_program* in;
    const statement* of;

    E operator()(interval part) const { return (*this)(step_part{part, {0, 1}}); }

    E operator()(const step_part& part) const { return in->effects_.of_part(*of, part); }
  };

  struct body_of_part {
    spliced_mixed_program* in;
    const statement* of;

    void operator()(interval part) const { (*this)(step_part{part, {0, 1}}); }

    void operator()(const step_part& part) const {
      in->access(*of, part);
      throw_behind(*of, part);
    }
  };

  /// Runs one index of the first side of each slice in turn; those of later calls first.
  template <class Where>
  struct in_turn {
    void operator()(const step_slices<body_of_part, Where>& slices) const {
      bool more = true;
      for (std::ptrdiff_t i = 0; more; ++i) {
        more = false;
        for (std::size_t k = slices.size(); k-- > 0;) {
          more = run_one(slices[k].body, slices[k].where, i) || more;
        }
      }
    }

   private:
    static bool run_one(const body_of_part& body, interval all, std::ptrdiff_t i) {
      return run_one(body, step_part{all, {0, 1}}, i);
    }

    static bool run_one(const body_of_part& body, step_part all, std::ptrdiff_t i) {
      all[0] = interval{all[0].first + i, all[0].first + i + 1}.clipped(all[0]);
      if (!all[0].empty()) {
        body(all);
      }
      return !all[0].empty();
    }
  };

  void start() {
    found_.memory = first_memory();
    found_.thrown.clear();
  }

  void access(const statement& of, const step_part& part) {
    charge_work(of.nanoseconds);
    access_all(of, part, found_.memory);
  }

  template <class Now>
  void declare_main(Now& now) {
    for (std::size_t i = 0; i < all_.main.size(); ++i) {
      try {
        declare(all_.main[i], now);
        if (all_.run_after == i) {
          now.run();
        }
      } catch (const thrown_by& one) {
        if (!all_.goes_on) {
          throw;
        }
        found_.thrown.push_back(one.number);
      }
    }
  }

  template <class Now>
  void declare(const statement& one, Now& now) {
    switch (one.what) {
      case statement::kind::call:
        if (one.large) {
          now.call(called_function<300>{this, one.called});
        } else {
          now.call(called_function<1>{this, one.called});
        }
        break;
      case statement::kind::step:
        declare_step(one, now);
        break;
      case statement::kind::over_interval:
        declare_sliced<interval>(one, one.over[0], now);
        break;
      case statement::kind::over_block:
        declare_sliced<step_part>(one, one.over, now);
        break;
    }
  }

  template <class Now>
  void declare_step(const statement& one, Now& now) {
    const E whole = effects_.of_step(one);
    if (one.large) {
      std::array<char, 700> ballast{};
      ballast.back() = 1;
      now.step(whole, [this, of = &one, ballast] {
        if (ballast.back() == 1) {
          run_step(*of);
        }
      });
    } else {
      now.step(whole, [this, of = &one] { run_step(*of); });
    }
  }

  template <class Where, class Now>
  void declare_sliced(const statement& one, const Where& over, Now& now) {
    const effect_of_part effect{this, &one};
    const body_of_part body{this, &one};
    if (one.together) {
      now.step(over, one.slice, effect, body, in_turn<Where>());
    } else {
      now.step(over, one.slice, effect, body);
    }
  }

  void run_step(const statement& one) {
    const auto access_it = [&] {
      access(one, one.over);
    };
    switch (one.inside) {
      case inner_work::none:
        access_it();
        break;
      case inner_work::region:
        run_region(one, {});
        break;
      case inner_work::isolated_region:
        isolated([&] { run_region(one, {.delayed_bytes = 0}); });
        break;
      case inner_work::isolated:
        isolated(access_it);
        break;
      case inner_work::async:
        finish([&] { async(access_it); });
        break;
      case inner_work::future:
        launch(access_it).get();
        break;
      case inner_work::fork:
        fork_join(access_it, [] { charge_work(300); });
        break;
    }
    throw_behind(one, one.over);
  }

  void run_region(const statement& one, const splice_options& options) {
    try_splice<E>(
        2,
        [&](auto& now) {
          now.call(twice{this, &one});
          now.call(twice{this, &one});
        },
        options);
  }

  const mixed_program& all_;
  outcome found_;
  mixed_effects<E> effects_;
};

}  // namespace nuthatch::testing
