// SPDX-License-Identifier: Apache-2.0
#include "schedule/array_copy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include <nuthatch/detail/worker.hpp>
#include <nuthatch/errors.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/data_memory.hpp"
#include "platform/memory.hpp"
#include "schedule/copied_ranges.hpp"

namespace nuthatch::schedules {

namespace {

/// Adds counts; the sum is unknown if either is.
void add(page_counts& to, page_counts more) {
  if (!to.known) {
    return;
  }
  if (!more.known) {
    to = std::move(more);
    return;
  }
  to.page_bytes = more.page_bytes;
  to.untouched += more.untouched;
  to.on_node.resize(std::max(to.on_node.size(), more.on_node.size()));
  for (std::size_t i = 0; i < more.on_node.size(); ++i) {
    to.on_node[i] += more.on_node[i];
  }
}

}  // namespace

array_copy::array_copy(detail::moving_array& of, const core::team& by)
    : of_(of),
      team_(by),
      fresh_(of.elements, of.element_bytes, of.pages->wanted()),
      copied_(by.size() + std::size_t{1}) {
  of_.copy = this;
}

void array_copy::any_copy(std::size_t first, std::size_t last) {
  if (first > last || last > of_.elements) {
    throw error("redistribute: there are no elements " + std::to_string(first) + " to " +
                std::to_string(last) + " to copy; the array has " + std::to_string(of_.elements) +
                ", numbered from 0");
  }
  if (first == last) {
    return;
  }
  // Threads that are not workers of the team share the last list.
  const auto* const self = static_cast<const core::worker*>(detail::this_worker());
  const bool is_ours = self != nullptr && &self->team() == &team_;
  const element_range copied{first, last};
  copied_.any_add(is_ours ? self->index() : team_.size(), copied);
  copy_bytes(copied);
}

void array_copy::copy_bytes(const element_range& of) noexcept {
  const std::size_t start = of.first * of_.element_bytes;
  std::memcpy(
      fresh_.start() + start, of_.pages->start() + start, (of.last - of.first) * of_.element_bytes);
}

std::size_t array_copy::copy_rest() {
  std::size_t elements = 0;
  for (const element_range& each : missing_of(copied_.take(), of_.elements)) {
    copy_bytes(each);
    elements += each.last - each.first;
  }
  return elements;
}

void array_copy::count_pages(redistribution& to) const {
  add(to.before, page_placement(of_.pages->start(), of_.pages->bytes()));
  add(to.after, page_placement(fresh_.start(), fresh_.bytes()));
  to.moved += platform::pages_on_other_nodes(of_.pages->start(), fresh_.start(), pages());
}

void array_copy::settle() noexcept {
  of_.pages->swap(fresh_);
}

std::size_t array_copy::pages() const noexcept {
  return fresh_.bytes() / platform::page_size();
}

}  // namespace nuthatch::schedules
