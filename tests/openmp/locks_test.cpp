// SPDX-License-Identifier: Apache-2.0

// Locks, critical and atomic constructs of the OpenMP runtime, called as programs call them.

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names that compilers call
void GOMP_critical_start();
void GOMP_critical_end();
void GOMP_critical_name_start(void** variable);
void GOMP_critical_name_end(void** variable);
void GOMP_atomic_start();
void GOMP_atomic_end();
// NOLINTEND(readability-identifier-naming)
double omp_get_wtime();
double omp_get_wtick();
}

namespace nuthatch::testing {
namespace {

/// The functions of a kind of locks: their names are omp_init_KIND and so on.
struct lock_functions {
  void (*init)(void*);
  void (*destroy)(void*);
  void (*set)(void*);
  void (*unset)(void*);
  int (*test)(void*);

  explicit lock_functions(const std::string& kind, const char* node) {
    const auto find = [&](const char* verb) {
      const std::string name = "omp_" + std::string(verb) + "_" + kind;
      void* const found = dlvsym(RTLD_DEFAULT, name.c_str(), node);
      EXPECT_NE(found, nullptr) << name << '@' << node;
      return found;
    };
    init = reinterpret_cast<void (*)(void*)>(find("init"));
    destroy = reinterpret_cast<void (*)(void*)>(find("destroy"));
    set = reinterpret_cast<void (*)(void*)>(find("set"));
    unset = reinterpret_cast<void (*)(void*)>(find("unset"));
    test = reinterpret_cast<int (*)(void*)>(find("test"));
  }
};

/// What a program has, and what lies beside it.
struct variable {
  explicit variable(std::size_t size) : bytes(size) {
    for (unsigned char& each : room) {
      each = 0xaa;
    }
  }

  [[nodiscard]] bool others_are_as_before() const {
    bool same = true;
    for (std::size_t i = bytes; i < room.size(); ++i) {
      same = same && room[i] == 0xaa;
    }
    return same;
  }

  std::size_t bytes;
  alignas(16) std::array<unsigned char, 32> room{};
};

constexpr unsigned threads = 8;

template <class Body>
void in_threads(Body body) {
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i) {
    all.emplace_back(body);
  }
  for (std::thread& each : all) {
    each.join();
  }
}

/// Increments that get lost unless one comes after the other.
template <class Enter, class Leave>
void expect_one_at_a_time(Enter enter, Leave leave) {
  constexpr int times = 5000;
  long sum = 0;
  in_threads([&] {
    for (int i = 0; i < times; ++i) {
      enter();
      const long before = sum;
      if (i % 500 == 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));  // so that others sleep
      }
      sum = before + 1;
      leave();
    }
  });
  EXPECT_EQ(sum, static_cast<long>(threads) * times);
}

struct kind_of_lock {
  const char* kind;
  const char* node;
  std::size_t bytes;  // of the variable
  bool nested;
};

class lock_test : public ::testing::TestWithParam<kind_of_lock> {
 protected:
  lock_functions call_{GetParam().kind, GetParam().node};
  variable lock_{GetParam().bytes};

  void SetUp() override { call_.init(&lock_.room); }

  void TearDown() override {
    call_.destroy(&lock_.room);
    EXPECT_TRUE(lock_.others_are_as_before());
  }

  int test_elsewhere() {
    int found = -1;
    std::thread([&] {
      found = call_.test(&lock_.room);
      if (found != 0) {
        call_.unset(&lock_.room);
      }
    }).join();
    return found;
  }
};

TEST_P(lock_test, lets_one_in_at_a_time) {
  expect_one_at_a_time([this] { call_.set(&lock_.room); }, [this] { call_.unset(&lock_.room); });
}

TEST_P(lock_test, lets_one_in_who_asks_again) {
  expect_one_at_a_time(
      [this] {
        while (call_.test(&lock_.room) == 0) {
          std::this_thread::yield();
        }
      },
      [this] { call_.unset(&lock_.room); });
}

TEST_P(lock_test, says_whether_it_is_free) {
  EXPECT_EQ(test_elsewhere(), 1);
  call_.set(&lock_.room);
  EXPECT_EQ(test_elsewhere(), 0);
  call_.unset(&lock_.room);
  EXPECT_EQ(test_elsewhere(), 1);
}

TEST_P(lock_test, nests_if_it_may) {
  call_.set(&lock_.room);
  if (GetParam().nested) {
    EXPECT_EQ(call_.test(&lock_.room), 2);
    call_.set(&lock_.room);
    EXPECT_EQ(call_.test(&lock_.room), 4);
    for (int i = 0; i < 3; ++i) {
      call_.unset(&lock_.room);
      EXPECT_EQ(test_elsewhere(), 0);
    }
  } else {
    EXPECT_EQ(call_.test(&lock_.room), 0);
  }
  call_.unset(&lock_.room);
  EXPECT_EQ(test_elsewhere(), 1);
}

TEST_P(lock_test, leaves_errno_alone) {
  call_.set(&lock_.room);
  std::thread other([this] {
    errno = 12345;
    call_.set(&lock_.room);
    EXPECT_EQ(errno, 12345);
    call_.unset(&lock_.room);
    EXPECT_EQ(errno, 12345);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  call_.unset(&lock_.room);
  other.join();
}

/// A nested lock that one compiler's code has made, others may use: LLVM's and Fortran's variables
/// have the address of one, GCC's the lock itself.
TEST(nested_lock, is_for_code_of_all_compilers) {
  const lock_functions kinds[] = {lock_functions("nest_lock", "OMP_3.0"),
                                  lock_functions("nest_lock_", "OMP_3.0"),
                                  lock_functions("nest_lock", "VERSION")};
  for (const lock_functions& maker : kinds) {
    variable lock(16);
    maker.init(&lock.room);
    for (const lock_functions& user : kinds) {
      user.set(&lock.room);
      EXPECT_EQ(maker.test(&lock.room), 2);
      EXPECT_EQ(user.test(&lock.room), 3);
      user.unset(&lock.room);
      maker.unset(&lock.room);
      std::thread([&] { EXPECT_EQ(user.test(&lock.room), 0); }).join();
      user.unset(&lock.room);
    }
    kinds[0].destroy(&lock.room);
  }
}

// The kinds of locks of Fortran have 4 bytes, and 8 where they nest.
INSTANTIATE_TEST_SUITE_P(kinds,
                         lock_test,
                         ::testing::Values(kind_of_lock{"lock", "OMP_3.0", 4, false},
                                           kind_of_lock{"lock_", "OMP_3.0", 4, false},
                                           kind_of_lock{"lock", "OMP_1.0", 4, false},
                                           kind_of_lock{"lock_", "OMP_1.0", 4, false},
                                           kind_of_lock{"nest_lock", "OMP_3.0", 16, true},
                                           kind_of_lock{"nest_lock_", "OMP_3.0", 8, true},
                                           kind_of_lock{"nest_lock", "OMP_1.0", 8, true},
                                           kind_of_lock{"nest_lock_", "OMP_1.0", 8, true}));

TEST(critical, one_at_a_time) {
  expect_one_at_a_time(GOMP_critical_start, GOMP_critical_end);
}

TEST(critical, of_a_name) {
  static void* one = nullptr;
  static void* other = nullptr;
  expect_one_at_a_time([] { GOMP_critical_name_start(&one); },
                       [] { GOMP_critical_name_end(&one); });
  GOMP_critical_name_start(&one);
  GOMP_critical_name_start(&other);
  GOMP_critical_start();
  GOMP_critical_end();
  GOMP_critical_name_end(&other);
  GOMP_critical_name_end(&one);
}

TEST(critical, atomic_constructs) {
  expect_one_at_a_time(GOMP_atomic_start, GOMP_atomic_end);
}

TEST(wall_time, goes_on) {
  const auto from = std::chrono::steady_clock::now();
  const double before = omp_get_wtime();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double passed = omp_get_wtime() - before;
  const std::chrono::duration<double> at_most = std::chrono::steady_clock::now() - from;
  EXPECT_GE(passed, 0.02);
  EXPECT_LE(passed, at_most.count());
  EXPECT_GT(omp_get_wtick(), 0);
  EXPECT_LT(omp_get_wtick(), 0.01);
}

}  // namespace
}  // namespace nuthatch::testing
