// SPDX-License-Identifier: Apache-2.0
#include "splice/mixed_step_drawing.hpp"

#include <algorithm>

namespace nuthatch::testing {

using effects::access;
using effects::interval;

mixed_step_drawing::mixed_step_drawing(std::mt19937_64& chance, bool with_tasks)
    : chance_(chance),
      may_throw_(one_in(3)),
      inner_works_(one_in(2)    ? 0
                   : with_tasks ? 6
                                : 3) {
  for (std::ptrdiff_t more = 1 + below(3); more > 0; --more) {
    kinds_.push_back(static_cast<place_kind>(below(std::ptrdiff_t{place_kinds})));
  }
}

std::ptrdiff_t mixed_step_drawing::below(std::ptrdiff_t limit) {
  return limit <= 1 ? 0
                    : static_cast<std::ptrdiff_t>(chance_() % static_cast<std::uint64_t>(limit));
}

/// Draws an interval that is not empty.
interval mixed_step_drawing::draw_interval(std::ptrdiff_t length, std::ptrdiff_t most) {
  const std::ptrdiff_t first = below(length);
  return {first, std::min(length, first + 1 + below(most))};
}

/// Draws an interval that is not empty, often the longest one.
interval mixed_step_drawing::draw_long_interval(std::ptrdiff_t length) {
  const std::ptrdiff_t first = one_in(2) ? 0 : below(length);
  return {first, one_in(2) ? length : first + 1 + below(length - first)};
}

statement mixed_step_drawing::numbered(statement::kind what) {
  statement made;
  made.what = what;
  made.number = next_number();
  made.nanoseconds = static_cast<std::uint32_t>(200 + below(5'000));
  return made;
}

void mixed_step_drawing::draw_throw(statement& of, std::ptrdiff_t rarely) {
  if (may_throw_ && !of.together && one_in(rarely)) {
    of.throws = of.over[0].first + below(of.over[0].last - of.over[0].first);
  }
}

statement mixed_step_drawing::draw_step() {
  statement made = numbered(statement::kind::step);
  for (std::ptrdiff_t more = below(4); more > 0; --more) {
    made.touches.push_back(draw_touch());
  }
  if (one_in(8)) {
    made.besides.push_back(draw_touch());
  }
  made.unknown = one_in(60);
  made.large = one_in(10);
  if (inner_works_ > 0 && one_in(12)) {
    made.inside = static_cast<inner_work>(1 + below(inner_works_));
  }
  draw_throw(made, 25);
  return made;
}

statement mixed_step_drawing::draw_small_step() {
  statement made = numbered(statement::kind::step);
  if (one_in(4)) {
    touch word = draw_touch();
    word.along.fixed.last = word.along.fixed.first + 1;
    made.touches.push_back(word);
  }
  return made;
}

statement mixed_step_drawing::draw_sliced() {
  const place_kind kind = draw_kind();
  const bool is_block = kind == place_kind::box && !one_in(3);
  statement made =
      numbered(is_block ? statement::kind::over_block : statement::kind::over_interval);
  made.over = {draw_long_interval(length_of(kind)),
               is_block ? draw_long_interval(mixed_memory::columns) : interval{0, 1}};
  const std::size_t sides = is_block ? 2 : 1;
  made.touches.push_back(
      draw_moving(one_in(6) ? access::accumulates : access::writes, kind, sides));
  for (std::ptrdiff_t more = below(3); more > 0; --more) {
    const place_kind other = one_in(3) ? draw_kind() : kind;
    touch read = draw_moving(access::reads, other, sides);
    for (moving_side* side : {&read.along, &read.across}) {
      side->halo = below(3);
      side->shift = one_in(3) ? below(7) - 3 : 0;
    }
    made.touches.push_back(one_in(8) ? draw_touch() : read);
  }
  made.slice = one_in(8) ? (one_in(2) ? 0 : 1'000'000) : 1 + below(is_block ? 4 : 10);
  made.together = one_in(3);
  draw_throw(made, 25);
  return made;
}

statement mixed_step_drawing::part_of(const statement& whole, const step_part& part) {
  statement made = whole;
  made.number = next_number();
  made.over = part;
  made.throws.reset();
  draw_throw(made, 40);
  return made;
}

place_kind mixed_step_drawing::draw_kind() {
  return kinds_[static_cast<std::size_t>(below(std::ssize(kinds_)))];
}

touch mixed_step_drawing::draw_touch() {
  const access how = one_in(3) ? access::writes : one_in(5) ? access::accumulates : access::reads;
  touch made = draw_touch(how, draw_kind());
  made.step = made.kind == place_kind::column ? 1 + below(2) : 1;
  return made;
}

touch mixed_step_drawing::draw_touch(access how, place_kind kind) {
  touch made{.how = how, .kind = kind};
  made.along.fixed = draw_interval(length_of(kind), kind == place_kind::cells ? 30 : 6);
  made.across.fixed = draw_interval(mixed_memory::columns, kind == place_kind::column ? 1 : 6);
  return made;
}

/// Draws an access that moves with the part of a step over that many sides.
touch mixed_step_drawing::draw_moving(access how, place_kind kind, std::size_t sides) {
  touch made = draw_touch(how, kind);
  made.along = draw_moving_side(sides == 2 && one_in(6) ? 1 : 0);
  if (sides == 2 && kind == place_kind::box && !one_in(5)) {
    made.across = draw_moving_side(1);
  }
  return made;
}

moving_side mixed_step_drawing::draw_moving_side(std::size_t with) {
  return {.with = with, .fixed = {}, .down = one_in(6), .shift = 0, .halo = one_in(10) ? 1 : 0};
}

}  // namespace nuthatch::testing
