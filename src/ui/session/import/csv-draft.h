/* Draft of an import from a CSV file: format, time and segments, and the obstacles to importing it.
 * Independent of widgets. */
#pragma once

#include "io/log/csv/preview.h"
#include "io/log/data/dataset.h"

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_DRAFT_COLUMN, /* a column of numbers or of stamps in words */
  TRAMMEL_DRAFT_DATES,  /* a column of days and one of times of day */
  TRAMMEL_DRAFT_RATE,   /* the number of the row */
} TrammelDraftTime;

typedef enum {
  TRAMMEL_SEGMENTS_NONE,   /* one log */
  TRAMMEL_SEGMENTS_TIME,   /* a new log where the time goes back or pauses */
  TRAMMEL_SEGMENTS_COLUMN, /* a new log where a cell of a column changes */
} TrammelDraftSegments;

typedef struct {
  char *path;
  TrammelImport *import; /* never NULL */
  TrammelDraftTime time;
  char *column, *day, *clock;    /* as a project's `column` names them; nullable */
  char *unit;                    /* of `column`; NULL: that of the file, else s */
  double rate;                   /* [Hz] */
  TrammelDraftSegments segments; /* csv-segments.h */
  char *segment;                 /* its column; nullable */
  gboolean is_recalled;          /* from a file with the same header */
  gboolean is_time_chosen;       /* by the user or a recalled layout: not guessed again */
} TrammelCsvDraft;

/* Time of a file as read. */
typedef struct {
  char *error;        /* reason why there is none; NULL */
  double first, last; /* [s] as stamped; dates: since the first one */
  double step;        /* [s] median */
  gsize n;
  gsize n_unordered, first_unordered; /* stamps that do not increase, 0-based row of the first */
} TrammelDraftClock;

TrammelCsvDraft *trammel_csv_draft_new(const char *path);
void trammel_csv_draft_free(TrammelCsvDraft *draft);

/* Applies the import memory for this header line; returns FALSE if there is none. */
gboolean trammel_csv_draft_recall(TrammelCsvDraft *draft, const char *header);

/* Applies a layout in the form that a log of a project has. */
gboolean trammel_csv_draft_take_layout(TrammelCsvDraft *draft, const char *layout);

/* Guesses the time: a column whose name or unit is that of a time, date and time stamps, else the
 * row number. */
void trammel_csv_draft_guess_time(TrammelCsvDraft *draft, const TrammelDataset *dataset);

/* Returns the stamp of each data row, NAN where one is missing; NULL if there is no time yet.  Free
 * with g_free(). */
double *
trammel_csv_draft_dup_stamps(const TrammelCsvDraft *draft, const TrammelDataset *dataset, gsize *n);

void trammel_csv_draft_read_clock(TrammelDraftClock *clock,
                                  const TrammelCsvDraft *draft,
                                  const TrammelDataset *dataset);
void trammel_draft_clock_clear(TrammelDraftClock *clock);

/* Returns "starts at 0 s, ends at 20 s, step 2 ms (500 Hz), increasing: yes"; free with
 * g_free(). */
char *trammel_draft_clock_describe(const TrammelDraftClock *clock);

/* Returns a sentence on why the file cannot be imported; NULL if it can.  Free with g_free(). */
char *trammel_csv_draft_check(const TrammelCsvDraft *draft,
                              const TrammelDataset *dataset,
                              const TrammelDraftClock *clock);

/* Returns the settings of a column; owned by the draft, valid until the next call. */
const TrammelImportColumn *trammel_csv_draft_get_column(const TrammelCsvDraft *draft,
                                                        const char *column);
void trammel_csv_draft_set_column(TrammelCsvDraft *draft,
                                  const char *column,
                                  const char *name,
                                  const char *unit,
                                  gboolean is_unused);

/* Returns the project's `import` and `time` as the members of a JSON object, the layout for the
 * import memory; words in place of numbers are added to its missing values.  Free with g_free(). */
char *trammel_csv_draft_to_layout(const TrammelCsvDraft *draft, const TrammelDataset *dataset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCsvDraft, trammel_csv_draft_free)

G_END_DECLS
