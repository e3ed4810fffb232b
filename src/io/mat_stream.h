/* What the MAT helper writes to its standard output, in host byte order:
 *
 *   "TRMAT001", then records, each beginning with a 32-bit kind
 *     TRAMMEL_MAT_ARRAY   32-bit length and bytes of the path, 64-bit rows and columns, doubles in
 *                         column-major order
 *     TRAMMEL_MAT_PROBLEM 32-bit length and bytes of a sentence
 *     TRAMMEL_MAT_END     nothing more follows; a stream without it is a crash
 *
 * The reader trusts none of it. */
#pragma once

#define TRAMMEL_MAT_MAGIC "TRMAT001"

enum { TRAMMEL_MAT_END = 0, TRAMMEL_MAT_ARRAY = 1, TRAMMEL_MAT_PROBLEM = 2 };

/* Exit statuses of the helper. */
enum { TRAMMEL_MAT_EXIT_OK = 0, TRAMMEL_MAT_EXIT_USAGE = 2, TRAMMEL_MAT_EXIT_UNREADABLE = 3 };
