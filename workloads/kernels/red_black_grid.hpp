// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nuthatch::workloads {

/// The points of a square grid as the fields of a chess board: each inner one has its four
/// neighbours in the other colour.
enum class grid_colour : std::uint8_t { red, black };

/// Laplace's equation on a square grid whose border is kept at zero, by successive over-relaxation:
/// each step moves the red points beyond the mean of their neighbours, then the black ones.
class red_black_grid {
 public:
  /// At least 3 points each way.
  explicit red_black_grid(std::size_t size);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Row by row.
  [[nodiscard]] const std::vector<float>& values() const noexcept { return values_; }

  /// Goes back to the start: a sum of waves, of which it is known what the steps make.
  void start();

  /// Does a colour's half of a step in these rows, which must be inner ones. Different rows may be
  /// done by different threads, and in any order.
  void relax_rows(grid_colour colour, std::size_t first, std::size_t last) noexcept;

 private:
  std::size_t size_;
  std::vector<float> values_;
};

/// What the points of such a grid have after so many steps, but for rounding.
///
/// In a wave that the border cuts at its zeros, the mean of the neighbours of a point is the point
/// times a factor that is the same everywhere. So a step keeps the wave, and only the heights that
/// it has on red and on black points change.
class relaxed_waves {
 public:
  relaxed_waves(std::size_t size, std::size_t steps);

  [[nodiscard]] double at(std::size_t row, std::size_t column) const noexcept;

 private:
  struct start_of_wave {
    std::size_t down;    ///< in half waves along a column
    std::size_t across;  ///< and along a row
    double height;
  };

  struct wave {
    std::vector<double> down;    ///< by row
    std::vector<double> across;  ///< by column
    double red;
    double black;
  };

  static wave relax(const start_of_wave& start, std::size_t size, std::size_t steps);

  std::vector<wave> waves_;
};

}  // namespace nuthatch::workloads
