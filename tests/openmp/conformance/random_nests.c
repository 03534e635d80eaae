// SPDX-License-Identifier: Apache-2.0

// Random programs: nests of constructs, which have to execute each of their parts as often as the
// same nest says serially. Each number of threads and each level of optimisation has programs of
// its own.
//
// An argument is the number of the only program to be executed.

#include "random_nests.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void run(struct node* here);

static void run_loop(struct node* here) {
  const int count = here->value;
  switch (here->variant % 6) {
    case 0:
#pragma omp for schedule(static)
      for (int i = 0; i < count; ++i) {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
      break;
    case 1:
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < count; ++i) {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
      break;
    case 2:
#pragma omp for schedule(guided, 2)
      for (long i = count; i > 0; --i) {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
      break;
    case 3:
#pragma omp for schedule(static, 2) nowait
      for (int i = 0; i < 3 * count; i += 3) {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
      break;
    case 4:
#pragma omp for schedule(runtime)
      for (unsigned long long i = 0; i < (unsigned long long)count; ++i) {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
      break;
    default:
#pragma omp for schedule(monotonic : dynamic, 2) nowait
      for (int i = 0; i < count; ++i) {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
      break;
  }
}

static void run_sections(struct node* here) {
  if (here->variant % 2 == 0) {
#pragma omp sections
    {
#pragma omp section
      {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
#pragma omp section
      {
        CHECK(omp_get_thread_num() < omp_get_num_threads());
      }
    }
  } else {
#pragma omp sections nowait
    {
#pragma omp section
      {
        CHECK(omp_get_thread_num() < omp_get_num_threads());
      }
#pragma omp section
      {
        INCREMENT(here->executed);
        run(here->child[0]);
      }
    }
  }
}

static void run_single(struct node* here) {
  if (here->variant % 2 == 0) {
#pragma omp single
    {
      INCREMENT(here->executed);
      run(here->child[0]);
    }
  } else {
#pragma omp single nowait
    {
      INCREMENT(here->executed);
      run(here->child[0]);
    }
  }
}

static void run_copy(struct node* here) {
  long copied = -1;
#pragma omp single copyprivate(copied)
  {
    INCREMENT(here->executed);
    run(here->child[0]);
    copied = 17 + omp_get_thread_num();
  }
  CHECK(copied >= 17);
}

static void run_ordered(struct node* here) {
  static long last;
  const int count = here->value;
#pragma omp threadprivate(last)
  last = -1;
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < count; ++i) {
#pragma omp ordered
    {
      CHECK(i > last);
      last = i;
      INCREMENT(here->executed);
    }
  }
}

static void run_sum(struct node* here) {
  long sum = 0;
  const int count = here->value;
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < count; ++i) {
    sum += i;
  }
  __atomic_fetch_add(&here->sum, sum, __ATOMIC_SEQ_CST);
  INCREMENT(here->executed);
}

static void run_task(struct node* here) {
  struct node* const body = here->child[0];
  const int thread = omp_get_thread_num();
  switch (here->variant % 5) {
    case 0:
#pragma omp task firstprivate(body)
    {
      INCREMENT(here->executed);
      run(body);
    } break;
    case 1:
#pragma omp task untied
    {
      INCREMENT(here->executed);
      run(body);
    } break;
    case 2:
#pragma omp task if (0)
    {
      CHECK_EQUAL(omp_get_thread_num(), thread);
      INCREMENT(here->executed);
      run(body);
    } break;
    case 3:
#pragma omp task final(here->variant < 6) mergeable
    {
      INCREMENT(here->executed);
      run(body);
    } break;
    default: {
      char large[300];
      memset(large, here->variant, sizeof(large));
#pragma omp task firstprivate(large)
      {
        CHECK_EQUAL(large[299], here->variant);
        INCREMENT(here->executed);
        run(body);
      }
      break;
    }
  }
}

/// Tasks of which each makes another; all of them have ended after the wait.
static void run_children(struct node* here) {
  long ended = 0;
  const int count = here->value;
#pragma omp taskgroup
  for (int i = 0; i < count; ++i) {
#pragma omp task shared(ended)
    {
#pragma omp task shared(ended)
      INCREMENT(ended);
    }
  }
  CHECK_EQUAL(ended, count);
  for (int i = 0; i < count; ++i) {
#pragma omp task shared(ended)
    INCREMENT(ended);
  }
  const int thread = omp_get_thread_num();
#pragma omp taskwait
  CHECK_EQUAL(omp_get_thread_num(), thread);
  CHECK_EQUAL(ended, 2 * count);
  INCREMENT(here->executed);
}

/// Tasks in an order.
static void run_chain(struct node* here) {
  long value = 1;
  long expected = 1;
  const int count = here->value;
  for (int i = 0; i < count; ++i) {
    expected = expected * 3 + i;
#pragma omp task depend(inout : value) shared(value) firstprivate(i)
    value = value * 3 + i;
  }
#pragma omp taskwait depend(in : value)
  CHECK_EQUAL(value, expected);
#pragma omp taskwait
  INCREMENT(here->executed);
}

static void run_taskloop(struct node* here) {
  const int count = here->value;
  if (here->variant % 2 == 0) {
#pragma omp taskloop grainsize(2)
    for (int i = 0; i < count; ++i) {
      INCREMENT(here->executed);
      run(here->child[0]);
    }
  } else {
#pragma omp taskloop num_tasks(3)
    for (int i = count; i > 0; --i) {
      INCREMENT(here->executed);
      run(here->child[0]);
    }
  }
}

static void run(struct node* here) {
  switch (here->what) {
    case SEQUENCE:
      INCREMENT(here->executed);
      for (int i = 0; i < here->children; ++i) {
        run(here->child[i]);
      }
      break;
    case PARALLEL:
      INCREMENT(here->executed);
#pragma omp parallel num_threads(here->value)
      run(here->child[0]);
      break;
    case LOOP:
      run_loop(here);
      break;
    case SECTIONS:
      run_sections(here);
      break;
    case SINGLE:
      run_single(here);
      break;
    case MASKED:
#pragma omp master
    {
      INCREMENT(here->executed);
      run(here->child[0]);
    } break;
    case CRITICAL:
      INCREMENT(here->executed);
#pragma omp critical
      ++guarded;
      break;
    case BARRIER:
      INCREMENT(here->executed);
#pragma omp barrier
      break;
    case TASK:
      run_task(here);
      break;
    case TASKWAIT:
      INCREMENT(here->executed);
#pragma omp taskwait
      break;
    case TASKGROUP:
      INCREMENT(here->executed);
#pragma omp taskgroup
      run(here->child[0]);
      break;
    case TASKLOOP:
      run_taskloop(here);
      break;
    case YIELD:
      INCREMENT(here->executed);
#pragma omp taskyield
      break;
    case CHILDREN:
      run_children(here);
      break;
    case CHAIN:
      run_chain(here);
      break;
    case SUM:
      run_sum(here);
      break;
    case ORDERED:
      run_ordered(here);
      break;
    case COPY:
      run_copy(here);
      break;
    case LEAF:
      INCREMENT(here->executed);
      break;
  }
}

static void try_program(unsigned number) {
  state = number * 0x9E3779B97F4A7C15U + 1;
  used = 0;
  guarded = 0;
  expected_guarded = 0;
  struct node* const root = &nodes[used++];
  memset(root, 0, sizeof(*root));
  root->what = PARALLEL;
  root->value = omp_get_max_threads();
  root->expected = 1;
  struct place in = {1, root->value, 1, 1, 1};
  add_child(root, in);
  omp_set_schedule(omp_sched_guided, 1);
  run(root);
  for (int i = 0; i < used; ++i) {
    if (nodes[i].executed != nodes[i].expected) {
      fprintf(stderr,
              "program %u: a node of kind %d was executed %ld times, not %ld\n",
              number,
              (int)nodes[i].what,
              nodes[i].executed,
              nodes[i].expected);
      exit(1);
    }
    CHECK_EQUAL(nodes[i].sum, nodes[i].expected_sum);
  }
  CHECK_EQUAL(guarded, expected_guarded);
}

int main(int count, char** arguments) {
  omp_set_max_active_levels(4);
  if (count > 1) {
    try_program((unsigned)strtoul(arguments[1], NULL, 10));
    return 0;
  }
#ifdef __OPTIMIZE__
  const unsigned first = 10000;
#else
  const unsigned first = 0;
#endif
  for (unsigned i = 0; i < 130; ++i) {
    try_program(first + 1000U * (unsigned)omp_get_max_threads() + i);
  }
  return 0;
}
