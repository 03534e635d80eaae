// SPDX-License-Identifier: Apache-2.0

// The process ends inside a parallel region.

#include <atomic>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "effort.hpp"
#include "small_programs.hpp"

namespace nuthatch {
namespace {

using namespace testing;

using way_to_end = void (*)(int);

/// Ends the process in a task below others, while all workers have work.
void end_inside(way_to_end end) {
  finish([=] {
    for (int i = 0; i < 20; ++i) {
      async([=] {
        fib(15);
        if (i == 11) {
          fork_join([] { fib(15); }, [=] { end(7); });
        }
      });
    }
  });
}

options three_workers() {
  options wanted;
  wanted.workers = 3;
  return wanted;
}

const way_to_end ways[] = {[](int code) { std::exit(code); },
                           [](int code) { std::quick_exit(code); },
                           [](int code) {
                             ::_exit(code);
                           }};

TEST(exit_test, in_the_default_runtime) {
  for (std::size_t i = 0; i < rounds(10); ++i) {
    for (const way_to_end end : ways) {
      expect_in_child([=] { end_inside(end); }, 7);
    }
  }
}

TEST(exit_test, in_a_runtime_of_a_function) {
  for (std::size_t i = 0; i < rounds(10); ++i) {
    for (const way_to_end end : ways) {
      expect_in_child(
          [=] {
            runtime r(three_workers());
            r.run([=] { end_inside(end); });
          },
          7);
    }
  }
}

// Its destructor runs inside one of its own tasks.
TEST(exit_test, in_a_static_runtime) {
  for (std::size_t i = 0; i < rounds(10); ++i) {
    for (const way_to_end end : ways) {
      expect_in_child(
          [=] {
            static runtime r(three_workers());
            r.run([=] { end_inside(end); });
          },
          7);
    }
  }
}

// The main thread ends while the default runtime works for another one.
TEST(exit_test, beside_the_default_runtime) {
  for (std::size_t i = 0; i < rounds(10); ++i) {
    for (const way_to_end end : ways) {
      expect_in_child(
          [=] {
            static std::atomic<bool> begun = false;
            std::thread([] {
              for (;;) {
                fib(15);
                begun = true;
              }
            }).detach();
            while (!begun) {
              std::this_thread::yield();
            }
            end(7);
          },
          7);
    }
  }
}

}  // namespace
}  // namespace nuthatch
