# doctest is a single header. A cross compiler must find it, but not the build machine's other headers.
if(CMAKE_CROSSCOMPILING)
  file(COPY /usr/include/doctest DESTINATION ${CMAKE_BINARY_DIR}/include)
  add_library(doctest::doctest INTERFACE IMPORTED)
  target_include_directories(doctest::doctest INTERFACE ${CMAKE_BINARY_DIR}/include)
else()
  find_package(doctest REQUIRED)
endif()
