// SPDX-License-Identifier: Apache-2.0

// Copies in a row; the third reads what the second writes.
#include <cstddef>
#include <cstdio>
#include <vector>

static void print(const char* name, const char* data, long size) {
  unsigned long hash = 14695981039346656037UL;
  for (long i = 0; i < size; ++i) {
    hash = (hash ^ static_cast<unsigned char>(data[i])) * 1099511628211UL;
  }
  std::printf("%s %016lx\n", name, hash);
}

constexpr long threshold = 1000;

#pragma splice func Reads(range(X, X + n)) Writes(range(Y, Y + n))

static void copy(const char* X, char* Y, long n) {
#pragma splice step Reads(range(X, X + n)) Writes(range(Y, Y + n))
  if (n < threshold) {
    for (long i = 0; i < n; i++) {
      Y[i] = X[i];
    }
  } else {
    long mid = n / 2;
    copy(X, Y, mid);
    copy(X + mid, Y + mid, n - mid);
  }
}

static char A[100000], B[100000], C[100000], D[100000];

int main() {
  const long M = 100000;
  for (long i = 0; i < M; ++i) {
    A[i] = static_cast<char>(i * i % 251);
  }
#pragma splice try(3)
  copy(A, B, M);
  copy(A, C, M);
  copy(C + 1, D, M - 1);

  print("B", B, M);
  print("C", C, M);
  print("D", D, M);
}
