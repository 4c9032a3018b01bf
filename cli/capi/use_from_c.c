/*===- use_from_c.c - the library from C99 ------------------------*- C -*-===*\
|*                                                                            *|
|* Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.     *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
#include "fencepost.h"
#include <stdio.h>
#include <string.h>

/** A wait that acquires nothing before the data is read. */
static const char Poll[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry consume(.param .u64 flag, .param .u64 data)\n"
    "{\n"
    "  .reg .pred %p<2>;\n"
    "  .reg .b32 %r<3>;\n"
    "  .reg .b64 %rd<3>;\n"
    "  ld.param.u64 %rd1, [flag];\n"
    "  ld.param.u64 %rd2, [data];\n"
    "$wait:\n"
    "  ld.relaxed.gpu.global.u32 %r1, [%rd1];\n"
    "  setp.eq.u32 %p1, %r1, 0;\n"
    "  @%p1 bra $wait;\n"
    "  ld.global.u32 %r2, [%rd2];\n"
    "  st.global.u32 [%rd1], %r2;\n"
    "  ret;\n"
    "}\n";

static int check(const char *layer, const char *text, int status,
                 const char *json) {
  fencepost_result *result = fencepost_check(
      layer, "poll.ptx", text, strlen(text), "{\"level\": \"note\"}");
  int is_good = result && fencepost_result_status(result) == status &&
                strstr(fencepost_result_json(result), json);
  if (!is_good)
    printf("not as expected: %s\n",
           result ? fencepost_result_json(result) : "no result");
  fencepost_free(result);
  return is_good;
}

int main(void) {
  if (fencepost_abi_version() != FENCEPOST_ABI_VERSION ||
      !fencepost_version()[0])
    return 1;
  fencepost_free(NULL);
  return !(check("ptx", Poll, FENCEPOST_FINDINGS, "\"relaxed-poll\"") &&
           check("ptx", "no PTX", FENCEPOST_USER_ERROR, "this is no PTX") &&
           check("cuda", "", FENCEPOST_USER_ERROR, "the program"));
}
