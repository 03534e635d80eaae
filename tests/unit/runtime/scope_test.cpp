// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class scope_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(scope_test);

TEST_P(scope_test, sync_waits_for_all_children) {
  on_each_policy([](runtime& r, auto policy) {
    std::vector<int> runs(300);
    r.run([&] {
      scope s;
      for (int& run : runs) {
        s.spawn(policy, [&run, c = counted()] { ++run; });
      }
      s.sync();
      EXPECT_EQ(runs, std::vector<int>(300, 1));
    });
  });
}

TEST_P(scope_test, can_be_empty) {
  on_runtime([](runtime& r) {
    r.run([] {
      const scope never_used;
      scope s;
      s.sync();
      s.sync();
    });
  });
}

TEST_P(scope_test, spawns_again_after_a_sync) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> ended = 0;
      scope s;
      for (int round = 1; round <= 10; ++round) {
        for (int i = 0; i < 20; ++i) {
          s.spawn(policy, [&] { ++ended; });
        }
        s.sync();
        EXPECT_EQ(ended, 20 * round);
        s.sync();
      }
    });
  });
}

TEST_P(scope_test, destructor_syncs) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::vector<int> runs(100);
      {
        scope s;
        for (int& run : runs) {
          s.spawn(policy, [&run] { ++run; });
        }
      }
      EXPECT_EQ(runs, std::vector<int>(100, 1));
    });
  });
}

TEST_P(scope_test, destructor_syncs_what_was_spawned_after_a_sync) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> ended = 0;
      {
        scope s;
        s.spawn(policy, [&] { ++ended; });
        s.sync();
        s.spawn(policy, [&] { ++ended; });
      }
      EXPECT_EQ(ended, 2);
    });
  });
}

TEST_P(scope_test, arguments_are_copied_or_moved) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::string text = "here";
      auto pointer = std::make_unique<int>(5);
      int by_reference = 0;
      std::string seen;
      int sum = 0;
      scope s;
      s.spawn(
          policy,
          [&](std::string copy, std::unique_ptr<int> moved, int& referred) {
            copy += "!";
            seen = copy;
            sum = *moved;
            referred = 6;
          },
          text,
          std::move(pointer),
          std::ref(by_reference));
      text = "changed";
      s.sync();
      EXPECT_EQ(seen, "here!");
      EXPECT_EQ(sum, 5);
      EXPECT_EQ(by_reference, 6);
      EXPECT_EQ(pointer, nullptr);
    });
  });
}

TEST_P(scope_test, callables_are_copied_or_moved) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> sum = 0;
      const auto lvalue = [&sum, c = counted(1)] {
        sum += c.value();
      };
      auto movable = [&sum, c = counted(10), only = std::make_unique<int>(100)] {
        sum += c.value() + *only;
      };
      const int copies = counted::copies();
      scope s;
      s.spawn(policy, lvalue);
      EXPECT_EQ(counted::copies(), copies + 1);
      s.spawn(policy, lvalue);
      s.spawn(policy, std::move(movable));
      s.sync();
      EXPECT_EQ(counted::copies(), copies + 2);
      EXPECT_EQ(sum, 112);
    });
  });
}

// The closure of a child is destroyed when the sync returns.
TEST_P(scope_test, closures_end_with_their_tasks) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      const auto shared = std::make_shared<int>(1);
      scope s;
      for (int i = 0; i < 50; ++i) {
        s.spawn(policy, [shared] { EXPECT_EQ(*shared, 1); });
      }
      s.sync();
      EXPECT_EQ(shared.use_count(), 1);
    });
  });
}

template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) payload {
  std::array<unsigned char, Bytes> bytes;

  explicit payload(int first) noexcept {
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(first));
  }

  [[nodiscard]] bool intact(int first) const {
    for (std::size_t i = 0; i < Bytes; ++i) {
      if (bytes[i] != static_cast<unsigned char>(static_cast<std::size_t>(first) + i)) {
        return false;
      }
    }
    return reinterpret_cast<std::uintptr_t>(this) % Alignment == 0;
  }
};

template <std::size_t Bytes, std::size_t Alignment, class Policy>
void spawn_payloads(Policy policy) {
  std::atomic<int> intact = 0;
  scope s;
  for (int i = 0; i < 100; ++i) {
    s.spawn(policy, [&intact, i, p = payload<Bytes, Alignment>(i), c = counted()] {
      intact += p.intact(i) ? 1 : 0;
    });
  }
  s.sync();
  EXPECT_EQ(intact, 100) << Bytes << " bytes, aligned to " << Alignment;
}

TEST_P(scope_test, closures_of_any_size_and_alignment) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      spawn_payloads<1, 1>(policy);
      spawn_payloads<16, 16>(policy);
      spawn_payloads<32, 32>(policy);
      spawn_payloads<64, 8>(policy);
      spawn_payloads<64, 64>(policy);
      spawn_payloads<200, 8>(policy);
      spawn_payloads<256, 8>(policy);
      spawn_payloads<1024, 8>(policy);
      spawn_payloads<128, 128>(policy);
      spawn_payloads<4096, 256>(policy);
    });
  });
}

TEST_P(scope_test, many_children) {
  const std::size_t children = testing::rounds(100'000);
  on_each_policy([=](runtime& r, auto policy) {
    std::vector<std::uint8_t> runs(children);
    r.run([&] {
      scope s;
      for (std::uint8_t& run : runs) {
        s.spawn(policy, [&run] { ++run; });
      }
      s.sync();
    });
    EXPECT_EQ(runs, std::vector<std::uint8_t>(children, 1));
  });
}

TEST_P(scope_test, several_scopes_of_one_task) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      std::atomic<int> in_a = 0;
      std::atomic<int> in_b = 0;
      scope a;
      scope b;
      for (int i = 0; i < 50; ++i) {
        a.spawn(policy, [&] { ++in_a; });
        b.spawn(policy, [&] { ++in_b; });
      }
      a.sync();  // not the innermost scope
      EXPECT_EQ(in_a, 50);
      a.spawn(policy, [&] { ++in_a; });
      b.sync();
      EXPECT_EQ(in_b, 50);
      a.sync();
      EXPECT_EQ(in_a, 51);
    });
  });
}

template <class Policy>
long tree(Policy policy, int depth) {
  if (depth == 0) {
    return 1;
  }
  std::array<long, 3> below{};
  scope s;
  for (long& each : below) {
    s.spawn(policy, [&each, policy, depth] { each = tree(policy, depth - 1); });
  }
  s.sync();
  return std::accumulate(below.begin(), below.end(), 0L);
}

TEST_P(scope_test, nested) {
  on_each_policy(
      [](runtime& r, auto policy) { EXPECT_EQ(r.run([=] { return tree(policy, 7); }), 2187); });
}

TEST_P(scope_test, policies_mix) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::vector<int> runs(300);
      scope s;
      for (std::size_t i = 0; i < runs.size(); i += 3) {
        s.spawn(work_first, [&, i] { ++runs[i]; });
        s.spawn(help_first, [&, i] { ++runs[i + 1]; });
        s.spawn([&, i] { ++runs[i + 2]; });
      }
      s.sync();
      EXPECT_EQ(runs, std::vector<int>(300, 1));
    });
  });
}

struct copying_throws {
  explicit copying_throws(int from) : left(from) {}

  copying_throws(const copying_throws& other) : left(other.left - 1) {
    if (left < 0) {
      throw std::logic_error("copied once too often");
    }
  }

  copying_throws& operator=(const copying_throws&) = delete;
  ~copying_throws() = default;

  void operator()() const {}

  int left;
};

TEST_P(scope_test, spawn_that_cannot_copy_spawns_nothing) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      const copying_throws never(0);
      int ran = 0;
      scope s;
      s.spawn(policy, [&] { ++ran; });
      EXPECT_THROW(s.spawn(policy, never), std::logic_error);
      s.sync();
      EXPECT_EQ(ran, 1);
    });
  });
}

/// Creates a join while an exception is in flight, and ends it when there is none any more.
template <class Join>
struct makes_one_at_its_end {
  std::unique_ptr<Join>* made;

  ~makes_one_at_its_end() { *made = std::make_unique<Join>(); }
};

template <class Join>
std::unique_ptr<Join> made_during_unwinding() {
  std::unique_ptr<Join> made;
  try {
    const makes_one_at_its_end<Join> end{&made};
    throw std::runtime_error("in flight");
  } catch (const std::runtime_error&) {
    return made;
  }
}

TEST_P(scope_test, what_was_made_during_unwinding_throws_later) {
  on_runtime([](runtime& r) {
    r.run([] {
      const auto fail = [] {
        throw std::runtime_error("child");
      };
      auto children = made_during_unwinding<scope>();
      children->spawn(help_first, fail);
      EXPECT_THROW(delete children.release(), std::runtime_error);
      auto tasks = made_during_unwinding<group>();
      tasks->spawn(fail);
      EXPECT_THROW(delete tasks.release(), std::runtime_error);
    });
  });
}

}  // namespace
}  // namespace nuthatch
