// SPDX-License-Identifier: Apache-2.0

// What a task has copies of is destroyed also where it is cancelled before it begins.
// with OMP_CANCELLATION=true

#include <omp.h>

#include "check.h"

namespace {

int alive;

/// Counts its objects.
struct counted {
  counted() : self(this) { INCREMENT(alive); }

  counted(const counted& other) : self(this) {
    other.check();
    INCREMENT(alive);
  }

  counted& operator=(const counted&) = delete;

  ~counted() {
    check();
    self = nullptr;
#pragma omp atomic
    --alive;
  }

  void check() const { CHECK(self == this); }

  const counted* self;
};

/// Those before the cancellation wait for it, if anybody else can begin them.
void tasks() {
  int cancelled = 0;
#pragma omp parallel
#pragma omp single
  {
    const counted object;
    const int others = omp_get_num_threads() - 1;
#pragma omp taskgroup
    {
      for (int i = 0; i < 30; ++i) {
#pragma omp task firstprivate(object) shared(cancelled)
        {
          object.check();
          WAIT_FOR(others == 0 || LOAD(cancelled) != 0);
        }
#pragma omp task firstprivate(object) priority(1)
        object.check();
      }
#pragma omp task if (0) shared(cancelled)
      {
        STORE(cancelled, 1);
#pragma omp cancel taskgroup
      }
      for (int i = 0; i < 30; ++i) {
#pragma omp task firstprivate(object)
        object.check();
      }
    }
  }
  CHECK_EQUAL(alive, 0);
}

/// The first one cancels those that have to come after it.
void in_order() {
  int begun = 0;
#pragma omp parallel
#pragma omp single
  {
    const counted object;
    [[maybe_unused]] char place = 0;
#pragma omp taskgroup
    {
      for (int i = 0; i < 30; ++i) {
#pragma omp task firstprivate(object) shared(begun) depend(inout : place)
        {
          object.check();
          INCREMENT(begun);
#pragma omp cancel taskgroup
        }
      }
    }
  }
  CHECK_EQUAL(alive, 0);
  CHECK(begun >= 1 && begun <= 30);
}

void loops_of_tasks() {
  int cancelled = 0;
#pragma omp parallel
#pragma omp single
  {
    const counted object;
    const int others = omp_get_num_threads() - 1;
#pragma omp taskgroup
    {
#pragma omp taskloop firstprivate(object) shared(cancelled) num_tasks(50) nogroup
      for (int i = 0; i < 50; ++i) {
        object.check();
        WAIT_FOR(others == 0 || LOAD(cancelled) != 0);
      }
#pragma omp task if (0) shared(cancelled)
      {
        STORE(cancelled, 1);
#pragma omp cancel taskgroup
      }
#pragma omp taskloop firstprivate(object) num_tasks(50) nogroup
      for (int i = 0; i < 50; ++i) {
        object.check();
      }
    }
  }
  CHECK_EQUAL(alive, 0);
}

/// Their events are fulfilled, or are gone with them.
void detached() {
#pragma omp parallel
#pragma omp single
  {
    const counted object;
#pragma omp taskgroup
    {
      for (int i = 0; i < 10; ++i) {
        omp_event_handle_t event;
#pragma omp task firstprivate(object) detach(event)
        {
          object.check();
          omp_fulfill_event(event);
        }
      }
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
    }
  }
  CHECK_EQUAL(alive, 0);
}

}  // namespace

int main() {
  tasks();
  in_order();
  loops_of_tasks();
  detached();
  return 0;
}
