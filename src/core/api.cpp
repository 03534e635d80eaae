// What the public headers call, in terms of the core.

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include <nuthatch/charge_work.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/parallel_reduce.hpp>
#include <nuthatch/runtime.hpp>

#include "core/team.hpp"
#include "core/waiting.hpp"
#include "core/worker.hpp"

constinit thread_local nuthatch::detail::worker* nuthatch_this_worker = nullptr;

constinit thread_local nuthatch::core::worker* nuthatch::core::refusing_worker = nullptr;

namespace nuthatch::detail {

namespace {

core::worker& whole(worker& self) noexcept {
  return static_cast<core::worker&>(self);
}

}  // namespace

const void* this_thread() noexcept {
  return &nuthatch_this_worker;
}

void unlink_anywhere(worker& self, frame& ended) noexcept {
  whole(self).remove(ended);
}

void attend(worker& self) {
  whole(self).attend();
}

void attend_spawn(worker& self) {
  whole(self).attend_spawn();
}

void charge_work_slow(worker& self, std::uint64_t ns) {
  whole(self).spend_ns(ns);
}

fiber* acquire_fiber_slow(worker& self) {
  // Long enough for idle workers, which cache some, to fall asleep and return them.
  constexpr std::uint64_t patience_ns = 5'000'000;
  return whole(self).refill_fibers(patience_ns);
}

spawn_policy choose_slow(worker& self) {
  return whole(self).choose();
}

stack_choice choose_stack() noexcept {
  core::worker& self = core::worker::current();
  if (!self.have_fibers()) {
    return stack_choice::in_place;
  }
  // A task that is suspended takes its exceptions along; a continuation that is stolen could not.
  const bool chain_ends = self.chain_length() >= self.team().stack_threshold();
  return chain_ends || !continuation_may_go(self) ? stack_choice::new_chain : stack_choice::child;
}

task* allocate_task_slow(worker& self, std::uint32_t block_class) {
  whole(self).require_team();
  return whole(self).team().blocks().any_acquire(block_class);
}

task* allocate_large_task(std::size_t bytes, std::size_t alignment) {
  return new (::operator new(bytes, std::align_val_t{alignment}))
      task{nullptr, nullptr, nullptr, {nullptr}, 0, heap_block};
}

void free_large_task(task* block, std::size_t alignment) noexcept {
  ::operator delete(block, std::align_val_t{alignment});
}

void return_block_slow(const block_owner& of, task* block) noexcept {
  worker* const self = this_worker();
  if (self == nullptr || self->blocks != of.pool) {
    of.pool->any_return(block);
    return;
  }
  put_block(*self, block, block->block_class);
  if (!core::is_left_behind(whole(*self))) {
    whole(*self).note_foreign_blocks(block->block_class, 1);
  }
}

as_foreign_thread::as_foreign_thread() noexcept
    : self_(std::exchange(nuthatch_this_worker, nullptr)) {
  core::refusing_worker = static_cast<core::worker*>(self_);
}

as_foreign_thread::~as_foreign_thread() {
  core::refusing_worker = nullptr;  // it was so before: see worker::work_until
  nuthatch_this_worker = self_;
}

bool refuses_task() noexcept {
  return core::refusing_worker != nullptr;
}

void async_without_finish() {
  throw error(
      "async: called on a thread that runs no task, outside of any finish; wrap it in "
      "nuthatch::finish or "
      "runtime::run, or use nuthatch::launch");
}

std::uint64_t loop_grain(grain wanted, std::uint64_t iterations) noexcept {
  if (wanted.iterations != 0) {
    return wanted.iterations;
  }
  // 32 pieces per worker balance loops whose iterations differ by a factor of a few to within some
  // percent; a fork_join costs nanoseconds, so more would hurt little, but say little more.
  constexpr std::uint64_t pieces_per_worker = 32;
  const auto* const self = static_cast<const core::worker*>(this_worker());
  const std::uint64_t workers = self == nullptr ? 1 : self->team().reach_of(self->where()).size();
  const std::uint64_t pieces = pieces_per_worker * workers;
  return iterations / pieces + (iterations % pieces != 0 ? 1 : 0);
}

reduction_shape shape_of_reduction(grain wanted, std::uint64_t iterations, bool always) noexcept {
  const std::uint64_t automatic = loop_grain(wanted, iterations);
  const worker* const self = this_worker();
  const bool by_option =
      self != nullptr &&
      static_cast<const core::worker*>(self)->team().configuration().reproducible;
  if (wanted.iterations != 0 || !(always || by_option)) {
    return {automatic, 1};
  }
  // About eight times the square root of the iterations, so that both grow: the number of blocks,
  // for more workers, and their length, until their calls do not show. That would make short blocks
  // of few iterations, which may be long, but may be short as well, so there are 64 blocks at
  // least, and not many more before they have 16 iterations: additions of doubles then take longer
  // than the calls, which the processor does beside them.
  constexpr unsigned halvings_to_be_many = 7;
  constexpr unsigned halvings_to_be_long = 4;
  constexpr unsigned halvings_of_the_root = 3;
  const unsigned width =
      std::max(static_cast<unsigned>(std::bit_width(iterations)), halvings_to_be_many);
  const unsigned halvings = std::max(width / 2 - halvings_of_the_root,
                                     std::min(width - halvings_to_be_many, halvings_to_be_long));
  const std::uint64_t block = std::uint64_t{1} << halvings;
  return {block, std::bit_floor(std::max(automatic / block, std::uint64_t{1}))};
}

}  // namespace nuthatch::detail

namespace nuthatch {

bool work_is_charged() noexcept {
  const detail::worker* const self = detail::this_worker();
  return self != nullptr && static_cast<const core::worker*>(self)->team().threads().counts_costs();
}

void poll() {
  if (detail::worker* const self = detail::this_worker();
      self != nullptr && self->needs_attention() &&
      !core::is_left_behind(static_cast<core::worker&>(*self))) {  // nobody asks there
    detail::attend(*self);
  }
}

}  // namespace nuthatch
