// SPDX-License-Identifier: Apache-2.0
#include "schedulers/registry.hpp"

#include <algorithm>
#include <array>

#include "schedulers/channel/channel_options.hpp"
#include "schedulers/channel/channel_scheduler.hpp"
#include "schedulers/shared_queue/shared_queue.hpp"
#include "schedulers/shepherd/shepherd_options.hpp"
#include "schedulers/shepherd/shepherd_scheduler.hpp"
#include "schedulers/slaw/slaw.hpp"
#include "schedulers/slaw/slaw_options.hpp"
#include "schedulers/work_stealing/work_stealing.hpp"

namespace nuthatch::scheduling {

namespace {

constexpr entry preset(std::string_view name,
                       std::string_view description,
                       core::scheduler_kind kind) {
  return {name, description, kind, shepherd_options};
}

constexpr std::array all{
    entry{"work_stealing",
          "random victims; owners publish their oldest work when asked",
          {work_stealing::make, {.places = true}}},
    entry{"channel",
          "private deques; steal requests and work are messages",
          {channel_scheduler::make, {}},
          channel_options},
    entry{"slaw",
          "each task work-first or help-first, by what is stolen; bounded stacks",
          {slaw::make, {.places = true}},
          slaw_options},
    preset("shepherd_q",
           "a FIFO queue per worker; spawns are dealt round robin; no steals",
           shepherd_kind<disciplines::q>),
    preset("shepherd_l",
           "a LIFO queue per worker; spawns are dealt round robin; no steals",
           shepherd_kind<disciplines::l>),
    preset("shepherd_cq", "one LIFO queue for the machine", shepherd_kind<disciplines::cq>),
    preset("shepherd_ws",
           "a LIFO queue per worker; steals take the oldest",
           shepherd_kind<disciplines::ws>),
    preset("shepherd_mts",
           "a LIFO queue per chip; one of its workers at a time steals the oldest for all",
           shepherd_kind<disciplines::mts>),
    entry{"shared_queue",
          "an example to begin from: a queue per place, first in, first out",
          {shared_queue::make, {.places = true}},
          {},
          /*example=*/true},
};

}  // namespace

std::span<const entry> registry() noexcept {
  return all;
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  found.reserve(all.size());
  for (const entry& e : all) {
    found.emplace_back(e.name);
  }
  return found;
}

std::vector<std::string> names_with_places() {
  std::vector<std::string> found;
  for (const entry& e : all) {
    if (e.kind.needs.places) {
      found.emplace_back(e.name);
    }
  }
  return found;
}

const entry* find(std::string_view name) noexcept {
  const auto* const found =
      std::find_if(all.begin(), all.end(), [name](const entry& e) { return e.name == name; });
  return found == all.end() ? nullptr : found;
}

}  // namespace nuthatch::scheduling
