#include "ui/pages/parts/movie-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/desktop/file-dialogs.h"
#include "ui/pages/parts/movie.h"
#include "ui/widgets/sentence-label.h"

enum { SIZE_OF_VIEW, SIZE_OTHER = 5 };

/* Of the rows of the drop-down between those. */
static const int sizes[][2] = {
    [1] = {1280, 720}, [2] = {1920, 1080}, [3] = {3840, 2160}, [4] = {1080, 1080}};

struct _TrammelMovieDialog {
  GtkWindow parent_instance;
  GtkWidget *fields, *cancel, *save;
  GtkDropDown *format, *size, *background;
  GtkSpinButton *width, *height, *from, *to, *rate, *speed;
  GtkLabel *words;
  GtkProgressBar *progress;
  TrammelScenePane *pane;
  char *path;                /* chosen by the user; nullable */
  GCancellable *cancellable; /* of the movie being written; nullable */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE(TrammelMovieDialog, trammel_movie_dialog, GTK_TYPE_WINDOW)

static TrammelMovie
get_movie(TrammelMovieDialog *self)
{
  return (TrammelMovie){.is_video = gtk_drop_down_get_selected(self->format) == 1,
                        .width = gtk_spin_button_get_value_as_int(self->width),
                        .height = gtk_spin_button_get_value_as_int(self->height),
                        .background =
                            (TrammelSceneBackground)gtk_drop_down_get_selected(self->background),
                        .from = gtk_spin_button_get_value(self->from),
                        .to = gtk_spin_button_get_value(self->to),
                        .speed = gtk_spin_button_get_value(self->speed),
                        .rate = gtk_spin_button_get_value_as_int(self->rate)};
}

/* Shows "301 pictures, 10 s of video", or what is wrong. */
static void
update_words(TrammelMovieDialog *self)
{
  TrammelMovie movie = get_movie(self);
  g_autofree char *trouble = trammel_movie_dup_trouble(&movie);
  guint n = trammel_movie_count(&movie);

  gtk_widget_set_sensitive(self->save, !trouble);
  if (trouble) {
    gtk_widget_add_css_class(GTK_WIDGET(self->words), "trouble");
    trammel_label_set_sentence(self->words, trouble);
    return;
  }
  gtk_widget_remove_css_class(GTK_WIDGET(self->words), "trouble");
  /* translators: %.3g is the time that the pictures take when they are played */
  g_autofree char *text = g_strdup_printf(
      ngettext("%u picture, %.3g s when played", "%u pictures, %.3g s when played", n), n,
      (double)n / movie.rate);
  trammel_label_set_numbers(self->words, text);
}

static void
on_setting_changed_cb(TrammelMovieDialog *self)
{
  if (!self->updating && self->pane)
    update_words(self);
}

/* ---- the size -------------------------------------------------------------------------------- */

/* Videos want even sizes. */
static int
make_even(double size)
{
  return 2 * (int)lround(0.5 * size);
}

static void
set_size(TrammelMovieDialog *self, int width, int height)
{
  self->updating = TRUE;
  gtk_spin_button_set_value(self->width, width);
  gtk_spin_button_set_value(self->height, height);
  self->updating = FALSE;
}

static void
on_size_chosen_cb(TrammelMovieDialog *self)
{
  guint row = gtk_drop_down_get_selected(self->size);

  if (self->updating || !self->pane)
    return;
  GtkWidget *view = GTK_WIDGET(trammel_scene_pane_get_view(self->pane));
  int scale = gtk_widget_get_scale_factor(view);
  if (row == SIZE_OF_VIEW)
    set_size(self, make_even(scale * gtk_widget_get_width(view)),
             make_even(scale * gtk_widget_get_height(view)));
  else if (row < SIZE_OTHER)
    set_size(self, sizes[row][0], sizes[row][1]);
  update_words(self);
}

static void
on_size_typed_cb(TrammelMovieDialog *self)
{
  if (self->updating)
    return;
  self->updating = TRUE;
  gtk_drop_down_set_selected(self->size, SIZE_OTHER);
  self->updating = FALSE;
  on_setting_changed_cb(self);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void
show_writing(TrammelMovieDialog *self, gboolean writing)
{
  gtk_widget_set_sensitive(self->fields, !writing);
  gtk_widget_set_sensitive(self->save, !writing);
  gtk_widget_set_visible(GTK_WIDGET(self->words), !writing);
  gtk_widget_set_visible(GTK_WIDGET(self->progress), writing);
}

static void
on_progress_cb(guint done, guint total, gpointer user)
{
  TrammelMovieDialog *self = user;

  if (!self->pane)
    return;
  TrammelMovie movie = get_movie(self);
  g_autofree char *text = done == total && movie.is_video
                              ? g_strdup(_("Making the video…"))
                              : g_strdup_printf(_("Picture %u of %u"), done, total);
  gtk_progress_bar_set_fraction(self->progress, (double)done / total);
  gtk_progress_bar_set_text(self->progress, text);
}

static void
tell_saved(TrammelMovieDialog *self, const char *path)
{
  g_autofree char *name = g_path_get_basename(path);
  g_autofree char *text = g_strdup_printf(_("%s was saved."), name);

  gtk_widget_activate_action(GTK_WIDGET(self->pane), "win.show-message", "(bs)", FALSE, text);
}

static void
on_written_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelMovieDialog) self = data;
  g_autoptr(GError) error = NULL;
  gboolean done = trammel_movie_write_finish(TRAMMEL_SCENE_PANE(source), result, &error);

  g_clear_object(&self->cancellable);
  if (!self->pane)
    return;
  show_writing(self, FALSE);
  if (done) {
    tell_saved(self, self->path);
    gtk_window_destroy(GTK_WINDOW(self));
  } else if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    update_words(self);
  } else {
    gtk_widget_add_css_class(GTK_WIDGET(self->words), "trouble");
    trammel_label_set_sentence(self->words, error->message);
  }
}

static void
on_chosen_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(TrammelMovieDialog) self = data;
  g_autoptr(GFile) file = trammel_choose_file_finish(result, NULL);
  char *path = file ? g_file_get_path(file) : NULL;
  TrammelMovie movie;

  if (!path || !self->pane)
    return;
  g_free(self->path);
  self->path = path;
  movie = get_movie(self);
  movie.path = path;
  self->cancellable = g_cancellable_new();
  show_writing(self, TRUE);
  on_progress_cb(0, trammel_movie_count(&movie), self);
  trammel_movie_write_async(self->pane, &movie, self->cancellable, on_progress_cb, on_written_cb,
                            g_object_ref(self));
}

static void
on_save_clicked_cb(TrammelMovieDialog *self)
{
  TrammelMovie movie = get_movie(self);

  trammel_choose_file_async(
      GTK_WINDOW(self), movie.is_video ? TRAMMEL_CHOOSE_SAVE_VIDEO : TRAMMEL_CHOOSE_SAVE_FOLDER,
      movie.is_video ? "motion.webm" : "motion", on_chosen_cb, g_object_ref(self));
}

/* Stops the writing, or closes the dialog. */
static void
on_cancel_clicked_cb(TrammelMovieDialog *self)
{
  if (self->cancellable)
    g_cancellable_cancel(self->cancellable);
  else
    gtk_window_destroy(GTK_WINDOW(self));
}

/* ---- the dialog ------------------------------------------------------------------------------ */

static void
trammel_movie_dialog_dispose(GObject *object)
{
  TrammelMovieDialog *self = TRAMMEL_MOVIE_DIALOG(object);

  if (self->cancellable)
    g_cancellable_cancel(self->cancellable);
  g_clear_object(&self->pane);
  g_clear_pointer(&self->path, g_free);
  gtk_widget_dispose_template(GTK_WIDGET(object), TRAMMEL_TYPE_MOVIE_DIALOG);
  G_OBJECT_CLASS(trammel_movie_dialog_parent_class)->dispose(object);
}

static void
bind_children(GtkWidgetClass *c)
{
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, fields);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, cancel);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, save);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, format);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, size);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, background);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, width);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, height);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, from);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, to);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, rate);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, speed);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, words);
  gtk_widget_class_bind_template_child(c, TrammelMovieDialog, progress);
}

static void
trammel_movie_dialog_class_init(TrammelMovieDialogClass *klass)
{
  GtkWidgetClass *c = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_movie_dialog_dispose;
  gtk_widget_class_set_template_from_resource(
      c, "/io/github/trammel/Trammel/ui/parts/movie-dialog.ui");
  bind_children(c);
  gtk_widget_class_bind_template_callback(c, on_setting_changed_cb);
  gtk_widget_class_bind_template_callback(c, on_size_chosen_cb);
  gtk_widget_class_bind_template_callback(c, on_size_typed_cb);
  gtk_widget_class_bind_template_callback(c, on_save_clicked_cb);
  gtk_widget_class_bind_template_callback(c, on_cancel_clicked_cb);
}

static void
trammel_movie_dialog_init(TrammelMovieDialog *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
}

TrammelMovieDialog *
trammel_movie_dialog_show(TrammelScenePane *pane)
{
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(pane));
  TrammelMovieDialog *self =
      g_object_new(TRAMMEL_TYPE_MOVIE_DIALOG, "transient-for", GTK_WINDOW(root), NULL);
  double first = 0, last = 0;

  trammel_scene_pane_get_range(pane, &first, &last);
  self->updating = TRUE;
  gtk_spin_button_set_range(self->from, first, last);
  gtk_spin_button_set_range(self->to, first, last);
  gtk_spin_button_set_value(self->from, first);
  gtk_spin_button_set_value(self->to, last);
  self->updating = FALSE;
  self->pane = g_object_ref(pane);
  on_size_chosen_cb(self);
  gtk_window_present(GTK_WINDOW(self));
  return self;
}
