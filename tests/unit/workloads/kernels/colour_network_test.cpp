// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/colour_network.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

using domains = colour_network::domains;

std::uint64_t count_by_search(const colour_network& network,
                              std::size_t vertex,
                              const domains& left) {
  if (vertex == network.vertices()) {
    return 1;
  }
  std::uint64_t count = 0;
  network.branch(left, vertex, [&](const domains& after) {
    count += count_by_search(network, vertex + 1, after);
  });
  return count;
}

// Both ways of counting have to agree.
std::uint64_t count(const colour_network& network, std::size_t colours) {
  const std::uint64_t by_sets = network.count_by_sets(colours);
  EXPECT_EQ(count_by_search(network, 0, network.start(colours)), by_sets);
  return by_sets;
}

colour_network cycle(std::size_t vertices) {
  colour_network made(vertices);
  for (std::size_t i = 0; i < vertices; ++i) {
    made.join(i, (i + 1) % vertices);
  }
  return made;
}

std::uint64_t power(std::uint64_t base, std::size_t exponent) {
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < exponent; ++i) {
    product *= base;
  }
  return product;
}

TEST(colour_network, cliques_have_falling_factorials) {
  for (std::size_t vertices = 1; vertices <= 7; ++vertices) {
    const colour_network clique = colour_network::random(vertices, 100);
    for (std::size_t colours = 1; colours <= 8; ++colours) {
      std::uint64_t expected = 1;
      for (std::size_t i = 0; i < vertices; ++i) {
        expected *= i < colours ? colours - i : 0;
      }
      EXPECT_EQ(count(clique, colours), expected) << vertices << " in " << colours;
    }
  }
  EXPECT_EQ(colour_network::random(10, 100).count_by_sets(10), 3628800U);
}

TEST(colour_network, vertices_without_edges_have_powers) {
  EXPECT_EQ(count(colour_network::random(1, 0), 16), 16U);
  EXPECT_EQ(count(colour_network::random(7, 0), 3), power(3, 7));
  EXPECT_EQ(count(colour_network::random(12, 0), 2), power(2, 12));
}

TEST(colour_network, cycles_have_their_polynomial) {
  for (std::size_t vertices = 3; vertices <= 9; ++vertices) {
    for (std::size_t colours = 2; colours <= 4; ++colours) {
      const std::uint64_t less = colours - 1;
      const std::uint64_t expected =
          vertices % 2 == 0 ? power(less, vertices) + less : power(less, vertices) - less;
      EXPECT_EQ(count(cycle(vertices), colours), expected) << vertices << " in " << colours;
    }
  }
}

TEST(colour_network, the_petersen_graph_has_120_colourings_in_three_colours) {
  colour_network graph(10);
  for (std::size_t i = 0; i < 5; ++i) {
    graph.join(i, (i + 1) % 5);
    graph.join(5 + (i + 2) % 5, 5 + i);
    graph.join(i, i + 5);
  }
  EXPECT_EQ(count(graph, 2), 0U);
  EXPECT_EQ(count(graph, 3), 120U);
}

TEST(colour_network, random_ones_are_counted_alike_both_ways) {
  for (const std::size_t percent : {10U, 40U, 70U, 95U}) {
    for (std::size_t colours = 1; colours <= 4; ++colours) {
      count(colour_network::random(9, percent), colours);
    }
  }
}

TEST(colour_network, random_ones_are_the_same_each_time_and_grow_with_their_percent) {
  EXPECT_EQ(colour_network::random(12, 50).count_by_sets(6),
            colour_network::random(12, 50).count_by_sets(6));
  std::uint64_t last = power(5, 10) + 1;
  for (const std::size_t percent : {0U, 20U, 40U, 60U}) {
    const std::uint64_t found = colour_network::random(10, percent).count_by_sets(5);
    EXPECT_LT(found, last) << percent;
    EXPECT_GT(found, 0U) << percent;
    last = found;
  }
}

// A path of three vertices in two colours. The colour of the first vertex determines the others.
TEST(colour_network, branches_take_colours_from_those_to_come) {
  colour_network path(3);
  path.join(0, 1);
  path.join(2, 1);
  std::vector<domains> seen;
  const auto note = [&seen](const domains& after) {
    seen.push_back(after);
  };
  path.branch(path.start(2), 0, note);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0][1], 2U);
  EXPECT_EQ(seen[0][2], 3U);
  EXPECT_EQ(seen[1][1], 1U);
  EXPECT_EQ(seen[1][2], 3U);

  const domains first = seen[0];
  seen.clear();
  path.branch(first, 1, note);
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0][2], 1U);
}

TEST(colour_network, branches_end_where_nothing_is_left) {
  const colour_network pair = colour_network::random(2, 100);
  pair.branch(pair.start(1), 0, [](const domains&) { ADD_FAILURE() << "one colour for two"; });
}

}  // namespace
}  // namespace nuthatch::workloads
