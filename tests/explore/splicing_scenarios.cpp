// SPDX-License-Identifier: Apache-2.0
#include "explore/splicing_scenarios.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "explore/explored_runtime.hpp"
#include "explore/following.hpp"
#include "explore/spliced_sweeps.hpp"

namespace nuthatch::exploring {

namespace {

constexpr sweep_shape two_arrays{};
constexpr sweep_shape deep{.cells = 8};
constexpr sweep_shape in_place{.sweeps = 3, .group = 3, .cells = 8, .in_place = true};
constexpr sweep_shape pipelines{.sliced = true};
constexpr sweep_shape sums{.sweeps = 4, .sums = true};
constexpr sweep_shape all_delayed{.splicing = {.delay_all = true}};

constexpr sweep_shape meeting{.sweeps = 4, .group = 4, .meets = true};
constexpr sweep_shape throwing{.meets = true, .throws = true};
constexpr sweep_shape throwing_below{.cells = 8, .meets = true, .throws = true};
/// The first delayed step exceeds the limit of delayed memory.
constexpr sweep_shape bounded{
    .sweeps = 3, .group = 3, .cells = 8, .meets = true, .splicing = {.delayed_bytes = 1}};
constexpr sweep_shape bounded_throwing{.sweeps = 3,
                                       .group = 3,
                                       .cells = 8,
                                       .meets = true,
                                       .throws = true,
                                       .splicing = {.delayed_bytes = 1}};

template <const sweep_shape& As,
          const char* Scheduler = stealing,
          spawn_policy Policy = spawn_policy::help_first>
void sweeping(platform::platform& on, unsigned workers) {
  options wanted = small_options(workers, Scheduler);
  wanted.policy = Policy;
  const std::unique_ptr<runtime> r = runtime_on(on, wanted);
  r->run([] {
    const splice_counts counts = spliced_sweeps<As>().run();
    if (As.meets && !As.throws) {
      NUTHATCH_CHECK(counts.taken_rows != 0, "nobody took a row");
      NUTHATCH_CHECK((counts.unspliced != 0) == (As.splicing.delayed_bytes == 1),
                     "too much was delayed, or too little");
    }
  });
}

/// In a replay of a recording, the same workers take the same rows.
template <const sweep_shape& As,
          replay_mode Mode,
          const char* Scheduler = stealing,
          spawn_policy Policy = spawn_policy::help_first>
void replaying(platform::platform& on, unsigned workers) {
  options wanted = small_options(workers, Scheduler);
  wanted.policy = Policy;
  const std::unique_ptr<runtime> r = runtime_on(on, wanted);
  r->run([] {
    splice_counts first;
    const schedule made = record([&first] { first = spliced_sweeps<As>().run(); });
    const std::uint64_t stolen = steals_so_far();
    splice_counts again;
    const replay_result how = replay(made, Mode, [&again] { again = spliced_sweeps<As>().run(); });
    NUTHATCH_CHECK(how.mismatches == 0, "a schedule does not fit its program");
    if (Mode != replay_mode::relaxed) {
      NUTHATCH_CHECK(how.missing_steps == 0, "steps do not come");
      NUTHATCH_CHECK(steals_so_far() == stolen, "somebody stole");
      NUTHATCH_CHECK(first.taken_rows == again.taken_rows, "other rows were taken");
    }
    if (Mode == ordered) {
      NUTHATCH_CHECK(testing::first_difference(*made.tree(), *how.ran.tree()).empty(),
                     "a worker took up steps in another order");
    }
  });
}

constexpr spawn_policy work_first_one = spawn_policy::work_first;

constexpr std::array all{
    scenario{"rows", "sweeps from array to array", 2, sweeping<two_arrays>},
    scenario{"rows-3", "the same, four leaves", 3, sweeping<deep>},
    scenario{"rows-work-first", "the same", 2, sweeping<two_arrays, stealing, work_first_one>},
    scenario{"rows-work-first-3", "the same", 3, sweeping<deep, stealing, work_first_one>},
    scenario{"rows-in-place", "sweeps in place", 2, sweeping<in_place>},
    scenario{"rows-slices", "steps that run slice by slice", 2, sweeping<pipelines>},
    scenario{"rows-sums", "steps that add to one sum", 2, sweeping<sums>},
    scenario{"rows-delayed", "every step is delayed", 2, sweeping<all_delayed>},
    scenario{"rows-delayed-3", "every step is delayed", 3, sweeping<all_delayed>},
    scenario{"rows-meet", "a row has to be taken", 2, sweeping<meeting>},
    scenario{"rows-meet-3", "a row has to be taken", 3, sweeping<meeting>},
    scenario{"rows-meet-work-first", "the same", 2, sweeping<meeting, stealing, work_first_one>},
    scenario{"rows-throw", "steps of both branches throw", 2, sweeping<throwing>},
    scenario{"rows-throw-3", "steps of all branches throw", 3, sweeping<throwing_below>},
    scenario{"rows-bound", "a branch delays too much", 2, sweeping<bounded>},
    scenario{"rows-bound-3", "a branch delays too much", 3, sweeping<bounded>},
    scenario{"rows-bound-throw", "the same, and steps throw", 3, sweeping<bounded_throwing>},
    scenario{"rows-replay", "a replay", 2, replaying<deep, unordered>},
    scenario{"rows-replay-3", "a replay", 3, replaying<deep, unordered>},
    scenario{"rows-replay-ordered-3", "a replay in order", 3, replaying<deep, ordered>},
    scenario{"rows-replay-work-first-3",
             "a replay in order",
             3,
             replaying<deep, ordered, stealing, work_first_one>},
    scenario{
        "rows-replay-relaxed-3", "a replay, and steals", 3, replaying<deep, replay_mode::relaxed>},
    scenario{"channel-rows-replay-3", "a replay in order", 3, replaying<deep, ordered, channel>},
    scenario{"channel-rows", "sweeps from array to array", 2, sweeping<two_arrays, channel>},
    scenario{"channel-rows-3", "the same, four leaves", 3, sweeping<deep, channel>},
    scenario{"channel-rows-meet", "a row has to be taken", 2, sweeping<meeting, channel>},
    scenario{
        "channel-rows-throw", "steps of both branches throw", 2, sweeping<throwing_below, channel>},
    scenario{"channel-rows-bound-3", "a branch delays too much", 3, sweeping<bounded, channel>},
    scenario{"slaw-rows",
             "sweeps from array to array",
             2,
             sweeping<two_arrays, slaw, spawn_policy::adaptive>},
    scenario{
        "slaw-rows-3", "the same, four leaves", 3, sweeping<deep, slaw, spawn_policy::adaptive>},
    scenario{"slaw-rows-meet",
             "a row has to be taken",
             2,
             sweeping<meeting, slaw, spawn_policy::adaptive>},
    scenario{"slaw-rows-throw",
             "steps of both branches throw",
             2,
             sweeping<throwing_below, slaw, spawn_policy::adaptive>},
    scenario{"slaw-rows-bound-3",
             "a branch delays too much",
             3,
             sweeping<bounded, slaw, spawn_policy::adaptive>},
};

}  // namespace

std::span<const scenario> splicing_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
