// SPDX-License-Identifier: Apache-2.0

// Tasks with dependences cause no call of malloc once the runtime has made as many as it needs.
// demanding exact

#include <errno.h>
#include <omp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static long allocations;

#if !defined(THREAD_SANITIZED) && !defined(ADDRESS_SANITIZED)

// The C library's own functions, which no header declares.
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* block, size_t bytes);
void* __libc_memalign(size_t alignment, size_t bytes);

static void note(void) {
  __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED);
}

void* malloc(size_t bytes) {
  note();
  return __libc_malloc(bytes);
}

void* calloc(size_t count, size_t bytes) {
  note();
  return __libc_calloc(count, bytes);
}

void* realloc(void* block, size_t bytes) {
  note();
  return __libc_realloc(block, bytes);
}

void* memalign(size_t alignment, size_t bytes) {
  note();
  return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}

int posix_memalign(void** block, size_t alignment, size_t bytes) {
  *block = memalign(alignment, bytes);
  return *block == NULL ? ENOMEM : 0;
}

#endif

enum {
  tasks = sanitized ? 100 : 1000,  // of a round
  cells = 64,
  most_addresses = 10,
  quiet_rounds = 3,
  most_rounds = sanitized ? quiet_rounds : 400
};

static char memory[(most_rounds * tasks + 1) * 4 + 1];
static long executed;

/// Tasks that name one to ten addresses, of each kind.
static void name(const char* from, int i) {
  const int count = 1 + i % most_addresses;
  const char* const first = from + i * 7 % (cells - most_addresses);
  (void)count;  // what only depend clauses use, the compilers count as unused
  (void)first;
  switch (i % 4) {
    case 0:
#pragma omp task depend(iterator(int k = 0 : count), in : first[k])
      INCREMENT(executed);
      break;
    case 1:
#pragma omp task depend(iterator(int k = 0 : count), inout : first[k])
      INCREMENT(executed);
      break;
    case 2:
#pragma omp task depend(iterator(int k = 0 : count), mutexinoutset : first[k])
      INCREMENT(executed);
      break;
    default: {
#if defined(__clang__)
  #pragma omp task depend(iterator(int k = 0 : count), inoutset : first[k])
#else
      // GCC 12 knows the kind in dependence objects only: the address, and 5 for inoutset.
      omp_depend_t object;
      void* const words[] = {(void*)first, (void*)5};
      memcpy(&object, words, sizeof(words));
  #pragma omp task depend(depobj : object) depend(in : first[1])
#endif
      INCREMENT(executed);
    }
  }
}

/// The same few addresses again and again.
static void fixed_addresses(int round) {
  (void)round;
  for (int i = 0; i < tasks; ++i) {
    name(memory, i);
  }
#pragma omp taskwait
}

/// Addresses that no earlier task has named, and no wait.
static void new_addresses(int round) {
  for (int i = 0; i < tasks; ++i) {
    const char* const at = memory + (round * tasks + i) * 4;
    (void)at;
#pragma omp task depend(in : at[0], at[1]) depend(out : at[4])
    INCREMENT(executed);
  }
}

/// A task with much data of its own.
#define LARGE(bytes)                                                          \
  static void large_##bytes(int round) {                                      \
    struct {                                                                  \
      char each[bytes];                                                       \
    } data;                                                                   \
    memset(&data, round, sizeof(data));                                       \
    for (int i = 0; i < tasks; ++i) {                                         \
      PRAGMA(omp task depend(inout : memory[i % cells]) firstprivate(data)) { \
        CHECK_EQUAL(data.each[0], (char)round);                               \
        CHECK_EQUAL(data.each[bytes - 1], (char)round);                       \
        INCREMENT(executed);                                                  \
      }                                                                       \
    }                                                                         \
    PRAGMA(omp taskwait)                                                      \
  }

LARGE(100)
LARGE(300)
LARGE(900)
LARGE(3500)

/// Tasks each of which generates a part of the others; some do not wait for these.
static void several_generators(int round) {
  (void)round;

  enum { generators = 8 };

  for (int g = 0; g < generators; ++g) {
    const char* const from = memory + g * cells;
#pragma omp task firstprivate(from, g)
    {
      for (int i = g; i < tasks; i += generators) {
        name(from, i);
      }
      if (g % 2 == 0) {
#pragma omp taskwait
      }
    }
  }
}

/// Repeats a round until some in a row have called malloc in no way.
static void check_quiet(const char* name, void (*generate)(int round), int is_exact) {
  int quiet = 0;
  int round = 0;
  for (; round < most_rounds && quiet < quiet_rounds; ++round) {
    const long before = LOAD(allocations);
    STORE(executed, 0);
#pragma omp parallel
#pragma omp single
    generate(round);
    CHECK_EQUAL(LOAD(executed), tasks);
    quiet = LOAD(allocations) == before ? quiet + 1 : 0;
  }
  if (quiet < quiet_rounds && is_exact) {
    fprintf(stderr, "%s: malloc is called in each of %d rounds\n", name, round);
    exit(1);
  }
}

int main(int count, char** arguments) {
  const int is_exact = count > 1 && strcmp(arguments[1], "exact") == 0;
#define CHECK_QUIET(generate) check_quiet(#generate, generate, is_exact)
  CHECK_QUIET(fixed_addresses);
  CHECK_QUIET(new_addresses);
  CHECK_QUIET(large_100);
  CHECK_QUIET(large_300);
  CHECK_QUIET(large_900);
  CHECK_QUIET(large_3500);
  CHECK_QUIET(several_generators);
  return 0;
}
