// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/torus_tree.hpp"

namespace nuthatch::peers {

using workloads::torus_tree;

/// A spanning tree of a torus. Every vertex is a task that labels its neighbours and spawns those
/// that it was the first to label. Only the whole is joined.
struct pdfs_problem {
  static constexpr const char* name = "pdfs";

  static settings::values defaults() { return {{"rows", "1000"}, {"columns", "1000"}}; }

  explicit pdfs_problem(const settings& parameters)
      : tree(static_cast<std::size_t>(parameters.integer("rows", 1, 60'000)),
             static_cast<std::size_t>(parameters.integer("columns", 1, 60'000))) {}

  void reset() { tree.start(); }

  [[nodiscard]] std::string answer() const {
    return workloads::message(tree.reached(), " vertices");
  }

  [[nodiscard]] std::string verify() const { return tree.verify(); }

  torus_tree tree;
};

}  // namespace nuthatch::peers
