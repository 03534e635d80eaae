// SPDX-License-Identifier: Apache-2.0

// Exceptions from every position: copying and moving callables and arguments, the call, making and
// moving the result, and the destructor; by each way to spawn, each policy, stolen or not.

#include <atomic>
#include <exception>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "effort.hpp"
#include "fuse.hpp"
#include "seed.hpp"
#include "small_programs.hpp"

namespace nuthatch {
namespace {

using namespace testing;

charged_result result_of(const charged& argument) {
  linger();
  return charged_result(argument.value());
}

// Each returns 3, as far as nothing throws.

template <class P>
int by_fork_join(P policy) {
  auto [one, two] = fork_join(
      policy,
      [c = charged(1)] { return result_of(c); },
      [c = charged(2)] {
        linger();
        return result_of(c);
      });
  return one.value() + two.value();
}

template <class P>
int by_fork_join_of_three(P policy) {
  const charged kept(1);
  auto one = [kept] {
    return result_of(kept);
  };
  auto [a, b, c] = fork_join(policy, one, one, [d = charged(1)] { return result_of(d); });
  return a.value() + b.value() + c.value();
}

template <class P>
int by_scope(P policy) {
  std::atomic<int> sum = 0;
  const charged kept(2);
  {
    scope s;
    s.spawn(policy, [&sum](const charged& c) { sum += result_of(c).value(); }, charged(1));
    s.spawn(policy, [&sum](charged c) { sum += result_of(c).value(); }, kept);
    linger();
    s.sync();
  }
  return sum;
}

template <class P>
int by_async(P policy) {
  std::atomic<int> sum = 0;
  finish([&] {
    async(policy, [&sum, c = charged(1)] { sum += result_of(c).value(); });
    linger();
    async(policy, [&sum](const charged& c) { sum += result_of(c).value(); }, charged(2));
  });
  return sum;
}

template <class P>
int by_finish(P policy) {
  std::atomic<int> sum = 0;
  const charged_result two = finish([&] {
    async(policy, [&sum] { ++sum; });
    return result_of(charged(2));
  });
  return sum + two.value();
}

template <class P>
int by_launch(P /*policy*/) {
  future<charged_result> one = launch([](const charged& c) { return result_of(c); }, charged(1));
  future<charged_result> two = launch([c = charged(2)] { return result_of(c); });
  linger();
  // Both are asked for, as a future nobody asks keeps its exception to the end of the program.
  std::exception_ptr thrown;
  int sum = 0;
  for (future<charged_result>* each : {&one, &two}) {
    try {
      sum += each->get().value();
    } catch (const blast&) {
      thrown = std::current_exception();
    }
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
  return sum;
}

template <class P>
int by_parallel_for(P policy) {
  std::atomic<int> sum = 0;
  const charged one(1);
  parallel_for(policy, 0, 3, [&](int) { sum += result_of(one).value(); }, grain{1});
  return sum;
}

template <class P>
int by_parallel_reduce(P policy) {
  const charged one(1);
  return parallel_reduce(
             policy,
             0,
             3,
             charged_result(0),
             [&](int) { return result_of(one); },
             [](charged_result a, charged_result b) {
               return charged_result(a.value() + b.value());
             },
             grain{1})
      .value();
}

template <class P>
int by_all_of_them(P policy) {
  auto [a, b] = fork_join(
      policy,
      [=] {
        scope s;
        std::atomic<int> one = 0;
        s.spawn(policy, [&one, c = charged(1), policy] {
          finish([&] { async(policy, [&one, c] { one += c.value(); }); });
        });
        s.sync();
        return charged_result(one);
      },
      [=] { return charged_result(finish([=] { return by_fork_join(policy) - 1; })); });
  return a.value() + b.value();
}

using adaptive_t = policy_constant<spawn_policy::adaptive>;
using work_first_t = policy_constant<spawn_policy::work_first>;
using help_first_t = policy_constant<spawn_policy::help_first>;

struct construct {
  const char* name;
  int (*by_default)(adaptive_t);
  int (*by_work_first)(work_first_t);
  int (*by_help_first)(help_first_t);
};

#define NUTHATCH_CONSTRUCT(f) {#f, f<adaptive_t>, f<work_first_t>, f<help_first_t>}

const std::vector<construct> constructs{NUTHATCH_CONSTRUCT(by_fork_join),
                                        NUTHATCH_CONSTRUCT(by_fork_join_of_three),
                                        NUTHATCH_CONSTRUCT(by_scope),
                                        NUTHATCH_CONSTRUCT(by_async),
                                        NUTHATCH_CONSTRUCT(by_finish),
                                        NUTHATCH_CONSTRUCT(by_launch),
                                        NUTHATCH_CONSTRUCT(by_parallel_for),
                                        NUTHATCH_CONSTRUCT(by_parallel_reduce),
                                        NUTHATCH_CONSTRUCT(by_all_of_them)};

/// Lets the body fail at each operation of a kind in turn. Whatever is thrown arrives, alone, and
/// no value is left over.
template <class Body>
void blow_up_each(operation which, Body body) {
  for (int number = 1; number < 200; ++number) {
    SCOPED_TRACE(::testing::Message() << "number " << number);
    the_fuse.set(which, number);
    bool thrown = false;
    try {
      EXPECT_EQ(body(), 3);
    } catch (const blast&) {
      thrown = true;
    } catch (const std::exception& other) {
      ADD_FAILURE() << other.what();
    }
    ASSERT_EQ(thrown, the_fuse.blown()) << "an exception was lost, or made up";
    ASSERT_EQ(charged_result::live(), 0);
    if (!thrown) {
      return;
    }
  }
  FAIL() << "no end of operations";
}

class exceptions_test
    : public ::testing::TestWithParam<std::tuple<construct, operation, unsigned>> {};

TEST_P(exceptions_test, arrive_and_leave_nothing) {
  expect_in_child([] {
    const auto& [what, which, workers] = GetParam();
    options wanted;
    wanted.workers = workers;
    runtime r(wanted);
    for (std::size_t i = 0; i < rounds(4); ++i) {
      blow_up_each(which, [&] { return r.run([&] { return what.by_work_first(work_first); }); });
      blow_up_each(which, [&] { return r.run([&] { return what.by_help_first(help_first); }); });
      blow_up_each(which, [&] { return what.by_default(adaptive); });  // from a foreign thread
    }
  });
}

std::string name_of(const ::testing::TestParamInfo<exceptions_test::ParamType>& info) {
  const auto& [what, which, workers] = info.param;
  const char* const operations[] = {"copy", "move", "call", "end"};
  return std::string(what.name) + "_" + operations[static_cast<int>(which)] + "_" +
         std::to_string(workers);
}

INSTANTIATE_TEST_SUITE_P(every,
                         exceptions_test,
                         ::testing::Combine(::testing::ValuesIn(constructs),
                                            ::testing::Values(operation::copy,
                                                              operation::move,
                                                              operation::call,
                                                              operation::end),
                                            ::testing::Values(1U, 3U)),
                         name_of);

}  // namespace
}  // namespace nuthatch
