// SPDX-License-Identifier: Apache-2.0
#define PARALLEL _Pragma("omp parallel for")
#define DO_PRAGMA(text) _Pragma(#text)
#define UNROLLED _Pragma("GCC unroll 4")
#define PACKED _Pragma("pack(1)")

static double data[100];

#pragma splice func Everything

void around(int t) {
#pragma omp parallel num_threads(4)  // error: pragma of OpenMP would run the code
  {
#pragma splice step Everything
    data[t] += 1;
  }
  PARALLEL  // error: pragma of OpenMP would run the code
      for (int i = 0; i < 3; ++i) {
#pragma splice step Everything
    data[i] += 1;
  }
  DO_PRAGMA(omp parallel)  // error: pragma of OpenMP would run the code
  {
#pragma splice step Everything
    data[t] += 1;
  }
#pragma acc kernels  // error: pragma of OpenACC would run the code
  around(t - 1);
#pragma omp barrier  // error: pragma of OpenMP would run the code
}

#pragma splice func Everything

void inside(int t) {
#pragma splice step Everything
  {
#pragma omp parallel for
    for (int i = 0; i < 3; ++i) {
      data[i] += t;
    }
    UNROLLED
    for (int i = 0; i < 3; ++i) {
      data[i] += t;
    }
    DO_PRAGMA(omp critical)
    data[3] += 1;

    PACKED  // error: this pragma stands in what is translated
        struct small {
      char a;
      double b;
    };

    data[4] += sizeof(small);
  }
#pragma splice step Everything
#pragma omp parallel for  // error: pragma of OpenMP would run the code
  for (int i = 0; i < 3; ++i) {
    data[i] += 1;
  }
}

void all() {
#pragma omp parallel for
  for (int i = 0; i < 100; ++i) {
    data[i] = i;
  }
#pragma splice try(4)
#pragma omp parallel for  // error: pragma of OpenMP would run the code
  for (int t = 0; t < 8; ++t) {
    inside(t);
#pragma omp critical  // error: pragma of OpenMP would run the code
    inside(t + 1);
  }
  PACKED
}
