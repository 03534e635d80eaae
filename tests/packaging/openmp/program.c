// SPDX-License-Identifier: Apache-2.0

// Says whose OpenMP runtime it has, and ends with status 0 if it is Nuthatch's.

#include <omp.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int members = 0;
#pragma omp parallel num_threads(3) reduction(+ : members)
  ++members;
  FILE* const maps = fopen("/proc/self/maps", "r");
  char line[8192];
  int is_ours = 0;
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    if (strstr(line, "/lib") != NULL && strstr(line, "omp.so") != NULL) {
      is_ours = strstr(line, "/nuthatch/openmp/lib") != NULL;
      fputs(line, stdout);
    }
  }
  return is_ours && members == 3 ? 0 : 1;
}
