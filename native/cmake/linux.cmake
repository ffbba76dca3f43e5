# Builds for SLASHPASS_TARGET (linux-x64, linuxmusl-arm64, …) with clang and lld. Uses the sysroot from native/prebuild/linux and
# only that sysroot's C++ library.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SLASHPASS_TARGET SLASHPASS_SYSROOT)
string(REGEX MATCH "^linux(musl)?-(x64|arm64)$" known "${SLASHPASS_TARGET}")
if(NOT known)
  message(FATAL_ERROR "SLASHPASS_TARGET is \"${SLASHPASS_TARGET}\", which this file does not support.")
endif()
set(libc gnu)
if(CMAKE_MATCH_1)
  set(libc musl)
endif()
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
if(CMAKE_MATCH_2 STREQUAL "arm64")
  set(CMAKE_SYSTEM_PROCESSOR aarch64)
  # Outlined atomics would query the processor through the C library and would not be measurably faster in a game.
  add_compile_options(-mno-outline-atomics)
endif()

set(CMAKE_SYSROOT ${SLASHPASS_SYSROOT})
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER clang-19)
  set(CMAKE_${language}_COMPILER_TARGET ${CMAKE_SYSTEM_PROCESSOR}-linux-${libc})
endforeach()
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_AR /usr/bin/llvm-ar-19)
set(CMAKE_RANLIB /usr/bin/llvm-ranlib-19)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

set(CMAKE_CXX_FLAGS_INIT "-nostdinc++ -isystem ${SLASHPASS_SYSROOT}/usr/include/c++/v1")
set(CMAKE_CXX_STANDARD_LIBRARIES "-lc++ -lpthread -ldl")
add_link_options(-fuse-ld=lld-19 -nostdlib++ --unwindlib=none
  -Wl,--icf=safe -Wl,--as-needed -Wl,--no-undefined-version -Wl,--build-id=none)

include(${CMAKE_CURRENT_LIST_DIR}/same_bytes.cmake)
