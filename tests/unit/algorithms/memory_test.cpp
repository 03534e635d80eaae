// SPDX-License-Identifier: Apache-2.0

// Lifetimes of elements in memory.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/stop_token.hpp>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class memory_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(memory_test, {1, 2, 8});

/// Memory for elements, without any.
template <class Element>
class memory {
 public:
  explicit memory(std::size_t size) : size_(size), at_(std::allocator<Element>().allocate(size)) {}

  memory(const memory&) = delete;
  memory& operator=(const memory&) = delete;

  ~memory() { std::allocator<Element>().deallocate(at_, size_); }

  [[nodiscard]] std::span<Element> all() const { return {at_, size_}; }

  [[nodiscard]] Element* begin() const { return at_; }

  [[nodiscard]] Element* end() const { return at_ + size_; }

 private:
  std::size_t size_;
  Element* at_;
};

/// Counts those that are alive, and throws when a number of them have been constructed.
class counted {
 public:
  counted() : counted("made") {}

  // NOLINTNEXTLINE(google-explicit-constructor): elements convert
  explicit(false) counted(std::string text) : text_(std::move(text)) { note(); }

  counted(const counted& other) : text_(other.text_) { note(); }

  counted(counted&& other) noexcept(false) : text_(std::move(other.text_)) {
    note();
    other.text_ = "moved from";
  }

  counted& operator=(const counted&) = default;
  counted& operator=(counted&&) = default;

  ~counted() { --alive(); }

  [[nodiscard]] const std::string& text() const { return text_; }

  static std::atomic<long>& alive() {
    static std::atomic<long> count = 0;
    return count;
  }

  static std::atomic<long>& until_exception() {
    static std::atomic<long> count = -1;
    return count;
  }

 private:
  static void note() {
    const long left = until_exception() < 0 ? -1 : until_exception()--;
    if (left == 0) {
      throw std::runtime_error("expected");
    }
    ++alive();
  }

  std::string text_;
};

TEST_P(memory_test, elements_are_constructed_and_destroyed) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      const memory<counted> place(n);
      const auto count = static_cast<std::ptrdiff_t>(n);
      const auto check_and_destroy = [&](counted* end, std::size_t size, const std::string& text) {
        EXPECT_EQ(end, place.begin() + size);
        EXPECT_EQ(counted::alive(), static_cast<long>(size));
        EXPECT_TRUE(std::all_of(
            place.begin(), end, [&](const counted& each) { return each.text() == text; }));
        EXPECT_EQ(destroy(how, place.begin(), end), end);
        EXPECT_EQ(counted::alive(), 0);
      };
      check_and_destroy(
          uninitialized_default_construct(how, place.begin(), place.end()), n, "made");
      check_and_destroy(
          uninitialized_default_construct_n(how, place.begin(), count / 2), n / 2, "made");
      check_and_destroy(uninitialized_value_construct(how, place.begin(), place.end()), n, "made");
      check_and_destroy(uninitialized_value_construct_n(how, place.begin(), count), n, "made");
      check_and_destroy(uninitialized_fill(how, place.begin(), place.end(), "filled"), n, "filled");
      check_and_destroy(uninitialized_fill_n(how, place.begin(), count, "filled"), n, "filled");
      EXPECT_EQ(uninitialized_fill_n(how, place.begin(), -1, "filled"), place.begin());
      uninitialized_default_construct(how, place.all());
      destroy(how, place.all());
      uninitialized_value_construct(how, place.all());
      destroy_n(how, place.begin(), count);
      uninitialized_fill(how, place.all(), std::string("filled"));
      EXPECT_EQ(destroy_n(how, place.begin(), count), place.end());
      EXPECT_EQ(counted::alive(), 0);
    }
  });
}

TEST_P(memory_test, copies_and_moves) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      for (const std::size_t room : {n, n / 2, n + 3}) {
        const std::size_t done = std::min(n, room);
        std::vector<std::string> texts;
        for (const int each : testing::numbers(n, 100)) {
          texts.push_back("a text that lies on the heap " + std::to_string(each));
        }
        const std::vector<std::string> before = texts;
        const memory<std::string> place(room);
        const auto check_and_destroy = [&](const auto& ends) {
          EXPECT_EQ(ends.in - texts.begin(), static_cast<std::ptrdiff_t>(done));
          EXPECT_EQ(ends.out - place.all().begin(), static_cast<std::ptrdiff_t>(done));
          EXPECT_TRUE(std::equal(place.begin(), place.begin() + done, before.begin()));
          destroy_n(how, place.begin(), static_cast<std::ptrdiff_t>(done));
        };
        check_and_destroy(uninitialized_copy(how, texts, place.all()));
        check_and_destroy(uninitialized_copy_n(how,
                                               texts.begin(),
                                               static_cast<std::ptrdiff_t>(n),
                                               place.all().begin(),
                                               place.all().end()));
        EXPECT_EQ(texts, before);
        check_and_destroy(uninitialized_move(how, texts, place.all()));
        EXPECT_TRUE(std::all_of(texts.begin(),
                                texts.begin() + static_cast<std::ptrdiff_t>(done),
                                [](const std::string& each) { return each.empty(); }));
        texts = before;
        check_and_destroy(uninitialized_move_n(how,
                                               texts.begin(),
                                               static_cast<std::ptrdiff_t>(n),
                                               place.all().begin(),
                                               place.all().end()));
      }
    }
  });
}

TEST_P(memory_test, numbers) {
  on_policies([](parallel_policy how) {
    std::vector<int> all = testing::numbers(5'000, 100);
    const std::vector<int> before = all;
    EXPECT_EQ(uninitialized_default_construct(how, all), all.end());
    EXPECT_EQ(all, before);
    EXPECT_EQ(destroy(how, all), all.end());
    EXPECT_EQ(uninitialized_value_construct(how, all), all.end());
    EXPECT_EQ(all, std::vector<int>(5'000));
    uninitialized_copy(how, before, all);
    EXPECT_EQ(all, before);
    uninitialized_fill(how, all, 5);
    EXPECT_EQ(all, std::vector<int>(5'000, 5));
  });
}

TEST_P(memory_test, a_constructor_that_throws_leaves_no_elements) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{600}, std::size_t{20'000}}) {
      std::vector<counted> all(n);
      const memory<counted> place(n);
      for (const std::size_t failing : {std::size_t{0}, n / 3, n - 1}) {
        const auto expect = [&](auto call) {
          counted::until_exception() = static_cast<long>(failing);
          EXPECT_THROW(call(), std::runtime_error);
          counted::until_exception() = -1;
          EXPECT_EQ(counted::alive(), static_cast<long>(n));
        };
        expect([&] { uninitialized_default_construct(how, place.all()); });
        expect([&] { uninitialized_value_construct(how, place.all()); });
        expect([&] { uninitialized_fill(how, place.all(), all.front()); });
        expect([&] { uninitialized_copy(how, all, place.all()); });
        expect([&] { uninitialized_move(how, all, place.all()); });
      }
    }
    EXPECT_EQ(counted::alive(), 0);
  });
}

/// An element whose last construction stops what constructs it.
struct stopping {
  static inline std::stop_source* source = nullptr;
  static inline std::atomic<long> alive = 0;
  static inline long last = 0;

  explicit(false) stopping(int /*value*/ = 0) {
    if (++alive == last) {
      source->request_stop();
    }
  }

  stopping(const stopping&) = delete;
  stopping& operator=(const stopping&) = delete;

  ~stopping() { --alive; }
};

// A call that is stopped when the algorithm has constructed all elements leaves none either.
TEST_P(memory_test, a_stop_at_the_end_leaves_no_elements) {
  on_policies([](parallel_policy plain) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{600}, std::size_t{5'000}}) {
      const memory<stopping> place(n);
      const std::vector<int> from(n);
      stopping::last = static_cast<long>(n);
      const auto expect = [&](auto call) {
        const auto source = std::make_unique<std::stop_source>();
        stopping::source = source.get();
        EXPECT_THROW(call(plain.until(source->get_token())), stopped);
        EXPECT_EQ(stopping::alive, 0);
      };
      expect([&](auto how) { uninitialized_default_construct(how, place.all()); });
      expect([&](auto how) { uninitialized_value_construct(how, place.begin(), place.end()); });
      expect([&](auto how) { uninitialized_fill(how, place.all(), 5); });
      expect([&](auto how) { uninitialized_copy(how, from, place.all()); });
      expect([&](auto how) {
        uninitialized_move_n(
            how, from.begin(), static_cast<std::ptrdiff_t>(n), place.begin(), place.end());
      });
    }
  });
}

}  // namespace
}  // namespace nuthatch
