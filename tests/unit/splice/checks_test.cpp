// SPDX-License-Identifier: Apache-2.0
#define NUTHATCH_CHECK_EFFECTS  // before the first header, as a program of one file may
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/splice.hpp>

#include "splice/checked_pass.hpp"

namespace nuthatch::testing {
namespace {

using effects::effect_error;
using ::testing::MatchesRegex;

int sink = 0;

constexpr const char* here = "[^ ]*check[^ ]*:[1-9][0-9]*";

/// Adds its arguments to the first element. With eight arguments, it adds to another element by
/// mistake.
struct sum {
  view to;

  template <class... A>
  [[nodiscard]] effect touches(A... /*terms*/) const {
    return pass::part(to, effects::access::writes, {0, 1});
  }

  template <class... A>
  void operator()(declarations<effect>& now, A... terms) const {
    now.step(touches(), [made = *this, sum = (0 + ... + terms)] { made.to(0) += sum; });
    now.step(touches(), [made = *this] { made.to(sizeof...(A) == 8 ? 1 : 0) += 0; });
  }
};

class checks_test : public ::testing::Test {
 public:
  std::vector<int> a{1, 2, 3, 4, 5};
  std::vector<int> b = std::vector<int>(5);
  view from = view(a.data(), {5}).named("from");
  view to = view(b.data(), {5}).named("to");
  interval all{0, 4};

  /// Returns the error of a program that makes this call.
  static std::string error_of_call(const pass& wrong, interval cells) {
    return error_of([&](auto& now) { now.call(wrong, cells); });
  }
};

TEST_F(checks_test, nothing_is_said_of_what_is_right) {
  EXPECT_EQ(error_of_call({.from = from, .to = to}, all), "");
  EXPECT_THAT(b, ::testing::ElementsAre(2, 3, 4, 5, 0));
}

TEST_F(checks_test, a_step_reads_what_it_has_not_declared) {
  EXPECT_THAT(error_of_call({.from = from, .to = to, .step_reads_more = 1}, all),
              MatchesRegex("step at " + std::string(here) +
                           " in '.*pass': reads element \\(1\\) of view 'from' at 0x[0-9a-f]+, "
                           "which is outside of what it declared \\(reads bytes \\[0x[0-9a-f]+, "
                           "0x[0-9a-f]+\\) of view 'from'; writes bytes .* of view 'to'\\)"));
  EXPECT_EQ(b, std::vector<int>(5)) << "after an error nothing runs";
}

TEST_F(checks_test, a_step_declares_more_than_its_function) {
  EXPECT_THAT(error_of_call({.from = from, .to = to, .step_declares_more = 1}, all),
              MatchesRegex("step at " + std::string(here) +
                           " in '.*pass': reads bytes .* of view 'from', which is outside of what "
                           "'.*pass' declared \\(reads bytes .* of view 'from'; writes bytes .* of "
                           "view 'to'\\)"));
}

TEST_F(checks_test, a_call_touches_more_than_its_function) {
  EXPECT_THAT(error_of_call({.from = from, .to = to, .calls_more = 1}, all),
              MatchesRegex("call of '.*pass' at " + std::string(here) +
                           " in '.*pass': reads bytes .*, which is outside of what '.*pass' "
                           "declared \\(.*\\)"));
}

TEST_F(checks_test, functions_look_at_data) {
  EXPECT_THAT(error_of_call({.from = from, .to = to, .looks_while_declaring = true}, all),
              MatchesRegex("call of '.*pass' at " + std::string(here) +
                           ": reads element \\(0\\) of view 'from' at 0x[0-9a-f]+ while it "
                           "declares, when steps may not have written that yet"));
}

TEST_F(checks_test, touches_looks_at_data) {
  EXPECT_THAT(error_of_call({.from = from, .to = to, .looks_in_touches = true}, all),
              MatchesRegex("call of '.*pass' at " + std::string(here) + ": reads element .*"));
}

TEST_F(checks_test, accesses_are_told_apart) {
  using effects::access;

  struct use {
    const char* said;
    std::function<void(const view&)> of;
    std::vector<access> allowed_by;
  };

  const std::array<use, 6> uses{{
      {"reads", [](const view& x) { sink = x(1) + 1; }, {access::reads, access::writes}},
      {"writes", [](const view& x) { x(1) = 3; }, {access::writes}},
      {"accumulates into", [](const view& x) { x(1) += 3; }, {access::accumulates, access::writes}},
      {"accumulates into", [](const view& x) { ++x(1); }, {access::accumulates, access::writes}},
      {"writes", [](const view& x) { x(1) %= 3; }, {access::writes}},
      {"accumulates into",
       [](const view& x) { x.accumulate(1) += 2; },
       {access::accumulates, access::writes}},
  }};
  for (const use& each : uses) {
    for (const access how : {access::reads, access::writes, access::accumulates}) {
      const std::string error = error_of([&](auto& now) {
        now.step(pass::part(from, how, {0, 2}), [&each, this] { each.of(from); });
      });
      const bool allowed =
          std::find(each.allowed_by.begin(), each.allowed_by.end(), how) != each.allowed_by.end();
      EXPECT_EQ(error.empty(), allowed) << error;
      if (!allowed) {
        EXPECT_THAT(error,
                    MatchesRegex("step at " + std::string(here) + ": " + each.said +
                                 " element \\(1\\) of view 'from'.*"));
      }
    }
  }
}

TEST_F(checks_test, code_may_ask_by_itself) {
  const auto with = [this](std::size_t elements) {
    return error_of([this, elements](auto& now) {
      now.step(pass::part(to, effects::access::writes, {0, 3}), [this, elements] {
        effects::check_access(b.data(), elements * sizeof(int), effects::access::reads);
      });
    });
  };
  EXPECT_EQ(with(3), "");
  EXPECT_THAT(with(4), MatchesRegex("step at " + std::string(here) + ": reads bytes .*"));
  effects::check_access(b.data(), 1'000, effects::access::writes);  // outside of all regions
}

TEST_F(checks_test, parts_touch_more_than_their_step) {
  const auto with = [this](std::ptrdiff_t halo, std::ptrdiff_t reads) {
    return error_of([this, halo, reads](auto& now) {
      now.step(
          interval{1, 4},
          1,
          [this, halo](interval part) {
            // The effect of the whole is smaller than the effects of its parts together.
            const bool whole = part.last - part.first == 3;
            return pass::part(from, effects::access::reads, part.grown(whole ? 0 : halo)) +
                   pass::part(to, effects::access::writes, part);
          },
          [this, reads](interval part) { to(part.first) = from(part.first + reads); });
    });
  };
  EXPECT_EQ(with(0, 0), "");
  EXPECT_THAT(with(1, 0),
              MatchesRegex("part \\[1, 2\\) of the step at " + std::string(here) +
                           ": reads bytes .*, which is outside of what the step for all of "
                           "\\[1, 4\\) declared \\(.*\\)"));
  EXPECT_THAT(with(0, 1),
              MatchesRegex("part \\[1, 2\\) of the step at " + std::string(here) +
                           ": reads element \\(2\\) of view 'from'.*"));
}

TEST_F(checks_test, the_effect_of_parts_looks_at_data) {
  EXPECT_THAT(
      error_of([this](auto& now) {
        now.step(
            std::array{interval{0, 2}, interval{0, 2}},
            1,
            [this](const std::array<interval, 2>& part) {
              return pass::part(from, effects::access::reads, interval{0, from(part[0].first)});
            },
            [](const std::array<interval, 2>& /*part*/) {});
      }),
      MatchesRegex("step at " + std::string(here) + ": reads element \\(0\\) .*declares.*"));
}

TEST_F(checks_test, several_regions_hold_one_together) {
  struct halves {
    view in;

    [[nodiscard]] effect touches() const {
      effect both = pass::part(in, effects::access::writes, {0, 2});
      both.add(effects::access::reads, effects::range(in.data() + 2, in.data() + 5));
      return both;
    }

    void operator()(declarations<effect>& now) const {
      now.step(pass::part(in, effects::access::reads, {1, 4}), [made = *this] {
        sink = made.in(1) + made.in(3);
        effects::check_access(&made.in.read(1), 3 * sizeof(int), effects::access::reads);
      });
    }
  };

  EXPECT_EQ(error_of([this](auto& now) { now.call(halves{from}); }), "");
}

TEST_F(checks_test, steps_inside_of_steps_are_held_by_both) {
  const auto with = [this](interval outer) {
    return error_of([this, outer](auto& now) {
      now.step(pass::part(from, effects::access::reads, all) +
                   pass::part(to, effects::access::writes, outer),
               [this] {
                 try_splice<effect>(2, [this](auto& inside) { inside.call(pass{from, to}, all); });
               });
    });
  };
  EXPECT_EQ(with(all), "");
  EXPECT_THAT(with({0, 3}), MatchesRegex("step at .*: writes element \\(3\\) of view 'to' .*"));
}

TEST_F(checks_test, what_the_program_keeps_to_itself_is_thrown_at_the_end) {
  EXPECT_THAT(error_of([this](auto& now) {
                now.step(pass::part(to, effects::access::writes, {0, 2}), [this] {
                  try {
                    to(3) = 1;
                  } catch (...) {
                    sink = 1;
                  }
                });
              }),
              MatchesRegex("step at .*: writes element \\(3\\) of view 'to' .*"));
}

TEST_F(checks_test, errors_go_before_exceptions_that_may_follow_from_them) {
  EXPECT_THAT(error_of([this](auto& now) {
                now.step(pass::part(to, effects::access::writes, {0, 1}),
                         [] { throw std::runtime_error("of the program"); });
                now.step(pass::part(to, effects::access::writes, {1, 2}), [this] { to(0) = 1; });
              }),
              MatchesRegex("step at .*: writes element \\(0\\) .*"));
  EXPECT_THROW(error_of([this](auto& now) {
                 now.step(pass::part(to, effects::access::writes, {0, 1}),
                          [] { throw std::runtime_error("of the program"); });
               }),
               std::runtime_error);
}

TEST_F(checks_test, indices_beyond_a_view_are_told) {
  EXPECT_THAT(error_of([this](auto& now) {
                now.step(pass::part(to, effects::access::writes, {0, 5}), [this] { to(5) = 1; });
              }),
              MatchesRegex("step at .*: writes element \\(5\\) of view 'to', which has 5 elements, "
                           "at 0x[0-9a-f]+, which is outside of what it declared .*"));
}

TEST_F(checks_test, slices_run_also_behind_one_that_throws) {
  EXPECT_THROW(
      error_of([this](auto& now) {
        now.step(
            interval{0, 5},
            2,
            [this](interval part) { return pass::part(to, effects::access::writes, part); },
            [this](interval part) {
              for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
                to(i) = 7;
              }
              throw std::runtime_error(std::to_string(part.first));
            });
      }),
      std::runtime_error);
  EXPECT_EQ(b, std::vector<int>(5, 7));
}

TEST_F(checks_test, after_an_error_a_region_goes_on) {
  EXPECT_EQ(error_of(
                [this](auto& now) {
                  EXPECT_THROW(now.call(pass{from, to, 1}, all), effect_error);
                  now.call(pass{from, to}, all);
                },
                1),
            "");
  EXPECT_EQ(b[3], 5);
}

TEST_F(checks_test, calls_take_any_number_of_arguments) {
  const sum f{to};
  EXPECT_EQ(error_of([&f](auto& now) {
              now.call(f);
              now.call(f, 1);
              now.call(f, 1, 1);
              now.call(f, 1, 1, 1);
              now.call(f, 1, 1, 1, 1);
              now.call(f, 1, 1, 1, 1, 1);
              now.call(f, 1, 1, 1, 1, 1, 1);
              now.call(f, 1, 1, 1, 1, 1, 1, 1);
              now.run();
            }),
            "");
  EXPECT_EQ(b[0], 28);
  EXPECT_THAT(error_of([&f](auto& now) { now.call(f, 1, 1, 1, 1, 1, 1, 1, 1); }),
              MatchesRegex("step at .* in '.*sum.*': accumulates into element \\(1\\) .*"));
}

/// A user-defined effect type: elements that are written. The same element may be in it twice.
struct written {
  std::array<const int*, 2> elements;

  [[nodiscard]] bool has(const int* element) const {
    return std::find(elements.begin(), elements.end(), element) != elements.end();
  }

  [[nodiscard]] bool interferes_with(const written& other) const {
    return std::any_of(
        other.elements.begin(), other.elements.end(), [this](const int* e) { return has(e); });
  }

  [[nodiscard]] bool covers(const written& other) const {
    return std::all_of(
        other.elements.begin(), other.elements.end(), [this](const int* e) { return has(e); });
  }

  [[nodiscard]] bool admits(effects::access /*how*/, const effects::extent& bytes) const {
    return std::any_of(elements.begin(), elements.end(), [&bytes](const int* e) {
      return reinterpret_cast<std::uintptr_t>(e) == bytes.first;
    });
  }

  [[nodiscard]] std::string describe() const {
    return elements[0] == elements[1] ? "1 element" : "2 elements";
  }
};

struct set_two {
  view to;
  std::ptrdiff_t second;
  std::ptrdiff_t sets;

  [[nodiscard]] written touches() const { return {{to.data(), to.data() + 1}}; }

  void operator()(declarations<written>& now) const {
    now.step(written{{to.data(), to.data()}}, [in = to] { in(0) += 1; });
    now.step(written{{to.data() + second, to.data() + second}},
             [made = *this] { made.to(made.sets) += 1; });
  }
};

TEST_F(checks_test, own_effects_are_asked) {
  const auto with = [this](std::ptrdiff_t second, std::ptrdiff_t sets) -> std::string {
    try {
      try_splice<written>(3,
                          [&](auto& now) {
                            for (int i = 0; i < 6; ++i) {
                              now.call(set_two{to, second, sets});
                            }
                          },
                          {.delay_all = true});
    } catch (const effect_error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(with(1, 1), "");
  EXPECT_EQ(b, (std::vector<int>{6, 6, 0, 0, 0}));
  EXPECT_THAT(with(2, 2),
              MatchesRegex("step at .* in '.*set_two': touches 1 element, which is outside of "
                           "what '.*set_two' declared \\(2 elements\\)"));
  EXPECT_THAT(with(1, 0),
              MatchesRegex("step at .* in '.*set_two': accumulates into element \\(0\\) of view "
                           "'to' at 0x[0-9a-f]+, which is outside of what it declared "
                           "\\(1 element\\)"));
}

/// Each call writes its own elements, but if slices run together, nothing is written.
struct written_together {
  view to;
  interval declared;

  struct body {
    view to;

    void operator()(interval part) const {
      for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
        ++to(i);
      }
    }
  };

  [[nodiscard]] effect touches() const { return pass::part(to, effects::access::writes, declared); }

  void operator()(declarations<effect>& now) const {
    now.step(
        interval{0, 4},
        1,
        [made = *this](interval part) {
          return pass::part(made.to, effects::access::writes, part.clipped(made.declared));
        },
        body{to},
        [](const step_slices<body, interval>&) { ADD_FAILURE() << "bodies were not checked"; });
  }
};

TEST_F(checks_test, slices_of_several_calls_run_one_by_one) {
  const auto error = [this](interval declared) {
    return error_of([this, declared](auto& now) {
      now.call(written_together{from, declared});
      now.call(written_together{to, declared});
    });
  };
  EXPECT_EQ(error({0, 4}), "");
  EXPECT_THAT(a, ::testing::ElementsAre(2, 3, 4, 5, 5));
  EXPECT_THAT(error({0, 3}), ::testing::HasSubstr("element (3) of view"));
}

}  // namespace
}  // namespace nuthatch::testing
