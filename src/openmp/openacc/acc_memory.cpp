// SPDX-License-Identifier: Apache-2.0
#include "openmp/openacc/acc_memory.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/openacc/acc_device.hpp"

namespace nuthatch::openmp {

void* acc_enter(void* address, std::size_t bytes) {
  use_acc_host();
  if (address == nullptr || bytes == 0) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "[%p,+%zu] is a bad range", address, bytes);
    fatal_error(text.data());
  }
  return address;
}

bool is_acc_present(const void* address, std::size_t bytes) {
  use_acc_host();
  return address != nullptr && bytes != 0;
}

std::size_t fortran_array::bytes() const noexcept {
  std::size_t all = element_bytes;
  for (const dimension* each = dimensions; each != dimensions + rank; ++each) {
    all *= static_cast<std::size_t>(std::max<std::ptrdiff_t>(each->upper - each->lower + 1, 0));
  }
  return all;
}

}  // namespace nuthatch::openmp
