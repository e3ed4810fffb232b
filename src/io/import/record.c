#include "io/import/record.h"

#include <glib/gi18n-lib.h>

#include "io/base/bilingual.h"

enum { MOST_PLACES = 4 }; /* that are named */

static void
free_entry(gpointer data)
{
  TrammelRecordEntry *entry = data;

  g_free(entry->english);
  g_free(entry->local);
  g_ptr_array_unref(entry->places);
  g_free(entry);
}

TrammelRecord *
trammel_record_new(void)
{
  TrammelRecord *record = g_new0(TrammelRecord, 1);

  record->entries = g_ptr_array_new_with_free_func(free_entry);
  return record;
}

void
trammel_record_free(TrammelRecord *record)
{
  if (!record)
    return;
  g_ptr_array_unref(record->entries);
  g_free(record);
}

/* Returns the entry with the sentence, adding it if it is new. */
static TrammelRecordEntry *
find_entry(TrammelRecord *record, TrammelRecordKind kind, const char *english, const char *local)
{
  TrammelRecordEntry *entry;

  for (guint i = 0; i < record->entries->len; i++) {
    entry = g_ptr_array_index(record->entries, i);
    if (entry->kind == kind && g_str_equal(entry->english, english))
      return entry;
  }
  entry = g_new0(TrammelRecordEntry, 1);
  entry->kind = kind;
  entry->english = g_strdup(english);
  entry->local = g_strdup(local);
  entry->places = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(record->entries, entry);
  return entry;
}

void
trammel_record_add(
    TrammelRecord *record, TrammelRecordKind kind, const TrammelTag *tag, const char *format, ...)
{
  g_autofree char *english = NULL, *local = NULL;
  va_list arguments;

  va_start(arguments, format);
  trammel_bilingual_format(&english, &local, format, arguments);
  va_end(arguments);
  TrammelRecordEntry *entry = find_entry(record, kind, english, local);
  if (!tag)
    return;
  if (entry->n_places++ < MOST_PLACES)
    g_ptr_array_add(entry->places, trammel_tag_describe(tag));
}

const char *
trammel_record_kind_get_word(TrammelRecordKind kind)
{
  static const char *const words[TRAMMEL_N_RECORD_KINDS] = {"taken", "changed", "ignored"};

  return words[kind];
}

char *
trammel_record_entry_dup_text(const TrammelRecordEntry *entry, gboolean is_local)
{
  g_autoptr(GString) places = g_string_new(NULL);
  guint rest = entry->n_places - entry->places->len;

  for (guint i = 0; i < entry->places->len; i++)
    g_string_append_printf(places, "%s%s", i ? ", " : "",
                           (const char *)g_ptr_array_index(entry->places, i));
  if (rest > 0) {
    g_autofree char *more = trammel_bilingual_dup(N_(" and %u more"), rest);
    g_string_append(places, more);
  }
  g_autofree char *where = is_local ? trammel_bilingual_dup_local(places->str)
                                    : trammel_bilingual_dup_english(places->str);
  return g_strconcat(where, *where ? ": " : "", is_local ? entry->local : entry->english, NULL);
}

char *
trammel_record_to_text(const TrammelRecord *record)
{
  GString *text = g_string_new(NULL);

  for (int kind = 0; kind < TRAMMEL_N_RECORD_KINDS; kind++)
    for (guint i = 0; i < record->entries->len; i++) {
      const TrammelRecordEntry *entry = g_ptr_array_index(record->entries, i);
      g_autofree char *line = trammel_record_entry_dup_text(entry, FALSE);
      if ((int)entry->kind == kind)
        g_string_append_printf(text, "%s: %s\n", trammel_record_kind_get_word(entry->kind), line);
    }
  return g_string_free(text, FALSE);
}
