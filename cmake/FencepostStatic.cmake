# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# A program that has what it uses of LLVM and Clang inside starts in a quarter
# of the time: the loader relocates 350000 addresses of the shared libraries, and
# each worker process inherits the pages that it wrote.
set(Static OFF)
if(EXISTS "${LLVM_LIBRARY_DIR}/libLLVMSupport.a"
   AND (NOT FENCEPOST_CLANG OR EXISTS "${LLVM_LIBRARY_DIR}/libclangFrontend.a")
   AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(Static ON)
endif()
option(FENCEPOST_STATIC "The program has LLVM and Clang inside" ${Static})

# The archives of Clang that ROOTS need, those first.
function(fencepost_clang_archives OUTPUT)
  set(Todo ${ARGN})
  set(Seen "")
  set(Files "")
  while(Todo)
    list(POP_FRONT Todo Next)
    if(Next IN_LIST Seen OR NOT Next MATCHES "^clang" OR NOT TARGET ${Next})
      continue()
    endif()
    list(APPEND Seen ${Next})
    list(APPEND Files $<TARGET_FILE:${Next}>)
    get_target_property(Below ${Next} INTERFACE_LINK_LIBRARIES)
    if(Below)
      list(APPEND Todo ${Below})
    endif()
  endwhile()
  set(${OUTPUT} ${Files} PARENT_SCOPE)
endfunction()

# fencepost_program(NAME LIBRARY): links a program with our static LIBRARY and
# all that it needs.
function(fencepost_program NAME LIBRARY)
  if(NOT FENCEPOST_STATIC)
    target_link_libraries(${NAME} PRIVATE ${LIBRARY})
    return()
  endif()
  fencepost_archives(${NAME} Ours ${LIBRARY})
  set(Components Support Object Demangle)
  set(Clang "")
  if(FENCEPOST_CLANG)
    fencepost_clang_archives(Clang clangDriver clangFrontend)
    list(APPEND Components Core FrontendOpenMP FrontendHLSL FrontendOffloading
      FrontendDriver Option ProfileData TargetParser WindowsDriver)
  endif()
  llvm_map_components_to_libnames(Llvm ${Components})
  target_include_directories(${NAME} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${NAME} PRIVATE -fno-rtti)
  endif()
  target_link_libraries(${NAME} PRIVATE fencepost_options
    -Wl,--start-group ${Ours} ${Clang} -Wl,--end-group ${Llvm})
  # At a fixed address, nothing is relocated.
  target_link_options(${NAME} PRIVATE -no-pie -Wl,--gc-sections -Wl,--as-needed)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld FENCEPOST_HAS_LLD)
  if(FENCEPOST_HAS_LLD)
    target_link_options(${NAME} PRIVATE -fuse-ld=lld)
  endif()
  # Half of what the loader has left to do is the C++ library.
  check_linker_flag(CXX "-static-libstdc++;-static-libgcc" FENCEPOST_HAS_STATIC_CXX)
  if(FENCEPOST_HAS_STATIC_CXX)
    target_link_options(${NAME} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()
