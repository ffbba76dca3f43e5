# Builds for SLASHPASS_TARGET (win32-x64, win32-arm64) with clang and lld. Uses the sysroot from native/prebuild/sysroot and
# only that sysroot's C++ library.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SLASHPASS_TARGET SLASHPASS_SYSROOT)
string(REGEX MATCH "^win32-(x64|arm64)$" known "${SLASHPASS_TARGET}")
if(NOT known)
  message(FATAL_ERROR "SLASHPASS_TARGET is \"${SLASHPASS_TARGET}\", which this file does not support.")
endif()
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
if(CMAKE_MATCH_1 STREQUAL "arm64")
  set(CMAKE_SYSTEM_PROCESSOR aarch64)
endif()

set(CMAKE_SYSROOT ${SLASHPASS_SYSROOT})
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER clang-19)
  set(CMAKE_${language}_COMPILER_TARGET ${CMAKE_SYSTEM_PROCESSOR}-w64-windows-gnu)
endforeach()
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_RC_COMPILER /usr/bin/llvm-windres-19)
foreach(tool AR RANLIB DLLTOOL)
  string(TOLOWER ${tool} name)
  set(CMAKE_${tool} /usr/bin/llvm-${name}-19)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# Windows 10 is the oldest version that all supported Node.js versions run on.
add_compile_definitions(_WIN32_WINNT=0x0A00 WINVER=0x0A00 NOMINMAX WIN32_LEAN_AND_MEAN UNICODE _UNICODE)
# Uses the Windows C runtime to format text, not MinGW-w64's functions.
add_compile_definitions(__USE_MINGW_ANSI_STDIO=0)
set(CMAKE_CXX_FLAGS_INIT "-nostdinc++ -isystem ${SLASHPASS_SYSROOT}/include/c++/v1")
set(CMAKE_CXX_STANDARD_LIBRARIES "-lc++ -lmingw32 -lucrt -ladvapi32 -lshell32 -luser32 -lkernel32")
# --disable-auto-import: rejects references that would have to be fixed at load time.
add_link_options(-fuse-ld=lld-19 -nodefaultlibs -s -Wl,--gc-sections -Wl,--icf=safe -Wl,--no-insert-timestamp
  -Wl,--disable-auto-import)

include(${CMAKE_CURRENT_LIST_DIR}/same_bytes.cmake)
