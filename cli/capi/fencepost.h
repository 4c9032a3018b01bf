/*===- fencepost.h - Fencepost as a library ----------------------*- C -*-===*\
|*                                                                            *|
|* Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.     *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Checks PTX, listings of machine code and memory events that are in memory. *|
|* CUDA source needs Clang: the program `fencepost` reads it.                 *|
|*                                                                            *|
|* No function ends the process or lets an exception out: a crash of the      *|
|* analysis is a result with a notification of class "internal" (a stack that *|
|* overflows is the exception; 256 MB are given to each check). All may be    *|
|* called from several threads at once, a result by one thread at a time.     *|
|* Within one ABI version functions and keys are added, never changed.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
#ifndef FENCEPOST_H
#define FENCEPOST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FENCEPOST_ABI_VERSION 1

/** FENCEPOST_ABI_VERSION of the library. */
unsigned fencepost_abi_version(void);

/** Version of the tool: "0.1.0". */
const char *fencepost_version(void);

/** What a check found; as the exit codes of the program, the highest counts. */
enum {
  FENCEPOST_CLEAN = 0,
  FENCEPOST_FINDINGS = 1, /**< One at or above the level "fail-on". */
  FENCEPOST_USER_ERROR =
      2, /**< Options or text of which nothing could be used. */
  FENCEPOST_INTERNAL_ERROR = 3
};

typedef struct fencepost_result fencepost_result;

/**
 * Checks one text.
 *
 * layer    "ptx", "sass" (what cuobjdump -sass or nvdisasm print) or "events".
 * name     What findings call the text where it names no source line, and where
 *          the nearest .fencepost.yaml is searched from: a path, or null.
 * text     size bytes in any encoding; need not end with a null byte.
 * options  Null, or a JSON object; all keys may be left out:
 *   "arch": "sm_90"          where the text names no architecture
 *   "rules": "-*,relaxed-*"  the grammar of --rules
 *   "level": "warning"       lowest level told: note, warning, error
 *   "fail-on": "warning"     level of FENCEPOST_FINDINGS; "never": none
 *   "config": "FILE"         read instead of the nearest .fencepost.yaml;
 *                            false: none is read
 *   "color": true            escape sequences in fencepost_result_text
 *
 * Null only if there is no memory. To be freed with fencepost_free.
 */
fencepost_result *fencepost_check(const char *layer, const char *name,
                                  const char *text, size_t size,
                                  const char *options);

/** One of the values above. */
int fencepost_result_status(const fencepost_result *result);

/** What --format=json prints; lives as long as the result. */
const char *fencepost_result_json(const fencepost_result *result);

/** What the program prints at a terminal; lives as long as the result. */
const char *fencepost_result_text(const fencepost_result *result);

/** Null is ignored. */
void fencepost_free(fencepost_result *result);

#ifdef __cplusplus
}
#endif

#endif
