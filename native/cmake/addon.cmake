# slashpass_addon(TARGET NAME SOURCE...): adds NAME.node. cmake-js passes the directory of Node's headers.
function(slashpass_addon addon name)
  set(sources ${ARGN})
  if(WIN32)
    list(APPEND sources ${PROJECT_SOURCE_DIR}/binding/running_program_windows.cpp)
    list(REMOVE_DUPLICATES sources)
  endif()
  add_library(${addon} MODULE ${sources})
  set_target_properties(${addon} PROPERTIES PREFIX "" SUFFIX ".node" OUTPUT_NAME ${name})
  slashpass_headers(${addon} PRIVATE binding)
  target_include_directories(${addon} SYSTEM PRIVATE
    ${CMAKE_JS_INC} ${PROJECT_SOURCE_DIR}/../node_modules/node-addon-api)
  target_link_libraries(${addon} PRIVATE ${CMAKE_JS_LIB})
  # node-addon-api reports failed calls as C++ exceptions. Code below the binding returns errors instead.
  if(NOT MSVC)
    target_compile_options(${addon} PRIVATE -fexceptions)
  endif()

  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Exports only the functions that Node calls. C++ library symbols could clash with another addon's.
    set(exports ${PROJECT_SOURCE_DIR}/binding/exports.map)
    set_target_properties(${addon} PROPERTIES LINK_DEPENDS ${exports})
    target_link_options(${addon} PRIVATE
      -Wl,--version-script=${exports} -Wl,--gc-sections -s -Wl,-z,relro,-z,now)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_link_options(${addon} PRIVATE -static-libstdc++ -static-libgcc)
    endif()
    target_link_libraries(${addon} PRIVATE ${CMAKE_DL_LIBS})
  endif()

  if(APPLE)
    # The running program provides only Node-API. All other symbols must come from system libraries.
    file(STRINGS ${PROJECT_SOURCE_DIR}/../node_modules/node-api-headers/def/node_api.def node_api REGEX "^(napi|node_api)_")
    list(TRANSFORM node_api PREPEND "-Wl,-U,_")
    target_link_options(${addon} PRIVATE ${node_api}
      -Wl,-exported_symbol,_napi_register_module_v1 -Wl,-exported_symbol,_node_api_module_get_api_version_v1 -Wl,-x -Wl,-S)
  endif()

  # Resolves each Node-API function in the running program on its first call (running_program_windows.cpp).
  if(MINGW)
    target_link_options(${addon} PRIVATE -Wl,--delayload=node.exe)
  endif()
endfunction()

# On Windows, generates the import library from the list of Node-API functions instead of downloading it.
if(MSVC AND CMAKE_JS_NODELIB_DEF AND CMAKE_JS_NODELIB_TARGET)
  execute_process(COMMAND ${CMAKE_AR} /def:${CMAKE_JS_NODELIB_DEF} /out:${CMAKE_JS_NODELIB_TARGET} ${CMAKE_STATIC_LINKER_FLAGS})
endif()
