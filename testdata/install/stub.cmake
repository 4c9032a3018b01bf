# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A toolchain file: CMake takes the stub beside it for nvcc, and believes what it
# would else read from a trial compilation.
set(CMAKE_CUDA_COMPILER ${CMAKE_CURRENT_LIST_DIR}/nvcc)
set(CMAKE_CUDA_COMPILER_FORCED TRUE)
set(CMAKE_CUDA_COMPILER_ID_RUN TRUE)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 13.0.0)
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT
  "#$ PATH=/usr/bin\n#$ LIBRARIES= -L/usr/lib\n#$ c++ -o a.out -L/usr/lib a.o\n")
set(CMAKE_CUDA_ARCHITECTURES 90)
