// SPDX-License-Identifier: Apache-2.0

// Labels of assembly, which OUT would define twice.

// clang-format off
#include <cstdio>
#define PLAIN(x) asm volatile("first: nop" : "+r"(x))
#define NAMED(name, x) asm volatile(#name ":" : "+r"(x))
#define BEGIN "spl"
#define END "it:"
#define ONE "1:"
static long m[8];
#pragma splice func Everything
void f(long* p, long t) {
  asm volatile("control:");  // error: this assembly defines 'control', which would be defined
#pragma splice step Everything
  {
    long x = p[0];
    asm("loop: nop\n" : "+r"(x));  // error: defines 'loop'
    asm("nop; .L1 : nop" : "+r"(x));  // error: defines '.L1'
    asm("1: /* ; */ " "2:foo" ":" : "+r"(x));  // error: defines 'foo'
    asm("nop\12own\x3a" : "+r"(x));  // error: defines 'own'
    asm(R"(raw:)" : "+r"(x));  // error: macros hide
    asm("{att:|intel:} nop" : "+r"(x));  // error: defines 'att'
    asm("\"quoted name\": nop" : "+r"(x));  // error: defines '"quoted name": nop'
    asm("there%c0:" : : "i"(3));  // error: defines 'there%c0'
    asm(".set value, 3" : "+r"(x));  // error: defines '.set'
    asm("value = 3" : "+r"(x));  // error: defines 'value'
    asm(".macro twice\n.endm" : "+r"(x));  // error: defines '.macro'
    PLAIN(x);  // error: defines 'first'
    NAMED(second, x);  // error: macros hide whether this assembly defines a label
    asm(BEGIN END : "+r"(x));  // error: macros hide whether this assembly defines a label
    asm(ONE "third:" : "+r"(x));  // error: macros hide whether this assembly defines a label
    asm(ONE ".Lhere%=: /* all: the; same */ 1: 2:" : "+r"(x));
    const auto inside = [&] { asm("lambda:" : "+r"(x)); };  // error: defines 'lambda'
    inside();
    static const long named asm("known") = 3;  // error: 'named' has a name for the assembler
    p[0] = x + t + named;
  }
}
int main() {
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, t);
#pragma splice step Everything
    { asm("region: nop" : "+r"(m[0])); }  // error: defines 'region'
  }
  asm volatile("outside: nop");
  std::printf("%ld\n", m[0]);
}
