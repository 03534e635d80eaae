// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include "workloads/kernels/untouched_vector.hpp"

namespace nuthatch::workloads {

/// Numbers at the points of a cube that continues periodically in all three directions: planes of
/// rows of points.
class periodic_grid {
 public:
  /// Initializes all points to zero. `size`, the number of points along an edge, is a power of two
  /// and at least 2.
  explicit periodic_grid(std::size_t size) : size_(size), points_(size * size * (size + 2), 0.0) {}

  periodic_grid(std::size_t size, untouched_tag /*tag*/)
      : size_(size),
        points_(size * size * (size + 2)) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The size as a signed number, for the indices of points in a row.
  [[nodiscard]] std::ptrdiff_t length() const noexcept {
    return static_cast<std::ptrdiff_t>(size_);
  }

  /// The point 0 of a row. The plane and the row count modulo the size. The points from -1 to
  /// length() exist; these two are valid once the row was closed.
  [[nodiscard]] double* row(std::size_t plane, std::size_t index) noexcept {
    return points_.data() + offset(plane, index);
  }

  [[nodiscard]] const double* row(std::size_t plane, std::size_t index) const noexcept {
    return points_.data() + offset(plane, index);
  }

  /// Closes a row. Call it when points of the row have changed.
  void close_row(std::size_t plane, std::size_t index) noexcept {
    double* const points = row(plane, index);
    points[-1] = points[size_ - 1];
    points[size_] = points[0];
  }

  void clear_planes(std::size_t first, std::size_t last) noexcept {
    std::fill_n(points_.data() + first * plane_points(), (last - first) * plane_points(), 0.0);
  }

  /// Copies planes of a grid of the same size. Different threads may copy different planes.
  void copy_planes(const periodic_grid& other, std::size_t first, std::size_t last) noexcept {
    std::copy_n(other.points_.data() + first * plane_points(),
                (last - first) * plane_points(),
                points_.data() + first * plane_points());
  }

  friend bool operator==(const periodic_grid&, const periodic_grid&) = default;

 private:
  [[nodiscard]] std::size_t plane_points() const noexcept { return size_ * (size_ + 2); }

  [[nodiscard]] std::size_t offset(std::size_t plane, std::size_t index) const noexcept {
    const std::size_t mask = size_ - 1;
    return ((plane & mask) * size_ + (index & mask)) * (size_ + 2) + 1;
  }

  std::size_t size_;
  untouched_vector<double> points_;
};

}  // namespace nuthatch::workloads
