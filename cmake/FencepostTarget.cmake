# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fencepost_library(NAME SOURCES... DEPENDS...): one static library of the
# product. DEPENDS is the dependency law: what is not linked cannot be included
# from elsewhere by accident, because reviewers see it here.
# fencepost_test(NAME SOURCES... DEPENDS...): one GoogleTest executable.
# fencepost_fuzz(NAME SOURCES... DEPENDS...): one libFuzzer target, built by the
# preset `fuzz` alone.

add_library(fencepost_options INTERFACE)
target_include_directories(fencepost_options INTERFACE ${PROJECT_SOURCE_DIR}
                                                       ${PROJECT_BINARY_DIR})
target_compile_options(fencepost_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -fno-exceptions $<$<CXX_COMPILER_ID:Clang>:-Wno-gnu-zero-variadic-macro-arguments>)

function(fencepost_llvm TARGET)
  target_include_directories(${TARGET} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})

  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${TARGET} PUBLIC -fno-rtti)
  endif()
  target_link_libraries(${TARGET} PUBLIC LLVM)
endfunction()

function(fencepost_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${NAME} STATIC ${ARG_SOURCES})
  target_link_libraries(${NAME} PUBLIC fencepost_options ${ARG_DEPENDS})
  fencepost_llvm(${NAME})
endfunction()

function(fencepost_test NAME)
  if(NOT FENCEPOST_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${NAME} ${ARG_SOURCES})
  target_link_libraries(${NAME} PRIVATE ${ARG_DEPENDS} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${NAME} PRIVATE
    FENCEPOST_TESTDATA="${PROJECT_SOURCE_DIR}/testdata")
  # Results are kept from run to run: not in the user's folder.
  gtest_discover_tests(${NAME} DISCOVERY_MODE PRE_TEST
    PROPERTIES ENVIRONMENT "XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/test-cache")
endfunction()

function(fencepost_fuzz NAME)
  if(FENCEPOST_FUZZ)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
    add_executable(${NAME} ${ARG_SOURCES})
    target_link_libraries(${NAME} PRIVATE ${ARG_DEPENDS})
    target_link_options(${NAME} PRIVATE -fsanitize=fuzzer)
  endif()
endfunction()
