# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` and CPack carry. Headers, models and pages are inside
# the program; it needs Clang's built-in headers, and the libraries of LLVM 22
# where it was built without FENCEPOST_STATIC.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Elsewhere than in a folder that the loader searches, the libraries are named.
get_filename_component(Libraries "${LLVM_LIBRARY_DIR}/libclang-cpp.so" REALPATH)
get_filename_component(Libraries "${Libraries}" DIRECTORY)
if(NOT FENCEPOST_STATIC AND NOT Libraries MATCHES "^/usr/lib(64|/[a-z0-9_]+-linux-gnu)?$")
  set_target_properties(fencepost PROPERTIES INSTALL_RPATH "${Libraries}")
endif()

install(TARGETS fencepost RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/rules/
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/fencepost/rules FILES_MATCHING PATTERN "*.md")
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/fencepost)

# Printed by the program from its own options.
set(Printed ${CMAKE_CURRENT_BINARY_DIR}/printed)
install(CODE "
  file(MAKE_DIRECTORY \"${Printed}\")
  foreach(Page \"completion;bash;fencepost\" \"completion;zsh;_fencepost\"
               \"completion;fish;fencepost.fish\" \"manual;fencepost.1\")
    list(POP_BACK Page Name)
    execute_process(COMMAND \"$<TARGET_FILE:fencepost>\" \${Page}
      OUTPUT_FILE \"${Printed}/\${Name}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()")
install(FILES ${Printed}/fencepost
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${Printed}/_fencepost
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${Printed}/fencepost.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${Printed}/fencepost.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

set(Package ${CMAKE_INSTALL_LIBDIR}/cmake/Fencepost)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/FencepostConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/FencepostConfig.cmake
  INSTALL_DESTINATION ${Package} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/FencepostConfigVersion.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/FencepostConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/FencepostConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FencepostEnable.cmake
  DESTINATION ${Package})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fencepost)
set(CPACK_PACKAGE_VENDOR Fencepost)
set(CPACK_PACKAGE_CONTACT "Fencepost developers <fencepost@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "static analyzer for GPU atomics and fences")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libclang-common-${LLVM_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, g++")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-${LLVM_VERSION_MAJOR}, bear")
include(CPack)
