// SPDX-License-Identifier: Apache-2.0

// Attributes, pragmas and built-in functions that C++ compilers understand otherwise.

// clang-format off
#include <stdio.h>
#define SWAPPED __attribute__((scalar_storage_order("big-endian")))
#define WITH(x) __attribute__((x))
#define NAMING _Pragma("redefine_extname puts my_puts")
static long a[64];
struct __attribute__((scalar_storage_order("big-endian"))) one { int a; };  // error: scalar_s
struct two { int a; } SWAPPED;  // error: attribute scalar_storage_order
struct three { int a; } WITH(__scalar_storage_order__("big-endian"));  // error: scalar_sto
struct four { int a; } WITH(packed);
union five { int* i; float* f; } __attribute__((transparent_union));  // error: transparent_uni
struct six { int a; } __attribute__((not_known_here));  // error: attribute not_known_here
#pragma scalar_storage_order big-endian  // error: the pragma scalar_storage_order is not known
#pragma pack(1)
struct seven { char a; int b; };
#pragma pack()
#pragma redefine_extname puts my_puts  // error: the pragma redefine_extname is not known
#pragma weak missing  // error: the pragma weak is not known
_Pragma("weak missing")  // error: the pragma weak is not known
NAMING  // error: the pragma redefine_extname is not known
#pragma GCC diagnostic ignored "-Wunused"
#pragma mark a mark
static int hidden(int x) { return x + 1; }
int of_hidden(int x) __attribute__((alias("hidden")));  // error: the attribute alias
static int (*chosen(void))(int) { return hidden; }
int by_chosen(int x) __attribute__((ifunc("chosen")));  // error: the attribute ifunc
int of_none(int x) WITH(alias("hidden"));  // error: the attribute alias
#pragma splice func Writes(range(p, p + 1))
static void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 1))
  p[0] += n + __builtin_classify_type(n > 1);  // error: __builtin_classify_type knows bool
}
int main(void) {  // error: main declares a function that has C linkage
  int in_block(int x);
#pragma splice try(4)
  for (int t = 0; t < 3; t++) f(a, t);
  printf("%ld\n", a[0]);
}
