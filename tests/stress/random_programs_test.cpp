// SPDX-License-Identifier: Apache-2.0

// Random trees of all constructs, mixed with all policies, against their serial value.

#include <atomic>
#include <cstdint>
#include <exception>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "crosswise_nest.hpp"
#include "effort.hpp"
#include "random_tree.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::nesting;
using testing::node;
using testing::parallel_value;

struct failure {
  std::uint64_t value;
};

std::uint64_t by_fork_join(node n, unsigned from, unsigned to) {
  if (to - from == 1) {
    return parallel_value(n.child(from));
  }
  const auto one = [=] {
    return parallel_value(n.child(from));
  };
  const auto rest = [=] {
    return by_fork_join(n, from + 1, to);
  };
  const auto [a, b] =
      from % 2 == 0 ? fork_join(work_first, one, rest) : fork_join(help_first, one, rest);
  return a + b;
}

std::uint64_t by_scope(node n, std::vector<std::uint64_t>& parts) {
  scope children;
  for (unsigned i = 0; i < n.children(); ++i) {
    const auto body = [&parts, n, i] {
      parts[i] = parallel_value(n.child(i));
    };
    if ((n.identity >> i) % 2 == 0) {
      children.spawn(work_first, body);
    } else {
      children.spawn(help_first, body);
    }
  }
  children.sync();
  return 0;
}

void by_finish(node n, std::vector<std::uint64_t>& parts) {
  finish([&] {
    for (unsigned i = 0; i < n.children(); ++i) {
      const auto body = [&parts, n, i] {
        parts[i] = parallel_value(n.child(i));
      };
      if ((n.identity >> i) % 2 == 0) {
        async(work_first, body);
      } else {
        async(help_first, [body] { async(body); });  // outlives the one that spawned it
      }
    }
  });
}

void by_launch(node n, std::vector<std::uint64_t>& parts) {
  std::vector<future<std::uint64_t>> results;
  for (unsigned i = 0; i < n.children(); ++i) {
    results.push_back(launch([n, i] { return parallel_value(n.child(i)); }));
  }
  for (unsigned i = 0; i < n.children(); ++i) {
    parts[i] = results[i].get();
  }
}

/// Every child throws its value; all of them have to arrive.
std::uint64_t by_exceptions(node n) {
  std::uint64_t sum = 0;
  const auto add = [&sum](const std::exception_ptr& error) {
    try {
      std::rethrow_exception(error);
    } catch (const failure& thrown) {
      sum += thrown.value;
    }
  };
  std::exception_ptr caught;
  try {
    scope children;
    for (unsigned i = 0; i < n.children(); ++i) {
      children.spawn([n, i] { throw failure{parallel_value(n.child(i))}; });
    }
    children.sync();
  } catch (...) {
    caught = std::current_exception();
  }
  try {
    std::rethrow_exception(caught);
  } catch (const task_errors& several) {
    for (const std::exception_ptr& one : several.all()) {
      add(one);
    }
  } catch (const failure& single) {
    sum += single.value;
  }
  return sum;
}

}  // namespace

namespace testing {

std::uint64_t serial_value(node n) {
  std::uint64_t sum = n.value();
  for (unsigned i = 0; !n.is_leaf() && i < n.children(); ++i) {
    sum += serial_value(n.child(i));
  }
  return sum;
}

std::uint64_t parallel_value(node n) {
  if (n.is_leaf()) {
    return n.value();
  }
  std::vector<std::uint64_t> parts(n.children(), 0);
  std::uint64_t sum = n.value();
  switch (n.construct()) {
    case 0:
      return sum + by_fork_join(n, 0, n.children());
    case 1:
      by_scope(n, parts);
      break;
    case 2:
      by_finish(n, parts);
      break;
    case 3:
      by_launch(n, parts);
      break;
    case 4:
      return sum + by_exceptions(n);
    case 5:
      return sum + parallel_reduce(
                       0U,
                       n.children(),
                       std::uint64_t{0},
                       [n](unsigned i) { return parallel_value(n.child(i)); },
                       [](std::uint64_t a, std::uint64_t b) { return a + b; });
    default:
      return sum + value_by_crosswise_nest(n);
  }
  for (const std::uint64_t part : parts) {
    sum += part;
  }
  return sum;
}

}  // namespace testing

namespace {

class random_programs : public testing::runtime_test {};

void check_programs(runtime& r, nesting joins) {
  base::random_source identities(testing::seed());
  for (std::size_t i = 0; i < testing::rounds(300); ++i) {
    const node root{identities.next() | 1U, 6, joins};
    const std::uint64_t found = r.run([root] { return parallel_value(root); });
    ASSERT_EQ(found, serial_value(root)) << "root " << root.identity << ", program " << i;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "root " << root.identity << ", program " << i;
  }
}

TEST_P(random_programs, have_the_serial_value) {
  on_runtime([](runtime& r) { check_programs(r, nesting::strict); });
}

TEST_P(random_programs, nested_crosswise_have_the_serial_value) {
  on_runtime([](runtime& r) { check_programs(r, nesting::crosswise); });
}

/// Scopes that end in another order than they spawned, and spawns into a scope from inside a
/// finish.
TEST_P(random_programs, may_end_scopes_in_any_order) {
  on_runtime([](runtime& r) {
    for (std::size_t i = 0; i < testing::rounds(2000); ++i) {
      const int total = r.run([] {
        std::atomic<int> done{0};
        scope outer;
        {
          scope inner;
          inner.spawn([&] { ++done; });
          outer.spawn([&] { ++done; });
          inner.spawn([&] { ++done; });
        }
        finish([&] {
          outer.spawn([&] { ++done; });
          async([&] { ++done; });
        });
        outer.sync();
        done += launch([] { return 1; }).get();
        return done.load();
      });
      ASSERT_EQ(total, 6);
    }
  });
}

NUTHATCH_ON_EVERY_SCHEDULER(random_programs);

}  // namespace
}  // namespace nuthatch
