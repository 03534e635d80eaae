// SPDX-License-Identifier: Apache-2.0
static double data[10];

#pragma splice                  // error: #pragma splice what\? valid: func, step, try\(n\)
#pragma splise func Everything  // error: #pragma splise func: did you mean splice\?
#pragma splice fun              // error: "fun"; did you mean func\? valid: func, step, try
#pragma splice func             // error: func says no effect: Reads\(…\), Writes\(…\), Acc
#pragma splice func Raeds(range(data, data + 1))  // error: no word "Raeds"; did you mean Reads\?
#pragma splice func over(i) Everything            // error: no word "over"; valid: Reads, Writes
#pragma splice func Reads range                   // error: after Reads a \( is expected
#pragma splice func Reads()  // error: Reads takes regions, as in Reads\(range\(a, a \+ n\)\)
#pragma splice func Reads(range(data, data + 1)      // error: the \( after Reads has no \)
#pragma splice step Writes(range(data, data + n++))  // error: "\+\+" changes something
#pragma splice step Writes(data[0] = 1)              // error: "=" changes something
#pragma splice step over(i) Everything               // error: come together
#pragma splice step slice(3) Everything              // error: come together
#pragma splice step over() slice(3) Everything       // error: over takes the indices of one, two or
#pragma splice step over(3) slice(3) Everything      // error: over takes the indices of loops
#pragma splice step over(i j) slice(3) Everything    // error: over takes the indices of loops
#pragma splice step over(i) slice() Everything       // error: slice takes the number of indices
#pragma splice try                                   // error: after try a \( is expected
#pragma splice try()   // error: try takes the number of calls that are spliced, as in try\(8\)
#pragma splice try(0)  // error: calls that are spliced: 1 or more
#pragma splice step over(i) slice(0) Everything  // error: the number of indices in a slice: 1 or
#pragma splice try(3) Reads(3)                   // error: "Reads": nothing more is expected here

#pragma splice func Everything

void twice(int n) {
#pragma splice step Everything
#pragma splice step Everything  // error: this follows another #pragma splice; a place has one
  data[n] = 1;
}
#if 0
  #pragma splice nonsense
#endif
// #pragma splice nonsense
const char* text = R"(
#pragma splice nonsense
)";
