// SPDX-License-Identifier: Apache-2.0

// Parallel regions, as Clang calls them.

#include <cstdarg>
#include <utility>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/abi/kmpc/outlined.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/regions/region.hpp"

namespace {

using nuthatch::openmp::begin_region;
using nuthatch::openmp::end_region;
using nuthatch::openmp::parallel_request;
using nuthatch::openmp::proc_bind;
using nuthatch::openmp::run_region;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using namespace nuthatch::openmp::kmpc;

/// Takes the values that were pushed for the next region.
parallel_request take_request(thread& self) noexcept {
  return std::exchange(self.next_parallel, parallel_request{});
}

void run(int count, microtask body, va_list& from) {
  const argument_list arguments(count, from);
  outlined all{body, count, arguments.data()};
  run_region(body_of(all), take_request(this_thread()));
}

}  // namespace

NUTHATCH_EXPORTED void __kmpc_begin(ident* /*loc*/, std::int32_t /*flags*/) {}

NUTHATCH_EXPORTED void __kmpc_end(ident* /*loc*/) {}

NUTHATCH_EXPORTED thread_id __kmpc_global_thread_num(ident* /*loc*/) {
  return static_cast<thread_id>(this_thread().member->thread_num);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_global_num_threads(ident* /*loc*/) {
  return static_cast<std::int32_t>(this_thread().member->team->size());
}

NUTHATCH_EXPORTED thread_id __kmpc_bound_thread_num(ident* loc) {
  return __kmpc_global_thread_num(loc);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_bound_num_threads(ident* loc) {
  return __kmpc_global_num_threads(loc);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_in_parallel(ident* /*loc*/) {
  return this_thread().member->team->active_level() > 0 ? 1 : 0;
}

NUTHATCH_EXPORTED std::int32_t __kmpc_ok_to_fork(ident* /*loc*/) {
  return 1;
}

NUTHATCH_EXPORTED void __kmpc_push_num_threads(ident* /*loc*/,
                                               thread_id /*gtid*/,
                                               std::int32_t threads) {
  this_thread().next_parallel.num_threads = threads > 0 ? static_cast<std::uint32_t>(threads) : 0;
}

/// Does nothing: the region has taken the request.
NUTHATCH_EXPORTED void __kmpc_pop_num_threads(ident* /*loc*/, thread_id /*gtid*/) {}

NUTHATCH_EXPORTED void __kmpc_push_proc_bind(ident* /*loc*/,
                                             thread_id /*gtid*/,
                                             std::int32_t bind) {
  this_thread().next_parallel.bind = static_cast<proc_bind>(bind);
}

NUTHATCH_EXPORTED void __kmpc_fork_call(ident* /*loc*/, std::int32_t count, microtask body, ...) {
  va_list arguments;
  va_start(arguments, body);
  run(count, body, arguments);
  va_end(arguments);
}

/// Calls a body with at most one argument.
NUTHATCH_EXPORTED void __kmpc_fork_call_if(
    ident* /*loc*/, std::int32_t count, microtask body, std::int32_t wanted, void* argument) {
  thread& self = this_thread();
  if (wanted == 0) {
    self.next_parallel.num_threads = 1;
  }
  outlined all{body, count, &argument};
  run_region(body_of(all), take_request(self));
}

/// Begins a region of one thread. Compiled code calls the body itself.
NUTHATCH_EXPORTED void __kmpc_serialized_parallel(ident* /*loc*/, thread_id /*gtid*/) {
  take_request(this_thread());
  begin_region({}, {.num_threads = 1});
}

NUTHATCH_EXPORTED void __kmpc_end_serialized_parallel(ident* /*loc*/, thread_id /*gtid*/) {
  end_region();
}
