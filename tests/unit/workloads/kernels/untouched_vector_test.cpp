// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/untouched_vector.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace nuthatch::workloads {
namespace {

constexpr std::size_t many = std::size_t{1} << 23U;  // too many for memory that was used before

std::size_t page_size() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Returns how many of the pages that lie completely in the vector were touched.
std::ptrdiff_t touched_pages(const untouched_vector<double>& vector) {
  const std::size_t page = page_size();
  const auto address = reinterpret_cast<std::uintptr_t>(vector.data());
  const std::uintptr_t first = (address + page - 1) / page * page;
  const std::uintptr_t last = (address + vector.size() * sizeof(double)) / page * page;
  std::vector<unsigned char> resident((last - first) / page);
  EXPECT_EQ(mincore(reinterpret_cast<void*>(first), last - first, resident.data()), 0);
  return std::ranges::count_if(resident, [](unsigned char bits) { return (bits & 1U) != 0; });
}

TEST(untouched_vector, leaves_its_memory_to_who_writes_first) {
  untouched_vector<double> subject(many);
  const auto all = static_cast<std::ptrdiff_t>(many * sizeof(double) / page_size());
  EXPECT_LT(touched_pages(subject), all / 4);  // sanitizers fill the beginning
  std::ranges::fill(subject, 1.0);
  EXPECT_GE(touched_pages(subject), all - 1);
}

TEST(untouched_vector, holds_values_as_any_vector) {
  untouched_vector<double> subject(3, 2.5);
  subject.push_back(7);
  EXPECT_EQ(subject, (untouched_vector<double>{2.5, 2.5, 2.5, 7}));
  const untouched_vector<double> copy = subject;
  const double* const place = subject.data();
  const untouched_vector<double> moved = std::move(subject);
  EXPECT_EQ(moved.data(), place);
  EXPECT_EQ(moved, copy);
}

}  // namespace
}  // namespace nuthatch::workloads
