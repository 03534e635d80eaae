// SPDX-License-Identifier: Apache-2.0

// OpenACC without a device: constructs run on the host, whose memory is all that there is.
// compiled -fopenacc

#include <acc_prof.h>
#include <openacc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"

enum { length = 100 };

static void devices(void) {
  CHECK_EQUAL(acc_get_num_devices(acc_device_host), 1);
  CHECK_EQUAL(acc_get_num_devices(acc_device_default), 1);
  CHECK_EQUAL(acc_get_num_devices(acc_device_none), 0);
  CHECK_EQUAL(acc_get_num_devices(acc_device_not_host), 0);
  CHECK_EQUAL(acc_get_num_devices(acc_device_nvidia), 0);
  acc_init(acc_device_host);
  CHECK_EQUAL(acc_get_device_type(), acc_device_host);
  acc_set_device_type(acc_device_default);
  CHECK_EQUAL(acc_get_device_type(), acc_device_host);
  acc_set_device_num(0, acc_device_host);
  CHECK_EQUAL(acc_get_device_num(acc_device_host), 0);
  const acc_device_t kinds[] = {
      acc_device_none, acc_device_host, acc_device_not_host, acc_device_nvidia};
  for (int i = 0; i < 4; ++i) {
    int (*const on_device)(acc_device_t) = acc_on_device;
    CHECK_EQUAL(on_device(kinds[i]), i < 2);
  }
  CHECK(strcmp(acc_get_property_string(0, acc_device_host, acc_property_name), "GOMP") == 0);
  CHECK(strcmp(acc_get_property_string(0, acc_device_host, acc_property_vendor), "GNU") == 0);
  CHECK(strcmp(acc_get_property_string(0, acc_device_host, acc_property_driver), "1.0") == 0);
  CHECK(acc_get_property_string(0, acc_device_host, acc_property_memory) == NULL);
  CHECK(acc_get_cuda_stream(1) == NULL);
  CHECK(acc_get_current_cuda_device() == NULL);
  acc_shutdown(acc_device_host);
}

/// Whatever makes a device begin, it can be ended once.
static void ends_after(int way) {
  switch (way) {
    case 0:
      acc_set_device_num(0, acc_device_host);
      break;
    case 1:
      acc_set_device_num(0, acc_device_none);
      break;
    case 2:
      acc_set_device_num(-1, acc_device_default);
      break;
    case 3:
      acc_set_device_type(acc_device_host);
      break;
    case 4:
      acc_set_device_type(acc_device_default);
      acc_set_device_num(0, acc_device_host);
      break;
    case 5:
      CHECK_EQUAL(acc_get_property(0, acc_device_host, acc_property_memory), 0);
      break;
    case 6:
      acc_free(acc_malloc(4));
      break;
    default:
#pragma acc parallel
    {
    }
  }
  acc_shutdown(acc_device_host);
}

static void endings(void) {
  for (int way = 0; way < 8; ++way) {
    ends_after(way);
  }
  acc_init(acc_device_default);
  for (int way = 7; way >= 0; --way) {
    ends_after(way);
  }
}

static void constructs(void) {
  int array[length];
  int sum = 0;
#pragma acc parallel loop copy(array) num_gangs(4) async(1)
  for (int i = 0; i < length; ++i) {
    array[i] = i;
  }
#pragma acc wait(1)
#pragma acc data copy(array) create(sum)
  {
#pragma acc kernels present(array)
    for (int i = 0; i < length; ++i) {
      array[i] *= 2;
    }
#pragma acc update self(array)
#pragma acc serial loop reduction(+ : sum)
    for (int i = 0; i < length; ++i) {
      sum += array[i];
    }
#pragma acc host_data use_device(array)
    CHECK(acc_is_present(array, sizeof array));
  }
  CHECK_EQUAL(sum, length * (length - 1));
#pragma acc enter data copyin(array) async(2)
#pragma acc parallel present(array) if (0)
  array[1] = -1;
#pragma acc wait(2) async(3)
#pragma acc wait
#pragma acc exit data copyout(array) finalize
  CHECK_EQUAL(array[1], -1);
}

static void data(void) {
  int array[length] = {0};
  int other[length];
  CHECK(acc_copyin(array, sizeof array) == array);
  CHECK(acc_create(other, sizeof other) == other);
  CHECK(acc_present_or_copyin(array, 4) == array);
  CHECK_EQUAL(acc_is_present(array, sizeof array), 1);
  CHECK_EQUAL(acc_is_present(NULL, 4), 0);
  CHECK(acc_deviceptr(array) == array);
  CHECK(acc_hostptr(other) == other);
  array[3] = 4;
  acc_memcpy_to_device(other, array, sizeof array);
  CHECK_EQUAL(other[3], 4);
  other[3] = 5;
  acc_memcpy_from_device_async(array, other, sizeof array, 2);
  acc_wait(2);
  CHECK_EQUAL(array[3], 5);
  acc_update_device(array, sizeof array);
  acc_update_self_async(array, sizeof array, 1);
  CHECK_EQUAL(acc_async_test(1), 1);
  CHECK_EQUAL(acc_async_test_all(), 1);
  acc_wait_async(1, 2);
  acc_wait_all_async(3);
  acc_wait_all();
  acc_map_data(array, array, sizeof array);
  acc_unmap_data(array);
  void* pointer = array;
  acc_attach(&pointer);
  acc_detach(&pointer);
  CHECK(pointer == array);
  acc_copyout(array, sizeof array);
  acc_delete_finalize(other, sizeof other);
  CHECK_EQUAL(array[3], 5);
  char* const memory = acc_malloc(100);
  memset(memory, 1, 100);
  acc_free(memory);
  CHECK(acc_malloc(0) == NULL);
}

static char told[2000];

/// The events that a tool is told of, in their order.
static void tell(acc_prof_info* info, acc_event_info* event, acc_api_info* api) {
  CHECK_EQUAL(info->event_type, event->event_type);
  CHECK_EQUAL(info->device_type, acc_device_host);
  CHECK_EQUAL(api->device_type, acc_device_host);
  const size_t used = strlen(told);
  snprintf(told + used,
           sizeof told - used,
           "%d:%d:%ld ",
           event->event_type,
           event->other_event.parent_construct,
           info->async);
  if (event->event_type == acc_ev_compute_construct_start) {
    event->other_event.tool_info = told;
  } else if (event->event_type == acc_ev_compute_construct_end) {
    CHECK(event->other_event.tool_info == told);
  }
}

static void tell_again(acc_prof_info* info, acc_event_info* event, acc_api_info* api) {
  (void)info;
  (void)event;
  (void)api;
  strncat(told, "again ", sizeof told - strlen(told) - 1);
}

#define CHECK_TOLD(text)                                \
  do {                                                  \
    if (strcmp(told, (text)) != 0) {                    \
      fprintf(stderr, "%d: told %s\n", __LINE__, told); \
      exit(1);                                          \
    }                                                   \
    told[0] = 0;                                        \
  } while (0)

static void compute(void) {
  int one = 0;
#pragma acc parallel copy(one)
  one = 1;
  CHECK_EQUAL(one, 1);
}

static void tools(void) {
  int array[4] = {0};
  for (int i = acc_ev_none; i < acc_ev_last; ++i) {
    acc_prof_register((acc_event_t)i, tell, acc_reg);
  }
  compute();
  CHECK_TOLD("16:0:-2 17:0:-2 ");
#pragma acc data copy(array)
  CHECK_TOLD("10:3:-2 11:3:-2 ");
  CHECK_TOLD("12:3:-2 13:3:-2 ");
#pragma acc enter data copyin(array) async(7)
  CHECK_TOLD("10:4:7 11:4:7 ");
#pragma acc update self(array)
  CHECK_TOLD("14:12:-2 15:12:-2 ");
#pragma acc exit data delete (array)
  CHECK_TOLD("12:5:-2 13:5:-2 ");
  CHECK_EQUAL(array[0], 0);
  // The end in the other direction, and each callback once however often it is wanted.
  acc_prof_register(acc_ev_compute_construct_start, tell, acc_reg);
  acc_prof_register(acc_ev_compute_construct_start, tell_again, acc_reg);
  acc_prof_register(acc_ev_compute_construct_end, tell_again, acc_reg);
  compute();
  CHECK_TOLD("16:0:-2 again again 17:0:-2 ");
  acc_prof_unregister(acc_ev_compute_construct_start, tell, acc_reg);
  acc_prof_unregister(acc_ev_compute_construct_end, tell_again, acc_reg);
  compute();
  CHECK_TOLD("16:0:-2 again 17:0:-2 ");
  acc_prof_unregister(acc_ev_compute_construct_start, tell_again, acc_toggle);
  compute();
  CHECK_TOLD("16:0:-2 17:0:-2 ");
  acc_prof_register(acc_ev_compute_construct_start, tell_again, acc_toggle);
  acc_prof_unregister(acc_ev_compute_construct_end, NULL, acc_toggle);
  compute();
  CHECK_TOLD("16:0:-2 again ");
  acc_prof_register(acc_ev_compute_construct_end, NULL, acc_toggle);
  acc_prof_unregister(acc_ev_none, NULL, acc_toggle_per_thread);
  compute();
  CHECK_TOLD("");
  acc_prof_register(acc_ev_none, NULL, acc_toggle_per_thread);
  acc_prof_unregister(acc_ev_none, NULL, acc_toggle);
  compute();
  CHECK_TOLD("");
  acc_prof_register(acc_ev_none, NULL, acc_toggle);
  acc_prof_unregister(acc_ev_compute_construct_start, tell_again, acc_reg);
  for (int i = acc_ev_none; i < acc_ev_last; ++i) {
    acc_prof_unregister((acc_event_t)i, tell, acc_reg);
  }
  compute();
  CHECK_TOLD("");
}

static acc_device_t begun = acc_device_none;
static acc_device_t seen = acc_device_none;

static void tell_of_begin(acc_prof_info* info, acc_event_info* event, acc_api_info* api) {
  (void)event;
  CHECK_EQUAL(api->device_type, info->device_type);
  begun = info->device_type;
  seen = acc_get_device_type();
}

/// A tool is told of the type that the program names, and while the device begins by a call there
/// is none.
static void beginnings(void) {
  acc_shutdown(acc_device_host);
  acc_prof_register(acc_ev_device_init_start, tell_of_begin, acc_reg);
  for (int way = 0; way < 3; ++way) {
    seen = acc_device_host;
    if (way == 2) {
      compute();
    } else {
      acc_init(way == 0 ? acc_device_host : acc_device_default);
    }
    CHECK_EQUAL(begun, way == 0 ? acc_device_host : acc_device_default);
    CHECK_EQUAL(seen, way < 2 ? acc_device_none : acc_device_host);
    CHECK_EQUAL(acc_get_device_type(), acc_device_host);
    acc_shutdown(acc_device_host);
  }
  acc_prof_unregister(acc_ev_device_init_start, tell_of_begin, acc_reg);
}

/// GOMP_DEBUG asks for a line of each construct.
static void traced(const char* program, const char* settings, int is_wanted) {
  char command[4000];
  char said[2000];
  snprintf(command, sizeof command, "%s '%s' compute 2>&1", settings, program);
  FILE* const output = popen(command, "r");
  CHECK(output != NULL);
  said[fread(said, 1, sizeof said - 1, output)] = 0;
  CHECK_EQUAL(pclose(output), 0);
  CHECK_EQUAL(strstr(said, "GOACC_parallel_keyed") != NULL, is_wanted);
}

/// What children do.
static void play(const char* role) {
  int array[4] = {0};
  if (strcmp(role, "compute") == 0) {
    compute();
  } else if (strcmp(role, "type") == 0) {
    acc_set_device_type(acc_device_nvidia);
  } else if (strcmp(role, "number") == 0) {
    acc_set_device_num(1, acc_device_host);
  } else if (strcmp(role, "unknown") == 0) {
    acc_get_num_devices((acc_device_t)99);
  } else if (strcmp(role, "twice") == 0) {
    acc_init(acc_device_host);
    acc_init(acc_device_host);
  } else if (strcmp(role, "never") == 0) {
    acc_shutdown(acc_device_host);
  } else if (strcmp(role, "ended") == 0) {
    acc_set_device_type(acc_device_host);
    acc_shutdown(acc_device_host);
    acc_shutdown(acc_device_host);
  } else if (strcmp(role, "active") == 0) {
    acc_set_device_num(0, acc_device_host);
    acc_init(acc_device_host);
  } else if (strcmp(role, "usual") == 0) {
    setenv("ACC_DEVICE_TYPE", "nvidia", 1);
    acc_set_device_type(acc_device_host);
    acc_shutdown(acc_device_host);
    acc_set_device_type(acc_device_default);
  } else if (strcmp(role, "queue") == 0) {
    acc_init(acc_device_host);
    acc_wait(-5);
  } else if (strcmp(role, "range") == 0) {
    acc_copyin(array, 0);
  } else if (strcmp(role, "map") == 0) {
    acc_init(acc_device_host);
    acc_map_data(array, array + 1, 4);
  }
}

static void failures(const char* program) {
  const char* const roles[][2] = {{"type", "device type nvidia not supported"},
                                  {"number", "device 1 out of range"},
                                  {"unknown", "unknown device type 99"},
                                  {"twice", "device already active"},
                                  {"never", "no device initialized"},
                                  {"ended", "no device initialized"},
                                  {"active", "device already active"},
                                  {"usual", "device type nvidia not supported"},
                                  {"queue", "invalid async-argument: -5"},
                                  {"range", ",+0] is a bad range"},
                                  {"map", "cannot map data on shared-memory system"}};
  for (unsigned i = 0; i < sizeof roles / sizeof roles[0]; ++i) {
    char command[4000];
    char said[2000];
    snprintf(command, sizeof command, "'%s' %s 2>&1", program, roles[i][0]);
    FILE* const output = popen(command, "r");
    CHECK(output != NULL);
    said[fread(said, 1, sizeof said - 1, output)] = 0;
    const int status = pclose(output);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    CHECK(strstr(said, roles[i][1]) != NULL);
  }
}

int main(int count, char** arguments) {
  if (count > 1) {
    play(arguments[1]);
    return 0;
  }
  devices();
  endings();
  constructs();
  data();
  tools();
  beginnings();
  traced(arguments[0], "GOMP_DEBUG=1", 1);
  traced(arguments[0], "GOMP_DEBUG=0", 0);
  failures(arguments[0]);
  return 0;
}
