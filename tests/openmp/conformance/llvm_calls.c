// SPDX-License-Identifier: Apache-2.0

// Functions of LLVM's interface that Clang does not call, and other compilers do; called by hand.

#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

typedef struct ident ident;

extern void __kmpc_dist_for_static_init_4(ident*, int, int, int*, int*, int*, int*, int*, int, int);
extern void __kmpc_dist_for_static_init_8u(
    ident*, int, int, int*, uint64_t*, uint64_t*, uint64_t*, int64_t*, int64_t, int64_t);
extern void __kmpc_team_static_init_4(ident*, int, int*, int*, int*, int*, int, int);
extern void __kmpc_dist_dispatch_init_4(ident*, int, int, int*, int, int, int, int);
extern int __kmpc_dispatch_next_4(ident*, int, int*, int*, int*, int*);
extern int __kmpc_barrier_master(ident*, int);
extern void __kmpc_end_barrier_master(ident*, int);
extern int __kmpc_barrier_master_nowait(ident*, int);
extern void* __kmpc_copyprivate_light(ident*, int, void*);
extern int __kmpc_single(ident*, int);
extern void __kmpc_end_single(ident*, int);
extern void __kmpc_barrier(ident*, int);
extern void __kmpc_push_num_teams_51(ident*, int, int, int, int);
extern void __kmpc_fork_teams(ident*, int, void (*)(int*, int*, ...), ...);
extern int __kmpc_get_target_offload(void);
extern void __kmpc_init_lock(ident*, int, void*);
extern void __kmpc_init_lock_with_hint(ident*, int, void*, uintptr_t);
extern void __kmpc_set_lock(ident*, int, void*);
extern int __kmpc_test_lock(ident*, int, void*);
extern void __kmpc_unset_lock(ident*, int, void*);
extern void __kmpc_destroy_lock(ident*, int, void*);
extern void __kmpc_init_nest_lock(ident*, int, void*);
extern void __kmpc_set_nest_lock(ident*, int, void*);
extern int __kmpc_test_nest_lock(ident*, int, void*);
extern void __kmpc_unset_nest_lock(ident*, int, void*);
extern void __kmpc_destroy_nest_lock(ident*, int, void*);

enum { static_chunked = 33, static_plain = 34, dynamic = 35, most = 500 };

static int visits[most];

static void visited_once(int count) {
  for (int i = 0; i < most; ++i) {
    CHECK_EQUAL(visits[i], i < count);
  }
  memset(visits, 0, sizeof visits);
}

/// The part of a member of a team, in one call.
static void of_members(int schedule, int count, int chunk) {
  int lasts = 0;
#pragma omp teams num_teams(3)
#pragma omp parallel
  {
    int is_last = 0;
    int first = 0;
    int last = count - 1;
    int last_of_team = 0;
    int stride = 0;
    __kmpc_dist_for_static_init_4(
        NULL, 0, schedule, &is_last, &first, &last, &last_of_team, &stride, 1, chunk);
    CHECK(last_of_team < count);
    for (; first <= last_of_team; first += stride, last += stride) {
      for (int i = first; i <= last && i <= last_of_team; ++i) {
        INCREMENT(visits[i]);
      }
      if (schedule == static_plain) {
        break;
      }
    }
    if (is_last) {
      INCREMENT(lasts);
    }
  }
  visited_once(count);
  CHECK_EQUAL(lasts, count != 0);
}

static void wide(void) {
  const uint64_t begin = UINT64_MAX - 200;
#pragma omp teams num_teams(2)
#pragma omp parallel
  {
    int is_last = 0;
    uint64_t first = begin;
    uint64_t last = begin + 198;
    uint64_t last_of_team = 0;
    int64_t stride = 0;
    __kmpc_dist_for_static_init_8u(
        NULL, 0, static_plain, &is_last, &first, &last, &last_of_team, &stride, 2, 0);
    for (uint64_t i = first; i <= last; i += 2) {
      INCREMENT(visits[(i - begin) / 2]);
    }
  }
  visited_once(100);
}

static void dealt(int count) {
  int lasts = 0;
#pragma omp teams num_teams(3)
#pragma omp parallel
  {
    int of_team = 0;
    int is_last = 0;
    int first = 0;
    int last = 0;
    int stride = 0;
    __kmpc_dist_dispatch_init_4(NULL, 0, dynamic, &of_team, 0, count - 1, 1, 4);
    while (__kmpc_dispatch_next_4(NULL, 0, &is_last, &first, &last, &stride)) {
      for (int i = first; i <= last; ++i) {
        INCREMENT(visits[i]);
      }
      if (is_last && of_team) {
        INCREMENT(lasts);
      }
    }
  }
  visited_once(count);
  CHECK_EQUAL(lasts, count != 0);
}

static void chunks_of_teams(int count, int chunk) {
#pragma omp teams num_teams(3)
  {
    int is_last = 0;
    int first = 0;
    int last = count - 1;
    int stride = 0;
    __kmpc_team_static_init_4(NULL, 0, &is_last, &first, &last, &stride, 1, chunk);
    for (; first < count; first += stride, last += stride) {
      CHECK_EQUAL(first / chunk % omp_get_num_teams(), omp_get_team_num());
      for (int i = first; i <= last && i < count; ++i) {
        INCREMENT(visits[i]);
      }
    }
  }
  visited_once(count);
}

static void halves_of_barriers(void) {
  int value = 0;
#pragma omp parallel
  {
    for (int round = 1; round < 20; ++round) {
      if (__kmpc_barrier_master(NULL, 0)) {
        CHECK_EQUAL(omp_get_thread_num(), 0);
        ++value;
        __kmpc_end_barrier_master(NULL, 0);
      }
      CHECK_EQUAL(value, round);
      __kmpc_barrier(NULL, 0);
    }
    if (__kmpc_barrier_master_nowait(NULL, 0)) {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      ++value;
    }
  }
  CHECK_EQUAL(value, 20);
}

static void copies(void) {
#pragma omp parallel
  for (int round = 0; round < 20; ++round) {
    int value = -1;
    void* said = NULL;
    if (__kmpc_single(NULL, 0)) {
      value = round;
      said = &value;
      __kmpc_end_single(NULL, 0);
    }
    const int copied = *(int*)__kmpc_copyprivate_light(NULL, 0, said);
    CHECK_EQUAL(copied, round);
    __kmpc_barrier(NULL, 0);
  }
}

typedef struct {
  size_t address;
  size_t bytes;
  unsigned char flags;
} dependence;

extern void* __kmpc_omp_task_alloc(ident*, int, int, size_t, size_t, int (*)(int, void*));
extern int __kmpc_omp_task(ident*, int, void*);
extern int __kmpc_omp_task_with_deps(ident*, int, void*, int, dependence*, int, dependence*);
extern void __kmpc_omp_wait_deps(ident*, int, int, dependence*, int, dependence*);
extern void __kmpc_omp_taskwait_deps_51(ident*, int, int, dependence*, int, dependence*, int);

enum { tied = 1, task_bytes = 40, in = 1, out = 2, inout = 3 };

/// Tasks without a body have their place in the order.
static void empty_tasks(void) {
  int first = 0;
  int second = 0;
  dependence uses[] = {{(size_t)&first, 0, inout}, {(size_t)&second, 0, inout}};
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 30; ++round) {
#pragma omp task depend(out : first) shared(first)
    {
      compute_milliseconds(round % 2);
      STORE(first, round);
    }
    __kmpc_omp_task_with_deps(
        NULL, 0, __kmpc_omp_task_alloc(NULL, 0, tied, task_bytes, 0, NULL), 2, uses, 0, NULL);
#pragma omp task depend(inout : second) shared(first)
    CHECK_EQUAL(LOAD(first), round);
    __kmpc_omp_task(NULL, 0, __kmpc_omp_task_alloc(NULL, 0, tied, task_bytes, 0, NULL));
#pragma omp taskwait
  }
}

static int ended;
static int had_ended;

static int note_ended(int caller, void* task) {
  (void)caller;
  (void)task;
  had_ended = LOAD(ended);
  STORE(ended, 0);
  return 0;
}

/// All memory is named by the last address of all as well, by what waits as by tasks.
static void all_memory(void) {
  int value = 0;
  for (int round = 0; round < 30; ++round) {
    dependence all = {SIZE_MAX, 0, round % 2 == 0 ? out : inout};
#pragma omp task depend(out : value)
    {
      compute_milliseconds(1);
      STORE(ended, 1);
    }
    switch (round % 3) {
      case 0:
        __kmpc_omp_task_with_deps(NULL,
                                  0,
                                  __kmpc_omp_task_alloc(NULL, 0, tied, task_bytes, 0, note_ended),
                                  0,
                                  NULL,
                                  1,
                                  &all);
        break;
      case 1:
        __kmpc_omp_wait_deps(NULL, 0, 1, &all, 0, NULL);
        note_ended(0, NULL);
        break;
      default:
        __kmpc_omp_taskwait_deps_51(NULL, 0, 1, &all, 0, NULL, 1);
#pragma omp task depend(out : all)
        note_ended(0, NULL);
    }
#pragma omp task depend(in : value, all)
    CHECK_EQUAL(LOAD(ended), 0);
#pragma omp taskwait
    CHECK_EQUAL(had_ended, 1);
  }
}

/// A null address has no order with others. What the task comes after ends later.
static void null_addresses(void) {
  int value = 0;
  omp_event_handle_t event;
  dependence nothing = {0, 0, inout};
#pragma omp task detach(event) depend(out : value)
  {
  }
  __kmpc_omp_wait_deps(NULL, 0, 1, &nothing, 0, NULL);
  omp_fulfill_event(event);
#pragma omp taskwait
}

static int teams_of_call;
static int limit_of_call;

static void count_team(int* id, int* bound, int* sum, int* other) {
  (void)id;
  (void)bound;
  limit_of_call = omp_get_thread_limit();
  *sum += *other;
  teams_of_call = omp_get_num_teams();
}

static void league(void) {
  int sum = 0;
  int other = 3;
  __kmpc_push_num_teams_51(NULL, 0, 2, 4, 2);
  __kmpc_fork_teams(NULL, 2, (void (*)(int*, int*, ...))count_team, &sum, &other);
  CHECK(teams_of_call >= 2 && teams_of_call <= 4);
  CHECK(limit_of_call <= 2);
  CHECK_EQUAL(sum, 3 * teams_of_call);
  __kmpc_fork_teams(NULL, 2, (void (*)(int*, int*, ...))count_team, &sum, &other);
  CHECK_EQUAL(teams_of_call, 1);
  CHECK_EQUAL(limit_of_call, omp_get_thread_limit());
}

static void locks(void) {
  omp_lock_t lock;
  omp_nest_lock_t nested;
  int value = 0;
  __kmpc_init_lock(NULL, 0, &lock);
  __kmpc_init_nest_lock(NULL, 0, &nested);
#pragma omp parallel
  for (int round = 0; round < 100; ++round) {
    __kmpc_set_lock(NULL, 0, &lock);
    ++value;
    __kmpc_unset_lock(NULL, 0, &lock);
    __kmpc_set_nest_lock(NULL, 0, &nested);
    CHECK_EQUAL(__kmpc_test_nest_lock(NULL, 0, &nested), 2);
    __kmpc_unset_nest_lock(NULL, 0, &nested);
    __kmpc_unset_nest_lock(NULL, 0, &nested);
  }
  CHECK_EQUAL(value, 100 * omp_get_max_threads());
  CHECK(__kmpc_test_lock(NULL, 0, &lock));
  CHECK(!__kmpc_test_lock(NULL, 0, &lock));
  __kmpc_unset_lock(NULL, 0, &lock);
  __kmpc_destroy_lock(NULL, 0, &lock);
  __kmpc_destroy_nest_lock(NULL, 0, &nested);
  omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
  CHECK(omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  omp_init_nest_lock_with_hint(&nested, omp_sync_hint_speculative);
  CHECK_EQUAL(omp_test_nest_lock(&nested), 1);
  omp_unset_nest_lock(&nested);
  omp_destroy_nest_lock(&nested);
}

/// No devices, no tools.
static void outside(void) {
  CHECK_EQUAL(__kmpc_get_target_offload(), 1);
  CHECK_EQUAL(omp_control_tool(omp_control_tool_start, 0, NULL), omp_control_tool_notool);
  int code = 0;
  CHECK_EQUAL(omp_get_interop_int(omp_interop_none, omp_ipr_device_num, &code), 0);
  CHECK(code != omp_irc_success);
  CHECK(omp_get_interop_str(omp_interop_none, omp_ipr_vendor_name, NULL) == NULL);
}

/// Functions of LLVM's own.
static void settings(void) {
  CHECK_EQUAL(kmp_get_blocktime(), 200);
  kmp_set_blocktime(0);
  CHECK_EQUAL(kmp_get_blocktime(), 0);
  kmp_set_library_turnaround();
  CHECK_EQUAL(kmp_get_library(), 2);
  kmp_set_stacksize_s(1 << 22);
  CHECK_EQUAL(kmp_get_stacksize(), 1 << 22);
  kmp_set_defaults("KMP_BLOCKTIME=1");
  kmp_set_warnings_off();
  char* const memory = kmp_aligned_malloc(100, 256);
  CHECK_EQUAL((uintptr_t)memory % 256, 0);
  memory[99] = 7;
  char* const more = kmp_realloc(memory, 1000);
  CHECK_EQUAL(more[99], 7);
  kmp_free(more);
  char* const zero = kmp_calloc(10, 10);
  CHECK_EQUAL(zero[99], 0);
  kmp_free(zero);
  kmp_free(kmp_malloc(10));
}

int main(void) {
  for (int count = 0; count < most; count = count * 3 + 1) {
    of_members(static_plain, count, 0);
    of_members(static_chunked, count, 1);
    of_members(static_chunked, count, 7);
    dealt(count);
    chunks_of_teams(count, 1);
    chunks_of_teams(count, 6);
  }
  wide();
  halves_of_barriers();
  copies();
  league();
  empty_tasks();
#pragma omp parallel
#pragma omp single
  {
    all_memory();
    null_addresses();
  }
  locks();
  outside();
  settings();
  return 0;
}
