// SPDX-License-Identifier: Apache-2.0

// Transforms by FFTW on as many threads as OpenMP gives, for run_programs.py: KIND REPEATS SIZES...
// Writes the digest of each result's bits. Ends with 1 if going forth and back changes the data.

#include <fftw3.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_rank = 3, many_transforms = 24 };

static uint64_t digest(const void* data, size_t bytes) {
  const unsigned char* at = data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < bytes; ++i) {
    hash = (hash ^ at[i]) * 0x100000001b3u;
  }
  return hash;
}

static void fill(double* data, size_t count) {
  uint64_t state = 88172645463325252u;
  for (size_t i = 0; i < count; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    data[i] = (double)(state >> 11) / 9007199254740992.0 - 0.5;
  }
}

int main(int argc, char** argv) {
  if (argc < 4 || argc > 3 + max_rank) {
    return 2;
  }
  const int is_real = !strcmp(argv[1], "real");
  const int many = strcmp(argv[1], "many") ? 1 : many_transforms;
  const int repeats = atoi(argv[2]);
  const int rank = argc - 3;
  int sizes[max_rank];
  int total = 1;
  for (int i = 0; i < rank; ++i) {
    total *= sizes[i] = atoi(argv[3 + i]);
  }

  const size_t before = (size_t)total * (size_t)many * (is_real ? 1 : 2);
  const size_t spectrum = (size_t)total / (size_t)sizes[rank - 1] *
                          (size_t)(is_real ? sizes[rank - 1] / 2 + 1 : sizes[rank - 1]) *
                          (size_t)many * 2;
  double* data = fftw_alloc_real(before);
  double* back = fftw_alloc_real(before);
  double* frequencies = fftw_alloc_real(spectrum);
  fftw_complex* complex_frequencies = (fftw_complex*)frequencies;
  fftw_complex* complex_back = (fftw_complex*)back;

  if (!fftw_init_threads()) {
    return 3;
  }
  fftw_plan_with_nthreads(omp_get_max_threads());
  const unsigned how = FFTW_ESTIMATE;  // The plan is a function of sizes and threads then.
  fftw_plan forth, home;
  if (is_real) {
    forth = fftw_plan_dft_r2c(rank, sizes, data, complex_frequencies, how | FFTW_PRESERVE_INPUT);
    home = fftw_plan_dft_c2r(rank, sizes, complex_frequencies, back, how);
  } else {
    forth = fftw_plan_many_dft(rank,
                               sizes,
                               many,
                               (fftw_complex*)data,
                               NULL,
                               1,
                               total,
                               complex_frequencies,
                               NULL,
                               1,
                               total,
                               FFTW_FORWARD,
                               how);
    home = fftw_plan_many_dft(rank,
                              sizes,
                              many,
                              complex_frequencies,
                              NULL,
                              1,
                              total,
                              complex_back,
                              NULL,
                              1,
                              total,
                              FFTW_BACKWARD,
                              how);
  }
  if (!forth || !home) {
    return 4;
  }

  fill(data, before);
  for (int round = 0; round < repeats; ++round) {
    fftw_execute(forth);
    printf("%d forth: %016llx\n",
           round,
           (unsigned long long)digest(frequencies, spectrum * sizeof(double)));
    fftw_execute(home);
    printf("%d back: %016llx\n", round, (unsigned long long)digest(back, before * sizeof(double)));
    for (size_t i = 0; i < before; ++i) {
      if (!(fabs(back[i] / total - data[i]) < 1e-12)) {
        return 1;
      }
    }
  }
  fftw_destroy_plan(forth);
  fftw_destroy_plan(home);
  fftw_cleanup_threads();
  fftw_free(data), fftw_free(back), fftw_free(frequencies);
  return 0;
}
