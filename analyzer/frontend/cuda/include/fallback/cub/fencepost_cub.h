// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no CUB is.
#pragma once
#include "fencepost_collectives.h"
#include "fencepost_device.h"
