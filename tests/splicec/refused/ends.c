// error: 'shown_of_header' of .*ends_in_c.inc may end without a value
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "../ends_in_c.inc"

#define FUNCTION(name) \
  int name(int k) {    \
    printf("%d\n", k); \
  }

FUNCTION(shown)  // error: 'shown' may end without a value, which C\+\+ does not allow

#pragma splice func Everything

void f(int k) {
#pragma splice step Everything
  shown(k + shown_of_header(3) + sign_of_header(k));
}
