// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/colour_network.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_node = 5;

using domains = colour_network::domains;

/// The plain program, with in_order_tag. A policy that charges work charges it for what is below a
/// cut-off as well.
template <class Policy>
[[gnu::noinline]] std::uint64_t count_serial(const colour_network& network,
                                             std::size_t vertex,
                                             const domains& left) {
  state<Policy>(ns_per_node, 1);
  if (vertex == network.vertices()) {
    return 1;
  }
  std::uint64_t colourings = 0;
  network.branch(left, vertex, [&network, vertex, &colourings](const domains& after) {
    colourings += count_serial<Policy>(network, vertex + 1, after);
  });
  return colourings;
}

template <class Policy>
std::uint64_t count_parallel(const colour_network& network,
                             std::size_t cutoff,
                             std::size_t vertex,
                             const domains& left) {
  if (vertex == cutoff) {
    return count_serial<Policy>(network, vertex, left);
  }
  state<Policy>(ns_per_node, 1);
  if (vertex == network.vertices()) {
    return 1;
  }
  std::array<std::uint64_t, colour_network::max_colours> colourings;  // of children only
  std::size_t spawned = 0;
  scope children;
  network.branch(left, vertex, [&](const domains& after) {
    children.spawn(Policy(), [&network, cutoff, vertex, after, result = &colourings[spawned]] {
      *result = count_parallel<Policy>(network, cutoff, vertex + 1, after);
    });
    ++spawned;
  });
  children.sync();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < spawned; ++i) {
    sum += colourings[i];
  }
  return sum;
}

struct gc_settings {
  std::size_t vertices;
  std::size_t colours;
  std::size_t edges;
  std::size_t cutoff;
};

class gc_instance final : public instance {
 public:
  explicit gc_instance(const gc_settings& settings)
      : network_(colour_network::random(settings.vertices, settings.edges)),
        colours_(settings.colours),
        cutoff_(settings.cutoff == 0 ? never : settings.cutoff) {}

  void reset() override { colourings_ = not_counted; }

  void run_serial() override {
    colourings_ = count_serial<in_order_tag>(network_, 0, network_.start(colours_));
  }

  void run_parallel(spawn_policy policy) override {
    colourings_ = with_policy(policy, [this](auto tag) {
      return count_parallel<decltype(tag)>(network_, cutoff_, 0, network_.start(colours_));
    });
  }

  std::string verify() override {
    if (!expected_) {
      expected_ = network_.count_by_sets(colours_);
    }
    return colourings_ == *expected_
               ? std::string()
               : message("colourings: expected ", *expected_, ", found ", colourings_);
  }

  [[nodiscard]] std::string answer() const override { return message(colourings_); }

 private:
  static constexpr std::size_t never = colour_network::max_vertices + 1;
  static constexpr auto not_counted = static_cast<std::uint64_t>(-1);

  colour_network network_;
  std::size_t colours_;
  std::size_t cutoff_;
  std::uint64_t colourings_ = not_counted;
  std::optional<std::uint64_t> expected_;
};

}  // namespace

workload gc_workload() {
  return {
      "gc",
      "ways to colour a graph, every colour of a vertex a spawn with its own copy of what is left",
      {{"vertices",
        "vertices of the graph",
        {"7", "10", "10"},
        integer_range{1, colour_network::max_vertices}},
       {"colours",
        "how many colours there are",
        {"7", "10", "10"},
        integer_range{1, colour_network::max_colours}},
       {"edges",
        "percent of the pairs that must differ, 100: a clique",
        {"100", "100", "100"},
        integer_range{0, 100}},
       {"cutoff",
        "vertices coloured by spawns before plain recursion, 0: all",
        {"0", "0", "0"},
        integer_range{0, colour_network::max_vertices}}},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<gc_instance>(gc_settings{chosen.get_size("vertices"),
                                                         chosen.get_size("colours"),
                                                         chosen.get_size("edges"),
                                                         chosen.get_size("cutoff")});
      }};
}

}  // namespace nuthatch::workloads
