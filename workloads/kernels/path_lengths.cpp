// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/path_lengths.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::uint64_t longest_edge = 1'000'000;

float edge(std::size_t from, std::size_t to, std::size_t vertices) noexcept {
  return from == to ? 0 : static_cast<float>(1 + mix(from * vertices + to) % longest_edge);
}

/// The lengths of the shortest paths from one vertex, by Dijkstra's algorithm for dense graphs.
std::vector<float> search_from(std::size_t source, std::size_t vertices) {
  constexpr float far = std::numeric_limits<float>::infinity();
  std::vector<float> length(vertices, far);
  std::vector<bool> settled(vertices, false);
  length[source] = 0;
  for (std::size_t round = 0; round < vertices; ++round) {
    std::size_t nearest = vertices;
    for (std::size_t each = 0; each < vertices; ++each) {
      if (!settled[each] && (nearest == vertices || length[each] < length[nearest])) {
        nearest = each;
      }
    }
    settled[nearest] = true;
    for (std::size_t to = 0; to < vertices; ++to) {
      length[to] = std::min(length[to], length[nearest] + edge(nearest, to, vertices));
    }
  }
  return length;
}

/// to[i] = min(to[i], start + next[i]) for first ≤ i < last.
void shorten(
    float* to, float start, const float* next, std::size_t first, std::size_t last) noexcept {
  for (std::size_t i = first; i < last; ++i) {
    to[i] = std::min(to[i], start + next[i]);
  }
}

}  // namespace

path_lengths::path_lengths(std::size_t vertices, untouched_tag /*tag*/)
    : vertices_(vertices),
      lengths_(vertices * vertices) {}

void path_lengths::start(const grid_part& part) noexcept {
  for (std::size_t from = part.first_row; from < part.last_row; ++from) {
    for (std::size_t to = part.first_column; to < part.last_column; ++to) {
      lengths_[from * vertices_ + to] = edge(from, to, vertices_);
    }
  }
}

void path_lengths::allow(std::size_t by, const grid_part& part) noexcept {
  const float* const onward = lengths_.data() + by * vertices_;
  const std::size_t before = std::clamp(by, part.first_column, part.last_column);
  const std::size_t after = std::clamp(by + 1, part.first_column, part.last_column);
  for (std::size_t from = part.first_row; from < part.last_row; ++from) {
    if (from == by) {
      continue;
    }
    float* const row = lengths_.data() + from * vertices_;
    shorten(row, row[by], onward, part.first_column, before);
    shorten(row, row[by], onward, after, part.last_column);
  }
}

double path_lengths::total() const noexcept {
  return std::accumulate(lengths_.begin(), lengths_.end(), 0.0);
}

std::string path_lengths::compare_with_searches() const {
  constexpr std::size_t samples = 8;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const std::size_t source = sample * vertices_ / samples;
    const std::vector<float> expected = search_from(source, vertices_);
    for (std::size_t to = 0; to < vertices_; ++to) {
      const float found = lengths_[source * vertices_ + to];
      if (found != expected[to]) {
        return message("from ", source, " to ", to, ": expected ", expected[to], ", found ", found);
      }
    }
  }
  return {};
}

}  // namespace nuthatch::workloads
