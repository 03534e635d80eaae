// SPDX-License-Identifier: Apache-2.0

// Calls a function of a library, of that version.
//
// usage: call_function LIBRARY NAME VERSION
// exit status: 0 if it returned, 2 if there is none

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): glibc's name
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char** arguments) {
  void (*function)(void) = NULL;
  if (count == 4) {
    void* const library = dlopen(arguments[1], RTLD_NOW);
    if (library == NULL) {
      fprintf(stderr, "call_function: %s\n", dlerror());  // NOLINT(concurrency-mt-unsafe)
      return 2;
    }
    *(void**)&function = dlvsym(library, arguments[2], arguments[3]);
  }
  if (function == NULL) {
    fprintf(stderr, "call_function: no such function\n");
    return 2;
  }
  function();
  return 0;
}
