// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/matrix_and_transpose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"
#include "workloads/splicing/note_access.hpp"

namespace nuthatch::workloads {

namespace {

// Each kind of number has its own stream.
enum class stream : std::uint64_t { matrix, by_rows, by_columns, start };

/// A number from -1 to 1.
double number(stream of, std::ptrdiff_t at) noexcept {
  constexpr unsigned stream_bits = 2;
  constexpr unsigned dropped = 11;  // all bits except for those of a double's fraction
  const std::uint64_t key =
      static_cast<std::uint64_t>(at) << stream_bits | static_cast<std::uint64_t>(of);
  return static_cast<double>(mix(key) >> dropped) * 0x1p-52 - 1;
}

void fill(untouched_vector<double>& all, stream of) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = number(of, static_cast<std::ptrdiff_t>(i));
  }
}

/// Rows that are a multiple of a page apart would share few sets of the caches.
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

/// Notes all accesses except for those to the vectors that the matrix is multiplied by, which no
/// effect mentions.
void product_sweep::note(const area<2>& cells) const {
  const auto& [rows, within] = cells;
  for (std::ptrdiff_t row = rows.first; row < rows.last; ++row) {
    note_reads(matrix + row * pitch + within.first, length(within));
    note_writes(transposed ? part(row) + within.first : part(row),
                transposed ? length(within) : row_sums);
  }
}

void product_sweep::run(const area<2>& cells) const {
  if constexpr (accesses_are_noted) {
    note(cells);
  }
  if (!transposed) {
    kernel(matrix, pitch, cells.data(), by, parts);
    return;
  }
  area<2> block = cells;
  for (std::ptrdiff_t row = cells[0].first; row < cells[0].last; row = block[0].last) {
    block[0] = {row, std::min((row / block_rows + 1) * block_rows, cells[0].last)};
    kernel(matrix, pitch, block.data(), by, part(row));
  }
}

matrix_and_transpose::matrix_and_transpose(const problem& given)
    : problem_(given),
      pitch_(padded(given.columns)),
      matrix_(static_cast<std::size_t>(given.rows * pitch_)),
      row_parts_(given.rounds * static_cast<std::size_t>(given.rows * row_sums)),
      column_parts_(given.rounds * static_cast<std::size_t>(blocks() * given.columns)),
      by_rows_(given.rounds * static_cast<std::size_t>(given.columns)),
      by_columns_(given.rounds * static_cast<std::size_t>(given.rows)),
      results_(given.rounds * static_cast<std::size_t>(given.rows + given.columns)) {
  fill(matrix_, stream::matrix);
  fill(by_rows_, stream::by_rows);
  fill(by_columns_, stream::by_columns);
}

product_sweep matrix_and_transpose::at(std::size_t k) {
  const auto round = static_cast<std::ptrdiff_t>(k / 2);
  const bool transposed = k % 2 != 0;
  const auto& levels = transposed ? products_of_columns_levels : products_of_rows_levels;
  return {.kernel = problem_.computes ? best_kernel(levels) : nothing,
          .matrix = matrix_.data(),
          .columns = problem_.columns,
          .pitch = pitch_,
          .transposed = transposed,
          .by = transposed ? by_columns_.data() + round * problem_.rows
                           : by_rows_.data() + round * problem_.columns,
          .parts = transposed ? column_parts_.data() + round * blocks() * problem_.columns
                              : row_parts_.data() + round * problem_.rows * row_sums};
}

void matrix_and_transpose::start() {
  std::ranges::fill(row_parts_, 0.0);
  std::ranges::fill(column_parts_, 0.0);
  if (problem_.adds) {
    fill(results_, stream::start);
  } else {
    std::ranges::fill(results_, 0.0);
  }
}

void matrix_and_transpose::finish() {
  if (!problem_.computes) {
    return;
  }
  for (std::size_t round = 0; round < problem_.rounds; ++round) {
    const double* parts = at(2 * round).parts;
    double* const of_rows = results_.data() + result_of_rows(round);
    for (std::ptrdiff_t row = 0; row < problem_.rows; ++row) {
      for (std::ptrdiff_t i = 0; i < row_sums; ++i) {
        of_rows[row] += *parts++;
      }
    }
    parts = at(2 * round + 1).parts;
    double* const of_columns = results_.data() + result_of_columns(round);
    for (std::ptrdiff_t block = 0; block < blocks(); ++block) {
      for (std::ptrdiff_t column = 0; column < problem_.columns; ++column) {
        of_columns[column] += *parts++;
      }
    }
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
  for (std::ptrdiff_t sample = 0; sample < samples; ++sample) {
    std::string wrong =
        check_sum(round, /*of_row=*/true, sample * (problem_.rows - 1) / (samples - 1));
    if (wrong.empty()) {
      wrong = check_sum(round, /*of_row=*/false, sample * (problem_.columns - 1) / (samples - 1));
    }
    if (!wrong.empty()) {
      return wrong;
    }
  }
  return {};
}

/// Checks the sum of a row of the matrix, or of a column.
std::string matrix_and_transpose::check_sum(std::size_t round,
                                            bool of_row,
                                            std::ptrdiff_t at) const {
  constexpr double tolerance = 1e-12;  // times the number of products, which are at most 1
  const auto number_of = static_cast<std::ptrdiff_t>(round);
  const std::ptrdiff_t place = (of_row ? result_of_rows(round) : result_of_columns(round)) + at;
  const std::ptrdiff_t terms = of_row ? problem_.columns : problem_.rows;
  double expected = problem_.adds ? number(stream::start, place) : 0;
  for (std::ptrdiff_t i = 0; i < terms; ++i) {
    const std::ptrdiff_t element = of_row ? at * pitch_ + i : i * pitch_ + at;
    expected += number(stream::matrix, element) *
                number(of_row ? stream::by_rows : stream::by_columns, number_of * terms + i);
  }
  const double found = results_[static_cast<std::size_t>(place)];
  return std::abs(found - expected) <= tolerance * static_cast<double>(terms)
             ? ""
             : message(of_row ? "row " : "column ",
                       at,
                       " of round ",
                       round,
                       ": expected about ",
                       expected,
                       ", found ",
                       found);
}

/// With both vectors, the two products give the same number: z (A y) = y (A^T z).
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
