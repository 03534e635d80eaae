// SPDX-License-Identifier: Apache-2.0

// Explicit tasks, as Clang calls them. The runtime allocates a task, compiled code writes its data
// there, then the task is submitted.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/abi/kmpc/task_layout.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/dependence_list.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/tasks/taskloop.hpp"
#include "openmp/tasks/waiting.hpp"

namespace {

using nuthatch::openmp::cancel_action;
using nuthatch::openmp::deferred_task;
using nuthatch::openmp::dependence;
using nuthatch::openmp::dependence_list;
using nuthatch::openmp::dependence_type;
using nuthatch::openmp::submit_task;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using namespace nuthatch::openmp::kmpc;

// Flags of tasks.
constexpr std::int32_t is_final = 2;
constexpr std::int32_t has_destructors = 8;
constexpr std::int32_t has_priority = 32;
constexpr std::int32_t is_detachable = 64;

/// Decodes the dependence type of an address.
struct dependence_info {
  const void* address;
  std::size_t bytes;
  std::uint8_t flags;
};

dependence_type type_of(const dependence_info& one) noexcept {
  constexpr std::uint8_t in = 1;
  constexpr std::uint8_t set = 8;
  return one.flags == in    ? dependence_type::in
         : one.flags == set ? dependence_type::inoutset
                            : dependence_type::out;
}

/// Whether the dependence is on omp_all_memory. Compilers write either a flag or the highest
/// address.
bool is_all_memory(const dependence_info& one) noexcept {
  constexpr std::uint8_t all = 0x80;
  constexpr auto last = std::numeric_limits<std::uintptr_t>::max();
  return (one.flags & all) != 0 || reinterpret_cast<std::uintptr_t>(one.address) == last;
}

dependence_list read(std::int32_t count,
                     const dependence_info* list,
                     std::int32_t more_count,
                     const dependence_info* more) {
  dependence_list result;
  const auto add = [&result](std::int32_t all, const dependence_info* from) {
    for (std::int32_t i = 0; i < all; ++i) {
      if (is_all_memory(from[i])) {
        result.add(dependence::all_memory());
      } else if (from[i].address != nullptr) {  // LLVM's runtime skips null as well
        result.add({from[i].address, type_of(from[i])});
      }
    }
  };
  add(count, list);
  add(more_count, more);
  return result;
}

NUTHATCH_CALLS_AS_ANOTHER_TYPE void destroy_private(task_header& header, thread_id gtid) {
  if ((header.flags & has_destructors) != 0) {
    header.task().first.destructors(gtid, &header.task());
  }
}

/// Executes the consecutive parts of an untied task. Each part except for the last submits the task
/// again and returns.
NUTHATCH_CALLS_AS_ANOTHER_TYPE void execute_rest(task_header& header, thread_id gtid) {
  while (header.has_next_part) {
    header.has_next_part = false;
    if (header.task().body != nullptr) {  // a task without a body only orders others
      header.task().body(gtid, &header.task());
    }
  }
  destroy_private(header, gtid);
}

void execute(void* data) {
  auto& head = *static_cast<task_header*>(data);
  head.is_executed = true;
  head.has_next_part = true;
  execute_rest(head, static_cast<thread_id>(this_thread().member->thread_num));
}

void destroy(void* data) {
  destroy_private(*static_cast<task_header*>(data),
                  static_cast<thread_id>(this_thread().member->thread_num));
}

cancel_action cancel_action_of(std::int32_t flags) {
  return (flags & has_destructors) != 0 ? cancel_action::destroy : cancel_action::skip;
}

/// Reads the priority, which compiled code has written since the task was allocated.
void read_priority(task_header& header) noexcept {
  if ((header.flags & has_priority) != 0) {
    header.record->priority = nuthatch::openmp::clamped_priority(header.task().second.priority);
  }
}

void start(kmp_task& task, bool deferred, std::span<const dependence> dependences) {
  task_header& head = task_header::of(task);
  if (head.is_executed) {
    head.has_next_part = true;
  } else {
    read_priority(head);
    submit_task(this_thread(), *head.record, deferred, dependences);
  }
}

task_header& make(thread& self, std::int32_t flags, std::size_t bytes, std::size_t shared_bytes) {
  const std::size_t rounded = (bytes + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) *
                              alignof(std::max_align_t);
  deferred_task& created = allocate_task(self,
                                         execute,
                                         sizeof(task_header) + rounded + shared_bytes,
                                         alignof(task_header),
                                         (flags & is_final) != 0,
                                         {(flags & is_detachable) != 0, cancel_action_of(flags)});
  task_header& head = *std::construct_at(static_cast<task_header*>(data_of(created)));
  head.destroy = destroy;
  head.record = &created;
  head.flags = flags;
  head.bytes = rounded + shared_bytes;
  head.task().shared =
      shared_bytes == 0 ? nullptr : reinterpret_cast<std::byte*>(&head.task()) + rounded;
  return head;
}

/// Creates a task as a copy of `pattern`, which was not submitted.
task_header& create_as(thread& self, task_header& pattern) {
  deferred_task& created = allocate_task(self,
                                         execute,
                                         sizeof(task_header) + pattern.bytes,
                                         alignof(task_header),
                                         (pattern.flags & is_final) != 0,
                                         {/*is_detached=*/false, cancel_action_of(pattern.flags)});
  task_header& head = *std::construct_at(static_cast<task_header*>(data_of(created)));
  head.destroy = destroy;
  head.record = &created;
  head.flags = pattern.flags;
  head.bytes = pattern.bytes;
  std::memcpy(static_cast<void*>(&head.task()), &pattern.task(), pattern.bytes);
  if (pattern.task().shared != nullptr) {
    const auto offset = static_cast<std::byte*>(pattern.task().shared) -
                        reinterpret_cast<std::byte*>(&pattern.task());
    head.task().shared = reinterpret_cast<std::byte*>(&head.task()) + offset;
  }
  return head;
}

enum class grain : std::int32_t { unset = 0, grainsize = 1, num_tasks = 2 };

using duplicate = void (*)(kmp_task* made, kmp_task* from, std::int32_t is_last);

void run_taskloop(kmp_task* pattern,
                  bool deferred,
                  std::uint64_t* first,
                  const std::uint64_t* last,
                  std::int64_t step,
                  bool grouped,
                  grain how,
                  std::uint64_t value,
                  bool strict,
                  duplicate copy) {
  thread& self = this_thread();
  task_header& from = task_header::of(*pattern);
  const auto by = static_cast<std::uint64_t>(step);
  // Compiled code calls this only if there are iterations.
  const std::uint64_t count = (step > 0 ? (*last - *first) / by : (*first - *last) / (0 - by)) + 1;
  const auto parts = nuthatch::openmp::divide_taskloop(
      count,
      {.what = how == grain::grainsize ? nuthatch::openmp::taskloop_grain::by::grainsize
                                       : nuthatch::openmp::taskloop_grain::by::num_tasks,
       .value = how == grain::unset ? 0 : value,
       .strict = strict},
      self.member->team->size());
  const auto first_at = reinterpret_cast<std::byte*>(first) - reinterpret_cast<std::byte*>(pattern);
  const auto last_at =
      reinterpret_cast<const std::byte*>(last) - reinterpret_cast<const std::byte*>(pattern);
  if (grouped) {
    begin_taskgroup(self);
  }
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < parts.count; ++i) {
    const bool is_last = i + 1 == parts.count;
    const std::uint64_t length =
        is_last && parts.last != 0 ? parts.last : parts.length + (i < parts.longer ? 1 : 0);
    task_header& header = create_as(self, from);
    auto* const data = reinterpret_cast<std::byte*>(&header.task());
    *reinterpret_cast<std::uint64_t*>(data + first_at) = *first + begin * by;
    *reinterpret_cast<std::uint64_t*>(data + last_at) = *first + (begin + length - 1) * by;
    if (copy != nullptr) {
      copy(&header.task(), pattern, is_last ? 1 : 0);
    }
    begin += length;
    read_priority(header);
    submit_task(self, *header.record, deferred, {});
  }
  destroy_private(from, static_cast<thread_id>(self.member->thread_num));
  free_task(self, *from.record);
  if (grouped) {
    end_taskgroup(self);
  }
}

}  // namespace

NUTHATCH_EXPORTED kmp_task* __kmpc_omp_task_alloc(ident* /*loc*/,
                                                  thread_id /*gtid*/,
                                                  std::int32_t flags,
                                                  std::size_t bytes,
                                                  std::size_t shared_bytes,
                                                  task_body body) {
  kmp_task& task = make(this_thread(), flags, bytes, shared_bytes).task();
  task.body = body;
  task.part = 0;
  return &task;
}

NUTHATCH_EXPORTED kmp_task* __kmpc_omp_target_task_alloc(ident* loc,
                                                         thread_id gtid,
                                                         std::int32_t flags,
                                                         std::size_t bytes,
                                                         std::size_t shared_bytes,
                                                         task_body body,
                                                         std::int64_t /*device*/) {
  return __kmpc_omp_task_alloc(loc, gtid, flags, bytes, shared_bytes, body);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_omp_reg_task_with_affinity(ident* /*loc*/,
                                                                 thread_id /*gtid*/,
                                                                 kmp_task* /*what*/,
                                                                 std::int32_t /*count*/,
                                                                 void* /*list*/) {
  return 0;
}

NUTHATCH_EXPORTED std::int32_t __kmpc_omp_task(ident* /*loc*/, thread_id /*gtid*/, kmp_task* task) {
  start(*task, /*deferred=*/true, {});
  return 0;
}

/// Submits the next part of an untied task.
NUTHATCH_EXPORTED std::int32_t __kmpc_omp_task_parts(ident* loc, thread_id gtid, kmp_task* task) {
  return __kmpc_omp_task(loc, gtid, task);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_omp_task_with_deps(ident* /*loc*/,
                                                         thread_id /*gtid*/,
                                                         kmp_task* task,
                                                         std::int32_t count,
                                                         const dependence_info* list,
                                                         std::int32_t more_count,
                                                         const dependence_info* more) {
  start(*task, /*deferred=*/true, read(count, list, more_count, more));
  return 0;
}

NUTHATCH_EXPORTED void __kmpc_omp_wait_deps(ident* /*loc*/,
                                            thread_id /*gtid*/,
                                            std::int32_t count,
                                            const dependence_info* list,
                                            std::int32_t more_count,
                                            const dependence_info* more) {
  wait_for_predecessors(this_thread(), read(count, list, more_count, more));
}

NUTHATCH_EXPORTED void __kmpc_omp_taskwait_deps_51(ident* loc,
                                                   thread_id gtid,
                                                   std::int32_t count,
                                                   const dependence_info* list,
                                                   std::int32_t more_count,
                                                   const dependence_info* more,
                                                   std::int32_t nowait) {
  if (nowait == 0) {
    __kmpc_omp_wait_deps(loc, gtid, count, list, more_count, more);
    return;
  }
  create_task(this_thread(),
              {.function = [](void* /*data*/) {},
               .data = nullptr,
               .copy = nullptr,
               .bytes = 0,
               .alignment = 1,
               .deferred = true,
               .is_final = false,
               .dependences = read(count, list, more_count, more)});
}

/// Begins an undeferred task. Compiled code calls its body between this and the next function.
NUTHATCH_EXPORTED void __kmpc_omp_task_begin_if0(ident* /*loc*/,
                                                 thread_id /*gtid*/,
                                                 kmp_task* task) {
  task_header& head = task_header::of(*task);
  head.is_executed = true;
  begin_immediate(this_thread(), head.immediate, head.record->is_final);
}

NUTHATCH_EXPORTED void __kmpc_omp_task_complete_if0(ident* /*loc*/,
                                                    thread_id /*gtid*/,
                                                    kmp_task* task) {
  thread& self = this_thread();
  task_header& head = task_header::of(*task);
  execute_rest(head, static_cast<thread_id>(self.member->thread_num));
  end_immediate(self, head.immediate);
  free_task(self, *head.record);
}

NUTHATCH_EXPORTED std::int32_t __kmpc_omp_taskwait(ident* /*loc*/, thread_id /*gtid*/) {
  wait_for_children(this_thread());
  return 0;
}

NUTHATCH_EXPORTED std::int32_t __kmpc_omp_taskyield(ident* /*loc*/,
                                                    thread_id /*gtid*/,
                                                    int /*part*/) {
  yield_task(this_thread());
  return 0;
}

NUTHATCH_EXPORTED void __kmpc_taskgroup(ident* /*loc*/, thread_id /*gtid*/) {
  begin_taskgroup(this_thread());
}

NUTHATCH_EXPORTED void* __kmpc_task_allow_completion_event(ident* /*loc*/,
                                                           thread_id /*gtid*/,
                                                           kmp_task* task) {
  return &event_of(*task_header::of(*task).record);
}

NUTHATCH_EXPORTED void __kmpc_taskloop(ident* /*loc*/,
                                       thread_id /*gtid*/,
                                       kmp_task* pattern,
                                       std::int32_t deferred,
                                       std::uint64_t* first,
                                       std::uint64_t* last,
                                       std::int64_t step,
                                       std::int32_t no_group,
                                       grain how,
                                       std::uint64_t value,
                                       duplicate copy) {
  run_taskloop(
      pattern, deferred != 0, first, last, step, no_group == 0, how, value, /*strict=*/false, copy);
}

NUTHATCH_EXPORTED void __kmpc_taskloop_5(ident* /*loc*/,
                                         thread_id /*gtid*/,
                                         kmp_task* pattern,
                                         std::int32_t deferred,
                                         std::uint64_t* first,
                                         std::uint64_t* last,
                                         std::int64_t step,
                                         std::int32_t no_group,
                                         grain how,
                                         std::uint64_t value,
                                         std::int32_t strict,
                                         duplicate copy) {
  run_taskloop(
      pattern, deferred != 0, first, last, step, no_group == 0, how, value, strict != 0, copy);
}
