// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/when.hpp>

#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

// Tasks that are launched when futures are complete: then, when_all, when_any; and shared futures.
class dependent_tasks_test : public testing::runtime_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(dependent_tasks_test);

int fails(const char* text) {
  throw std::runtime_error(text);
}

template <class Body>
std::string caught_from(Body body) {
  try {
    body();
  } catch (const std::exception& caught) {
    return caught.what();
  }
  return "nothing";
}

TEST_P(dependent_tasks_test, continue_with_the_result) {
  on_runtime([](runtime& r) {
    r.run([] {
      EXPECT_EQ(launch([] { return 3; }).then([](int n) { return n + 1; }).get(), 4);
      int ran = 0;
      launch([] {}).then([&ran] { ++ran; }).then([&ran] { ++ran; }).get();
      EXPECT_EQ(ran, 2);
      auto owned = launch([] { return std::make_unique<int>(5); });
      auto both = std::move(owned).then(
          [six = std::make_unique<int>(6)](std::unique_ptr<int> five) { return *five + *six; });
      EXPECT_FALSE(owned.valid());  // NOLINT(bugprone-use-after-move)
      EXPECT_EQ(both.get(), 11);
      EXPECT_EQ(launch([] { return counted(7); })
                    .then([](counted seven) { return counted(seven.value() + 1); })
                    .get()
                    .value(),
                8);
    });
  });
}

TEST_P(dependent_tasks_test, continue_after_what_is_ready) {
  on_runtime([](runtime& r) {
    r.run([] {
      future<int> ready = launch([] { return 1; });
      ready.wait();
      EXPECT_EQ(std::move(ready).then([](int n) { return n * 10; }).get(), 10);
    });
    future<int> launched_inside = r.run([] { return launch([] { return 2; }); });
    launched_inside.wait();
    EXPECT_EQ(std::move(launched_inside).then([](int n) { return n * 10; }).get(), 20);
  });
}

TEST_P(dependent_tasks_test, exceptions_pass_by_or_are_handled) {
  on_runtime([](runtime& r) {
    r.run([] {
      int called = 0;
      auto count = [&called](int n) {
        ++called;
        return n;
      };
      EXPECT_EQ(caught_from([&] { launch(fails, "first").then(count).then(count).get(); }),
                "first");
      EXPECT_EQ(called, 0);
      const auto handle = [](future<int> failed) {
        return caught_from([&failed] { static_cast<void>(failed.get()); });
      };
      EXPECT_EQ(launch(fails, "handled").then(handle).get(), "handled");
      EXPECT_EQ(launch([] { return 1; }).then(handle).get(), "nothing");
      EXPECT_EQ(caught_from([] {
                  launch([] { return 1; }).then([](int) { return fails("second"); }).get();
                }),
                "second");
    });
  });
}

struct not_copied {
  not_copied() = default;

  not_copied(const not_copied&) { throw std::runtime_error("copied"); }

  not_copied& operator=(const not_copied&) = delete;
  ~not_copied() = default;

  int operator()(int n) const { return n; }
};

TEST_P(dependent_tasks_test, what_is_refused_leaves_the_future) {
  on_runtime([](runtime& r) {
    r.run([] {
      future<int> none;
      EXPECT_THROW(static_cast<void>(std::move(none).then([](int n) { return n; })), error);
      EXPECT_THROW(static_cast<void>(std::move(none).share()), error);
      future<int> one = launch([] { return 1; });
      const not_copied callable;
      EXPECT_EQ(caught_from([&] { static_cast<void>(std::move(one).then(callable)); }), "copied");
      ASSERT_TRUE(one.valid());
      std::vector<future<int>> with_an_empty_one;
      with_an_empty_one.push_back(std::move(one));
      with_an_empty_one.emplace_back();
      EXPECT_THROW(static_cast<void>(when_all(std::move(with_an_empty_one))), error);
      EXPECT_THROW(static_cast<void>(when_any(std::vector<future<int>>())), error);
    });
  });
}

TEST_P(dependent_tasks_test, shared_futures_have_many_readers) {
  on_runtime([](runtime& r) {
    r.run([] {
      const shared_future<counted> shared = launch([] { return counted(4); }).share();
      std::vector<future<int>> readers;
      for (int i = 0; i < 50; ++i) {
        readers.push_back(i % 2 == 0 ? launch([copy = shared] { return copy.get().value(); })
                                     : shared.then([](const counted& c) { return c.value(); }));
      }
      for (future<int>& each : readers) {
        EXPECT_EQ(each.get(), 4);
      }
      EXPECT_EQ(&shared.get(), &shared.get());
      EXPECT_TRUE(shared.ready());
      const shared_future<void> nothing = launch([] {}).share();
      nothing.get();
      nothing.get();
      EXPECT_FALSE(shared_future<int>().valid());
      EXPECT_THROW(shared_future<int>().wait(), error);
    });
  });
}

TEST_P(dependent_tasks_test, shared_exceptions_reach_every_reader) {
  on_runtime([](runtime& r) {
    r.run([] {
      const shared_future<int> failed = launch(fails, "shared").share();
      const auto read = [](const shared_future<int>& from) {
        return caught_from([&from] { static_cast<void>(from.get()); });
      };
      future<int> passed = failed.then([](int n) { return n; });
      future<std::string> handled = failed.then(read);
      EXPECT_EQ(read(failed), "shared");
      EXPECT_EQ(read(failed), "shared");
      EXPECT_EQ(handled.get(), "shared");
      EXPECT_EQ(caught_from([&] { passed.get(); }), "shared");
    });
  });
}

TEST_P(dependent_tasks_test, all_results_are_gathered) {
  on_runtime([](runtime& r) {
    r.run([] {
      const shared_future<int> shared = launch([] { return 3; }).share();
      auto [one, nothing, three, text] =
          when_all(launch([] { return 1; }), launch([] {}), shared, launch([] {
                     return std::string("four");
                   }))
              .get();
      static_assert(std::is_same_v<decltype(nothing), std::monostate>);
      EXPECT_EQ(one + three, 4);
      EXPECT_EQ(text, "four");
      EXPECT_EQ(when_all().get(), std::tuple<>());

      std::vector<future<counted>> many;
      for (int i = 0; i < 300; ++i) {
        many.push_back(launch([i] { return counted(i); }));
      }
      const std::vector<counted> results = when_all(std::move(many)).get();
      ASSERT_EQ(results.size(), 300U);
      for (int i = 0; i < 300; ++i) {
        EXPECT_EQ(results[static_cast<std::size_t>(i)].value(), i);
      }
      EXPECT_TRUE(when_all(std::vector<future<int>>()).get().empty());

      std::atomic<int> ran = 0;
      std::vector<future<void>> without_results;
      for (int i = 0; i < 20; ++i) {
        without_results.push_back(launch([&ran] { ++ran; }));
      }
      when_all(std::move(without_results)).then([&ran] { EXPECT_EQ(ran, 20); }).get();
    });
  });
}

TEST_P(dependent_tasks_test, all_exceptions_are_gathered) {
  on_runtime([](runtime& r) {
    r.run([] {
      EXPECT_EQ(caught_from([] {
                  when_all(launch([] { return counted(1); }), launch(fails, "only")).get();
                }),
                "only");
      std::vector<future<int>> some;
      for (int i = 0; i < 10; ++i) {
        some.push_back(i % 2 == 0 ? launch(fails, "one of five") : launch([i] { return i; }));
      }
      try {
        static_cast<void>(when_all(std::move(some)).get());
        ADD_FAILURE() << "five exceptions are lost";
      } catch (const task_errors& five) {
        EXPECT_EQ(five.all().size(), 5U);
      }
    });
  });
}

// One task is complete; the other one is not before the result of when_any was read.
TEST_P(dependent_tasks_test, first_of_several_ends_the_wait) {
  on_runtime([alone = workers() == 1](runtime& r) {
    r.run([alone] {
      if (alone) {
        return;  // nothing else runs while a task holds the worker
      }
      std::atomic<bool> was_read = false;
      std::vector<future<int>> both;
      both.push_back(launch([&was_read] {
        testing::hold_until([&was_read] { return was_read.load(); });
        return 0;
      }));
      both.push_back(launch([] { return 1; }));
      auto [index, all] = when_any(std::move(both)).get();
      EXPECT_EQ(index, 1U);
      EXPECT_FALSE(all[0].ready());
      was_read = true;
      EXPECT_EQ(all[0].get(), 0);
    });
  });
}

TEST_P(dependent_tasks_test, results_of_the_others_remain) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (int round = 0; round < 30; ++round) {
        std::vector<future<counted>> some;
        for (int i = 0; i < 5; ++i) {
          some.push_back(launch([i] { return counted(i); }));
        }
        auto [index, all] = when_any(std::move(some)).get();
        ASSERT_LT(index, 5U);
        EXPECT_TRUE(all[index].ready());
        for (std::size_t i = round % 5U; i < 5; ++i) {  // some are dropped
          EXPECT_EQ(all[i].get().value(), static_cast<int>(i));
        }
      }
      auto [index, both] =
          when_any(launch([] { return 1; }), launch([] { return std::string("two"); })).get();
      EXPECT_LT(index, 2U);
      EXPECT_EQ(std::get<0>(both).get(), 1);
      EXPECT_EQ(std::get<1>(both).get(), "two");
      future<int> failed = launch(fails, "stays in its future");
      auto of_one = when_any(std::move(failed)).get();
      EXPECT_EQ(caught_from([&] { std::get<0>(of_one.futures).get(); }), "stays in its future");
    });
  });
}

// No task waits, so few stacks suffice for chains of any length.
TEST_P(dependent_tasks_test, chains_hold_no_stacks) {
  configuration().max_stacks = 4 * std::size_t{workers()} + 4;
  on_runtime([](runtime& r) {
    r.run([] {
      const int length = static_cast<int>(testing::rounds(20000));
      future<int> last = launch([] { return 0; });
      for (int i = 0; i < length; ++i) {
        last = std::move(last).then([](int n) { return n + 1; });
      }
      EXPECT_EQ(last.get(), length);
    });
  });
}

TEST_P(dependent_tasks_test, foreign_threads_and_other_runtimes) {
  on_runtime([](runtime& r) {
    // The continuation belongs to the default runtime, what it follows to `r`, and the reverse.
    future<int> of_r = r.run([] { return launch([] { return 1; }); });
    EXPECT_EQ(std::move(of_r).then([](int n) { return n + 1; }).get(), 2);
    future<int> of_default = launch([] { return 3; });
    EXPECT_EQ(r.run([&] { return std::move(of_default).then([](int n) { return n + 1; }).get(); }),
              4);
    auto [one, two] = when_all(r.run([] { return launch([] { return 1; }); }), launch([] {
                                                                                 return 2;
                                                                               }).then([](int n) {
                        return n;
                      })).get();
    EXPECT_EQ(one + two, 3);
  });
}

/// Makes a random graph of tasks, and returns the sum of its results. `serial`: computes the same
/// without tasks.
std::uint64_t random_graph(std::uint64_t seed, bool serial) {
  std::mt19937_64 next(seed);
  const auto mix = [](std::uint64_t n) {
    return n * 6364136223846793005U + 1442695040888963407U;
  };
  std::vector<shared_future<std::uint64_t>> made;
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const auto older = [&] {
      return next() % values.size();
    };
    switch (values.empty() ? 0 : next() % 4) {
      case 0:
        values.push_back(mix(i));
        if (!serial) {
          made.push_back(launch([=] { return mix(i); }).share());
        }
        break;
      case 1: {
        const std::size_t before = older();
        values.push_back(mix(values[before]));
        if (!serial) {
          made.push_back(made[before].then(mix).share());
        }
        break;
      }
      case 2: {
        const std::size_t first = older();
        const std::size_t second = older();
        values.push_back(mix(values[first]) + mix(values[second]));
        if (!serial) {
          made.push_back(when_all(made[first], made[second].then(mix))
                             .then([mix](std::tuple<std::uint64_t, std::uint64_t> both) {
                               return mix(std::get<0>(both)) + std::get<1>(both);
                             })
                             .share());
        }
        break;
      }
      default: {
        const std::size_t same = older();
        values.push_back(values[same]);
        if (!serial) {
          std::vector<shared_future<std::uint64_t>> twice{made[same], made[same]};
          made.push_back(
              when_any(std::move(twice))
                  .then([](when_any_result<std::vector<shared_future<std::uint64_t>>> r) {
                    return r.futures[r.index].get();
                  })
                  .share());
        }
      }
    }
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum = mix(sum) + (serial ? values[i] : made[i].get());
  }
  return sum;
}

TEST_P(dependent_tasks_test, random_graphs) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (std::uint64_t i = 0; i < testing::rounds(200); ++i) {
        const std::uint64_t seed = testing::seed() + i;
        EXPECT_EQ(random_graph(seed, /*serial=*/false), random_graph(seed, /*serial=*/true));
      }
    });
  });
}

using dependent_tasks_death_test = ::testing::Test;

TEST_F(dependent_tasks_death_test, exception_that_no_copy_passed_on_ends_the_program) {
  EXPECT_DEATH(
      {
        runtime r;
        r.run([] {
          const shared_future<int> dropped = launch(fails, "unseen by all").share();
          const shared_future<int> copy = dropped;
        });
      },
      "unseen by all");
}

}  // namespace
}  // namespace nuthatch
