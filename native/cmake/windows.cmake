# Builds for 64-bit Windows in the Debian of native/prebuild/in-trixie: g++-mingw-w64-ucrt64, and lld, which alone of its
# linkers leaves out the unused parts of the C++ library.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(compiler x86_64-w64-mingw32ucrt)
set(CMAKE_C_COMPILER ${compiler}-gcc)
set(CMAKE_CXX_COMPILER ${compiler}-g++)
set(CMAKE_RC_COMPILER ${compiler}-windres)
set(CMAKE_FIND_ROOT_PATH /usr/${compiler})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# Windows 10: nothing older runs the Node that loads the addon.
add_compile_definitions(_WIN32_WINNT=0x0A00 WINVER=0x0A00 NOMINMAX WIN32_LEAN_AND_MEAN UNICODE _UNICODE)
# Nothing of the compiler's own is shipped, and two builds give the same bytes.
add_link_options(-fuse-ld=lld -static -s -Wl,--gc-sections,--no-insert-timestamp)
