// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/protein_list.hpp"
#include "workloads/kernels/protein_pairs.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_cell = 1.7;

template <class Policy>
void align(protein_pairs& pairs, std::size_t first, std::size_t second) {
  const std::uint64_t cells = pairs.align(first, second);
  state<Policy>(ns_per_cell, cells);
}

template <class Policy>
void align_by_loop(Policy policy, protein_pairs& pairs) {
  nuthatch::parallel_for(
      policy,
      std::size_t{0},
      pairs.proteins() - 1,
      [policy, &pairs](std::size_t first) {
        scope children;
        for (std::size_t second = first + 1; second < pairs.proteins(); ++second) {
          children.spawn(policy, [&pairs, first, second] { align<Policy>(pairs, first, second); });
        }
        children.sync();
      },
      grain{1});
}

template <class Policy>
void align_by_one(Policy policy, protein_pairs& pairs) {
  scope children;
  pairs.for_each([&](std::size_t first, std::size_t second) {
    children.spawn(policy, [&pairs, first, second] { align<Policy>(pairs, first, second); });
  });
  children.sync();
}

class alignment_instance final : public instance {
 public:
  alignment_instance(std::vector<protein> list, bool by_loop)
      : pairs_(std::move(list)),
        by_loop_(by_loop) {}

  void reset() override { pairs_.reset(); }

  void run_serial() override {
    pairs_.for_each([this](std::size_t first, std::size_t second) { pairs_.align(first, second); });
  }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) {
      if (by_loop_) {
        align_by_loop(tag, pairs_);
      } else {
        align_by_one(tag, pairs_);
      }
    });
  }

  std::string verify() override { return pairs_.verify(); }

  [[nodiscard]] std::string answer() const override { return pairs_.answer(); }

 private:
  protein_pairs pairs_;
  bool by_loop_;
};

std::vector<protein> list_of(const parameters& chosen) {
  const std::size_t count = chosen.get_size("sequences");
  const std::size_t length = chosen.get_size("length");
  const std::string& file = chosen.get_string("file");
  if (file == no_protein_file) {
    return generate_proteins(count, length);
  }
  try {
    return read_proteins(file);
  } catch (const protein_file_error& problem) {
    chosen.reject("file", problem.what());
  }
}

}  // namespace

workload alignment_workload() {
  return {
      "alignment",
      "all pairs of a list of proteins, the best local alignment of each a spawn",
      {{"file", "of sequences in FASTA, none: they are generated", {"none", "none", "none"}},
       {"sequences", "generated ones", {"12", "40", "100"}, integer_range{2, max_proteins}},
       {"length", "of them on average", {"100", "450", "650"}, integer_range{1, longest_average}},
       {"variant",
        "single: one task spawns all, for: as many as a loop over the first of each pair",
        {"single", "single", "single"},
        names_of_entries(pairs_variants())}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        const bool by_loop = chosen.get_entry("variant", pairs_variants()).by_loop;
        return std::make_unique<alignment_instance>(list_of(chosen), by_loop);
      }};
}

}  // namespace nuthatch::workloads
