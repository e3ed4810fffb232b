#include "ui/desktop/video.h"

#include <glib/gi18n.h>
#include <string.h>

/* Pictures as ffmpeg and GStreamer number them. */
#define PATTERN "frame-%05d.png"
#define WEBM    "video.webm"

/* Program and its arguments; @folder and @rate in them are replaced. */
typedef struct {
  const char *program, *arguments[24];
} Encoder;

static const Encoder encoders[] = {
    {"ffmpeg",
     {"-y",   "-nostdin", "-loglevel",        "error", "-framerate", "@rate",   "-start_number",
      "1",    "-i",       "@folder/" PATTERN, "-c:v",  "libvpx-vp9", "-b:v",    "0",
      "-crf", "24",       "-row-mt",          "1",     "-pix_fmt",   "yuv420p", "@folder/" WEBM}},
    {"gst-launch-1.0",
     {"-q",
      "multifilesrc",
      "location=@folder/" PATTERN,
      "start-index=1",
      "caps=image/png,framerate=@rate/1",
      "!",
      "pngdec",
      "!",
      "videoconvert",
      "!",
      "vp8enc",
      "end-usage=cq",
      "cq-level=10",
      "target-bitrate=20000000",
      "deadline=1",
      "!",
      "webmmux",
      "!",
      "filesink",
      "location=@folder/" WEBM}},
};

/* Program under way. */
typedef struct {
  GSubprocess *process;
  char *made, *path; /* of the video in the folder, and where it is wanted */
} Coding;

static void
free_coding(gpointer data)
{
  Coding *coding = data;

  g_clear_object(&coding->process);
  g_free(coding->made);
  g_free(coding->path);
  g_free(coding);
}

static const Encoder *
find_encoder(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(encoders); i++) {
    g_autofree char *path = g_find_program_in_path(encoders[i].program);
    if (path)
      return &encoders[i];
  }
  return NULL;
}

const char *
trammel_video_get_program(void)
{
  const Encoder *encoder = find_encoder();

  return encoder ? encoder->program : NULL;
}

const char *
trammel_video_get_trouble(void)
{
  return find_encoder() ? NULL
                        : _("A video needs ffmpeg, or gst-launch-1.0 of GStreamer; neither is "
                            "installed. Save numbered pictures instead.");
}

static char *
replace(const char *text, const char *folder, guint rate)
{
  g_autoptr(GString) out = g_string_new(text);
  g_autofree char *number = g_strdup_printf("%u", rate);

  g_string_replace(out, "@rate", number, 0);
  g_string_replace(out, "@folder", folder, 0);
  return g_string_free(g_steal_pointer(&out), FALSE);
}

static GSubprocess *
start_encoder(const Encoder *encoder, const char *folder, guint rate, GError **error)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();

  g_strv_builder_add(builder, encoder->program);
  for (guint i = 0; encoder->arguments[i]; i++) {
    g_autofree char *argument = replace(encoder->arguments[i], folder, rate);
    g_strv_builder_add(builder, argument);
  }
  g_auto(GStrv) words = g_strv_builder_end(builder);
  return g_subprocess_newv((const char *const *)words,
                           G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                           error);
}

/* Returns the last line of what the program said. */
static char *
get_last_line(const char *said)
{
  g_autofree char *text = g_strstrip(g_strdup(said ? said : ""));
  const char *line = strrchr(text, '\n');

  return g_strdup(line ? line + 1 : text);
}

static gboolean
move_video(const Coding *coding, GError **error)
{
  g_autoptr(GFile) from = g_file_new_for_path(coding->made);
  g_autoptr(GFile) to = g_file_new_for_path(coding->path);

  return g_file_move(from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error);
}

static void
on_ended_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GTask) task = data;
  const Coding *coding = g_task_get_task_data(task);
  GSubprocess *process = G_SUBPROCESS(source);
  g_autofree char *said = NULL;
  GError *error = NULL;

  if (!g_subprocess_communicate_utf8_finish(process, result, NULL, &said, &error)) {
    g_subprocess_force_exit(process);
    g_task_return_error(task, error);
  } else if (!g_subprocess_get_successful(process)) {
    g_autofree char *line = get_last_line(said);
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s made no video: %s"),
                            trammel_video_get_program(), line);
  } else if (!move_video(coding, &error)) {
    g_task_return_error(task, error);
  } else {
    g_task_return_boolean(task, TRUE);
  }
}

void
trammel_video_encode_async(const char *folder,
                           guint rate,
                           const char *path,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user)
{
  g_autoptr(GTask) task = g_task_new(NULL, cancellable, callback, user);
  const Encoder *encoder = find_encoder();
  Coding *coding = g_new0(Coding, 1);
  GError *error = NULL;

  g_task_set_source_tag(task, trammel_video_encode_async);
  g_task_set_task_data(task, coding, free_coding);
  coding->made = g_build_filename(folder, WEBM, NULL);
  coding->path = g_strdup(path);
  if (!encoder) {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s",
                            trammel_video_get_trouble());
    return;
  }
  coding->process = start_encoder(encoder, folder, rate, &error);
  if (!coding->process) {
    g_task_return_error(task, error);
    return;
  }
  g_subprocess_communicate_utf8_async(coding->process, NULL, cancellable, on_ended_cb,
                                      g_object_ref(task));
}

gboolean
trammel_video_encode_finish(GAsyncResult *result, GError **error)
{
  g_return_val_if_fail(g_task_is_valid(result, NULL), FALSE);
  return g_task_propagate_boolean(G_TASK(result), error);
}
