// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "workloads/kernels/block_matrix.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// The parameters n and block of such programs accept these.
inline constexpr integer_range lu_side{2, 16384};
inline constexpr integer_range lu_block{1, 16384};

/// The LU decomposition of a matrix of this pattern, in place, by decompose(policy, matrix).
template <class Decompose, block_matrix::pattern Pattern>
class lu_instance final : public instance {
 public:
  /// From the parameters n, the number of rows and columns, and block, that of a block.
  static std::unique_ptr<instance> prepare(const parameters& chosen, Decompose decompose) {
    const std::size_t n = chosen.get_size("n");
    const std::size_t block = chosen.get_size("block");
    if (n % block != 0) {
      chosen.reject("block", message("a number that divides ", n));
    }
    return std::make_unique<lu_instance>(n / block, block, decompose);
  }

  lu_instance(std::size_t blocks, std::size_t block_size, Decompose decompose)
      : decompose_(decompose),
        matrix_(blocks, block_size) {}

  void reset() override { matrix_.fill_with_input(Pattern); }

  void run_serial() override { decompose_(in_order, matrix_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { decompose_(tag, matrix_); });
  }

  std::string verify() override {
    block_matrix input(matrix_.count(), matrix_.size());
    input.fill_with_input(Pattern);
    if (const std::string wrong = check_factors(input, matrix_); !wrong.empty()) {
      return wrong;
    }
    if (!serial_) {
      decompose_(in_order, input);
      serial_ = std::move(input);
    }
    return matrix_ == *serial_ ? std::string() : "the factors differ from the serial ones";
  }

  [[nodiscard]] std::string answer() const override {
    const std::size_t last = matrix_.count() - 1;
    const std::size_t corner = matrix_.size() * matrix_.size() - 1;
    return message(matrix_.filled(), " blocks, last element ", matrix_.at(last, last)[corner]);
  }

 private:
  Decompose decompose_;
  block_matrix matrix_;
  std::optional<block_matrix> serial_;
};

}  // namespace nuthatch::workloads
