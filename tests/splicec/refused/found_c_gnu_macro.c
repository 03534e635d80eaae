// SPDX-License-Identifier: Apache-2.0
// The macros that C has in GNU modes, which are the usual ones. OUT is compiled in another mode.
#if defined(unix)  // error: the macro 'unix' belongs to GNU modes, .*: write __unix__, or give
static long one = 3;
#else
static long one = 4;
#endif

#ifdef linux  // error: the macro 'linux' belongs to GNU modes, .*: write __linux__, or give
static long two = 3;
#endif

#pragma splice func Everything

void f(long* p, long t) {
#pragma splice step Everything
  p[0] += one + t;
}
