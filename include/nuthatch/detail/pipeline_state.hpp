// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/may_begin.hpp>

namespace nuthatch::detail {

/// What a running pipeline does whatever the types of its items: it counts tokens, and tells which
/// stages are ready.
///
/// A stage is ready if some task should run it now: the source (stage 0) if a token is free for the
/// next item, and a serial stage if the item whose turn it is waits for it. Tasks that *drive* the
/// pipeline claim a ready stage, run it, take its item through the stages that follow, and look
/// again. The later of two ready stages goes first, so that items leave before others begin.
///
/// A driver that leaves a ready stage to others offers the pipeline to workers without work: it
/// spawns another driver, unless the last one that its worker spawned has not begun. Drivers end
/// when nothing is ready. No work is lost, because whoever makes a stage ready looks again itself.
class pipeline_state {
 public:
  static constexpr std::size_t most_stages = 63;  ///< and the source, one bit each

  pipeline_state(const pipeline_state&) = delete;
  pipeline_state& operator=(const pipeline_state&) = delete;

  /// Runs what is ready until nothing is. Throws what a stage throws, after which no stage begins.
  void drive();

 protected:
  /// Throws std::invalid_argument unless there may be so many tokens.
  explicit pipeline_state(std::size_t tokens);
  ~pipeline_state();

  /// Runs a stage that is ready, and those behind it.
  virtual void run_ready(unsigned stage) = 0;

  /// Makes a stage ready.
  void make_ready(unsigned stage);

  /// Takes a token for the item that the source has returned, and makes the source ready if there
  /// is another one.
  void begin_item();

  /// Returns the token of an item, and makes the source ready if it has waited for one.
  void end_item() noexcept;

  /// Returns whether another stage may begin.
  [[nodiscard]] bool goes_on() { return may_begin(failure_); }

 private:
  struct offer;

  static constexpr unsigned no_stage = most_stages + 1;

  [[nodiscard]] unsigned claim();
  void offer_to_others();

  loop_failure failure_{};
  std::unique_ptr<offer[]> offers_;             // one for each worker
  alignas(64) atomic<std::uint64_t> ready_{1};  // a bit for each stage
  // Free tokens. The source, while it runs or is ready, has one of its own. -1: none is free, and
  // the source waits for one.
  alignas(64) atomic<std::int64_t> free_;
  [[maybe_unused]] alignas(64) char behind_ = 0;  // keeps what derived classes have off that line
};

}  // namespace nuthatch::detail
