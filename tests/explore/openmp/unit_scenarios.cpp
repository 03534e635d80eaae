// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "explore/openmp/openmp_scenarios.hpp"
#include "explore/openmp/virtual_threads.hpp"
#include "openmp/model/nest_lock.hpp"
#include "openmp/model/task_tree_node.hpp"
#include "openmp/model/team_member.hpp"
#include "openmp/model/work_share_list.hpp"
#include "openmp/synchronization/doacross.hpp"
#include "openmp/synchronization/futex_lock.hpp"
#include "openmp/synchronization/futex_word.hpp"
#include "openmp/synchronization/nest_lock_25.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/task_completion.hpp"
#include "openmp/tasks/task_team.hpp"
#include "openmp/worksharing/loop_dispatch.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::exploring {

namespace {

using openmp::futex_word;

/// Data that one thread passes to another before it continues. They are visible only if something
/// orders the accesses.
using note = detail::atomic<unsigned>;

void write(note& at, unsigned what) {
  at.store(what, detail::memory_order_relaxed);
}

unsigned read(const note& at) {
  return at.load(detail::memory_order_relaxed);
}

/// One thread changes a word in each of the possible ways; the others wait for the changes.
void values(platform::platform& on, unsigned workers) {
  virtual_threads threads(on, workers);
  futex_word word;
  note told{0};
  constexpr unsigned last = 3;
  threads.run(workers, [&](unsigned index) {
    if (index == 0) {
      write(told, 1);
      word.store(futex_word::increment);
      write(told, 2);
      word.fetch_add();
      write(told, last);
      word.fetch_or(4 * futex_word::increment);
      return;
    }
    for (futex_word::value seen = 0; seen < 4 * futex_word::increment;) {
      const futex_word::value found = word.wait_while(seen, workers);
      NUTHATCH_CHECK(found > seen, "a value comes again");
      const unsigned value = found / futex_word::increment;
      NUTHATCH_CHECK(read(told) >= (value < 4 ? value : last), "a value comes before its cause");
      seen = found;
    }
  });
}

/// At most one thread holds the lock, and it sees what the last holder did.
template <class Lock>
class guarded {
 public:
  template <class Inside>
  void use(Inside&& inside) {
    lock_.lock();
    NUTHATCH_CHECK(!taken_, "two have a lock");
    taken_ = true;
    write(uses_, read(uses_) + 1);
    inside();
    taken_ = false;
    lock_.unlock();
  }

  [[nodiscard]] Lock& lock() { return lock_; }

  [[nodiscard]] unsigned uses() const { return read(uses_); }

 private:
  Lock lock_;
  bool taken_ = false;
  note uses_{0};
};

void sleeping_at_a_lock(platform::platform& on, unsigned workers) {
  virtual_threads threads(on, workers);
  guarded<openmp::futex_lock> subject;
  threads.run(workers, [&](unsigned /*index*/) {
    for (int i = 0; i < 2; ++i) {
      subject.use([] {});
    }
  });
  NUTHATCH_CHECK(subject.uses() == 2 * workers, "who had a lock did not see what was done before");
}

template <class Lock>
void taking_a_lock_again(platform::platform& on, unsigned workers) {
  virtual_threads threads(on, workers);
  guarded<Lock> subject;
  threads.run(workers, [&](unsigned index) {
    as_thread([&](openmp::thread& /*self*/) {
      for (int i = 0; i < 2; ++i) {
        if (index == 0 && subject.lock().try_lock() != 0) {
          subject.lock().unlock();
        }
        subject.use([&] {
          NUTHATCH_CHECK(subject.lock().lock() == 2, "a lock does not know its owner");
          subject.lock().unlock();
        });
      }
    });
  });
  NUTHATCH_CHECK(subject.uses() == 2 * workers, "who had a lock did not see what was done before");
}

// ---- worksharing ----

/// Threads pass constructs without waiting for each other.
void work_shares_in_a_row(platform::platform& on, unsigned workers) {
  constexpr unsigned constructs = 4;
  virtual_threads threads(on, workers);
  openmp::work_share_list subject;
  std::vector<openmp::team_member> members(workers);
  std::array<note, constructs> made{};
  std::array<note, constructs> through{};
  for (openmp::team_member& each : members) {
    each.work_share = &subject.newest();
  }
  threads.run(workers, [&](unsigned index) {
    openmp::team_member& self = members[index];
    for (unsigned i = 0; i < constructs; ++i) {
      const auto is_it = [&] {
        return self.work_share->loop.chunk_size == i + 1 &&
               self.work_share->next_iteration.load(detail::memory_order_relaxed) == i + 1;
      };
      const bool is_first = subject.enter(self, [&](openmp::work_share& its) {
        its.loop.chunk_size = i + 1;
        its.next_iteration.store(i + 1, detail::memory_order_relaxed);
      });
      NUTHATCH_CHECK(is_it(), "a thread is at another construct");
      made[i].fetch_add(is_first ? 1 : 0, detail::memory_order_relaxed);
      through[i].fetch_add(1, detail::memory_order_relaxed);
      NUTHATCH_CHECK(is_it(), "a construct is used again that a thread is in");
      subject.leave(self, workers);
    }
  });
  for (unsigned i = 0; i < constructs; ++i) {
    NUTHATCH_CHECK(read(made[i]) == 1 && read(through[i]) == workers, "a construct is lost");
  }
}

/// Threads request chunks of a loop, whose ordered constructs are executed in order.
void ordered_chunks(platform::platform& on, unsigned workers) {
  constexpr unsigned chunks = 4;
  virtual_threads threads(on, workers);
  openmp::work_share_list chain;
  openmp::team of;  // only its size is used
  std::vector<openmp::team_member> members(workers);
  note done{0};
  for (openmp::team_member& each : members) {
    each.work_share = &chain.newest();
    each.team = &of;
  }
  threads.run(workers, [&](unsigned index) {
    openmp::team_member& self = members[index];
    chain.enter(self, [](openmp::work_share& work_share) {
      work_share.loop = {.space = {.count = chunks},
                         .kind = openmp::schedule_kind::dynamic,
                         .chunk_size = 1,
                         .ordered = true};
    });
    for (;;) {
      const openmp::chunk mine = openmp::next_chunk(*self.work_share, self, workers);
      if (mine.first == mine.end) {
        break;
      }
      openmp::enter_ordered(self);
      NUTHATCH_CHECK(read(done) == mine.first, "a chunk comes out of turn");
      write(done, static_cast<unsigned>(mine.end));
      openmp::leave_ordered(self);
    }
  });
  NUTHATCH_CHECK(read(done) == chunks, "a chunk is lost");
}

/// Iterations of two loops, each of which waits for two earlier ones.
void waiting_for_iterations(platform::platform& on, unsigned workers) {
  constexpr std::uint64_t rows = 3;
  constexpr std::uint64_t columns = 2;
  virtual_threads threads(on, workers);
  const std::array counts{rows, columns};
  openmp::doacross subject(counts, 1);
  std::array<std::array<note, columns>, rows> done{};
  threads.run(workers, [&](unsigned index) {
    for (std::uint64_t row = index; row < rows; row += workers) {
      for (std::uint64_t column = 0; column < columns; ++column) {
        if (row > 0) {
          subject.wait(std::array{row - 1, column}, workers);
          NUTHATCH_CHECK(read(done[row - 1][column]) == 1, "an iteration came too early");
        }
        write(done[row][column], 1);
        subject.post(std::array{row, column});
      }
    }
  });
}

// ---- tasks ----

/// Other threads complete a parent and its child. The child has a child itself, which may outlive
/// it.
struct family {
  std::array<openmp::task_tree_node, 3> nodes;
  std::array<note, 3> freed{};
  note ended{0};

  /// Completes a task as task_completion does, except for its memory.
  void end(unsigned which, unsigned by) {
    openmp::task_tree_node& node = nodes.at(which);
    openmp::task_tree_node& parent = *node.parent();
    ended.fetch_add(1, detail::memory_order_relaxed);
    const bool retained = node.has_descendants();
    if (retained) {
      parent.add_retained();
    }
    if ((parent.owner() != by || !parent.complete_child_locally()) &&
        parent.complete_child_remotely()) {
      forget(which - 1);
    }
    if (!retained) {
      freed.at(which).fetch_add(1, detail::memory_order_relaxed);
    } else if (node.retain()) {
      forget(which);
    }
  }

  void forget(unsigned which) {
    freed.at(which).fetch_add(1, detail::memory_order_relaxed);
    if (which > 0 && nodes.at(which - 1).remove_retained()) {
      forget(which - 1);
    }
  }
};

void ending_children(platform::platform& on, unsigned workers) {
  virtual_threads threads(on, workers);
  family all;
  detail::atomic<unsigned> grandchild{0};
  all.nodes[0].begin(nullptr, 0);
  all.nodes[0].add_child();
  threads.run(workers, [&](unsigned index) {
    if (index == 1) {
      all.nodes[1].begin(&all.nodes[0], index);
      all.nodes[1].add_child();
      all.nodes[2].begin(&all.nodes[1], 0);
      grandchild.store(1, detail::memory_order_release);
      all.end(1, index);
      if (grandchild.exchange(0, detail::memory_order_acquire) == 1) {
        all.end(2, index);  // the owner of a node that may be retained
      }
      return;
    }
    while (all.nodes[0].has_descendants()) {
      if (grandchild.exchange(0, detail::memory_order_acquire) == 1) {
        all.end(2, index);
      }
      platform::cpu_relax();
    }
    NUTHATCH_CHECK(read(all.ended) == 2, "a task is waited for no longer, though it runs");
  });
  NUTHATCH_CHECK(read(all.freed[1]) == 1 && read(all.freed[2]) == 1,
                 "a task's memory is given back twice or not at all");
}

void wait_until_ready(openmp::depend_node& here, core::attached_thread& by) {
  if (!here.finish_registration()) {
    by.help_until({[](const void* point) noexcept {
                     return static_cast<const openmp::depend_node*>(point)->is_ready();
                   },
                   nullptr,
                   &here});
  }
}

/// One thread waits for tasks that others complete meanwhile, and releases their nodes.
void waiting_for_predecessors(platform::platform& on, unsigned workers) {
  virtual_threads threads(on, workers);
  openmp::task_team task_team(workers);
  std::vector<openmp::depend_node*> before;
  std::vector<note> done(workers);
  for (unsigned i = 1; i < workers; ++i) {
    before.push_back(new openmp::depend_node(i));
  }
  threads.run(workers, [&](unsigned index) {
    if (index > 0) {
      write(done[index], 1);
      before[index - 1]->release_successors(openmp::task_completion(task_team, index));
      return;
    }
    openmp::depend_node here(index);
    openmp::spare_link_blocks links;
    for (openmp::depend_node* const each : before) {
      each->add_successor(here, links);
      each->release();
    }
    wait_until_ready(here, task_team.at(index));
    for (unsigned i = 1; i < workers; ++i) {
      NUTHATCH_CHECK(read(done[i]) == 1, "a task begins before one that it has to wait for");
    }
  });
}

/// Tasks follow each other, and a later task reuses the node of an earlier one: of the one before
/// the last at the earliest.
void depend_nodes_reused(platform::platform& on, unsigned workers) {
  constexpr unsigned tasks = 3;
  virtual_threads threads(on, workers);
  openmp::task_team task_team(workers);
  openmp::deferred_task any;
  std::array<detail::atomic<openmp::depend_node*>, tasks> made{};
  std::array<note, tasks> done{};
  threads.run(workers, [&](unsigned index) {
    for (unsigned i = 0; i < tasks && index > 0; ++i) {
      openmp::depend_node* here = nullptr;
      while ((here = made[i].load(detail::memory_order_acquire)) == nullptr) {
        platform::cpu_relax();
      }
      write(done[i], 1);
      here->release_successors(openmp::task_completion(task_team, index));
    }
    if (index > 0) {
      return;
    }
    openmp::depend_node_pool all;
    std::array<openmp::depend_node*, tasks> known{};
    openmp::depend_node last(index);
    for (unsigned i = 0; i < tasks; ++i) {
      known[i] = &all.take(any);
      known[i]->ref_count = 1;
      for (unsigned before = 0; before < i; ++before) {
        NUTHATCH_CHECK(known[before] != known[i] || read(done[before]) == 1,
                       "the point of a task that runs is used again");
      }
      made[i].store(known[i], detail::memory_order_release);
      if (i + 1 == tasks) {
        known[i]->add_successor(last, all.links());
      }
      all.unref(*known[i]);
    }
    wait_until_ready(last, task_team.at(index));
    NUTHATCH_CHECK(read(done[tasks - 1]) == 1, "a task begins before one that it has to wait for");
  });
}

constexpr std::array all{
    scenario{"omp-phases", "a thread waits for a word to change", 2, values},
    scenario{"omp-phases-3", "two threads wait for a word to change", 3, values},
    scenario{"omp-lock", "two threads at a lock", 2, sleeping_at_a_lock},
    scenario{"omp-lock-3", "three threads at a lock", 3, sleeping_at_a_lock},
    scenario{
        "omp-nested-lock", "threads take a lock twice", 2, taking_a_lock_again<openmp::nest_lock>},
    scenario{"omp-nested-lock-3",
             "threads take a lock twice",
             3,
             taking_a_lock_again<openmp::nest_lock>},
    scenario{"omp-thread-lock",
             "the same of a lock of OpenMP 2.5",
             2,
             taking_a_lock_again<openmp::nest_lock_25>},
    scenario{"omp-thread-lock-3",
             "the same of a lock of OpenMP 2.5",
             3,
             taking_a_lock_again<openmp::nest_lock_25>},
    scenario{"omp-shares", "two threads in a row of constructs", 2, work_shares_in_a_row},
    scenario{"omp-shares-3", "three threads in a row of constructs", 3, work_shares_in_a_row},
    scenario{"omp-ordered", "chunks of an ordered loop", 2, ordered_chunks},
    scenario{"omp-ordered-3", "chunks of an ordered loop", 3, ordered_chunks},
    scenario{"omp-doacross", "iterations that wait for others", 2, waiting_for_iterations},
    scenario{"omp-node", "a task ends before its child", 2, ending_children},
    scenario{"omp-uses", "a thread waits for a task", 2, waiting_for_predecessors},
    scenario{"omp-uses-3", "a thread waits for two tasks", 3, waiting_for_predecessors},
    scenario{"omp-uses-again", "points of tasks are used again", 2, depend_nodes_reused},
};

}  // namespace

std::span<const scenario> openmp_unit_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
