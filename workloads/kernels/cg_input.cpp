// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/cg_input.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/nas_random.hpp"
#include "workloads/kernels/sparse_matrix.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::array<cg_class, 3> classes{{{"S", 1400, 7, 15, 10, 8.5971775078648},
                                           {"W", 7000, 8, 15, 12, 10.362595087124},
                                           {"A", 14000, 11, 15, 20, 17.130235054029}}};

/// About the ratio of the smallest eigenvalue to the largest, before the shift: that of the weights
/// of the last vector and the first, and what is added to the diagonal.
constexpr double reciprocal_condition = 0.1;

struct vector_element {
  std::uint32_t place;
  double value;
};

using sparse_vector = std::vector<vector_element>;

auto find_place(sparse_vector& vector, std::size_t place) {
  return std::ranges::find(vector, place, &vector_element::place);
}

/// A random vector with `nonzeros` elements at places below n. Places are drawn from a power of
/// two; those that are too large or taken are dropped together with their values.
sparse_vector draw_vector(nas_random& numbers, std::size_t n, std::size_t nonzeros) {
  const auto range = static_cast<double>(std::bit_ceil(n));
  sparse_vector vector;
  while (vector.size() < nonzeros) {
    const double value = numbers.next();
    const auto place = static_cast<std::uint32_t>(range * numbers.next());
    if (place < n && find_place(vector, place) == vector.end()) {
      vector.push_back({place, value});
    }
  }
  return vector;
}

void set(sparse_vector& vector, std::uint32_t place, double value) {
  if (const auto found = find_place(vector, place); found != vector.end()) {
    found->value = value;
  } else {
    vector.push_back({place, value});
  }
}

}  // namespace

std::span<const cg_class> cg_classes() {
  return classes;
}

sparse_matrix cg_matrix(const cg_class& which) {
  nas_random numbers;
  numbers.next();  // the specification skips the first number
  const double ratio = std::pow(reciprocal_condition, 1 / static_cast<double>(which.n));
  double weight = 1;
  std::vector<sparse_matrix::entry> entries;
  entries.reserve(which.n * (which.row_nonzeros + 1) * (which.row_nonzeros + 1));
  for (std::uint32_t i = 0; i < which.n; ++i) {
    sparse_vector vector = draw_vector(numbers, which.n, which.row_nonzeros);
    set(vector, i, 0.5);
    for (const auto& [row, left] : vector) {
      for (const auto& [column, right] : vector) {
        const double diagonal = row == i && column == i ? reciprocal_condition - which.shift : 0;
        entries.push_back({row, column, weight * left * right + diagonal});
      }
    }
    weight *= ratio;
  }
  return {which.n, entries};
}

std::string check_zeta(const cg_class& which, double zeta) {
  constexpr double tolerance = 1e-10;                                        // of the specification
  const bool right = std::abs(zeta - which.zeta) <= tolerance * which.zeta;  // a NaN is wrong, too
  return right ? "" : message("expected about ", which.zeta, ", found ", zeta);
}

}  // namespace nuthatch::workloads
