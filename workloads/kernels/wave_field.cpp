// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/wave_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/splicing/note_access.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::size_t ex = 0;
constexpr std::size_t ey = 1;
constexpr std::size_t hz = 2;

double start_of(std::size_t field, std::ptrdiff_t row, std::ptrdiff_t column) {
  constexpr std::ptrdiff_t prime = 1'009;
  const std::ptrdiff_t mixed = row * 389 + column * 113 + static_cast<std::ptrdiff_t>(field) * 71;
  return static_cast<double>((mixed + row * column % 97) % prime) / prime;
}

/// Grows from step to step, as in PolyBench.
double source_at(std::size_t step) {
  return 0.01 * static_cast<double>(step + 1);
}

/// How many rows and columns are checked.
constexpr std::size_t checked = 16;

/// A corner of the field, computed by a plain program.
class plain_field {
 public:
  plain_field(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
    for (std::size_t field = 0; field < at_.size(); ++field) {
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
          at_[field].push_back(
              start_of(field, static_cast<std::ptrdiff_t>(i), static_cast<std::ptrdiff_t>(j)));
        }
      }
    }
  }

  [[nodiscard]] double& operator()(std::size_t field, std::size_t i, std::size_t j) {
    return at_[field][i * columns_ + j];
  }

  void step(double source) {
    plain_field& f = *this;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        f(ey, i, j) = i == 0 ? source : f(ey, i, j) - (f(hz, i, j) - f(hz, i - 1, j)) / 2;
        f(ex, i, j) -= j == 0 ? 0 : (f(hz, i, j) - f(hz, i, j - 1)) / 2;
      }
    }
    for (std::size_t i = 0; i + 1 < rows_; ++i) {
      for (std::size_t j = 0; j + 1 < columns_; ++j) {
        f(hz, i, j) -= 0.7 * (f(ex, i, j + 1) - f(ex, i, j) + f(ey, i + 1, j) - f(ey, i, j));
      }
    }
  }

  /// Compares the first rows and columns with those of `found`, which has this many columns.
  /// Returns the first difference, or an empty string.
  [[nodiscard]] std::string compare(std::size_t field,
                                    const double* found,
                                    std::size_t columns) const {
    constexpr double tolerance = 1e-9;
    constexpr std::array names{"ex", "ey", "hz"};
    for (std::size_t i = 0; i < std::min(rows_, checked); ++i) {
      for (std::size_t j = 0; j < std::min(columns_, checked); ++j) {
        const double here = found[i * columns + j];
        const double expected = at_[field][i * columns_ + j];
        if (!(std::abs(here - expected) <= tolerance * (1 + std::abs(expected)))) {
          return message(names.at(field),
                         ", row ",
                         i,
                         ", column ",
                         j,
                         ": expected about ",
                         expected,
                         ", found ",
                         here);
        }
      }
    }
    return {};
  }

 private:
  std::size_t rows_;
  std::size_t columns_;
  std::array<std::vector<double>, 3> at_;
};

}  // namespace

wave_sweep::effect wave_sweep::touches(const area<2>& cells) const {
  const auto& [rows, columns] = cells;
  switch (changed) {
    case field::ey:
      return effect(effects::access::writes, ey.part(cells)) +
             effect(effects::access::reads,
                    hz.part(effects::interval{rows.first - 1, rows.last}, columns));
    case field::ex:
      return effect(effects::access::writes, ex.part(cells)) +
             effect(effects::access::reads,
                    hz.part(rows, effects::interval{columns.first - 1, columns.last}));
    case field::hz:
      break;
  }
  return effect(effects::access::writes, hz.part(cells)) +
         effect(effects::access::reads,
                ex.part(rows, effects::interval{columns.first, columns.last + 1})) +
         effect(effects::access::reads,
                ey.part(effects::interval{rows.first, rows.last + 1}, columns));
}

void wave_sweep::run(const area<2>& cells) const {
  auto [rows, columns] = cells;
  switch (changed) {
    case field::ey:
      if (rows.first == 0 && computes) {
        for (std::ptrdiff_t column = columns.first; column < columns.last; ++column) {
          ey(0, column) = source;
        }
      }
      rows.first = std::max<std::ptrdiff_t>(rows.first, 1);
      break;
    case field::ex:
      columns.first = std::max<std::ptrdiff_t>(columns.first, 1);
      break;
    case field::hz:
      rows.last = std::min(rows.last, hz.size(0) - 1);
      columns.last = std::min(columns.last, hz.size(1) - 1);
      break;
  }
  if constexpr (accesses_are_noted) {
    note({rows, columns});
  }
  kernel(ex.data(), ey.data(), hz.data(), hz.size(1), rows, columns);
}

void wave_sweep::note(const area<2>& cells) const {
  const std::ptrdiff_t all = length(cells[1]);
  for (std::ptrdiff_t row = cells[0].first; row < cells[0].last; ++row) {
    const std::ptrdiff_t at = row * hz.size(1) + cells[1].first;
    switch (changed) {
      case field::ey:
        note_writes(ey.data() + at, all);
        note_reads(hz.data() + at, all);
        note_reads(hz.data() + at - hz.size(1), all);
        break;
      case field::ex:
        note_writes(ex.data() + at, all);
        note_reads(hz.data() + at - 1, all + 1);
        break;
      case field::hz:
        note_writes(hz.data() + at, all);
        note_reads(ex.data() + at, all + 1);
        note_reads(ey.data() + at, all);
        note_reads(ey.data() + at + hz.size(1), all);
        break;
    }
  }
}

wave_field::wave_field(const problem& given)
    : problem_(given),
      kernels_{best_kernel(fdtd_2d_ey_levels),
               best_kernel(fdtd_2d_ex_levels),
               best_kernel(fdtd_2d_hz_levels)},
      size_(static_cast<std::size_t>(given.rows * given.columns)),
      fields_(kernels_.size() * size_) {
  if (!given.computes) {
    kernels_.fill(
        [](double*, double*, double*, std::ptrdiff_t, effects::interval, effects::interval) {});
  }
}

wave_field::sweep wave_field::at(std::size_t k) {
  return {kernels_.at(k % sweeps_of_step),
          field_at(ex),
          field_at(ey),
          field_at(hz),
          static_cast<wave_sweep::field>(k % sweeps_of_step),
          source_at(k / sweeps_of_step),
          problem_.computes};
}

void wave_field::start() {
  for (const std::size_t field : {ex, ey, hz}) {
    const auto cells = field_at(field);
    for (std::ptrdiff_t i = 0; i < problem_.rows; ++i) {
      for (std::ptrdiff_t j = 0; j < problem_.columns; ++j) {
        cells(i, j) = start_of(field, i, j);
      }
    }
  }
}

std::string wave_field::check() const {
  // Cells beyond it do not influence those that are checked.
  const std::size_t reach = checked + problem_.steps + 1;
  const auto rows = static_cast<std::size_t>(problem_.rows);
  const auto columns = static_cast<std::size_t>(problem_.columns);
  plain_field corner(std::min(rows, reach), std::min(columns, reach));
  for (std::size_t step = 0; step < problem_.steps; ++step) {
    corner.step(source_at(step));
  }
  for (const std::size_t field : {ex, ey, hz}) {
    std::string wrong = corner.compare(field, fields_.data() + field * size_, columns);
    if (!wrong.empty()) {
      return wrong;
    }
  }
  return {};
}

std::string wave_field::answer() const {
  double sum = 0;
  for (std::size_t i = hz * size_; i < fields_.size(); ++i) {
    sum += fields_[i] * fields_[i];
  }
  return message("mean square of the magnetic field ", sum / static_cast<double>(size_));
}

effects::array_view<double, 2> wave_field::field_at(std::size_t place) {
  return {fields_.data() + place * size_, {problem_.rows, problem_.columns}};
}

}  // namespace nuthatch::workloads
