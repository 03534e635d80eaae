// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/league.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/environment/env_settings.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/model/writable_icvs.hpp"
#include "openmp/target/initial_region.hpp"
#include "platform/first_value.hpp"

namespace nuthatch::openmp {

namespace {

struct shared_settings {
  // Relaxed: the values publish nothing.
  detail::atomic<std::uint32_t> teams{static_cast<std::uint32_t>(env_settings().num_teams)};
  detail::atomic<std::uint32_t> thread_limit{
      static_cast<std::uint32_t>(env_settings().teams_thread_limit)};
};

shared_settings& shared() noexcept {
  static constinit platform::first_value<shared_settings> all;
  return all.any_get([] { return std::make_unique<shared_settings>(); });
}

std::uint32_t limit_of(std::uint32_t requested, std::uint32_t otherwise) noexcept {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  constexpr auto unlimited = static_cast<std::uint32_t>(settings::unlimited);
  return requested == 0 ? otherwise : requested > most ? unlimited : requested;
}

std::int32_t number_of(std::uint32_t teams) noexcept {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp<std::uint32_t>(teams, 1, most));
}

}  // namespace

league_settings default_teams() noexcept {
  return {shared().teams.load(detail::memory_order_relaxed),
          shared().thread_limit.load(detail::memory_order_relaxed)};
}

void set_default_teams(std::uint32_t teams) noexcept {
  shared().teams.store(teams, detail::memory_order_relaxed);
}

void set_default_thread_limit(std::uint32_t limit) noexcept {
  shared().thread_limit.store(limit, detail::memory_order_relaxed);
}

void run_league(thread& self,
                const region_body& body,
                const teams_request& request,
                std::uint32_t default_num_teams) noexcept {
  const league_settings usual = default_teams();
  icvs icvs = *self.current_task->icvs;
  icvs.thread_limit = limit_of(request.thread_limit,
                               limit_of(usual.thread_limit, self.current_task->icvs->thread_limit));
  icvs.league.num_teams = number_of(request.num_teams != 0 ? request.num_teams
                                    : usual.teams != 0     ? usual.teams
                                                           : default_num_teams);
  for (icvs.league.team_num = 0; icvs.league.team_num < icvs.league.num_teams;
       ++icvs.league.team_num) {
    run_as_initial_task(self, body, icvs);
  }
}

void enter_first_team(thread& self, std::uint32_t teams, std::uint32_t thread_limit) noexcept {
  icvs& own = writable_icvs(self);
  own.thread_limit = limit_of(thread_limit, own.thread_limit);
  own.league = {.team_num = 0, .num_teams = number_of(teams)};
}

bool enter_next_team(thread& self) noexcept {
  const team_in_league here = self.current_task->icvs->league;
  if (here.team_num + 1 >= here.num_teams) {
    return false;
  }
  ++writable_icvs(self).league.team_num;
  return true;
}

}  // namespace nuthatch::openmp
