// SPDX-License-Identifier: Apache-2.0
#include "explore/isolation_scenarios.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "core/isolation/isolation.hpp"
#include "explore/explored_runtime.hpp"

namespace nuthatch::exploring {

void isolated_blocks(platform::platform& on, unsigned workers) {
  core::isolation domain;
  std::array<int, 2> inside{};
  in_runtime(on, workers, stealing, [&] {
    const auto block = [&](std::size_t first, std::size_t count) {
      std::array<detail::held_object, 2> held{detail::held_object{.object = inside.data() + first},
                                              detail::held_object{.object = inside.data() + 1}};
      const detail::isolation_block closed(domain, count == 0 ? nullptr : held.data(), count);
      for (std::size_t i = 0; i < 2; ++i) {
        if (count == 0 || (i >= first && i < first + count)) {
          NUTHATCH_CHECK(++inside[i] == 1, "two are in the same block");
        }
      }
      if (count == 2) {
        fork_join(help_first, [] { poll(); }, [] {});
      }
      for (std::size_t i = 0; i < 2; ++i) {
        inside[i] -= count == 0 || (i >= first && i < first + count) ? 1 : 0;
      }
    };
    finish([&] {
      async(help_first, [&] { block(1, 1); });
      async(help_first, [&] { block(0, 0); });
      block(0, 2);
    });
  });
}

void isolated_neighbours(platform::platform& on, unsigned workers) {
  core::isolation domain;
  std::array<char, 1000> memory{};
  const char* const first = memory.data();
  const char* second = first + 1;
  while (core::isolation::bucket_of(second) != core::isolation::bucket_of(first)) {
    ++second;
  }
  in_runtime(on, workers, stealing, [&] {
    const auto block = [&](const char* a, const char* b) {
      std::array<detail::held_object, 2> held{detail::held_object{.object = a},
                                              detail::held_object{.object = b}};
      const detail::isolation_block closed(
          domain, a == nullptr ? nullptr : held.data(), a == nullptr ? 0 : 2);
    };
    finish([&] {
      async(help_first, [&] { block(second, second); });
      async(help_first, [&] { block(first, second); });
      async(help_first, [&] { block(nullptr, nullptr); });
      block(second, second);
    });
  });
}

void isolated_gate(platform::platform& on, unsigned workers) {
  core::isolation domain;
  std::array<char, 1000> memory{};
  const char* const first = memory.data();
  const char* second = first + 1;
  while (core::isolation::bucket_of(second) <= core::isolation::bucket_of(first)) {
    ++second;
  }
  std::array<int, 2> inside{};
  in_runtime(on, workers, stealing, [&] {
    const auto block = [&](std::initializer_list<const char*> objects) {
      std::array<detail::held_object, 2> held;
      std::size_t count = 0;
      for (const char* each : objects) {
        held[count++].object = each;
      }
      const bool with_first = count != 1;
      const detail::isolation_block closed(domain, count == 0 ? nullptr : held.data(), count);
      NUTHATCH_CHECK(++inside[1] == 1, "two have the second object");
      NUTHATCH_CHECK(!with_first || ++inside[0] == 1, "two have the first object");
      poll();
      inside[0] -= with_first ? 1 : 0;
      --inside[1];
    };
    finish([&] {
      async(help_first, [&] { block({second}); });
      async(help_first, [&] { block({}); });
      async(help_first, [&] { block({first, second}); });
      block({});
      block({second});
    });
  });
  NUTHATCH_CHECK(inside[0] == 0 && inside[1] == 0, "somebody is inside");
}

void isolated_for_few_stacks(platform::platform& on, unsigned workers, const char* scheduler) {
  core::isolation domain;
  int ended = 0;
  constexpr int tasks = 12;
  const std::size_t max_stacks = std::size_t{2} * workers;  // the minimum that a runtime permits
  const std::unique_ptr<runtime> r = make_runtime(on, workers, scheduler, "", max_stacks);
  r->run([&] {
    finish([&] {
      for (int i = 0; i < tasks; ++i) {
        async(help_first, [&] {
          const detail::isolation_block closed(domain, nullptr, 0);
          poll();
          ++ended;
        });
      }
    });
  });
  NUTHATCH_CHECK(ended == tasks, "a task was refused");
}

}  // namespace nuthatch::exploring
