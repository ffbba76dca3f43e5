# Hardens the addon and redirect-opener as recommended by the OpenSSF compiler guide. scripts/prebuilds/hardening.js checks the
# binaries against the same list. Not used for sanitizer builds.
if(MSVC)
  add_compile_options(/guard:cf)
  add_link_options(/guard:cf)
elseif(NOT SLASHPASS_SANITIZE)
  include(CheckCXXCompilerFlag)
  # Fortified calls require optimization.
  add_compile_options(-fstack-protector-strong $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=3>)
  add_compile_definitions(_GLIBCXX_ASSERTIONS _LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_FAST)
  # Some compilers and processors do not support these.
  foreach(flag -ftrivial-auto-var-init=zero -fcf-protection=full -mbranch-protection=standard)
    string(MAKE_C_IDENTIFIER "SLASHPASS_HAS${flag}" is_supported)
    check_cxx_compiler_flag(${flag} ${is_supported})
    if(${is_supported})
      add_compile_options(${flag})
    endif()
  endforeach()
  if(MINGW)
    add_compile_options(-mguard=cf)
    add_link_options(-mguard=cf)
  endif()
endif()
