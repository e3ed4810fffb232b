#include "ui/desktop/recent.h"

#include <string.h>

#include "io/base/ending.h"
#include "io/packed/packed.h"

#define APPLICATION "trammel"
#define MIME_TYPE   "application/vnd.trammel+json"
#define PACKED_TYPE "application/vnd.trammel+zip"

static int
compare_visited(gconstpointer a, gconstpointer b)
{
  GDateTime *first = gtk_recent_info_get_modified(*(GtkRecentInfo *const *)a);
  GDateTime *second = gtk_recent_info_get_modified(*(GtkRecentInfo *const *)b);

  return g_date_time_compare(second, first);
}

GPtrArray *
trammel_recent_list(guint n)
{
  GPtrArray *items = g_ptr_array_new_with_free_func((GDestroyNotify)gtk_recent_info_unref);
  GList *all = gtk_recent_manager_get_items(gtk_recent_manager_get_default());

  for (GList *link = all; link; link = link->next) {
    GtkRecentInfo *info = link->data;
    gboolean is_own = trammel_project_is_file_name(gtk_recent_info_get_uri(info)) ||
                      gtk_recent_info_has_application(info, APPLICATION);
    if (is_own && gtk_recent_info_is_local(info))
      g_ptr_array_add(items, gtk_recent_info_ref(info));
  }
  g_list_free_full(all, (GDestroyNotify)gtk_recent_info_unref);
  g_ptr_array_sort(items, compare_visited);
  if (items->len > n)
    g_ptr_array_set_size(items, (int)n);
  return items;
}

/* Returns the type of a project by its name, or of a log. */
static const char *
guess_type(const char *uri)
{
  if (trammel_packed_has_ending(uri))
    return PACKED_TYPE;
  if (trammel_project_is_file_name(uri))
    return MIME_TYPE;
  return trammel_has_ending(uri, ".mat") ? "application/x-matlab-data" : "text/csv";
}

void
trammel_recent_add(GFile *file)
{
  g_autofree char *uri = g_file_get_uri(file);
  GtkRecentData data = {
      .mime_type = (char *)guess_type(uri),
      .app_name = (char *)APPLICATION,
      .app_exec = (char *)"trammel %u",
  };

  gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri, &data);
}

char *
trammel_recent_dup_folder(GtkRecentInfo *info)
{
  g_autoptr(GFile) file = g_file_new_for_uri(gtk_recent_info_get_uri(info));
  g_autoptr(GFile) folder = g_file_get_parent(file);
  g_autofree char *path = folder ? g_file_get_path(folder) : NULL;
  const char *home = g_get_home_dir();
  gsize length = strlen(home);

  if (!path)
    return g_strdup(gtk_recent_info_get_uri_display(info));
  /* only folders below it, not siblings whose names begin alike */
  if (g_str_has_prefix(path, home) && (path[length] == '/' || path[length] == '\0'))
    return g_strconcat("~", path + length, NULL);
  return g_steal_pointer(&path);
}
