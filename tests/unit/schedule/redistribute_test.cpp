// SPDX-License-Identifier: Apache-2.0

// Data that is moved to the workers that use it in a schedule.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/bits.hpp"
#include "platform/data_memory.hpp"
#include "platform/memory.hpp"
#include "runtime_test.hpp"
#include "unit/schedule/moved_arrays.hpp"

namespace nuthatch::schedules {
namespace {

using testing::always;
using testing::expect_followed;
using ::testing::HasSubstr;
using testing::loop;
using testing::numbered_array;
using testing::particle;

class redistribute_test : public testing::runtime_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(redistribute_test);

TEST_P(redistribute_test, each_element_is_copied_by_the_worker_that_had_it) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      for (const std::uint64_t pieces : {0U, 7U}) {
        numbered_array<double> all(5'000);
        loop elements(policy, 5'000, grain{pieces});
        const schedule made = elements.record();
        const redistribution done =
            redistribute(made, *all, [&](array_copier copy) { elements.copy(copy); }, always);
        expect_followed(done, made);
        EXPECT_EQ(elements.copied(), elements.ran());
        EXPECT_TRUE(all.has_its_values());
        EXPECT_FALSE(all.is_where_it_was());
      }
    });
  });
}

TEST_P(redistribute_test, arrays_of_a_loop_need_no_initializer) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      for (const std::uint64_t pieces : {0U, 3U}) {
        numbered_array<particle> all(4'000);
        loop elements(policy, 4'000, grain{pieces});
        const schedule made = elements.record();
        const redistribution done = redistribute(policy, made, *all, elements.pieces(), always);
        expect_followed(done, made);
        EXPECT_EQ(done.bytes, 4'000 * sizeof(particle));
        EXPECT_EQ(done.pages,
                  base::round_up(done.bytes, platform::page_size()) / platform::page_size());
        EXPECT_GE(done.seconds, done.replay.seconds);
        EXPECT_TRUE(all.has_its_values());
        EXPECT_FALSE(all.is_where_it_was());
      }
    });
  });
}

TEST_P(redistribute_test, arrays_of_any_size_keep_their_elements) {
  on_runtime([](runtime& r) {
    r.run([] {
      const std::size_t page = platform::page_size();
      for (const std::size_t size : {std::size_t{1}, page - 1, page, page + 1, 3 * page + 17}) {
        for (const page_kind kind : {page_kind::of_the_system, page_kind::large}) {
          numbered_array<unsigned char> all(size, kind);
          loop elements(adaptive, size, grain{});
          const redistribution done = redistribute(elements.record(), *all, {}, always);
          EXPECT_TRUE(done.done) << done.reason;
          EXPECT_EQ(done.pages, (size + page - 1) / page);
          EXPECT_TRUE(all.has_its_values());
        }
      }
    });
  });
}

TEST_P(redistribute_test, moves_several_arrays_at_once) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      numbered_array<double> values(3'000);
      numbered_array<particle> particles(6'000);
      numbered_array<char> nothing(0);
      loop elements(policy, 3'000, grain{});
      const schedule made = elements.record();
      const auto copy_all = [&](array_copier first, array_copier second, array_copier third) {
        EXPECT_EQ(third.size(), 0U);
        third(0, 0);
        parallel_for_blocked(
            policy, std::size_t{0}, first.size(), [&](std::size_t from, std::size_t to) {
              first(from, to);
              second(2 * from, 2 * to);
            });
      };
      const redistribution done =
          redistribute(made, std::tie(*values, *particles, *nothing), copy_all, always);
      expect_followed(done, made);
      EXPECT_EQ(done.bytes, 3'000 * sizeof(double) + 6'000 * sizeof(particle));
      EXPECT_TRUE(values.has_its_values() && particles.has_its_values());
      EXPECT_FALSE(values.is_where_it_was() || particles.is_where_it_was());
    });
  });
}

TEST_P(redistribute_test, follows_pruned_and_designated_schedules) {
  on_runtime([](runtime& r) {
    r.run([] {
      numbered_array<int> all(2'000);
      const schedule made = loop(adaptive, 2'000, grain{}).record();
      const redistribution done = redistribute(made.pruned(50), *all, {}, always);
      EXPECT_EQ(done.replay.mode, replay_mode::strict_unordered) << "there is no order";
      EXPECT_TRUE(all.has_its_values());
      const schedule said = designated([] {
        designate_after_next_spawn(nuthatch::workers() - 1);
        fork_join([] {}, [] {});
      });
      std::array<unsigned, 2> copied_by{};
      static_cast<void>(redistribute(
          said,
          *all,
          [&](array_copier copy) {
            const auto half = [&, copy](unsigned which) {
              copied_by[which] = worker_index().value();
              copy(which * std::size_t{1'000}, (which + 1) * std::size_t{1'000});
            };
            fork_join([&] { half(0); }, [&] { half(1); });
          },
          always));
      EXPECT_EQ(copied_by, (std::array{0U, nuthatch::workers() - 1}));
      EXPECT_TRUE(all.has_its_values());
    });
  });
}

TEST_P(redistribute_test, counts_pages_before_and_after) {
  on_runtime([](runtime& r) {
    r.run([] {
      const std::size_t page = platform::page_size();
      placed_array<char> all(100 * page, page_kind::small);
      std::fill_n(all.begin(), 40 * page, 'x');
      const schedule made = loop(adaptive, all.size(), grain{}).record();
      const redistribution done = redistribute(made, all, {}, always);
      EXPECT_EQ(done.pages, 100U);
      EXPECT_EQ(done.before.known, done.after.known);
      if (done.before.known) {
        EXPECT_EQ(done.before.untouched, 60U);
        EXPECT_EQ(done.before.pages(), 100U);
        EXPECT_EQ(done.before.page_bytes, page);
        EXPECT_EQ(done.after.untouched, 0U) << "zeros were written";
        EXPECT_EQ(done.after.pages(), 100U);
        EXPECT_EQ(page_placement(all.data(), all.size()).on_node, done.after.on_node);
        EXPECT_LE(done.moved, platform::memory_nodes().size() == 1 ? 0U : 40U);
      } else {
        EXPECT_THAT(done.before.reason, HasSubstr("move_pages"));
      }
      const redistribution uncounted =
          redistribute(made, all, {}, {.always = true, .count_pages = false});
      EXPECT_TRUE(uncounted.done);
      EXPECT_FALSE(uncounted.before.known || uncounted.after.known);
    });
  });
}

}  // namespace
}  // namespace nuthatch::schedules
