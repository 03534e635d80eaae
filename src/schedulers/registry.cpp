#include "schedulers/registry.hpp"

#include <algorithm>
#include <array>

#include "schedulers/channel/channel_options.hpp"
#include "schedulers/channel/channel_scheduler.hpp"
#include "schedulers/shared_queue/shared_queue.hpp"
#include "schedulers/slaw/slaw.hpp"
#include "schedulers/slaw/slaw_options.hpp"
#include "schedulers/work_stealing/work_stealing.hpp"

namespace nuthatch::scheduling {

namespace {

constexpr std::array all{
    entry{"work_stealing",
          "random victims; owners publish their oldest work when asked",
          work_stealing::make,
          /*knows_places=*/true},
    entry{"channel",
          "private deques; steal requests and work are messages",
          channel_scheduler::make,
          /*knows_places=*/false,
          channel_options},
    entry{"slaw",
          "each task work-first or help-first, by what is stolen; bounded stacks",
          slaw::make,
          /*knows_places=*/true,
          slaw_options},
    entry{"shared_queue",
          "an example to begin from: a queue per place, first in, first out",
          shared_queue::make,
          /*knows_places=*/true,
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
    if (e.knows_places) {
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
