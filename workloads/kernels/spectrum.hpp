// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace nuthatch::workloads {

/// A complex number without the special treatment of infinities in std::complex's multiplication.
struct complex {
  double real;
  double imaginary;

  friend bool operator==(const complex&, const complex&) = default;
};

[[nodiscard]] constexpr complex operator+(complex a, complex b) noexcept {
  return {a.real + b.real, a.imaginary + b.imaginary};
}

[[nodiscard]] constexpr complex operator-(complex a, complex b) noexcept {
  return {a.real - b.real, a.imaginary - b.imaginary};
}

[[nodiscard]] constexpr complex operator*(complex a, complex b) noexcept {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

/// A signal and its discrete Fourier transform, computed by the recursion of Cooley and Tukey: the
/// transforms of the points at even and at odd places are computed and then combined. Different
/// threads may compute halves and parts of a combination.
class spectrum {
 public:
  /// `points` is a power of two. The signal is random, and the transform is not computed yet.
  explicit spectrum(std::size_t points);

  [[nodiscard]] std::size_t points() const noexcept { return signal_.size(); }

  /// Clears the transform.
  void start() noexcept;

  /// A part of the signal and of the result: the points from `first` on that are `stride` apart,
  /// and as many frequencies from `place` on.
  struct part {
    std::size_t first;
    std::size_t stride;
    std::size_t place;
    std::size_t length;

    [[nodiscard]] part even() const noexcept { return {first, 2 * stride, place, length / 2}; }

    [[nodiscard]] part odd() const noexcept {
      return {first + stride, 2 * stride, place + length / 2, length / 2};
    }
  };

  [[nodiscard]] part whole() const noexcept { return {0, 1, 0, points()}; }

  /// The transform of a single point.
  void take_over(const part& one) noexcept { made_[one.place] = signal_[one.first]; }

  /// Combines the frequencies from `begin` to `end` of the first half with those of the second.
  /// Both halves must be complete.
  void combine(const part& of, std::size_t begin, std::size_t end) noexcept;

  /// Computes a frequency serially by the definition, from all points.
  [[nodiscard]] complex defined(std::size_t frequency) const noexcept;

  [[nodiscard]] const complex& made(std::size_t frequency) const noexcept {
    return made_[frequency];
  }

  /// The difference that rounding may cause.
  [[nodiscard]] double tolerance() const noexcept;

  /// A text that is the same for equal transforms.
  [[nodiscard]] std::string answer() const;

 private:
  std::vector<complex> signal_;
  std::vector<complex> made_;
  std::vector<complex> roots_;  // roots of one, for half a turn
};

}  // namespace nuthatch::workloads
