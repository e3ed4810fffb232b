/* A CSV file on its way to become a log: how it is read, where its time is, and what keeps it from
 * being imported.  No widget is known here. */
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
  TRAMMEL_SEGMENTS_TIME,   /* anew where the time goes back or pauses */
  TRAMMEL_SEGMENTS_COLUMN, /* anew where a cell of a column changes */
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

/* What the time of a file shows. */
typedef struct {
  char *error;        /* why there is none; NULL */
  double first, last; /* [s] as stamped; dates: since the first one */
  double step;        /* [s] median */
  gsize n;
  gsize n_unordered, first_unordered; /* stamps that do not increase, 0-based row of the first */
} TrammelDraftClock;

TrammelCsvDraft *trammel_csv_draft_new(const char *path);
void trammel_csv_draft_free(TrammelCsvDraft *draft);

/* Takes over what was remembered for this header line; FALSE when nothing was. */
gboolean trammel_csv_draft_recall(TrammelCsvDraft *draft, const char *header);

/* Takes over a layout as a log of a project has it. */
gboolean trammel_csv_draft_take_layout(TrammelCsvDraft *draft, const char *layout);

/* Finds the time: a column that is named like one or has a unit of time, stamps in words, else the
 * number of the row. */
void trammel_csv_draft_guess_time(TrammelCsvDraft *draft, const TrammelDataset *dataset);

/* The stamp of each data row, NAN where one is missing; NULL where there is no time yet. */
double *
trammel_csv_draft_dup_stamps(const TrammelCsvDraft *draft, const TrammelDataset *dataset, gsize *n);

void trammel_csv_draft_read_clock(TrammelDraftClock *clock,
                                  const TrammelCsvDraft *draft,
                                  const TrammelDataset *dataset);
void trammel_draft_clock_clear(TrammelDraftClock *clock);

/* "starts at 0 s, ends at 20 s, step 2 ms (500 Hz), increasing: yes"; free with g_free(). */
char *trammel_draft_clock_describe(const TrammelDraftClock *clock);

/* Why the file cannot be imported like this, in words; NULL when it can.  Free with g_free(). */
char *trammel_csv_draft_check(const TrammelCsvDraft *draft,
                              const TrammelDataset *dataset,
                              const TrammelDraftClock *clock);

/* What is said of a column; the returned one belongs to the draft until the next call. */
const TrammelImportColumn *trammel_csv_draft_get_column(const TrammelCsvDraft *draft,
                                                        const char *column);
void trammel_csv_draft_set_column(TrammelCsvDraft *draft,
                                  const char *column,
                                  const char *name,
                                  const char *unit,
                                  gboolean is_unused);

/* The project's `import` and `time` as the members of a JSON object, which is the layout to be
 * remembered; words that stand where numbers should be are among the missing ones. */
char *trammel_csv_draft_to_layout(const TrammelCsvDraft *draft, const TrammelDataset *dataset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelCsvDraft, trammel_csv_draft_free)

G_END_DECLS
