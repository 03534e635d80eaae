! SPDX-License-Identifier: Apache-2.0

! Queries and setters in Fortran.

#include "fortran_checks.inc"

subroutine at_first()
  use omp_lib
  use checks
  implicit none
  CHECK(omp_get_active_level() == 0)
  CHECK(.not. omp_get_cancellation())
  CHECK(omp_get_default_device() == 0)
  CHECK(omp_get_initial_device() == omp_get_num_devices())
  CHECK(omp_get_device_num() == omp_get_initial_device())
  CHECK(omp_get_max_task_priority() == 0)
  CHECK(omp_get_max_teams() == 0)
  CHECK(omp_get_num_teams() == 1)
  CHECK(omp_get_team_num() == 0)
  CHECK(omp_get_teams_thread_limit() == 0)
  CHECK(omp_get_proc_bind() == omp_proc_bind_false)
  CHECK(omp_get_supported_active_levels() >= 8)
  CHECK(.not. omp_in_final())
  CHECK(omp_get_default_allocator() == omp_default_mem_alloc)
end subroutine at_first

subroutine places()
  use omp_lib
  use checks
  implicit none
  integer :: count, own
  integer, allocatable :: numbers(:)
  count = omp_get_num_places()
  CHECK(count >= 0)
  CHECK(omp_get_place_num() < max(count, 1))
  CHECK(omp_get_place_num_procs(count) == 0)
  if (count > 0) then
    allocate (numbers(omp_get_place_num_procs(0)))
    numbers = -1
    call omp_get_place_proc_ids(0, numbers)
    CHECK(all(numbers >= 0))
    deallocate (numbers)
  end if
  own = omp_get_partition_num_places()
  CHECK(own <= count)
  allocate (numbers(own))
  call omp_get_partition_place_nums(numbers)
  CHECK(all(numbers >= 0))
end subroutine places

subroutine setters()
  use omp_lib
  use checks
  implicit none
  integer(omp_sched_kind) :: kind
  integer :: chunk
  call omp_set_default_device(2)
  CHECK(omp_get_default_device() == 2)
  call omp_set_default_device(0_8)
  CHECK(omp_get_default_device() == 0)
  call omp_set_schedule(omp_sched_static, 9)
  call omp_get_schedule(kind, chunk)
  CHECK(kind == omp_sched_static)
  CHECK(chunk == 9)
  call omp_set_num_teams(3)
  CHECK(omp_get_max_teams() == 3)
  call omp_set_num_teams(0_8)
  call omp_set_teams_thread_limit(2)
  CHECK(omp_get_teams_thread_limit() == 2)
  call omp_set_teams_thread_limit(0_8)
  call omp_set_default_allocator(omp_low_lat_mem_alloc)
  CHECK(omp_get_default_allocator() == omp_low_lat_mem_alloc)
  call omp_set_default_allocator(omp_default_mem_alloc)
  CHECK(omp_pause_resource(omp_pause_soft, omp_get_initial_device()) == 0)
  CHECK(omp_pause_resource_all(omp_pause_soft) == 0)
end subroutine setters

subroutine allocators()
  use omp_lib
  use checks
  implicit none
  type(omp_alloctrait) :: traits(2)
  integer(omp_allocator_handle_kind) :: pool
  integer :: own
  traits = [omp_alloctrait(omp_atk_alignment, 64), omp_alloctrait(omp_atk_pool_size, 65536)]
  pool = omp_init_allocator(omp_default_mem_space, 2, traits)
  CHECK(pool /= omp_null_allocator)
  own = 7
  !$omp parallel firstprivate(own) allocate(pool: own)
  CHECK(own == 7)
  own = omp_get_thread_num()
  !$omp barrier
  CHECK(own == omp_get_thread_num())
  !$omp end parallel
  call omp_destroy_allocator(pool)
end subroutine allocators

subroutine texts()
  use omp_lib
  use checks
  implicit none
  character(len=40) :: text
  character(len=3) :: short
  integer :: length
  call omp_set_affinity_format('thread %n of %N')
  length = omp_get_affinity_format(text)
  CHECK(length == 15)
  CHECK(text == 'thread %n of %N')
  length = omp_capture_affinity(text, '')
  CHECK(length == 13)
  CHECK(text == 'thread 0 of 1')
  length = omp_capture_affinity(short, 'abcdef')
  CHECK(length == 6)
  CHECK(short == 'abc')
end subroutine texts

subroutine in_tasks()
  use omp_lib
  use checks
  implicit none
  integer(omp_event_handle_kind) :: event
  integer :: value
  value = 0
  !$omp parallel
  CHECK(omp_get_ancestor_thread_num(1) == omp_get_thread_num())
  CHECK(omp_get_ancestor_thread_num(2) == -1)
  !$omp single
  !$omp task final(.true.) shared(value)
  CHECK(omp_in_final())
  value = value + 1
  !$omp end task
  !$omp taskwait
  !$omp task detach(event) shared(value)
  value = value + 1
  call omp_fulfill_event(event)
  !$omp end task
  !$omp taskwait
  CHECK(value == 2)
  !$omp end single
  !$omp end parallel
end subroutine in_tasks

program queries
  implicit none
  call at_first()
  call places()
  call setters()
  call allocators()
  call texts()
  call in_tasks()
end program queries
