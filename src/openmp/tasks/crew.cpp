#include "openmp/tasks/crew.hpp"

#include <algorithm>
#include <limits>

#include "openmp/environment/start.hpp"
#include "platform/platform.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::openmp {

namespace {

options options_for(std::uint32_t members) {
  options wanted;
  wanted.scheduler = "ws";
  wanted.workers = members;
  return wanted;
}

/// How long a member looks for tasks before it sleeps.
std::uint64_t search_ns() noexcept {
  constexpr std::uint64_t usual = 200'000;
  constexpr std::uint64_t ns_per_look = 20;
  constexpr std::uint64_t longest = 10'000'000'000;
  const settings& all = chosen();
  if (all.spins_said) {
    return all.spins < longest / ns_per_look ? all.spins * ns_per_look : longest;
  }
  return all.waiting == wait_policy::active    ? longest
         : all.waiting == wait_policy::passive ? 0
                                               : usual;
}

}  // namespace

crew::crew(std::uint32_t members)
    : most_waiting_(64 * std::min<std::uint32_t>(members, 1'024)),
      loads_(std::make_unique<task_load[]>(members)),
      all_(platform::native(),
           options_for(members),
           {},
           scheduling::find("ws")->kind,
           core::hosts::guests,
           search_ns()) {
  for (std::uint32_t i = 0; i < members; ++i) {
    guests_.push_back(std::make_unique<core::guest>(all_.at(i)));
  }
}

void crew::tell_all() noexcept {
  for (const auto& each : guests_) {
    each->any_tell();
  }
}

}  // namespace nuthatch::openmp
