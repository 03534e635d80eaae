// SPDX-License-Identifier: Apache-2.0

// Functions about memory of devices, called as programs call them; those that GCC 12 does not
// declare included.

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names that compilers call
void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags);
bool GOMP_single_start();
void GOMP_task(void (*body)(void*),
               void* data,
               void (*copy)(void*, void*),
               long bytes,
               long alignment,
               bool deferred,
               unsigned flags,
               void** depends,
               int priority,
               void** event);
void GOMP_taskwait();
// NOLINTEND(readability-identifier-naming)
int omp_get_initial_device();
void* omp_target_alloc(std::size_t bytes, int device);
void omp_target_free(void* memory, int device);
int omp_target_is_present(const void* address, int device);
int omp_target_is_accessible(const void* address, std::size_t bytes, int device);
void* omp_get_mapped_ptr(const void* address, int device);
int omp_target_associate_ptr(const void*, const void*, std::size_t, std::size_t, int device);
int omp_target_disassociate_ptr(const void* address, int device);
int omp_target_memcpy(
    void*, const void*, std::size_t bytes, std::size_t, std::size_t, int to, int from);
int omp_target_memcpy_async(void*,
                            const void*,
                            std::size_t bytes,
                            std::size_t,
                            std::size_t,
                            int to,
                            int from,
                            int count,
                            void* objects);
int omp_target_memcpy_rect(void*,
                           const void*,
                           std::size_t element_bytes,
                           int dimensions,
                           const std::size_t* volume,
                           const std::size_t*,
                           const std::size_t*,
                           const std::size_t*,
                           const std::size_t*,
                           int to,
                           int from);
int omp_target_memcpy_rect_async(void*,
                                 const void*,
                                 std::size_t element_bytes,
                                 int dimensions,
                                 const std::size_t* volume,
                                 const std::size_t*,
                                 const std::size_t*,
                                 const std::size_t*,
                                 const std::size_t*,
                                 int to,
                                 int from,
                                 int count,
                                 void* objects);
}

namespace nuthatch::testing {
namespace {

using sizes = std::array<std::size_t, 2>;

constexpr int everywhere = -1;  // omp_initial_device
constexpr int missing = 7;

/// omp_depend_t, of a use that writes.
struct depend_object {
  void* address;
  std::size_t kind = 3;
};

TEST(target_memory, is_that_of_the_host) {
  const int host = omp_get_initial_device();
  int variable = 0;
  for (const int device : {host, everywhere}) {
    void* const memory = omp_target_alloc(100, device);
    ASSERT_NE(memory, nullptr);
    std::memset(memory, 1, 100);
    omp_target_free(memory, device);
    EXPECT_EQ(omp_target_is_present(&variable, device), 1);
    EXPECT_EQ(omp_target_is_accessible(&variable, sizeof(variable), device), 1);
    EXPECT_EQ(omp_get_mapped_ptr(&variable, device), &variable);
    EXPECT_EQ(omp_target_associate_ptr(&variable, &variable, 4, 0, device), EINVAL);
    EXPECT_EQ(omp_target_disassociate_ptr(&variable, device), EINVAL);
  }
}

TEST(target_memory, is_not_elsewhere) {
  const int host = omp_get_initial_device();
  int variable = 0;
  const sizes one{1, 1};
  const sizes none{0, 0};
  for (const int device : {missing, -3}) {
    EXPECT_EQ(omp_target_alloc(100, device), nullptr);
    EXPECT_EQ(omp_target_is_present(&variable, device), 0);
    EXPECT_EQ(omp_target_is_accessible(&variable, sizeof(variable), device), 0);
    EXPECT_EQ(omp_get_mapped_ptr(&variable, device), nullptr);
    EXPECT_EQ(omp_target_memcpy(&variable, &variable, 4, 0, 0, device, host), EINVAL);
    EXPECT_EQ(omp_target_memcpy(&variable, &variable, 4, 0, 0, host, device), EINVAL);
    EXPECT_EQ(omp_target_memcpy_async(&variable, &variable, 4, 0, 0, device, host, 0, nullptr),
              EINVAL);
    const auto rectangle = [&](int to, int from) {
      return omp_target_memcpy_rect(&variable,
                                    &variable,
                                    4,
                                    2,
                                    one.data(),
                                    none.data(),
                                    none.data(),
                                    one.data(),
                                    one.data(),
                                    to,
                                    from);
    };
    EXPECT_EQ(rectangle(host, device), EINVAL);
    EXPECT_EQ(rectangle(device, host), EINVAL);
    EXPECT_EQ(rectangle(host, host), 0);
  }
}

TEST(target_memory, can_be_asked_for_dimensions) {
  EXPECT_EQ(omp_target_memcpy_rect(
                nullptr, nullptr, 4, 0, nullptr, nullptr, nullptr, nullptr, nullptr, 0, 0),
            INT_MAX);
  EXPECT_EQ(
      omp_target_memcpy_rect_async(
          nullptr, nullptr, 4, 0, nullptr, nullptr, nullptr, nullptr, nullptr, 0, 0, 0, nullptr),
      INT_MAX);
}

/// What some tasks of a region do one after the other, because of what they depend on.
struct chain {
  std::array<int, 16> first{};
  std::array<int, 16> second{};
  std::array<int, 16> third{};
  bool was_early = false;
  bool was_right = false;
};

constexpr unsigned has_depend = 8;

/// Starts a task with a chain, which depends on all that write the chain.
void start_in_order(void (*run)(void*), chain& of) {
  chain* all = &of;
  std::array<void*, 3> writes{reinterpret_cast<void*>(1), reinterpret_cast<void*>(1), &of};
  GOMP_task(run,
            &all,
            nullptr,
            sizeof(all),
            alignof(chain*),
            /*deferred=*/true,
            has_depend,
            writes.data(),
            0,
            nullptr);
}

/// A task that writes late, two copies that come after it, and a task that comes after those.
void copy_in_order(chain& of) {
  const int host = omp_get_initial_device();
  start_in_order(
      [](void* data) {
        chain& made = **static_cast<chain**>(data);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        made.was_early = made.second[5] != 0 || made.third[5] != 0;
        made.first.fill(9);
      },
      of);
  depend_object object{&of};
  EXPECT_EQ(omp_target_memcpy_async(&of.second,
                                    &of.first,
                                    4 * sizeof(int),
                                    4 * sizeof(int),
                                    2 * sizeof(int),
                                    host,
                                    host,
                                    1,
                                    &object),
            0);
  {
    sizes volume{2, 2};
    sizes to{1, 1};
    sizes from{1, 0};
    sizes of_all{4, 4};
    EXPECT_EQ(omp_target_memcpy_rect_async(&of.third,
                                           &of.second,
                                           sizeof(int),
                                           2,
                                           volume.data(),
                                           to.data(),
                                           from.data(),
                                           of_all.data(),
                                           of_all.data(),
                                           host,
                                           host,
                                           1,
                                           &object),
              0);
    // The copy has the numbers already.
    volume = to = from = of_all = {1000, 1000};
  }
  start_in_order(
      [](void* data) {
        chain& made = **static_cast<chain**>(data);
        made.was_right = made.second == std::array<int, 16>{0, 0, 0, 0, 9, 9, 9, 9} &&
                         made.third == std::array<int, 16>{0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0, 0};
      },
      of);
  GOMP_taskwait();
}

TEST(target_memory, is_copied_after_what_it_depends_on) {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    chain all;
    GOMP_parallel(
        [](void* data) {
          if (GOMP_single_start()) {
            copy_in_order(*static_cast<chain*>(data));
          }
        },
        &all,
        threads,
        0);
    EXPECT_FALSE(all.was_early) << threads;
    EXPECT_TRUE(all.was_right) << threads;
  }
}

TEST(target_memory, is_copied_without_dependences_and_outside_of_regions) {
  const int host = omp_get_initial_device();
  std::vector<int> from(100, 5);
  std::vector<int> to(100, 0);
  EXPECT_EQ(omp_target_memcpy_async(
                to.data(), from.data(), 100 * sizeof(int), 0, 0, host, host, 0, nullptr),
            0);
  GOMP_taskwait();
  EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace nuthatch::testing
