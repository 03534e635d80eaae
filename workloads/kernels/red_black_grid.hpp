// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nuthatch::workloads {

/// The points of a square grid coloured like a chess board: the four neighbours of each inner point
/// have the other colour.
enum class grid_colour : std::uint8_t { red, black };

/// Laplace's equation on a square grid whose border is kept at zero, by successive over-relaxation:
/// each step moves the red points beyond the mean of their neighbours, then the black ones.
class red_black_grid {
 public:
  /// At least 3 points in each direction.
  explicit red_black_grid(std::size_t size);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The values row by row.
  [[nodiscard]] const std::vector<float>& values() const noexcept { return values_; }

  /// Returns to the start: a sum of waves, for which the effect of a step is known.
  void start();

  /// Does half a step, for one colour, in these rows, which must be inner ones. Different threads
  /// may process different rows, in any order.
  void relax_rows(grid_colour colour, std::size_t first, std::size_t last) noexcept;

 private:
  std::size_t size_;
  std::vector<float> values_;
};

/// The expected values of such a grid after some steps, up to rounding.
///
/// In a wave that has zeros at the border, the mean of the neighbours of a point is the point's
/// value times a factor that is the same everywhere. So a step keeps the wave, and changes only its
/// heights on red and on black points.
class relaxed_waves {
 public:
  relaxed_waves(std::size_t size, std::size_t steps);

  [[nodiscard]] double at(std::size_t row, std::size_t column) const noexcept;

 private:
  struct start_of_wave {
    std::size_t down;    ///< half waves along a column
    std::size_t across;  ///< half waves along a row
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
