// SPDX-License-Identifier: Apache-2.0
extern double data[100];
void other();

#pragma splice func Writes(range(data, data + n))

void leaves(int n) {
#pragma splice step Writes(range(data, data + n))
  if (n > 3) {
    data[0] = 1;
    return;  // error: return leaves the step, which runs later than the code around it; let
  }
  for (int i = 0; i < n; ++i) {
#pragma splice step Writes(range(data, data + n))
    {
      for (int j = 0; j < n; ++j) {
        if (j == 3) {
          continue;
        }
        if (j == 5) {
          break;
        }
      }
      if (i == 3) {
        break;  // error: break leaves the step
      }
      if (i == 4) {
        continue;  // error: continue leaves the step
      }
      switch (i) {
        case 1:
          data[1] = 3;
          break;
        default:
          goto end;  // error: goto leaves the step
      }
    }
  }
end:
  if (data[0] > 1) {
    return;  // error: return leaves a step: what begins in line 40 looks at memory
  }
}

int main() {
#pragma splice try(2)
  for (int i = 0; i < 3; ++i) {
    leaves(i);
    if (i == 1) {
      break;
    }
    if (i == 2) {
      return 3;  // error: return leaves the statement whose calls are spliced
    }
  }
}
