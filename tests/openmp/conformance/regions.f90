! SPDX-License-Identifier: Apache-2.0

! Regions in Fortran: data, what stays of a thread, worksharing, locks and settings.

#include "fortran_checks.inc"

module kept_of_threads
  implicit none
  integer :: kept = 3
  !$omp threadprivate(kept)
end module kept_of_threads

subroutine data_of_regions()
  use omp_lib
  use checks
  implicit none
  integer :: own, first, total, members, least
  integer :: counts(0:7)
  logical :: right
  real, allocatable :: copied(:)
  own = -1
  first = 5
  total = 10
  members = 0
  least = 100
  right = .true.
  counts = 1
  allocate (copied(20))
  copied = 2.0
  !$omp parallel default(none) private(own) firstprivate(first, copied) &
  !$omp& reduction(+: total, members) reduction(min: least) reduction(.and.: right) &
  !$omp& reduction(+: counts)
  own = omp_get_thread_num()
  CHECK(first == 5)
  CHECK(size(copied) == 20 .and. nint(copied(20)) == 2)
  copied = real(own)
  first = first + own
  total = total + own
  members = members + 1
  least = min(least, own)
  right = right .and. own >= 0
  counts(own) = counts(own) + 1
  !$omp end parallel
  CHECK(own == -1)
  CHECK(first == 5)
  CHECK(members == omp_get_max_threads())
  CHECK(total == 10 + members * (members - 1) / 2)
  CHECK(least == 0)
  CHECK(right)
  CHECK(all(counts(:members - 1) == 2))
  CHECK(nint(copied(1)) == 2)
end subroutine data_of_regions

subroutine data_of_threads()
  use omp_lib
  use checks
  use kept_of_threads
  implicit none
  integer :: in_common
  common /shared_name/ in_common
  !$omp threadprivate(/shared_name/)
  in_common = 40
  kept = 50
  !$omp parallel copyin(/shared_name/, kept)
  CHECK(in_common == 40 .and. kept == 50)
  in_common = in_common + omp_get_thread_num()
  kept = kept + omp_get_thread_num()
  !$omp end parallel
  !$omp parallel
  CHECK(in_common == 40 + omp_get_thread_num())
  CHECK(kept == 50 + omp_get_thread_num())
  !$omp end parallel
end subroutine data_of_threads

subroutine worksharing()
  use omp_lib
  use checks
  implicit none
  real :: a(100), b(100)
  integer :: total, value, i, count
  total = 0
  count = 0
  a = 1.0
  b = 0.0
  !$omp parallel private(value)
  !$omp workshare
  b = a * 2.0
  total = int(sum(a))
  where (b > 1.0) b = b + 1.0
  forall (i = 1:100:2) a(i) = real(i)
  !$omp end workshare
  CHECK(total == 100)
  CHECK(nint(b(100)) == 3)
  CHECK(nint(a(99)) == 99 .and. nint(a(98)) == 1)
  !$omp single
  value = 17
  !$omp end single copyprivate(value)
  CHECK(value == 17)
  !$omp sections
  !$omp section
  !$omp atomic
  count = count + 1
  !$omp section
  !$omp atomic
  count = count + 1
  !$omp section
  !$omp atomic
  count = count + 1
  !$omp end sections
  CHECK(count == 3)
  !$omp barrier
  !$omp master
  count = 0
  !$omp end master
  !$omp barrier
  !$omp critical (counting)
  count = count + 1
  !$omp end critical (counting)
  !$omp barrier
  CHECK(count == omp_get_num_threads())
  !$omp end parallel
end subroutine worksharing

subroutine settings()
  use omp_lib
  use checks
  implicit none
  integer(omp_sched_kind) :: kind
  integer :: chunk, before, members
  double precision :: start
  before = omp_get_max_threads()
  ! Arguments of eight bytes have functions of their own.
  call omp_set_num_threads(3_8)
  CHECK(omp_get_max_threads() == 3)
  call omp_set_num_threads(before)
  call omp_set_dynamic(.true._8)
  CHECK(omp_get_dynamic())
  call omp_set_dynamic(.false.)
  call omp_set_schedule(omp_sched_guided, 5_8)
  call omp_get_schedule(kind, chunk)
  CHECK(kind == omp_sched_guided)
  CHECK(chunk == 5)
  call omp_set_max_active_levels(2_8)
  CHECK(omp_get_max_active_levels() == 2)
  CHECK(omp_get_level() == 0)
  CHECK(.not. omp_in_parallel())
  CHECK(omp_get_ancestor_thread_num(0_8) == 0)
  CHECK(omp_get_team_size(0) == 1)
  members = 0
  !$omp parallel num_threads(2) reduction(+: members)
  CHECK(omp_get_level() == 1)
  CHECK(omp_in_parallel())
  !$omp parallel num_threads(2)
  CHECK(omp_get_level() == 2)
  CHECK(omp_get_num_threads() == 2)
  !$omp end parallel
  members = members + 1
  !$omp end parallel
  CHECK(members == 2)
  call omp_set_max_active_levels(1)
  start = omp_get_wtime()
  CHECK(omp_get_wtime() >= start)
  CHECK(omp_get_wtick() > 0)
  CHECK(omp_get_num_procs() >= 1)
  CHECK(omp_get_thread_limit() >= 8)
end subroutine settings

subroutine locks()
  use omp_lib
  use checks
  implicit none
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest_lock
  integer :: count
  count = 0
  call omp_init_lock(lock)
  call omp_init_nest_lock(nest_lock)
  !$omp parallel
  call omp_set_lock(lock)
  count = count + 1
  call omp_unset_lock(lock)
  call omp_set_nest_lock(nest_lock)
  CHECK(omp_test_nest_lock(nest_lock) == 2)
  call omp_unset_nest_lock(nest_lock)
  call omp_unset_nest_lock(nest_lock)
  !$omp end parallel
  CHECK(count == omp_get_max_threads())
  CHECK(omp_test_lock(lock))
  CHECK(.not. omp_test_lock(lock))
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest_lock)
end subroutine locks

program regions
  implicit none
  call data_of_regions()
  call data_of_threads()
  call worksharing()
  call settings()
  call locks()
end program regions
