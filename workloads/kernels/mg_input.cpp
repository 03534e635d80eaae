// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/mg_input.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/nas_random.hpp"
#include "workloads/kernels/periodic_grid.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::array<mg_class, 3> classes{{{"S", 32, 4, 0.5307707005734e-4},
                                           {"W", 128, 4, 0.6467329375339e-5},
                                           {"A", 256, 4, 0.2433365309069e-5}}};

constexpr std::size_t charges_of_a_sign = 10;

/// The places of the largest of the numbers offered.
class largest_numbers {
 public:
  void offer(double number, std::size_t place) {
    if (found_.size() == charges_of_a_sign) {
      if (number <= found_.begin()->first) {
        return;
      }
      found_.erase(found_.begin());
    }
    found_.emplace(number, place);
  }

  /// Sets the points at these places, which are counted row by row.
  void set(periodic_grid& grid, double charge) const {
    const std::size_t size = grid.size();
    for (const auto& [number, place] : found_) {
      const std::size_t row = place / size;
      grid.row(row / size, row % size)[place % size] = charge;
      grid.close_row(row / size, row % size);
    }
  }

 private:
  std::set<std::pair<double, std::size_t>> found_;
};

}  // namespace

std::span<const mg_class> mg_classes() {
  return classes;
}

periodic_grid mg_charges(std::size_t size) {
  nas_random numbers;
  largest_numbers largest;
  largest_numbers smallest;
  for (std::size_t place = 0; place < size * size * size; ++place) {
    const double number = numbers.next();
    largest.offer(number, place);
    smallest.offer(-number, place);
  }
  periodic_grid right(size);
  smallest.set(right, -1);
  largest.set(right, 1);
  return right;
}

std::string check_norm(const mg_class& which, double norm) {
  constexpr double tolerance = 1e-8;                                         // of the specification
  const bool right = std::abs(norm - which.norm) <= tolerance * which.norm;  // a NaN is wrong, too
  return right ? "" : message("expected a norm of about ", which.norm, ", found ", norm);
}

}  // namespace nuthatch::workloads
