# Builds for SLASHPASS_TARGET (darwin-x64, darwin-arm64) with clang and lld. Uses the sysroot from native/prebuild/sysroot and
# only that sysroot's C++ library.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SLASHPASS_TARGET SLASHPASS_SYSROOT)
string(REGEX MATCH "^darwin-(x64|arm64)$" known "${SLASHPASS_TARGET}")
if(NOT known)
  message(FATAL_ERROR "SLASHPASS_TARGET is \"${SLASHPASS_TARGET}\", which this file does not support.")
endif()
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
if(CMAKE_MATCH_1 STREQUAL "arm64")
  set(CMAKE_SYSTEM_PROCESSOR arm64)
endif()
# For both architectures, the oldest macOS version that supports Apple silicon.
set(CMAKE_OSX_DEPLOYMENT_TARGET 11.0)
set(CMAKE_OSX_ARCHITECTURES ${CMAKE_SYSTEM_PROCESSOR})
set(CMAKE_OSX_SYSROOT ${SLASHPASS_SYSROOT})
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET ${CMAKE_SYSTEM_PROCESSOR}-apple-macos11.0)
endforeach()
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
foreach(tool AR RANLIB INSTALL_NAME_TOOL OTOOL STRIP NM)
  string(TOLOWER ${tool} name)
  string(REPLACE "_" "-" name ${name})
  set(CMAKE_${tool} /usr/bin/llvm-${name}-19)
endforeach()
set(CMAKE_FIND_ROOT_PATH ${SLASHPASS_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

set(CMAKE_CXX_FLAGS_INIT "-nostdinc++ -isystem ${SLASHPASS_SYSROOT}/usr/include/c++/v1")
set(CMAKE_CXX_STANDARD_LIBRARIES "-lc++ -lSystem")
# -nodefaultlibs: otherwise, clang would link its own library, which the build machine does not have.
add_link_options(-fuse-ld=lld -nodefaultlibs -Wl,-undefined,error -Wl,--icf=safe -Wl,-dead_strip
  -Wl,-adhoc_codesign)

include(${CMAKE_CURRENT_LIST_DIR}/same_bytes.cmake)
