#include "workloads/kernels/matrix_and_transpose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

// Each kind of numbers has a stream of its own.
enum class stream : std::uint64_t { matrix, by_rows, by_columns, start };

/// From -1 to 1.
double number(stream of, std::ptrdiff_t at) noexcept {
  constexpr unsigned stream_bits = 2;
  constexpr unsigned dropped = 11;  // all but the bits of a double's fraction
  const std::uint64_t key =
      static_cast<std::uint64_t>(at) << stream_bits | static_cast<std::uint64_t>(of);
  return static_cast<double>(mix(key) >> dropped) * 0x1p-52 - 1;
}

void fill(untouched_vector<double>& all, stream of) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = number(of, static_cast<std::ptrdiff_t>(i));
  }
}

/// Rows that lie a multiple of a page apart would share few sets of the caches.
std::ptrdiff_t padded(std::ptrdiff_t columns) noexcept {
  constexpr std::ptrdiff_t cache_line = 8;  // elements
  const std::ptrdiff_t lines = (columns + cache_line - 1) / cache_line;
  return (lines | 1) * cache_line;
}

void nothing(const double* /*matrix*/,
             std::ptrdiff_t /*pitch*/,
             const effects::interval* /*cells*/,
             const double* /*by*/,
             double* /*sums*/) {}

}  // namespace

void product_sweep::run(const area<2>& cells) const {
  const auto& [rows, within] = cells;
  kernel(matrix, pitch, cells.data(), by, row_parts == nullptr ? result : row_parts);
  if (row_parts == nullptr || within.last != columns) {
    return;
  }
  // The columns of a row come in order: these were its last.
  for (std::ptrdiff_t row = rows.first; row < rows.last; ++row) {
    const double* const parts = row_parts + row * row_sums;
    double sum = result[row];
    for (std::ptrdiff_t i = 0; i < row_sums; ++i) {
      sum += parts[i];
    }
    result[row] = sum;
  }
}

matrix_and_transpose::matrix_and_transpose(const problem& given)
    : problem_(given),
      pitch_(padded(given.columns)),
      matrix_(static_cast<std::size_t>(given.rows * pitch_)),
      row_parts_(given.rounds * static_cast<std::size_t>(given.rows * row_sums)),
      by_rows_(given.rounds * static_cast<std::size_t>(given.columns)),
      by_columns_(given.rounds * static_cast<std::size_t>(given.rows)),
      results_(given.rounds * static_cast<std::size_t>(given.rows + given.columns)) {
  fill(matrix_, stream::matrix);
  fill(by_rows_, stream::by_rows);
  fill(by_columns_, stream::by_columns);
}

product_sweep matrix_and_transpose::at(std::size_t k) {
  const std::size_t round = k / 2;
  const auto number_of = static_cast<std::ptrdiff_t>(round);
  const bool of_rows = k % 2 == 0;
  const auto& levels = of_rows ? products_of_rows_levels : products_of_columns_levels;
  return {.kernel = problem_.computes ? best_kernel(levels) : nothing,
          .matrix = matrix_.data(),
          .columns = problem_.columns,
          .pitch = pitch_,
          .by = of_rows ? by_rows_.data() + number_of * problem_.columns
                        : by_columns_.data() + number_of * problem_.rows,
          .row_parts = of_rows ? row_parts_.data() + number_of * problem_.rows * row_sums : nullptr,
          .result = results_.data() + (of_rows ? result_of_rows(round) : result_of_columns(round))};
}

void matrix_and_transpose::start() {
  std::ranges::fill(row_parts_, 0.0);
  if (problem_.adds) {
    fill(results_, stream::start);
  } else {
    std::ranges::fill(results_, 0.0);
  }
}

std::ptrdiff_t matrix_and_transpose::result_of_rows(std::size_t round) const noexcept {
  return static_cast<std::ptrdiff_t>(round) * (problem_.rows + problem_.columns);
}

std::ptrdiff_t matrix_and_transpose::result_of_columns(std::size_t round) const noexcept {
  return result_of_rows(round) + problem_.rows;
}

std::string matrix_and_transpose::check() const {
  for (std::size_t round = 0; round < problem_.rounds; ++round) {
    std::string wrong = check_sums(round);
    wrong = wrong.empty() ? check_all(round) : wrong;
    if (!wrong.empty()) {
      return wrong;
    }
  }
  return {};
}

std::string matrix_and_transpose::check_sums(std::size_t round) const {
  constexpr std::ptrdiff_t samples = 8;
  constexpr double tolerance = 1e-12;  // times the number of products, which are at most 1
  const auto number_of = static_cast<std::ptrdiff_t>(round);
  const auto check_one = [&](bool row, std::ptrdiff_t at) -> std::string {
    const std::ptrdiff_t place = (row ? result_of_rows(round) : result_of_columns(round)) + at;
    const std::ptrdiff_t terms = row ? problem_.columns : problem_.rows;
    double expected = problem_.adds ? number(stream::start, place) : 0;
    for (std::ptrdiff_t i = 0; i < terms; ++i) {
      const std::ptrdiff_t element = row ? at * pitch_ + i : i * pitch_ + at;
      expected += number(stream::matrix, element) *
                  number(row ? stream::by_rows : stream::by_columns, number_of * terms + i);
    }
    const double found = results_[static_cast<std::size_t>(place)];
    return std::abs(found - expected) <= tolerance * static_cast<double>(terms)
               ? ""
               : message(row ? "row " : "column ",
                         at,
                         " of round ",
                         round,
                         ": expected about ",
                         expected,
                         ", found ",
                         found);
  };
  for (std::ptrdiff_t sample = 0; sample < samples; ++sample) {
    std::string wrong = check_one(true, sample * (problem_.rows - 1) / (samples - 1));
    wrong =
        wrong.empty() ? check_one(false, sample * (problem_.columns - 1) / (samples - 1)) : wrong;
    if (!wrong.empty()) {
      return wrong;
    }
  }
  return {};
}

/// With both vectors, the two products come to the same number: z (A y) = y (A^T z).
std::string matrix_and_transpose::check_all(std::size_t round) const {
  constexpr double tolerance = 1e-13;  // times the number of elements
  const auto dot = [this](const double* of, std::ptrdiff_t first, std::ptrdiff_t count_of) {
    double sum = 0;
    for (std::ptrdiff_t i = 0; i < count_of; ++i) {
      const double before = problem_.adds ? number(stream::start, first + i) : 0;
      sum += of[i] * (results_[static_cast<std::size_t>(first + i)] - before);
    }
    return sum;
  };
  const auto number_of = static_cast<std::ptrdiff_t>(round);
  const double by_rows =
      dot(by_columns_.data() + number_of * problem_.rows, result_of_rows(round), problem_.rows);
  const double by_columns = dot(
      by_rows_.data() + number_of * problem_.columns, result_of_columns(round), problem_.columns);
  const double elements =
      static_cast<double>(problem_.rows) * static_cast<double>(problem_.columns);
  return std::abs(by_rows - by_columns) <= tolerance * elements
             ? ""
             : message("round ",
                       round,
                       ": the product comes to ",
                       by_rows,
                       ", that of the transpose to ",
                       by_columns);
}

std::string matrix_and_transpose::answer() const {
  double sum = 0;
  for (const double each : results_) {
    sum += each * each;
  }
  return message("mean square ", sum / static_cast<double>(results_.size()));
}

}  // namespace nuthatch::workloads
