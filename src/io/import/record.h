/* Record of an import: what was taken from a file, what was changed and what was ignored, each with
 * the reason. */
#pragma once

#include "io/import/tag.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_RECORD_TAKEN,
  TRAMMEL_RECORD_CHANGED,
  TRAMMEL_RECORD_IGNORED,
  TRAMMEL_N_RECORD_KINDS
} TrammelRecordKind;

/* Sentence about one or several places of the file. */
typedef struct {
  TrammelRecordKind kind;
  char *english, *local;
  GPtrArray *places; /* char *, with marks of io/base/bilingual.h; the first ones */
  guint n_places;    /* all of them; 0: the sentence is about the whole file */
} TrammelRecordEntry;

typedef struct {
  GPtrArray *entries; /* TrammelRecordEntry */
} TrammelRecord;

TrammelRecord *trammel_record_new(void);
void trammel_record_free(TrammelRecord *record);

/* Adds a sentence about `tag` (nullable: about the whole file); one that is there already gets one
 * more place.  The format is marked with N_(). */
void trammel_record_add(TrammelRecord *record,
                        TrammelRecordKind kind,
                        const TrammelTag *tag,
                        const char *format,
                        ...) G_GNUC_PRINTF(4, 5);

/* Returns "taken", "changed" or "ignored"; static. */
const char *trammel_record_kind_get_word(TrammelRecordKind kind);

/* Returns the sentence of an entry with its places, in the language of the user or in English; free
 * with g_free(). */
char *trammel_record_entry_dup_text(const TrammelRecordEntry *entry, gboolean is_local);

/* Returns a line for each entry, in English: "ignored: ..."; free with g_free(). */
char *trammel_record_to_text(const TrammelRecord *record);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelRecord, trammel_record_free)

G_END_DECLS
