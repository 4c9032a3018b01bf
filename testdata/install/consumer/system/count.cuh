// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
typedef READ_TYPE unsigned Flag;
