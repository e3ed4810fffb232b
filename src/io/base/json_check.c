#include "io/base/json_check.h"

#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"

enum { MAX_DEPTH = 64, HEX_DIGITS = 4 };

typedef struct {
  const char *at, *end;
  guint line, depth;
} Scan;

/* Returns the code after "\u"; -1 without four digits. */
static int
read_code(const char *at, const char *end)
{
  int code = 0;

  if (end - at < 2 + HEX_DIGITS || at[0] != '\\' || at[1] != 'u')
    return -1;
  for (int i = 0; i < HEX_DIGITS; i++) {
    if (!g_ascii_isxdigit(at[2 + i]))
      return -1;
    code = 16 * code + g_ascii_xdigit_value(at[2 + i]);
  }
  return code;
}

/* Scanners; each returns the fault, NULL = none. */
static const char *
skip_code(Scan *scan)
{
  int code = read_code(scan->at, scan->end);

  if (code < 0)
    return TRAMMEL_WORD("expected four hexadecimal digits after \\u");
  scan->at += 2 + HEX_DIGITS;
  if (code == 0)
    return TRAMMEL_WORD("a string cannot hold the character of code 0");
  if (code < 0xd800 || code > 0xdfff)
    return NULL;
  int second = read_code(scan->at, scan->end);
  if (code >= 0xdc00 || second < 0xdc00 || second > 0xdfff)
    return TRAMMEL_WORD("a surrogate (\\ud800 to \\udfff) stands alone");
  scan->at += 2 + HEX_DIGITS;
  return NULL;
}

static const char *
skip_escape(Scan *scan)
{
  if (scan->end - scan->at < 2)
    return TRAMMEL_WORD("the string ends within an escape sequence");
  if (scan->at[1] == 'u')
    return skip_code(scan);
  if (!strchr("\"\\/bfnrt", scan->at[1]))
    return TRAMMEL_WORD("expected one of \" \\ / b f n r t u after a backslash");
  scan->at += 2;
  return NULL;
}

static const char *
skip_string(Scan *scan)
{
  const char *fault = NULL;

  for (scan->at++; scan->at < scan->end && *scan->at != '"' && !fault;) {
    if (*scan->at == '\\') {
      fault = skip_escape(scan);
    } else {
      scan->line += *scan->at == '\n';
      scan->at++;
    }
  }
  scan->at += scan->at < scan->end;
  return fault;
}

/* Skips a comment. json-glib treats a single slash as the start of a comment up to the next one,
 * which would hide the text between. */
static const char *
skip_comment(Scan *scan)
{
  if (scan->end - scan->at < 2 || scan->at[1] != '*')
    return TRAMMEL_WORD("a single slash begins no comment in JSON; /* and */ enclose one");
  const char *stop = g_strstr_len(scan->at + 2, scan->end - scan->at - 2, "*/");
  if (!stop)
    return TRAMMEL_WORD("the comment that begins here has no end");
  for (stop += strlen("*/"); scan->at < stop; scan->at++)
    scan->line += *scan->at == '\n';
  return NULL;
}

static const char *
skip_bracket(Scan *scan)
{
  gboolean opens = *scan->at == '{' || *scan->at == '[';

  scan->at++;
  if (opens && ++scan->depth > MAX_DEPTH)
    return TRAMMEL_WORD("nested deeper than 64 levels, the limit for files of this program");
  if (!opens && scan->depth > 0)
    scan->depth--;
  return NULL;
}

static const char *
skip_one(Scan *scan)
{
  switch (*scan->at) {
  case '"':
    return skip_string(scan);
  case '\'':
    return TRAMMEL_WORD("expected double quotes (\") around a string");
  case '/':
    return skip_comment(scan);
  case '{':
  case '[':
  case '}':
  case ']':
    return skip_bracket(scan);
  default:
    scan->line += *scan->at == '\n';
    scan->at++;
    return NULL;
  }
}

gboolean
trammel_json_check(const char *data, gsize length, const char *name, GError **error)
{
  Scan scan = {.at = data, .end = data + length, .line = 1};
  const char *fault = NULL;

  while (scan.at < scan.end && !fault)
    fault = skip_one(&scan);
  if (fault)
    trammel_error_set(error, TRAMMEL_ERROR_UNREADABLE, "%s:%u: %s", name, scan.line, fault);
  return !fault;
}
