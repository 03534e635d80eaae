// SPDX-License-Identifier: Apache-2.0

// Memory that is missing while data is moved: it comes to its new pages, or stays as it was.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <numeric>
#include <optional>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "failing_calls.hpp"
#include "small_programs.hpp"

namespace nuthatch {
namespace {

using namespace testing;

constexpr std::size_t size = 20'000;

schedule of_loop() {
  return record([] {
    parallel_for(std::size_t{0}, size, [](std::size_t i) {
      if (i % 1'000 == 0) {
        linger();
      }
    });
  });
}

bool has_its_values(const placed_array<unsigned>& all) {
  unsigned next = 0;
  return std::ranges::all_of(all, [&next](unsigned each) { return each == next++; });
}

struct attempt {
  bool reached = false;  // the call that was to fail
  bool done = false;
};

class redistribution_test : public ::testing::Test {
 protected:
  void SetUp() override {
    static_cast<void>(runtime(small_runtime()));  // what is made once in a process stays
    before_ = held_now().mapped_bytes;
    workers_.emplace(small_runtime());
    made_ = workers_->run([] { return of_loop(); });
    // And what is made once in a runtime.
    EXPECT_TRUE(move_with({call::sleep, ~std::uint64_t{0}, false}, page_kind::small).done);
  }

  /// Moves an array while a call fails, and checks it afterwards.
  attempt move_with(const fault& planned, page_kind pages) {
    placed_array<unsigned> all(size, pages);
    std::iota(all.begin(), all.end(), 0U);
    const unsigned* const place = all.data();
    attempt seen;
    std::exception_ptr thrown;
    workers_->run([&] {
      arm(planned);
      try {
        seen.done = redistribute(made_, all, {}, {.always = true}).done;
      } catch (...) {
        thrown = std::current_exception();
      }
      disarm();
    });
    seen.reached = calls_since_arm(planned.which) >= planned.first;
    EXPECT_EQ(thrown == nullptr, seen.done);
    EXPECT_TRUE(thrown == nullptr || is_for_want_of_memory(thrown));
    EXPECT_EQ(all.data() != place, seen.done);
    EXPECT_TRUE(has_its_values(all));
    return seen;
  }

  /// Bytes more than before there was one.
  std::int64_t mapped_after_the_runtime() {
    workers_.reset();
    return held_now().mapped_bytes - before_;
  }

  /// Each call of a kind in turn, and from then on. Returns how many attempts were in vain.
  unsigned fail_each(call which, page_kind pages) {
    unsigned in_vain = 0;
    for (const bool lasting : {false, true}) {
      bool reached = true;
      for (std::uint64_t first = 1; reached; ++first) {
        SCOPED_TRACE(::testing::Message() << name_of(which) << " fails at call " << first
                                          << (lasting ? " and from then on" : ""));
        const attempt seen = move_with({which, first, lasting}, pages);
        in_vain += seen.done ? 0 : 1;
        reached = seen.reached;
        if (HasFailure()) {
          return in_vain;  // the others would say the same
        }
      }
    }
    return in_vain;
  }

 private:
  static bool is_for_want_of_memory(const std::exception_ptr& thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      return true;
    } catch (const std::exception& other) {
      ADD_FAILURE() << other.what();
      return false;
    }
  }

  static options small_runtime() {
    options wanted;
    wanted.workers = 3;
    return wanted;
  }

  std::optional<runtime> workers_;
  schedule made_;
  std::int64_t before_ = 0;
};

constexpr std::array all_kinds{page_kind::of_the_system, page_kind::small, page_kind::large};

TEST_F(redistribution_test, needs_memory_of_the_system) {
  for (const page_kind pages : all_kinds) {
    EXPECT_EQ(fail_each(call::map_memory, pages), 2U) << "of the fresh pages";
  }
}

TEST_F(redistribution_test, does_without_advice_and_with_what_cannot_be_given_back) {
  for (const page_kind pages : all_kinds) {
    EXPECT_EQ(fail_each(call::advise_memory, pages), 0U);
    EXPECT_EQ(fail_each(call::unmap_memory, pages), 0U);
  }
}

TEST_F(redistribution_test, needs_memory_of_the_heap) {
  EXPECT_GT(fail_each(call::allocate, page_kind::small), 4U);
}

TEST_F(redistribution_test, does_without_what_files_say) {
  EXPECT_EQ(fail_each(call::open_file, page_kind::large), 0U);
  EXPECT_EQ(fail_each(call::read_file, page_kind::large), 0U);
}

TEST_F(redistribution_test, gives_all_memory_back) {
  for (std::uint64_t first = 1; first < 10; ++first) {
    static_cast<void>(move_with({call::allocate, first, true}, page_kind::large));
    static_cast<void>(move_with({call::map_memory, first, true}, page_kind::small));
  }
  EXPECT_EQ(mapped_after_the_runtime(), 0);
}

}  // namespace
}  // namespace nuthatch
