// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/construct_requests.hpp"
#include "openmp/regions/hot_team.hpp"

namespace nuthatch::openmp {

struct thread;

/// The defaults of teams constructs, for the whole program.
struct league_settings {
  std::uint32_t teams;         ///< 0: the runtime chooses
  std::uint32_t thread_limit;  ///< 0: the task's limit
};

[[nodiscard]] league_settings default_teams() noexcept;
void set_default_teams(std::uint32_t teams) noexcept;
void set_default_thread_limit(std::uint32_t limit) noexcept;

/// Executes the function for each team, one after the other. `default_num_teams` applies if neither
/// the construct nor the program sets a number.
void run_league(thread& self,
                const region_body& body,
                const teams_request& request,
                std::uint32_t default_num_teams) noexcept;

/// Makes the calling task the first of `teams` teams, with a thread limit unless that is 0.
void enter_first_team(thread& self, std::uint32_t teams, std::uint32_t thread_limit) noexcept;

/// Makes it the next team. Returns false if there is none.
[[nodiscard]] bool enter_next_team(thread& self) noexcept;

}  // namespace nuthatch::openmp
