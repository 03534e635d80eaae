// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/protein_list.hpp"
#include "workloads/kernels/protein_pairs.hpp"

namespace nuthatch::peers {

using workloads::protein_pairs;

/// The best local alignments of all pairs of proteins. Each pair is a task. Either one task spawns
/// all of them, or the iterations of a parallel loop over the first protein do.
struct alignment_problem {
  static constexpr const char* name = "alignment";

  static settings::values defaults() {
    return {{"file", "none"}, {"sequences", "40"}, {"length", "450"}, {"variant", "single"}};
  }

  explicit alignment_problem(const settings& parameters)
      : pairs(list_of(parameters)),
        by_loop(parameters.entry("variant", workloads::pairs_variants()).by_loop) {}

  void reset() { pairs.reset(); }

  [[nodiscard]] std::string answer() const { return pairs.answer(); }

  std::string verify() { return pairs.verify(); }

  protein_pairs pairs;
  bool by_loop;

 private:
  static std::vector<workloads::protein> list_of(const settings& parameters) {
    const std::size_t count = parameters.size("sequences", 2, workloads::max_proteins);
    const std::size_t length = parameters.size("length", 1, workloads::longest_average);
    const std::string& file = parameters.text("file");
    if (file == workloads::no_protein_file) {
      return workloads::generate_proteins(count, length);
    }
    try {
      return workloads::read_proteins(file);
    } catch (const workloads::protein_file_error& problem) {
      throw settings_error(workloads::message("file=", file, ": expected ", problem.what()));
    }
  }
};

}  // namespace nuthatch::peers
