// SPDX-License-Identifier: Apache-2.0

// Set operations on sorted ranges, compared with serial ones that stop where the output is full.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithms_test.hpp"

namespace nuthatch {
namespace {

class set_operations_test : public testing::algorithms_test {};

NUTHATCH_ON_SCHEDULERS_BY_TURNS(set_operations_test, {1, 2, 8});

/// A number with the place where it came from, which comparisons do not see.
struct marked {
  int value;
  int mark;

  bool operator==(const marked&) const = default;
};

std::vector<marked> sorted(std::size_t n, std::uint32_t below, int mark, std::uint64_t seed) {
  std::vector<int> values = testing::numbers(n, below, seed);
  std::ranges::sort(values);
  std::vector<marked> all;
  for (const int each : values) {
    all.push_back({each, mark++});
  }
  return all;
}

/// What a set operation does, one element after the other.
struct serial_operation {
  bool only_first;
  bool only_second;
  bool both;

  std::vector<marked> out{};
  std::size_t read1 = 0;
  std::size_t read2 = 0;
  std::size_t last1 = 0;  // behind the last copied element
  std::size_t last2 = 0;
  std::size_t when_first_ends = 0;

  /// Returns whether an element found no place.
  bool run(const std::vector<marked>& a, const std::vector<marked>& b, std::size_t room) {
    while (read1 != a.size() || read2 != b.size()) {
      const bool first = is_next(a, read1, b, read2);
      const bool second = is_next(b, read2, a, read1);
      if (is_copied(first, second)) {
        if (out.size() == room) {
          return true;
        }
        out.push_back(first ? a[read1] : b[read2]);
        last1 = read1 + (first ? 1 : 0);
        last2 = read2 + (second ? 1 : 0);
      }
      if (first) {
        when_first_ends = read2 + (second ? 1 : 0);
      }
      read1 += first ? 1 : 0;
      read2 += second ? 1 : 0;
    }
    return false;
  }

 private:
  /// Returns whether the next element of one range is not behind that of the other.
  [[nodiscard]] static bool is_next(const std::vector<marked>& one,
                                    std::size_t at,
                                    const std::vector<marked>& other,
                                    std::size_t other_at) {
    return other_at == other.size() || (at != one.size() && one[at].value <= other[other_at].value);
  }

  [[nodiscard]] bool is_copied(bool first, bool second) const {
    if (first && second) {
      return both;
    }
    return first ? only_first : only_second;
  }
};

/// Compares numbers, and waits now and then, so that other workers steal in the middle.
struct hesitant_less {
  std::atomic<std::size_t>* comparisons;

  bool operator()(int a, int b) const {
    if (++*comparisons % 1'024 == 0) {
      std::this_thread::yield();
    }
    return a < b;
  }
};

/// Calls check(a, b) with sorted ranges of many kinds.
template <class Check>
void on_ranges(Check check) {
  std::vector<std::size_t> lengths = testing::lengths();
  std::erase_if(lengths, [](std::size_t each) { return each == 3 || each == 63 || each == 128; });
  for (const std::size_t n1 : lengths) {
    for (const std::size_t n2 : {n1 / 7, n1 + n1 / 10}) {
      for (const std::uint32_t below : {1U, 10U, 10'000U}) {
        check(sorted(n1, below, 0, 1), sorted(n2, below, 1'000'000, 2));
      }
    }
  }
}

/// Compares a set operation with the serial one, with enough room and with less. Calls
/// operation(out, less) and check_ends(ends, serial, is_full).
template <class Operation, class CheckEnds>
void compare(const std::vector<marked>& a,
             const std::vector<marked>& b,
             const serial_operation& kind,
             Operation operation,
             CheckEnds check_ends) {
  serial_operation whole = kind;
  whole.run(a, b, a.size() + b.size());
  for (const std::size_t room : {whole.out.size(), whole.out.size() / 2, whole.out.size() + 7}) {
    serial_operation serial = kind;
    const bool is_full = serial.run(a, b, room);
    std::atomic<std::size_t> comparisons = 0;
    std::vector<marked> out(room, {-1, -1});
    const auto ends = operation(out, hesitant_less{&comparisons});
    ASSERT_EQ(ends.out - out.begin(), static_cast<std::ptrdiff_t>(serial.out.size()));
    EXPECT_TRUE(std::equal(out.begin(), ends.out, serial.out.begin()));
    EXPECT_TRUE(
        std::all_of(ends.out, out.end(), [](const marked& each) { return each.value == -1; }));
    check_ends(static_cast<std::size_t>(ends.in1 - a.begin()),
               static_cast<std::size_t>(ends.in2 - b.begin()),
               serial,
               is_full);
  }
}

void expect_read(std::size_t in1, std::size_t in2, const serial_operation& serial, bool) {
  EXPECT_EQ(in1, serial.read1);
  EXPECT_EQ(in2, serial.read2);
}

TEST_P(set_operations_test, set_union) {
  on_policies([](parallel_policy how) {
    on_ranges([&](const auto& a, const auto& b) {
      compare(
          a,
          b,
          {true, true, true},
          [&](auto& out, auto less) {
            return set_union(how, a, b, out, less, &marked::value, &marked::value);
          },
          expect_read);
    });
  });
}

TEST_P(set_operations_test, set_symmetric_difference) {
  on_policies([](parallel_policy how) {
    on_ranges([&](const auto& a, const auto& b) {
      compare(
          a,
          b,
          {true, true, false},
          [&](auto& out, auto less) {
            return set_symmetric_difference(how,
                                            a.begin(),
                                            a.end(),
                                            b.begin(),
                                            b.end(),
                                            out.begin(),
                                            out.end(),
                                            less,
                                            &marked::value,
                                            &marked::value);
          },
          expect_read);
    });
  });
}

TEST_P(set_operations_test, set_intersection) {
  on_policies([](parallel_policy how) {
    on_ranges([&](const auto& a, const auto& b) {
      compare(
          a,
          b,
          {false, false, true},
          [&](auto& out, auto less) {
            return set_intersection(how, a, b, out, less, &marked::value, &marked::value);
          },
          [](std::size_t in1, std::size_t in2, const serial_operation& serial, bool is_full) {
            EXPECT_EQ(in1, is_full ? serial.read1 : serial.last1);
            EXPECT_EQ(in2, is_full ? serial.read2 : serial.last2);
          });
    });
  });
}

TEST_P(set_operations_test, set_difference) {
  on_policies([](parallel_policy how) {
    on_ranges([&](const auto& a, const auto& b) {
      compare(
          a,
          b,
          {true, false, false},
          [&](auto& out, auto less) {
            return set_difference(how, a, b, out, less, &marked::value, &marked::value);
          },
          [](std::size_t in1, std::size_t in2, const serial_operation& serial, bool is_full) {
            EXPECT_EQ(in1, serial.read1);
            EXPECT_EQ(in2, is_full ? serial.read2 : serial.when_first_ends);
          });
    });
  });
}

TEST_P(set_operations_test, includes) {
  on_policies([](parallel_policy how) {
    on_ranges([&](const auto& a, const auto& b) {
      const auto by_value = [&](const auto& whole, const auto& part) {
        std::atomic<std::size_t> comparisons = 0;
        return includes(
            how, whole, part, hesitant_less{&comparisons}, &marked::value, &marked::value);
      };
      EXPECT_EQ(by_value(a, b), std::ranges::includes(a, b, {}, &marked::value, &marked::value));
      std::vector<marked> some;
      for (std::size_t i = 0; i < a.size(); i += 3) {
        some.push_back(a[i]);
      }
      EXPECT_TRUE(by_value(a, some));
      if (!some.empty()) {
        some.back().value = 200'000;
        EXPECT_FALSE(by_value(a, some));
        some.back() = some[some.size() / 2];
        std::ranges::sort(some, {}, &marked::value);
        EXPECT_EQ(by_value(a, some),
                  std::ranges::includes(a, some, {}, &marked::value, &marked::value));
      }
    });
  });
}

TEST_P(set_operations_test, strings) {
  on_policies([](parallel_policy how) {
    for (const std::size_t n : testing::lengths()) {
      std::vector<std::string> a;
      std::vector<std::string> b;
      for (const int each : testing::numbers(n, 500)) {
        (each % 3 == 0 ? a : b).push_back("a text that lies on the heap " + std::to_string(each));
        a.push_back(std::to_string(each));
      }
      std::ranges::sort(a);
      std::ranges::sort(b);
      std::vector<std::string> expected;
      std::ranges::set_union(a, b, std::back_inserter(expected));
      std::vector<std::string> out(expected.size());
      EXPECT_EQ(set_union(how, a, b, out).out, out.end());
      EXPECT_EQ(out, expected);
      expected.clear();
      std::ranges::set_difference(a, b, std::back_inserter(expected));
      EXPECT_EQ(
          set_difference(how, a.begin(), a.end(), b.begin(), b.end(), out.begin(), out.end()).in1,
          a.end());
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.begin()));
    }
  });
}

TEST(set_operations_on_foreign_threads_test, results_are_those_of_std) {
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{100}, std::size_t{5'000}, std::size_t{1'000'000}}) {
    std::vector<int> a = testing::numbers(n, 1'000'000);
    std::vector<int> b = testing::numbers(n / 2, 1'000'000, 2);
    std::ranges::sort(a);
    std::ranges::sort(b);
    std::vector<int> expected;
    std::ranges::set_symmetric_difference(a, b, std::back_inserter(expected));
    std::vector<int> out(expected.size());
    EXPECT_EQ(set_symmetric_difference(par, a, b, out).out, out.end());
    EXPECT_EQ(out, expected);
    EXPECT_EQ(set_intersection(par, a, b, out).out - out.begin(),
              static_cast<std::ptrdiff_t>((a.size() + b.size() - out.size()) / 2));
    EXPECT_TRUE(includes(par, a, a));
  }
}

}  // namespace
}  // namespace nuthatch
