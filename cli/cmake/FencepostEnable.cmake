# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#[[
fencepost_enable(<target>... [TEST] [FAIL_ON <level>] [LEVEL <level>]
                 [RULES <globs>] [OPTIONS <option>...])

The counterpart of the property <LANG>_CLANG_TIDY, which CMake has not for CUDA:
every CUDA source of the targets is analysed when it is compiled, and findings
are printed as warnings. FAIL_ON error|warning|note makes findings of that level
and above errors, so that the build stops.

TEST makes it a test instead (`ctest -R fencepost`), one for each target, over
its .cu files; the findings of level LEVEL make it fail.

RULES and LEVEL are those of the command line, OPTIONS any others. Works with
the Ninja and Makefile generators, as launchers of compilers do.
#]]
include_guard(GLOBAL)

function(fencepost_enable)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "TEST" "FAIL_ON;LEVEL;RULES" "OPTIONS")
  if(NOT ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fencepost_enable: name a target")
  endif()
  set(Options ${ARG_OPTIONS})
  foreach(Option FAIL_ON LEVEL RULES)
    if(ARG_${Option})
      string(TOLOWER "--${Option}=" Flag)
      string(REPLACE "_" "-" Flag "${Flag}")
      list(APPEND Options "${Flag}${ARG_${Option}}")
    endif()
  endforeach()
  foreach(Target IN LISTS ARG_UNPARSED_ARGUMENTS)
    if(NOT TARGET ${Target})
      message(FATAL_ERROR "fencepost_enable: no target is called '${Target}'")
    endif()
    if(ARG_TEST)
      _fencepost_test(${Target} "${Options}")
    else()
      # A launcher that is there, ccache for one, stays between us and nvcc.
      get_target_property(Other ${Target} CUDA_COMPILER_LAUNCHER)
      set(Launcher ${Fencepost_EXECUTABLE} launcher ${Options} --)
      if(Other)
        list(APPEND Launcher ${Other})
      endif()
      set_property(TARGET ${Target} PROPERTY CUDA_COMPILER_LAUNCHER ${Launcher})
    endif()
  endforeach()
endfunction()

function(_fencepost_test Target Options)
  set_target_properties(${Target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  get_target_property(Folder ${Target} SOURCE_DIR)
  set(Sources "$<TARGET_PROPERTY:${Target},SOURCES>")
  add_test(NAME fencepost.${Target}
    COMMAND ${Fencepost_EXECUTABLE} -p ${CMAKE_BINARY_DIR} ${Options}
      "$<FILTER:${Sources},INCLUDE,\\.cu$>"
    WORKING_DIRECTORY ${Folder}
    COMMAND_EXPAND_LISTS)
  set_tests_properties(fencepost.${Target} PROPERTIES LABELS fencepost)
endfunction()
