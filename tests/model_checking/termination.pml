/* SPDX-License-Identifier: Apache-2.0 */

/* How the workers of the scheduler `channel` find out that all of them are out of work, by messages
 * alone (Prell and Rauber, Channel-based Work Stealing, section 2.2). Worker 0 is the manager as
 * well.
 *
 * A worker has tasks, which may make more (BUDGET of them altogether); it answers steal requests
 * between two tasks, and sends its own when it runs out, or already before its last task. A request
 * goes to all others in turn. When nobody had anything it returns to its thief, which sends it again,
 * with `idle` set once it is idle; one with `idle` set goes to the manager, which counts its thief
 * as idle and sends it on its way again. Who gives tasks to a thief that may be counted tells the
 * manager first.
 *
 * Checked: when the manager declares the end, nobody has a task and none is on its way; no request
 * is lost, no channel gets full, and nobody is stuck.
 *
 * Planted errors: NO_UPDATE, UPDATE_BY_ANOTHER_CHANNEL. */

#ifndef BUDGET
#define BUDGET 2
#endif
#define WORKERS 3
#define FIRST_TASKS 2
#define manager 0

mtype = { request, update };

/* what, thief, whether it is idle, how many have been tried */
chan requests[WORKERS] = [7] of { mtype, byte, bool, byte };
chan updates = [7] of { byte }; /* used by the planted error only */
chan tasks_for[WORKERS] = [1] of { byte };

byte tasks[WORKERS];
byte budget = BUDGET;
bool counted[WORKERS]; /* the manager's */
bool ended;

/* The worker that comes after `tried` others. */
#define victim(thief, tried) ((thief + 1 + tried) % WORKERS)

inline pass_on(thief, idle, tried) {
  if
  :: tried < WORKERS - 1 -> requests[victim(thief, tried)]!request(thief, idle, tried)
  :: else ->
     if
     :: idle -> requests[manager]!request(thief, idle, tried)
     :: else -> requests[thief]!request(thief, idle, tried)
     fi
  fi
}

inline tell_manager(thief) {
#if defined(NO_UPDATE)
  skip
#elif defined(UPDATE_BY_ANOTHER_CHANNEL)
  updates!thief
#else
  requests[manager]!update(thief, false, 0)
#endif
}

inline give(thief, idle) {
  tasks[me]--;
  if
  :: idle -> tell_manager(thief)
  :: else
  fi;
  tasks_for[thief]!1
}

/* One message, if there is any. */
inline serve() {
  if
  :: requests[me]?what(thief, idle, tried) ->
     if
     :: what == update -> counted[thief] = false
     :: what == request && thief == me && !(me == manager && idle) ->
        pending = false /* nobody had anything */
     :: what == request && me == manager && idle && tried == WORKERS - 1 ->
        counted[thief] = true;
        if
        :: counted[0] && counted[1] && counted[2] -> declare_end()
        :: else ->
           if
           :: thief == me -> pending = false
           :: else ->
              if
              :: tasks[me] > 1 -> give(thief, idle)
              :: else -> tried = 0; pass_on(thief, idle, tried)
              fi
           fi
        fi
     :: else ->
        if
        :: tasks[me] > 1 -> give(thief, idle)
        :: else -> tried++; pass_on(thief, idle, tried)
        fi
     fi
  :: empty(requests[me])
  fi
}

inline declare_end() {
  assert(tasks[0] == 0 && tasks[1] == 0 && tasks[2] == 0);
  assert(empty(tasks_for[0]) && empty(tasks_for[1]) && empty(tasks_for[2]));
  ended = true
}

inline ask(idle_now) {
  pending = true;
  tried = 0;
  requests[victim(me, 0)]!request(me, idle_now, tried)
}

proctype worker(byte me) {
  mtype what;
  byte thief, tried;
  bool idle;
  bool pending = false;
  byte got;
  do
  :: ended -> break
  :: !ended && tasks[me] > 0 -> /* between two tasks */
     if
     :: atomic { budget > 0 -> budget--; tasks[me]++ } /* it makes another one */
     :: true
     fi;
     serve();
     if
     :: tasks[me] == 1 && !pending -> ask(false) /* ahead of time */
     :: true
     fi;
     if
     :: tasks[me] > 0 -> tasks[me]-- /* it ends */
     :: else
     fi
  :: !ended && tasks[me] == 0 ->
     if
     :: tasks_for[me]?got -> tasks[me] = tasks[me] + got; pending = false
     :: empty(tasks_for[me]) && !pending -> ask(true)
     :: empty(tasks_for[me]) && nempty(requests[me]) -> serve()
     :: empty(tasks_for[me]) && me == manager && nempty(updates) ->
        updates?thief; counted[thief] = false
     :: ended -> break
     fi
  od
}

init {
  tasks[0] = FIRST_TASKS;
  atomic { run worker(0); run worker(1); run worker(2) }
}
