# Makes builds of the same commit byte-for-byte identical, in any directory.
get_filename_component(checkout ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
add_compile_options(-ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${SLASHPASS_SYSROOT}=sysroot
  -ffile-prefix-map=${checkout}=slashpass)
