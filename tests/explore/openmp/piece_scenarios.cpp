// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "explore/openmp/openmp_scenarios.hpp"
#include "explore/openmp/virtual_threads.hpp"
#include "openmp/locks/nested_lock.hpp"
#include "openmp/locks/sleeping_lock.hpp"
#include "openmp/locks/thread_lock.hpp"
#include "openmp/tasks/crew.hpp"
#include "openmp/tasks/deferred_task.hpp"
#include "openmp/tasks/dependences.hpp"
#include "openmp/tasks/task_end.hpp"
#include "openmp/tasks/task_node.hpp"
#include "openmp/threads/member.hpp"
#include "openmp/threads/phase_word.hpp"
#include "openmp/worksharing/dealing.hpp"
#include "openmp/worksharing/doacross.hpp"
#include "openmp/worksharing/share_chain.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::exploring {

namespace {

using openmp::phase_word;

/// What one thread tells another before it goes on: seen only if something orders the two.
using note = detail::atomic<unsigned>;

void write(note& at, unsigned what) {
  at.store(what, detail::memory_order_relaxed);
}

unsigned read(const note& at) {
  return at.load(detail::memory_order_relaxed);
}

/// One thread changes a word, in each of the ways that there are; the others wait for it.
void phases(platform::platform& on, unsigned workers) {
  virtual_threads threads(on, workers);
  phase_word word;
  note told{0};
  constexpr unsigned last = 3;
  threads.run(workers, [&](unsigned index) {
    if (index == 0) {
      write(told, 1);
      word.set(phase_word::step);
      write(told, 2);
      word.advance();
      write(told, last);
      word.add_bits(4 * phase_word::step);
      return;
    }
    for (phase_word::phase seen = 0; seen < 4 * phase_word::step;) {
      const phase_word::phase found = word.await_other(seen, workers);
      NUTHATCH_CHECK(found > seen, "a phase comes again");
      const unsigned phase = found / phase_word::step;
      NUTHATCH_CHECK(read(told) >= (phase < 4 ? phase : last), "a phase comes before its cause");
      seen = found;
    }
  });
}

/// Nobody is inside of the lock with somebody else, who sees what the last one did.
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
  guarded<openmp::sleeping_lock> subject;
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
          NUTHATCH_CHECK(subject.lock().lock() == 2, "a lock does not know who has it");
          subject.lock().unlock();
        });
      }
    });
  });
  NUTHATCH_CHECK(subject.uses() == 2 * workers, "who had a lock did not see what was done before");
}

// ---- worksharing ----

/// Threads go through constructs without waiting for each other.
void shares_in_a_row(platform::platform& on, unsigned workers) {
  constexpr unsigned constructs = 4;
  virtual_threads threads(on, workers);
  openmp::share_chain subject;
  std::vector<openmp::member> members(workers);
  std::array<note, constructs> made{};
  std::array<note, constructs> through{};
  for (openmp::member& each : members) {
    each.share = &subject.newest();
  }
  threads.run(workers, [&](unsigned index) {
    openmp::member& self = members[index];
    for (unsigned i = 0; i < constructs; ++i) {
      const auto is_it = [&] {
        return self.share->plan.chunk == i + 1 &&
               self.share->dealt.load(detail::memory_order_relaxed) == i + 1;
      };
      const bool is_first = subject.enter(self, [&](openmp::work_share& its) {
        its.plan.chunk = i + 1;
        its.dealt.store(i + 1, detail::memory_order_relaxed);
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

/// Pieces of a loop go to who comes, and what is ordered in them goes in their order.
void ordered_pieces(platform::platform& on, unsigned workers) {
  constexpr unsigned pieces = 4;
  virtual_threads threads(on, workers);
  openmp::share_chain chain;
  openmp::team of;  // asked for its size only
  std::vector<openmp::member> members(workers);
  note done{0};
  for (openmp::member& each : members) {
    each.share = &chain.newest();
    each.of = &of;
  }
  threads.run(workers, [&](unsigned index) {
    openmp::member& self = members[index];
    chain.enter(self, [](openmp::work_share& made) {
      made.plan = {.space = {.count = pieces},
                   .kind = openmp::schedule_kind::dynamic,
                   .chunk = 1,
                   .ordered = true};
    });
    for (;;) {
      const openmp::piece mine = openmp::take_piece(*self.share, self, workers);
      if (mine.first == mine.end) {
        break;
      }
      openmp::await_turn(self);
      NUTHATCH_CHECK(read(done) == mine.first, "a piece comes out of turn");
      write(done, static_cast<unsigned>(mine.end));
      openmp::pass_turn(self);
    }
  });
  NUTHATCH_CHECK(read(done) == pieces, "a piece is lost");
}

/// Iterations of two loops, of which each waits for two earlier ones.
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
          subject.await(std::array{row - 1, column}, workers);
          NUTHATCH_CHECK(read(done[row - 1][column]) == 1, "an iteration came too early");
        }
        write(done[row][column], 1);
        subject.post(std::array{row, column});
      }
    }
  });
}

// ---- tasks ----

/// A parent and its child, which others end: the child has a child itself, which may outlive it.
struct family {
  std::array<openmp::task_node, 3> nodes;
  std::array<note, 3> let_go{};
  note ended{0};

  /// As task_ender does it, but for the memory.
  void end(unsigned which, unsigned by) {
    openmp::task_node& node = nodes.at(which);
    openmp::task_node& parent = *node.parent();
    ended.fetch_add(1, detail::memory_order_relaxed);
    const bool stays = node.has_descendants();
    if (stays) {
      parent.add_staying();
    }
    if ((parent.owner() != by || !parent.end_child_here()) && parent.end_child_elsewhere()) {
      forget(which - 1);
    }
    if (!stays) {
      let_go.at(which).fetch_add(1, detail::memory_order_relaxed);
    } else if (node.stay()) {
      forget(which);
    }
  }

  void forget(unsigned which) {
    do {
      let_go.at(which).fetch_add(1, detail::memory_order_relaxed);
    } while (which-- > 0 && nodes.at(which).remove_staying());
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
        all.end(2, index);  // the owner of a node that may have stayed
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
  NUTHATCH_CHECK(read(all.let_go[1]) == 1 && read(all.let_go[2]) == 1,
                 "a task's memory is given back twice or not at all");
}

void await_turn_of(openmp::dependence_point& here, core::attached_thread& by) {
  if (!here.is_complete()) {
    by.help_until({[](const void* point) noexcept {
                     return static_cast<const openmp::dependence_point*>(point)->may_begin();
                   },
                   nullptr,
                   &here});
  }
}

/// One thread waits for tasks that others end meanwhile, and lets go of what it knows of them.
void waiting_for_uses(platform::platform& on, unsigned workers) {
  virtual_threads threads(on, workers);
  openmp::crew crew(workers);
  std::vector<openmp::dependence_point*> before;
  std::vector<note> done(workers);
  for (unsigned i = 1; i < workers; ++i) {
    before.push_back(new openmp::dependence_point(i));
  }
  threads.run(workers, [&](unsigned index) {
    if (index > 0) {
      write(done[index], 1);
      before[index - 1]->end(openmp::task_ender(crew, index));
      return;
    }
    openmp::dependence_point here(index);
    for (openmp::dependence_point* const each : before) {
      each->come_before(here);
      each->let_go();
    }
    await_turn_of(here, crew.at(index));
    for (unsigned i = 1; i < workers; ++i) {
      NUTHATCH_CHECK(read(done[i]) == 1, "a task begins before one that it has to wait for");
    }
  });
}

/// Tasks follow each other, and a point is used again by the one after next, or a later one.
void points_used_again(platform::platform& on, unsigned workers) {
  constexpr unsigned tasks = 3;
  virtual_threads threads(on, workers);
  openmp::crew crew(workers);
  openmp::deferred_task any;
  std::array<detail::atomic<openmp::dependence_point*>, tasks> made{};
  std::array<note, tasks> done{};
  threads.run(workers, [&](unsigned index) {
    for (unsigned i = 0; i < tasks && index > 0; ++i) {
      openmp::dependence_point* here = nullptr;
      while ((here = made[i].load(detail::memory_order_acquire)) == nullptr) {
        platform::cpu_relax();
      }
      write(done[i], 1);
      here->end(openmp::task_ender(crew, index));
    }
    if (index > 0) {
      return;
    }
    openmp::dependence_points all;
    std::array<openmp::dependence_point*, tasks> known{};
    openmp::dependence_point last(index);
    for (unsigned i = 0; i < tasks; ++i) {
      known[i] = &all.take(any);
      known[i]->names = 1;
      for (unsigned before = 0; before < i; ++before) {
        NUTHATCH_CHECK(known[before] != known[i] || read(done[before]) == 1,
                       "the point of a task that runs is used again");
      }
      made[i].store(known[i], detail::memory_order_release);
      if (i + 1 == tasks) {
        known[i]->come_before(last);
      }
      all.drop(*known[i]);
    }
    await_turn_of(last, crew.at(index));
    NUTHATCH_CHECK(read(done[tasks - 1]) == 1, "a task begins before one that it has to wait for");
  });
}

constexpr std::array all{
    scenario{"omp-phases", "a thread waits for a word to change", 2, phases},
    scenario{"omp-phases-3", "two threads wait for a word to change", 3, phases},
    scenario{"omp-lock", "two threads at a lock", 2, sleeping_at_a_lock},
    scenario{"omp-lock-3", "three threads at a lock", 3, sleeping_at_a_lock},
    scenario{"omp-nested-lock",
             "threads take a lock twice",
             2,
             taking_a_lock_again<openmp::nested_lock>},
    scenario{"omp-nested-lock-3",
             "threads take a lock twice",
             3,
             taking_a_lock_again<openmp::nested_lock>},
    scenario{"omp-thread-lock",
             "the same of a lock of OpenMP 2.5",
             2,
             taking_a_lock_again<openmp::thread_lock>},
    scenario{"omp-thread-lock-3",
             "the same of a lock of OpenMP 2.5",
             3,
             taking_a_lock_again<openmp::thread_lock>},
    scenario{"omp-shares", "two threads in a row of constructs", 2, shares_in_a_row},
    scenario{"omp-shares-3", "three threads in a row of constructs", 3, shares_in_a_row},
    scenario{"omp-ordered", "pieces of an ordered loop", 2, ordered_pieces},
    scenario{"omp-ordered-3", "pieces of an ordered loop", 3, ordered_pieces},
    scenario{"omp-doacross", "iterations that wait for others", 2, waiting_for_iterations},
    scenario{"omp-node", "a task ends before its child", 2, ending_children},
    scenario{"omp-uses", "a thread waits for a task", 2, waiting_for_uses},
    scenario{"omp-uses-3", "a thread waits for two tasks", 3, waiting_for_uses},
    scenario{"omp-uses-again", "points of tasks are used again", 2, points_used_again},
};

}  // namespace

std::span<const scenario> openmp_piece_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
