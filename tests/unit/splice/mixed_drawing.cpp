// SPDX-License-Identifier: Apache-2.0
#include "splice/mixed_drawing.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace nuthatch::testing {

mixed_drawing::mixed_drawing(std::mt19937_64& chance, bool with_tasks)
    : steps_(chance, with_tasks),
      shape_(steps_.one_in(12) ? shape::chain : static_cast<shape>(1 + steps_.below(3))) {
  for (std::ptrdiff_t more = 1 + steps_.below(2); more > 0; --more) {
    sweeps_.push_back({steps_.draw_sliced(), steps_.one_in(3)});
  }
}

mixed_program mixed_drawing::draw() {
  made_.group = static_cast<std::size_t>(1 + steps_.below(12));
  made_.may_throw = steps_.may_throw();
  made_.goes_on = steps_.one_in(2);
  const std::ptrdiff_t statements = 1 + steps_.below(10);
  for (std::ptrdiff_t i = 0; i < statements; ++i) {
    made_.main.push_back(draw_root());
  }
  if (steps_.one_in(3)) {
    made_.run_after = static_cast<std::size_t>(steps_.below(statements));
  }
  return std::move(made_);
}

statement mixed_drawing::draw_root() {
  if (steps_.one_in(8)) {
    return steps_.one_in(2) ? steps_.draw_step() : steps_.draw_sliced();
  }
  const bool again =
      !made_.functions.empty() && (shape_ == shape::tree ? !steps_.one_in(3) : steps_.one_in(6));
  return call_of(again ? made_.functions.size() - 1 : draw_called());
}

std::size_t mixed_drawing::draw_called() {
  switch (shape_) {
    case shape::tree:
      return draw_tree(static_cast<unsigned>(1 + steps_.below(4)));
    case shape::chain:
      return draw_chain(static_cast<unsigned>(20 + steps_.below(80)));
    case shape::list:
      return draw_list();
    default: {
      sweep of = sweeps_[static_cast<std::size_t>(steps_.below(std::ssize(sweeps_)))];
      of.down = of.down != steps_.one_in(6);
      return draw_sweep(of, of.step.over, static_cast<unsigned>(steps_.below(5)));
    }
  }
}

statement mixed_drawing::call_of(std::size_t called) {
  statement made = steps_.numbered(statement::kind::call);
  made.called = called;
  made.large = steps_.one_in(10);
  return made;
}

/// Draws a function with any calls and steps, or, now and then, with a long list of steps.
std::size_t mixed_drawing::draw_tree(unsigned depth) {
  const bool is_list = steps_.one_in(12);
  std::vector<statement> body;
  for (std::ptrdiff_t more = is_list ? 10 + steps_.below(50) : 1 + steps_.below(5); more > 0;
       --more) {
    if (is_list) {
      body.push_back(steps_.draw_step());
    } else if (depth > 0 && steps_.one_in(2)) {
      const bool again =
          !body.empty() && body.back().what == statement::kind::call && steps_.one_in(3);
      body.push_back(call_of(again ? body.back().called : draw_tree(depth - 1)));
    } else {
      body.push_back(steps_.one_in(2) ? steps_.draw_step() : steps_.draw_sliced());
      if (steps_.one_in(30)) {
        body.back().over = {};  // an empty step
        body.back().throws.reset();
      }
    }
  }
  return add(std::move(body));
}

/// Draws functions that have a step before the call of the next function, and perhaps one after it.
std::size_t mixed_drawing::draw_chain(unsigned levels) {
  std::size_t last = add({steps_.draw_small_step()});
  for (; levels > 0; --levels) {
    std::vector<statement> body{steps_.draw_small_step(), call_of(last)};
    if (steps_.one_in(2)) {
      body.push_back(steps_.draw_small_step());
    }
    last = add(std::move(body));
  }
  return last;
}

/// Draws a list of steps over intervals and blocks, with and without other steps between them.
std::size_t mixed_drawing::draw_list() {
  std::vector<statement> body;
  for (std::ptrdiff_t more = 1 + steps_.below(3); more > 0; --more) {
    if (steps_.one_in(4)) {
      body.push_back(steps_.draw_step());
    }
    body.push_back(steps_.draw_sliced());
  }
  return add(std::move(body));
}

/// Draws parts of a step, of unequal sizes and depths, with occasional other steps between them.
std::size_t mixed_drawing::draw_sweep(const sweep& of, const step_part& part, unsigned depth) {
  std::vector<statement> body;
  const auto add_step_between = [&] {
    if (steps_.one_in(6)) {
      body.push_back(steps_.one_in(3) ? steps_.draw_sliced() : steps_.draw_step());
    }
  };
  add_step_between();
  if (depth == 0) {
    body.push_back(steps_.part_of(of.step, part));
  } else {
    std::vector<step_part> parts = cut(part);
    if (of.down) {
      std::ranges::reverse(parts);
    }
    for (const step_part& each : parts) {
      body.push_back(call_of(draw_sweep(of, each, steps_.one_in(5) ? 0 : depth - 1)));
      add_step_between();
    }
  }
  return add(std::move(body));
}

/// Cuts the longer side, often in halves.
std::vector<step_part> mixed_drawing::cut(const step_part& whole) {
  const std::size_t d = whole[1].last - whole[1].first > whole[0].last - whole[0].first ? 1 : 0;
  const std::ptrdiff_t length = whole[d].last - whole[d].first;
  if (length < 2) {
    return {whole};
  }
  const std::ptrdiff_t at =
      whole[d].first + (steps_.one_in(3) ? 1 + steps_.below(length - 1) : length / 2);
  std::vector<step_part> parts{whole, whole};
  parts[0][d].last = parts[1][d].first = at;
  return parts;
}

std::size_t mixed_drawing::add(std::vector<statement> body) {
  function made{.number = steps_.next_number(), .body = std::move(body)};
  if (steps_.one_in(10)) {
    made.besides.push_back(steps_.draw_touch());
  }
  made.throws = steps_.may_throw() && steps_.one_in(60);
  made_.functions.push_back(std::move(made));
  return made_.functions.size() - 1;
}

}  // namespace nuthatch::testing
