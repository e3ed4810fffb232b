/* Locale for calls of libarchive, which converts names from and to the character set of the
 * thread's locale; names in packed projects are UTF-8 in every locale. */
#pragma once

#include <locale.h>

/* Switches the thread to UTF-8; returns the previous locale, for trammel_packed_leave_utf8(). */
static inline locale_t
trammel_packed_enter_utf8(void)
{
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);

  return utf8 ? uselocale(utf8) : (locale_t)0;
}

static inline void
trammel_packed_leave_utf8(locale_t before)
{
  if (before)
    freelocale(uselocale(before));
}
