// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/two_buffer_sort.hpp"

#include <algorithm>
#include <cstddef>

namespace nuthatch::workloads {

void two_buffer_sort::sort_serial(numbers data, numbers spare, target where) {
  if (data.size() <= shortest) {
    insertion_sort(data);
    if (where == target::spare) {
      std::ranges::copy(data, spare.begin());
    }
    return;
  }
  const std::size_t half = data.size() / 2;
  sort_serial(data.first(half), spare.first(half), other(where));
  sort_serial(data.subspan(half), spare.subspan(half), other(where));
  const numbers from = where == target::data ? spare : data;
  const numbers into = where == target::data ? data : spare;
  std::ranges::merge(from.first(half), from.subspan(half), into.begin());
}

}  // namespace nuthatch::workloads
