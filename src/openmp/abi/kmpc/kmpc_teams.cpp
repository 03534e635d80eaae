// SPDX-License-Identifier: Apache-2.0

// Teams constructs on the host, as Clang calls them.

#include <cstdarg>
#include <utility>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/abi/kmpc/outlined.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/model/writable_icvs.hpp"
#include "openmp/target/league.hpp"

namespace {

using nuthatch::openmp::teams_request;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using nuthatch::openmp::writable_icvs;
using namespace nuthatch::openmp::kmpc;

/// A number that is not positive means that none was given.
std::uint32_t positive_or_zero(std::int32_t number) noexcept {
  return number > 0 ? static_cast<std::uint32_t>(number) : 0;
}

}  // namespace

NUTHATCH_EXPORTED void __kmpc_push_num_teams(ident* /*loc*/,
                                             thread_id /*gtid*/,
                                             std::int32_t teams,
                                             std::int32_t thread_limit) {
  this_thread().next_teams = {positive_or_zero(teams), positive_or_zero(thread_limit)};
}

/// Uses the upper bound of num_teams, as GCC does for teams on the host.
NUTHATCH_EXPORTED void __kmpc_push_num_teams_51(ident* loc,
                                                thread_id gtid,
                                                std::int32_t /*least*/,
                                                std::int32_t most,
                                                std::int32_t thread_limit) {
  __kmpc_push_num_teams(loc, gtid, most, thread_limit);
}

NUTHATCH_EXPORTED void __kmpc_fork_teams(ident* /*loc*/, std::int32_t count, microtask body, ...) {
  constexpr std::uint32_t default_num_teams = 1;  // as in LLVM's runtime
  va_list from;
  va_start(from, body);
  const argument_list arguments(count, from);
  va_end(from);
  outlined all{body, count, arguments.data()};
  thread& self = this_thread();
  run_league(
      self, body_of(all), std::exchange(self.next_teams, teams_request{}), default_num_teams);
}

/// Sets the thread limit of the target construct whose task the caller executes.
NUTHATCH_EXPORTED void __kmpc_set_thread_limit(ident* /*loc*/,
                                               thread_id /*gtid*/,
                                               std::int32_t limit) {
  if (limit > 0) {
    writable_icvs(this_thread()).thread_limit = static_cast<std::uint32_t>(limit);
  }
}
