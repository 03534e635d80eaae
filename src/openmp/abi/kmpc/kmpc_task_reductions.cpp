// SPDX-License-Identifier: Apache-2.0

// Reductions in which tasks participate, as Clang calls them. Each thread of the team has a copy of
// each variable, which the tasks that it executes use. The copies are combined at the end of the
// taskgroup. With the task modifier, each thread has a taskgroup and a private variable, and the
// threads combine these variables after their taskgroups have ended. The last thread to end its
// taskgroup combines all copies into its own variable: then no task is left, and the variables of
// the others may have been combined already.

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/worksharing/loop.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::size_t line = 64;

/// A variable, as compiled code describes it.
struct taskred_input {
  void* variable;
  void* original;  // copies are initialized from it
  std::size_t bytes;
  void (*initialise)(void* copy, void* original);  // null: all zero
  void (*finish)(void* copy);                      // null: nothing
  void (*combine)(void* into, void* copy);
  std::uint32_t flags;
};

/// The layout before the field `original` was introduced.
struct taskred_input_without_original {
  void* variable;
  std::size_t bytes;
  void (*initialise)(void* copy);
  void (*finish)(void* copy);
  void (*combine)(void* into, void* copy);
  std::uint32_t flags;
};

struct free_memory {
  void operator()(std::byte* memory) const noexcept { std::free(memory); }
};

/// The copies of a variable for the threads of a team, each in its own cache lines. The variable
/// that they belong to differs between taskgroups.
class copies {
 public:
  copies(const taskred_input& inputs, std::uint32_t team_size)
      : of_(inputs),
        stride_((inputs.bytes + line - 1) / line * line),
        members_(team_size),
        memory_(static_cast<std::byte*>(std::aligned_alloc(line, stride_ * team_size))) {
    if (memory_ == nullptr) {
      abort_program("no memory for the copies of a reduction variable");
    }
    for (std::uint32_t i = 0; i < team_size; ++i) {
      __builtin_memset(of_member(i), 0, inputs.bytes);
      if (inputs.initialise != nullptr) {
        inputs.initialise(of_member(i),
                          inputs.original != nullptr ? inputs.original : inputs.variable);
      }
    }
  }

  /// Whether the address is that of the original or of a copy.
  [[nodiscard]] bool has(const void* address) const noexcept {
    const auto* const at = static_cast<const std::byte*>(address);
    return at == of_.original || (at >= memory_.get() && at < memory_.get() + stride_ * members_);
  }

  [[nodiscard]] void* of_member(std::uint32_t number) const noexcept {
    return memory_.get() + number * stride_;
  }

  void combine(void* into) const noexcept {
    for (std::uint32_t i = 0; i < members_; ++i) {
      of_.combine(into, of_member(i));
      if (of_.finish != nullptr) {
        of_.finish(of_member(i));
      }
    }
  }

 private:
  taskred_input of_;
  std::size_t stride_;
  std::uint32_t members_;
  std::unique_ptr<std::byte, free_memory> memory_;
};

/// The copies of all variables, which belong to one taskgroup, or to one taskgroup per thread.
struct shared_copies {
  shared_copies(const taskred_input* inputs,
                std::int32_t count,
                std::uint32_t team_size,
                std::uint32_t taskgroups)
      : groups(taskgroups) {
    for (std::int32_t i = 0; i < count; ++i) {
      all.emplace_back(inputs[i], team_size);
    }
  }

  std::vector<copies> all;
  detail::atomic<std::uint32_t> groups;  // number of taskgroups that have not ended
};

}  // namespace

/// The reductions of a taskgroup.
class task_reductions {
 public:
  task_reductions(const taskred_input* inputs, std::int32_t count, shared_copies& shared)
      : shared_(&shared) {
    for (std::int32_t i = 0; i < count; ++i) {
      variables_.push_back(inputs[i].variable);
    }
  }

  /// Returns null if there is no such variable.
  [[nodiscard]] void* find(const void* address, std::uint32_t member) const noexcept {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (address == variables_[i] || shared_->all[i].has(address)) {
        return shared_->all[i].of_member(member);
      }
    }
    return nullptr;
  }

  /// Ends the taskgroup. The last taskgroup that has the copies combines them.
  void end_group() noexcept {
    if (shared_->groups.fetch_sub(1, detail::memory_order_acq_rel) == 1) {
      for (std::size_t i = 0; i < variables_.size(); ++i) {
        shared_->all[i].combine(variables_[i]);
      }
      delete shared_;
    }
    delete this;
  }

 private:
  std::vector<void*> variables_;
  shared_copies* shared_;
};

namespace {

std::vector<taskred_input> with_originals(const taskred_input_without_original* inputs,
                                          std::int32_t count) {
  std::vector<taskred_input> found;
  found.reserve(static_cast<std::size_t>(count));
  for (std::int32_t i = 0; i < count; ++i) {
    found.push_back(
        {inputs[i].variable,
         nullptr,
         inputs[i].bytes,
         // NOLINTNEXTLINE(bugprone-casting-through-void): GCC warns of the plain cast
         reinterpret_cast<void (*)(void*, void*)>(reinterpret_cast<void*>(inputs[i].initialise)),
         inputs[i].finish,
         inputs[i].combine,
         inputs[i].flags});
  }
  return found;
}

void* taskred_init(const taskred_input* inputs, std::int32_t count) {
  const thread& self = this_thread();
  taskgroup* const group = innermost_taskgroup(*self.current_task);
  auto* const shared = new shared_copies(inputs, count, self.member->team->size(), 1);
  group->llvm_reductions = new task_reductions(inputs, count, *shared);
  return group;
}

void* taskred_modifier_init(const taskred_input* inputs, std::int32_t count) {
  thread& self = this_thread();
  team& all = *self.member->team;
  all.work_shares().enter(*self.member, [&](work_share& work_share) {
    work_share.copyprivate = new shared_copies(inputs, count, all.size(), all.size());
  });
  begin_taskgroup_of_construct(self);
  taskgroup* const group = innermost_taskgroup(*self.current_task);
  auto* const shared = static_cast<shared_copies*>(self.member->work_share->copyprivate);
  group->llvm_reductions = new task_reductions(inputs, count, *shared);
  end_loop_nowait(self);
  return group;
}

}  // namespace

}  // namespace nuthatch::openmp

using nuthatch::openmp::taskgroup;
using nuthatch::openmp::taskred_init;
using nuthatch::openmp::taskred_input;
using nuthatch::openmp::taskred_input_without_original;
using nuthatch::openmp::taskred_modifier_init;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using namespace nuthatch::openmp::kmpc;

NUTHATCH_EXPORTED void* __kmpc_taskred_init(thread_id /*gtid*/,
                                            std::int32_t count,
                                            const taskred_input* inputs) {
  return taskred_init(inputs, count);
}

NUTHATCH_EXPORTED void* __kmpc_task_reduction_init(thread_id /*gtid*/,
                                                   std::int32_t count,
                                                   const taskred_input_without_original* inputs) {
  return taskred_init(nuthatch::openmp::with_originals(inputs, count).data(), count);
}

NUTHATCH_EXPORTED void* __kmpc_taskred_modifier_init(ident* /*loc*/,
                                                     thread_id /*gtid*/,
                                                     int /*worksharing*/,
                                                     int count,
                                                     const taskred_input* inputs) {
  return taskred_modifier_init(inputs, count);
}

NUTHATCH_EXPORTED void* __kmpc_task_reduction_modifier_init(
    ident* /*loc*/,
    thread_id /*gtid*/,
    int /*worksharing*/,
    int count,
    const taskred_input_without_original* inputs) {
  return taskred_modifier_init(nuthatch::openmp::with_originals(inputs, count).data(), count);
}

NUTHATCH_EXPORTED void __kmpc_end_taskgroup(ident* /*loc*/, thread_id /*gtid*/) {
  end_taskgroup(this_thread());
}

NUTHATCH_EXPORTED void __kmpc_task_reduction_modifier_fini(ident* loc,
                                                           thread_id gtid,
                                                           int /*worksharing*/) {
  __kmpc_end_taskgroup(loc, gtid);
}

/// Returns the thread's copy, by the address of the variable or of any copy.
NUTHATCH_EXPORTED void* __kmpc_task_reduction_get_th_data(thread_id /*gtid*/,
                                                          void* group,
                                                          void* address) {
  const thread& self = this_thread();
  const taskgroup* each = group != nullptr ? static_cast<const taskgroup*>(group)
                                           : innermost_taskgroup(*self.current_task);
  for (; each != nullptr; each = taskgroup_around(*each)) {
    if (each->llvm_reductions != nullptr) {
      if (void* const found = each->llvm_reductions->find(address, self.member->thread_num)) {
        return found;
      }
    }
  }
  nuthatch::openmp::abort_program(
      "a task participates in a reduction that no enclosing construct has");
}

namespace nuthatch::openmp {

void end_reductions(task_reductions& reductions) noexcept {
  reductions.end_group();
}

}  // namespace nuthatch::openmp
