! SPDX-License-Identifier: Apache-2.0

! OpenACC in Fortran, without a device.
! compiled -fopenacc

#include "fortran_checks.inc"

module declared
  implicit none
  integer :: everywhere(10)
  !$acc declare create(everywhere)
end module declared

subroutine devices()
  use openacc
  use checks
  implicit none
  character(len=30) :: text
  call acc_init(acc_device_host)
  CHECK(acc_get_num_devices(acc_device_host) == 1)
  CHECK(acc_get_num_devices(acc_device_nvidia) == 0)
  CHECK(acc_get_device_type() == acc_device_host)
  call acc_set_device_type(acc_device_default)
  call acc_set_device_num(0, acc_device_host)
  CHECK(acc_get_device_num(acc_device_host) == 0)
  CHECK(acc_on_device(acc_device_host))
  CHECK(acc_get_property(0, acc_device_host, acc_property_memory) >= 0)
  text = repeat('x', 30)
  call acc_get_property_string(0, acc_device_host, acc_property_vendor, text)
  CHECK(len_trim(text) > 0 .and. len_trim(text) < 30 .and. index(text, 'x') == 0)
  call acc_shutdown(acc_device_host)
  call acc_set_device_num(0, acc_device_host)
  call acc_shutdown(acc_device_host)
  call acc_set_device_type(acc_device_host)
  call acc_shutdown(acc_device_host)
end subroutine devices

subroutine constructs()
  use declared
  use checks
  implicit none
  integer :: array(100), total, i
  !$acc parallel loop copyout(array) async(1)
  do i = 1, 100
    array(i) = i
  end do
  !$acc wait(1)
  total = 0
  !$acc data copyin(array)
  !$acc kernels loop reduction(+:total)
  do i = 1, 100
    total = total + array(i)
  end do
  !$acc end data
  CHECK(total == 5050)
  !$acc serial
  everywhere = 3
  !$acc end serial
  !$acc update self(everywhere)
  CHECK(all(everywhere == 3))
end subroutine constructs

subroutine memory()
  use openacc
  use checks
  implicit none
  integer, allocatable :: array(:, :)
  allocate (array(3:6, 5))
  array = 1
  call acc_copyin(array)
  call acc_copyin(array, 80)
  call acc_create_async(array, 80_8, 2)
  call acc_present_or_create(array(3:4, :))
  CHECK(acc_is_present(array))
  CHECK(acc_is_present(array, 80))
  CHECK(acc_is_present(array, 80_8))
  CHECK(.not. acc_is_present(array(3:2, :)))
  CHECK(.not. acc_is_present(array, 0))
  array = 2
  call acc_update_device(array)
  call acc_update_self(array, 80)
  call acc_update_self_async(array, 3)
  CHECK(acc_async_test(3))
  CHECK(acc_async_test_all())
  call acc_wait(3)
  call acc_wait_async(2, 3)
  call acc_wait_all_async(1)
  call acc_wait_all()
  call acc_copyout(array)
  call acc_delete_finalize(array, 80_8)
  CHECK(all(array == 2))
end subroutine memory

program openacc_without_device
  implicit none
  call devices()
  call constructs()
  call memory()
end program openacc_without_device
