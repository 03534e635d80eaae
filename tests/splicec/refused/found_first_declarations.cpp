// SPDX-License-Identifier: Apache-2.0

// First declarations that the translation cannot stand behind.

double a[64];

typedef void adds(double* p, long n);
adds by_type;

#pragma splice func Writes(range(p, p + 64))

void by_type(double* p, long n) {  // error: declared first without its parameters
#pragma splice step Writes(range(p, p + 64))
  p[n] += 1;
}

void with_default(double* p, long n, double v);

#pragma splice func Writes(range(p, p + 64))

void with_default(double* p, long n, double v = 4) {  // error: stand in its first declaration
#pragma splice step Writes(range(p, p + 64))
  p[n] += v;
}

struct host {
  friend void befriended(double* p, long n);
};

#pragma splice func Writes(range(p, p + 64))

void befriended(double* p, long n) {  // error: declared first as a friend
#pragma splice step Writes(range(p, p + 64))
  p[n] += 1;
}
