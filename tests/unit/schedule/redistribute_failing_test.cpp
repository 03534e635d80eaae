// SPDX-License-Identifier: Apache-2.0

// Initializers that leave out data, copy it twice, or throw.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"
#include "unit/schedule/moved_arrays.hpp"

namespace nuthatch::schedules {
namespace {

using testing::always;
using ::testing::HasSubstr;
using testing::loop;
using testing::numbered_array;

class redistribute_failing_test : public testing::runtime_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(redistribute_failing_test);

/// Copies the elements in halves, in tasks that may run on any worker.
void copy_by_halves(const array_copier& copy, std::size_t first, std::size_t last) {
  if (last - first < 50 || !spawns_may_migrate()) {
    copy(first, last);
    return;
  }
  const std::size_t middle = first + (last - first) / 2;
  async([copy, middle, last] { copy_by_halves(copy, middle, last); });
  copy_by_halves(copy, first, middle);
}

// The tasks are finer than those of the schedule, so they need not fit it.
TEST_P(redistribute_failing_test, loses_nothing_by_a_schedule_of_another_program) {
  on_runtime([](runtime& r) {
    r.run([] {
      loop elements(adaptive, 300, grain{1});
      const schedule other = elements.record();
      numbered_array<std::uint64_t> all(9'000);
      for (int i = 0; i < 3; ++i) {
        const redistribution done = redistribute(
            other, *all, [](array_copier copy) { copy_by_halves(copy, 0, copy.size()); }, always);
        EXPECT_TRUE(done.done);
        EXPECT_EQ(done.left_over, 0U);
        EXPECT_TRUE(all.has_its_values());
      }
      EXPECT_TRUE(redistribute(other, *all, grain{13}, always).done);
      EXPECT_TRUE(all.has_its_values());
    });
  });
}

TEST_P(redistribute_failing_test, copies_itself_what_an_initializer_has_left) {
  on_runtime([](runtime& r) {
    r.run([] {
      numbered_array<int> all(10'000);
      loop elements(adaptive, 1'000, grain{});
      const schedule made = elements.record();
      const redistribution done =
          redistribute(made, *all, [&](array_copier copy) { elements.copy(copy); }, always);
      EXPECT_TRUE(done.done);
      EXPECT_EQ(done.left_over, 9'000U);
      EXPECT_EQ(done.bytes, 10'000 * sizeof(int));
      EXPECT_TRUE(all.has_its_values());
      EXPECT_EQ(redistribute(made, *all, [](array_copier) {}, always).left_over, 10'000U);
      EXPECT_TRUE(all.has_its_values());
      const redistribution with_holes = redistribute(
          made,
          *all,
          [](array_copier copy) {
            for (std::size_t i = 0; i + 10 <= copy.size(); i += 10) {
              copy(i, i);
              copy(i + 2, i + 9);
            }
          },
          always);
      EXPECT_EQ(with_holes.left_over, 3'000U);
      EXPECT_TRUE(all.has_its_values());
    });
  });
}

/// Returns what redistribute() throws with that initializer, after checking that the array is
/// unchanged.
template <class F>
std::string refusal_of(const schedule& by, F initializer) {
  numbered_array<int> all(1'000);
  std::string said = "nothing";
  try {
    static_cast<void>(redistribute(by, *all, initializer, always));
  } catch (const std::exception& thrown) {
    said = thrown.what();
  }
  EXPECT_TRUE(all.is_where_it_was());
  EXPECT_TRUE(all.has_its_values());
  return said;
}

TEST_P(redistribute_failing_test, leaves_the_array_as_it_was_when_something_is_thrown) {
  on_runtime([](runtime& r) {
    r.run([] {
      loop elements(adaptive, 1'000, grain{5});
      const schedule made = elements.record();
      const auto throws_late = [&](array_copier copy) {
        elements.copy(copy);
        throw std::runtime_error("mine");
      };
      EXPECT_EQ(refusal_of(made, throws_late), "mine");
      const auto throws_in_a_task = [&](array_copier copy) {
        fork_join([&] { elements.copy(copy); }, [] { throw std::runtime_error("of a task"); });
      };
      EXPECT_EQ(refusal_of(made, throws_in_a_task), "of a task");
      const auto throws_in_an_async = [](array_copier copy) {
        async([copy] {
          copy(0, 10);
          throw std::runtime_error("of an async");
        });
        copy(10, 1'000);
      };
      EXPECT_EQ(refusal_of(made, throws_in_an_async), "of an async");
      numbered_array<int> all(1'000);
      EXPECT_TRUE(redistribute(made, *all, grain{5}, always).done) << "afterwards";
      EXPECT_TRUE(all.has_its_values());
    });
  });
}

TEST_P(redistribute_failing_test, refuses_what_is_copied_twice) {
  on_runtime([](runtime& r) {
    r.run([] {
      loop elements(adaptive, 1'000, grain{5});
      const schedule made = elements.record();
      EXPECT_THAT(refusal_of(made,
                             [&](array_copier copy) {
                               elements.copy(copy);
                               copy(500, 501);
                             }),
                  HasSubstr("element 500 was copied more than once"));
      EXPECT_THAT(refusal_of(made,
                             [&](array_copier copy) {
                               copy(0, 300);
                               copy(299, 1'000);
                             }),
                  HasSubstr("element 299 was copied more than once"));
    });
  });
}

TEST_P(redistribute_failing_test, refuses_what_is_no_range) {
  on_runtime([](runtime& r) {
    r.run([] {
      loop elements(adaptive, 1'000, grain{5});
      const schedule made = elements.record();
      const auto refusal = [&made](std::size_t first, std::size_t last) {
        return refusal_of(made, [=](array_copier copy) { copy(first, last); });
      };
      EXPECT_THAT(refusal(5, 3),
                  HasSubstr("no elements 5 to 3 to copy; the array has 1000, numbered from 0"));
      EXPECT_THAT(refusal(0, 1'001), HasSubstr("no elements 0 to 1001 "));
      EXPECT_THAT(refusal(1'001, 1'001), HasSubstr("no elements 1001 to 1001 "));
      EXPECT_THAT(refusal(0, ~std::size_t{0}), HasSubstr("no elements 0 to "));
      EXPECT_EQ(refusal_of(schedule(), [](array_copier) {}), "nothing");
    });
  });
}

TEST_P(redistribute_failing_test, moves_all_of_several_arrays_or_none) {
  on_runtime([](runtime& r) {
    r.run([] {
      numbered_array<int> one(2'000);
      numbered_array<int> other(2'000);
      const schedule made = loop(adaptive, 2'000, grain{}).record();
      const auto second_twice = [](array_copier first, array_copier second) {
        first(0, 2'000);
        second(0, 2'000);
        second(0, 1);
      };
      EXPECT_THROW(
          static_cast<void>(redistribute(made, std::tie(*one, *other), second_twice, always)),
          error);
      EXPECT_TRUE(one.is_where_it_was() && other.is_where_it_was());
      try {
        static_cast<void>(redistribute(
            made, std::tie(*one, *other, *one), [](auto... all) { (all(0, 2'000), ...); }));
        ADD_FAILURE() << "the same array";
      } catch (const error& refused) {
        EXPECT_THAT(refused.what(), HasSubstr("arrays 0 and 2 of the tuple are the same array"));
      }
    });
  });
}

TEST_P(redistribute_failing_test, is_refused_in_another_replay) {
  on_runtime([](runtime& r) {
    r.run([] {
      numbered_array<int> all(2'000);
      const schedule made = loop(adaptive, 2'000, grain{}).record();
      static_cast<void>(replay(made, replay_mode::strict_unordered, [&] {
        EXPECT_THROW(static_cast<void>(redistribute(made, *all, {}, always)), error);
      }));
      static_cast<void>(record(
          [&] { EXPECT_THROW(static_cast<void>(redistribute(made, *all, {}, always)), error); }));
      EXPECT_TRUE(all.is_where_it_was());
      EXPECT_TRUE(all.has_its_values());
      EXPECT_TRUE(redistribute(made, *all, {}, always).done) << "afterwards";
    });
  });
}

}  // namespace
}  // namespace nuthatch::schedules
