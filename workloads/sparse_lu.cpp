#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "workloads/message.hpp"
#include "workloads/sparse_blocks.hpp"
#include "workloads/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_product = 0.3;

// The steps of round k, each given to run(step) in turn. They concern different blocks, so they may
// be run at once.

template <class Run>
void solve_row_and_column(const sparse_blocks& a, std::size_t k, Run run) {
  const std::size_t n = a.size();
  const double* const diagonal = a.at(k, k);
  for (std::size_t j = k + 1; j < a.count(); ++j) {
    if (double* const right = a.at(k, j)) {
      run([diagonal, right, n] { solve_right(diagonal, right, n); });
    }
    if (double* const below = a.at(j, k)) {
      run([diagonal, below, n] { solve_below(diagonal, below, n); });
    }
  }
}

template <class Run>
void update_row(sparse_blocks& a, std::size_t i, std::size_t k, Run run) {
  for (std::size_t j = k + 1; j < a.count(); ++j) {
    if (a.at(k, j) != nullptr) {
      run([&a, i, j, k] { update(a.fill(i, j), a.at(i, k), a.at(k, j), a.size()); });
    }
  }
}

template <class Run>
void update_rest(sparse_blocks& a, std::size_t k, Run run) {
  for (std::size_t i = k + 1; i < a.count(); ++i) {
    if (a.at(i, k) != nullptr) {
      update_row(a, i, k, run);
    }
  }
}

/// Right-looking decomposition. `phase(all)` calls all(run) and returns when what was given to run
/// is done.
template <class Phase>
void decompose(sparse_blocks& a, Phase phase) {
  for (std::size_t k = 0; k < a.count(); ++k) {
    factor(a.at(k, k), a.size());
    phase([&a, k](auto run) { solve_row_and_column(a, k, run); });
    phase([&a, k](auto run) { update_rest(a, k, run); });
  }
}

void decompose_serially(sparse_blocks& a) {
  decompose(a, [](auto all) { all([](auto step) { step(); }); });
}

template <class Policy>
void decompose_in_parallel(Policy policy, sparse_blocks& a) {
  const std::size_t products = a.size() * a.size() * a.size();
  decompose(a, [policy, products](auto all) {
    scope steps;
    all([&steps, policy, products](auto step) {
      steps.spawn(policy, [step, products] {
        state<Policy>(ns_per_product, products);
        step();
      });
    });
    steps.sync();
  });
}

class sparse_lu_instance final : public instance {
 public:
  sparse_lu_instance(std::size_t blocks, std::size_t block_size) : matrix_(blocks, block_size) {}

  void reset() override { matrix_.fill_with_input(); }

  void run_serial() override { decompose_serially(matrix_); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { decompose_in_parallel(tag, matrix_); });
  }

  std::string verify() override {
    sparse_blocks input(matrix_.count(), matrix_.size());
    input.fill_with_input();
    if (const std::string wrong = check_factors(input, matrix_); !wrong.empty()) {
      return wrong;
    }
    if (!serial_) {
      decompose_serially(input);
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
  sparse_blocks matrix_;
  std::optional<sparse_blocks> serial_;
};

}  // namespace

workload sparse_lu_workload() {
  return {"sparse-lu",
          "LU decomposition of a sparse matrix of blocks: rounds of fewer and fewer tasks",
          {{"n", "rows and columns, 2 to 16384", {"384", "2048", "4096"}},
           {"block", "rows and columns of a block, divides n", {"16", "64", "64"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const std::size_t n = chosen.get_size("n", 2, 16384);
            const std::size_t block = chosen.get_size("block", 1, 16384);
            if (n % block != 0) {
              chosen.reject("block", message("a number that divides ", n));
            }
            return std::make_unique<sparse_lu_instance>(n / block, block);
          }};
}

}  // namespace nuthatch::workloads
