/* File choosers and the questions before data are lost; no other file opens them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum {
  TRAMMEL_CHOOSE_OPEN_PROJECT,
  TRAMMEL_CHOOSE_OPEN_LOG,
  TRAMMEL_CHOOSE_SAVE_PROJECT, /* .trammel, or .trammelz, which packs it */
  TRAMMEL_CHOOSE_SAVE_PACKED,  /* .trammelz */
  TRAMMEL_CHOOSE_OPEN_MODEL,   /* .urdf or .xml */
  TRAMMEL_CHOOSE_SAVE_EXPORT,  /* format set by the export dialog */
  TRAMMEL_CHOOSE_SAVE_IMAGE,   /* .png, .svg or .pdf by the extension */
  TRAMMEL_CHOOSE_SAVE_PNG,     /* .png */
  TRAMMEL_CHOOSE_SAVE_FOLDER,  /* the name of a new folder */
  TRAMMEL_CHOOSE_SAVE_VIDEO,   /* .webm */
  TRAMMEL_CHOOSE_SAVE_DATA,    /* .csv */
  TRAMMEL_CHOOSE_SAVE_FIGURES  /* .png, .svg or .pdf by the extension */
} TrammelChoice;

/* Asks for a file; `name` is suggested when saving, in its folder if it is an absolute path.  The
 * callback is always called, and never before this function returns. */
void trammel_choose_file_async(GtkWindow *parent,
                               TrammelChoice choice,
                               const char *name,
                               GAsyncReadyCallback callback,
                               gpointer user);

/* Returns the file (transfer full); NULL with G_IO_ERROR_CANCELLED when the user cancelled. */
GFile *trammel_choose_file_finish(GAsyncResult *result, GError **error);

typedef enum {
  TRAMMEL_ANSWER_CANCEL,
  TRAMMEL_ANSWER_DISCARD,
  TRAMMEL_ANSWER_SAVE, /* over what is in the file */
  TRAMMEL_ANSWER_SAVE_AS,
  TRAMMEL_ANSWER_RELOAD,
  TRAMMEL_ANSWER_START
} TrammelAnswer;

/* Asks "Save changes to `title`?" with the verbs as buttons. */
void trammel_ask_save_async(GtkWindow *parent,
                            const char *title,
                            GAsyncReadyCallback callback,
                            gpointer user);
TrammelAnswer trammel_ask_save_finish(GAsyncResult *result);

/* Asks "Stop `work` and close?", e.g.  "a cross-validation"; trammel_ask_save_finish() returns
 * TRAMMEL_ANSWER_DISCARD or _CANCEL. */
void trammel_ask_stop_async(GtkWindow *parent,
                            const char *work,
                            GAsyncReadyCallback callback,
                            gpointer user);

/* Asks what to do about `title`, whose file another program has written, when it is to be saved;
 * trammel_ask_save_finish() returns any answer but TRAMMEL_ANSWER_DISCARD. */
void trammel_ask_changed_async(GtkWindow *parent,
                               const char *title,
                               GAsyncReadyCallback callback,
                               gpointer user);

/* Asks whether to start a fit that needs much memory; `need` is a sentence on how much, and what
 * else can be done.  trammel_ask_save_finish() returns TRAMMEL_ANSWER_START or _CANCEL. */
void trammel_ask_size_async(GtkWindow *parent,
                            const char *need,
                            GAsyncReadyCallback callback,
                            gpointer user);

/* Replacement of the user for tests.  NULL functions restore the dialogs. */
typedef struct {
  GFile *(*choose)(TrammelChoice choice, const char *name, gpointer user); /* NULL: cancelled */
  TrammelAnswer (*ask)(const char *title, gpointer user);
  TrammelAnswer (*ask_stop)(const char *work, gpointer user);
  TrammelAnswer (*ask_changed)(const char *title, gpointer user);
  TrammelAnswer (*ask_size)(const char *need, gpointer user);
  gpointer user;
} TrammelDialogSeam;

void trammel_file_dialogs_set_seam(TrammelDialogSeam seam);

G_END_DECLS
