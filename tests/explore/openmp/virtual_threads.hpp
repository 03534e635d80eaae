// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// Workers of a virtual team that replace OS threads for the OpenMP runtime. The runtime's own
/// files are compiled unchanged. The functions of the system that they call are defined here:
///
/// | there                     | here                                                            |
/// |---------------------------|-----------------------------------------------------------------|
/// | platform::thread          | the next worker, once; none is left: the system has no threads  |
/// | platform::futex_…         | a list of sleepers and their words                              |
/// | this_process()            | teams without threads of their own, executed by these workers   |
/// | cpu_relax(), sched_yield()| other workers run                                               |
/// | gettid()                  | the worker                                                      |
/// | this_thread_or_null       | belongs to the worker                                           |
/// | spin_limits_of()          | one spin                                                        |
/// | env_settings()            | the settings of a process, with cancellation                    |
///
/// There is one object at a time.
class virtual_threads {
 public:
  virtual_threads(platform::platform& on, unsigned workers);
  virtual_threads(const virtual_threads&) = delete;
  virtual_threads& operator=(const virtual_threads&) = delete;
  ~virtual_threads();

  /// Returns the existing object.
  [[nodiscard]] static virtual_threads& present() noexcept;

  /// Runs body(index) on each of the first `count` workers and of the last `others`, which are
  /// threads that existed before; the workers between them are created. Returns when all have
  /// ended. All workers have to be used.
  void run(unsigned count, const std::function<void(unsigned)>& body, unsigned others = 0);

  /// Called by a worker: runs that body on another worker.
  [[nodiscard]] unsigned start(std::function<void()> body);

  void join(unsigned index) noexcept;

  [[nodiscard]] platform::worker_team& workers() noexcept { return *workers_; }

 private:
  /// The state in which a worker waits for its body, and others for its end.
  struct slot {
    static constexpr std::uint32_t started = 1;
    static constexpr std::uint32_t ended = 2;

    detail::atomic<std::uint32_t> phase{0};
    std::function<void()> body;
  };

  void wait_for(slot& of, std::uint32_t phase) noexcept;
  void advance(slot& of, std::uint32_t phase) noexcept;
  void run_started(slot& own) noexcept;

  const std::unique_ptr<platform::worker_team> workers_;
  const std::unique_ptr<slot[]> slots_;
  unsigned next_ = 0;
  unsigned end_ = 0;
};

/// Runs body(self) in the record of a thread that the runtime did not create.
template <class Body>
void as_thread(Body&& body) {
  openmp::thread self;
  openmp::this_thread_or_null = &self;
  body(self);
  openmp::this_thread_or_null = nullptr;
}

}  // namespace nuthatch::exploring
