// SPDX-License-Identifier: Apache-2.0

// What the conformance programs share. A check that fails is named on the standard error output and
// ends the program with status 1, from whatever thread.

#pragma once

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// GCC says it by macros, Clang by features.
#if defined(__SANITIZE_THREAD__)
  #define THREAD_SANITIZED
#elif defined(__SANITIZE_ADDRESS__)
  #define ADDRESS_SANITIZED
#elif defined(__has_feature)
  #if __has_feature(thread_sanitizer)
    #define THREAD_SANITIZED
  #elif __has_feature(address_sanitizer)
    #define ADDRESS_SANITIZED
  #endif
#endif
#if defined(THREAD_SANITIZED)
enum { thread_sanitized = 1, sanitized = 1 };
#elif defined(ADDRESS_SANITIZED)
enum { thread_sanitized = 0, sanitized = 1 };
#else
enum { thread_sanitized = 0, sanitized = 0 };
#endif

/// Text inside of a pragma whose clauses come from the arguments of a macro.
#define PRAGMA(...) PRAGMA_TEXT(__VA_ARGS__)
#define PRAGMA_TEXT(...) _Pragma(#__VA_ARGS__)

#define CHECK(condition)                            \
  do {                                              \
    if (!(condition)) {                             \
      check_failed(__FILE__, __LINE__, #condition); \
    }                                               \
  } while (0)

/// Both are integers.
#define CHECK_EQUAL(found, expected) \
  check_equal(__FILE__, __LINE__, #found, (long long)(found), #expected, (long long)(expected))

/// Gives the processor away until the condition holds; fails after 20 seconds.
#define WAIT_FOR(condition)                             \
  do {                                                  \
    const double wait_until = monotonic_seconds() + 20; \
    while (!(condition)) {                              \
      CHECK(monotonic_seconds() < wait_until);          \
      sched_yield();                                    \
    }                                                   \
  } while (0)

#define LOAD(variable) __atomic_load_n(&(variable), __ATOMIC_SEQ_CST)
#define STORE(variable, value) __atomic_store_n(&(variable), (value), __ATOMIC_SEQ_CST)
#define INCREMENT(variable) __atomic_fetch_add(&(variable), 1, __ATOMIC_SEQ_CST)

static inline void check_failed(const char* file, int line, const char* condition) {
  fprintf(stderr, "%s:%d: not %s\n", file, line, condition);
  _exit(1);
}

static inline void check_equal(const char* file,
                               int line,
                               const char* found_text,
                               long long found,
                               const char* expected_text,
                               long long expected) {
  if (found != expected) {
    fprintf(stderr,
            "%s:%d: %s is %lld, expected %s, %lld\n",
            file,
            line,
            found_text,
            found,
            expected_text,
            expected);
    _exit(1);
  }
}

static inline double monotonic_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void sleep_milliseconds(long count) {
  const struct timespec duration = {count / 1000, count % 1000 * 1000000};
  nanosleep(&duration, NULL);
}

/// Computes, without a call that a runtime could see.
static inline void compute_milliseconds(long count) {
  const double until = monotonic_seconds() + 1e-3 * (double)count;
  while (monotonic_seconds() < until) {
  }
}

#ifdef THREAD_SANITIZED
static void* do_nothing(void* argument) {
  return argument;
}

/// The sanitizer's own thread comes with the first one of the program.
__attribute__((constructor)) static void begin_thread_of_sanitizer(void) {
  pthread_t first;
  CHECK_EQUAL(pthread_create(&first, NULL, do_nothing, NULL), 0);
  CHECK_EQUAL(pthread_join(first, NULL), 0);
}
#endif

#if defined(ADDRESS_SANITIZED) && !defined(__cplusplus)  // no such program forks
static pid_t first_process;

__attribute__((constructor)) static void note_first_process(void) {
  first_process = getpid();
}

/// In a child of fork it takes threads for there that are not, and does not see what they hold.
int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void) {
  return getpid() != first_process;
}
#endif

/// The most memory that the process has had; 0 under a sanitizer, where most of it is its own.
static inline long peak_kilobytes(void) {
  struct rusage usage;
  if (sanitized) {
    return 0;
  }
  CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
  return usage.ru_maxrss;
}

/// Of all that have not ended, OpenMP's and others.
static inline int threads_of_process(void) {
  DIR* const folder = opendir("/proc/self/task");
  CHECK(folder != NULL);
  int count = -2 - thread_sanitized;
  while (readdir(folder) != NULL) {
    ++count;
  }
  CHECK_EQUAL(closedir(folder), 0);
  return count;
}
