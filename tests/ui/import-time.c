/* Import benchmark: prints the time from a log's file to the drawing of the page Data: reading, the
 * stamps of the clock, sparklines and findings, and a series with its pyramid for every channel.
 *
 *   import-time FILE [RUNS] */
#include <math.h>

#include "io/log/load.h"
#include "plot/figure/series.h"
#include "ui/session/import/log-view.h"

static const char project_text[] =
    "{ \"format\": \"trammel/1\", \"model\": {"
    " \"bodies\": [ { \"name\": \"rod\", \"mass\": 1 } ],"
    " \"joints\": [ { \"name\": \"j\", \"type\": \"hinge\", \"parent\": \"world\","
    "                 \"child\": \"rod\" } ] },"
    " \"logs\": [ { \"name\": \"log\", \"file\": \"%s\" } ] }";

static double
get_seconds(gint64 since)
{
  return (double)(g_get_monotonic_time() - since) * 1e-6;
}

/* Uses every pyramid once, since they are created on first use. */
static gsize
draw(const TrammelLogTable *table)
{
  gsize n = 0;

  for (guint i = 0; i < table->channels->len; i++) {
    const TrammelTableChannel *channel = table->channels->pdata[i];
    double low, high;
    if (!channel->t)
      continue;
    g_autoptr(TrammelSeries) series =
        trammel_series_new(channel->name, channel->t, channel->y, channel->n, NULL);
    trammel_series_y_extent(series, 0, table->duration, FALSE, &low, &high);
    n += channel->n;
  }
  return n;
}

int
main(int argc, char **argv)
{
  int runs = argc > 2 ? atoi(argv[2]) : 3;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = argc > 1 ? g_strdup_printf(project_text, argv[1]) : NULL;
  g_autoptr(TrammelProject) project =
      text ? trammel_project_new_from_data(text, -1, NULL, &error) : NULL;

  if (!project) {
    g_printerr("%s\n", error ? error->message : "Usage: import-time FILE [RUNS]");
    return 2;
  }
  for (int i = 0; i < runs; i++) {
    gint64 begin = g_get_monotonic_time();
    g_autoptr(TrammelDataset) dataset = trammel_dataset_load(argv[1], NULL, NULL, &error);
    if (!dataset) {
      g_printerr("%s\n", error->message);
      return 3;
    }
    double read = get_seconds(begin);
    g_autoptr(TrammelLogTable) table = trammel_log_table_new(project, 0, dataset);
    gsize n = draw(table);
    g_print("read %.3f s, with pyramids %.3f s", read, get_seconds(begin));
    gint64 again = g_get_monotonic_time();
    g_autoptr(TrammelLogView) view = trammel_log_view_new(project, 0, NULL, TRUE, NULL);
    g_print("; the page's own view with findings %.3f s; %" G_GSIZE_FORMAT " samples\n",
            get_seconds(again), n);
  }
  return 0;
}
