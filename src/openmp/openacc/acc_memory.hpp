// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::openmp {

// The device's memory is the host's, so nothing is moved, and addresses are the same.

/// Checks data that the program enters, and returns their address on the device. Ends the program
/// if there are no data.
void* acc_enter(void* address, std::size_t bytes);

[[nodiscard]] bool is_acc_present(const void* address, std::size_t bytes);

/// A Fortran array descriptor of GCC 8 and later.
struct fortran_array {
  struct dimension {
    std::ptrdiff_t stride;
    std::ptrdiff_t lower;
    std::ptrdiff_t upper;
  };

  void* base;
  std::size_t offset;
  std::size_t element_bytes;
  int version;
  signed char rank;
  signed char type;
  short attribute;
  std::ptrdiff_t span;
  dimension dimensions[1];  // one per dimension

  [[nodiscard]] std::size_t bytes() const noexcept;
};

}  // namespace nuthatch::openmp
