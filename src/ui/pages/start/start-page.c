#include "ui/pages/start/start-page.h"

#include <glib/gi18n.h>

#include "io/project/examples.h"
#include "ui/desktop/recent.h"
#include "ui/widgets/box.h"
#include "ui/widgets/template.h"
#include "ui/widgets/text-label.h"

/* Height of the picture on a card [px]. */
enum { PICTURE_HEIGHT = 122 };

struct _TrammelStartPage {
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkFlowBox *cards;
  GtkBox *recent;
  GtkWidget *recent_section;
};

G_DEFINE_FINAL_TYPE(TrammelStartPage, trammel_start_page, GTK_TYPE_WIDGET)

/* Returns the picture of an example.  All have the same height, so that the titles of cards in a
 * row are level, whatever the length of their texts. */
static GtkWidget *
new_picture(const TrammelExample *example)
{
  g_autofree char *path =
      g_strdup_printf("/io/github/trammel/Trammel/pictures/%s.svg", example->name);
  GtkWidget *image = gtk_picture_new_for_resource(path), *overlay = gtk_overlay_new(),
            *frame = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);

  gtk_picture_set_can_shrink(GTK_PICTURE(image), TRUE);
  gtk_widget_add_css_class(overlay, "card-picture");
  gtk_accessible_update_property(GTK_ACCESSIBLE(image), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(example->title), -1);
  gtk_widget_set_size_request(frame, -1, PICTURE_HEIGHT);
  gtk_overlay_set_child(GTK_OVERLAY(overlay), frame);
  gtk_overlay_add_overlay(GTK_OVERLAY(overlay), image);
  return overlay;
}

/* Returns a card, a single button: picture, title, description of the log and of the parameters
 * that it determines. */
static GtkWidget *
new_card(const TrammelExample *example)
{
  GtkWidget *button = gtk_button_new();
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *summary = trammel_text_label_new(_(example->summary), "card-summary");

  gtk_label_set_max_width_chars(GTK_LABEL(summary), 30);
  gtk_label_set_yalign(GTK_LABEL(summary), 0);
  gtk_widget_set_vexpand(summary, TRUE);
  gtk_box_append(GTK_BOX(box), new_picture(example));
  gtk_box_append(GTK_BOX(box), trammel_text_label_new(_(example->title), "card-title"));
  gtk_box_append(GTK_BOX(box), summary);
  gtk_button_set_child(GTK_BUTTON(button), box);
  gtk_widget_add_css_class(button, "card");
  gtk_widget_set_size_request(button, 250, -1);
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "win.open-example");
  gtk_actionable_set_action_target(GTK_ACTIONABLE(button), "s", example->name);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(example->title), -1);
  return button;
}

static void
add_cards(TrammelStartPage *self)
{
  for (guint i = 0; i < trammel_examples_get_n(); i++) {
    gtk_flow_box_insert(self->cards, new_card(trammel_examples_get(i)), -1);
    GtkFlowBoxChild *child = gtk_flow_box_get_child_at_index(self->cards, (int)i);
    gtk_widget_set_focusable(GTK_WIDGET(child), FALSE);
  }
}

static GtkWidget *
new_recent_row(GtkRecentInfo *info)
{
  g_autofree char *folder = trammel_recent_dup_folder(info);
  GtkWidget *button = gtk_button_new();
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *path = trammel_text_label_new(folder, "dim-label");

  gtk_label_set_wrap(GTK_LABEL(path), FALSE);
  gtk_label_set_ellipsize(GTK_LABEL(path), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append(GTK_BOX(box),
                 trammel_text_label_new(gtk_recent_info_get_display_name(info), "recent-name"));
  gtk_box_append(GTK_BOX(box), path);
  gtk_button_set_child(GTK_BUTTON(button), box);
  gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
  gtk_widget_add_css_class(button, "recent");
  if (!gtk_recent_info_exists(info)) {
    gtk_widget_set_sensitive(button, FALSE);
    gtk_widget_set_tooltip_text(button, _("The file is no longer there."));
    return button;
  }
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "win.open-recent");
  gtk_actionable_set_action_target(GTK_ACTIONABLE(button), "s", gtk_recent_info_get_uri(info));
  return button;
}

static void
fill_recent(TrammelStartPage *self)
{
  g_autoptr(GPtrArray) items = trammel_recent_list(5);

  trammel_box_clear(self->recent);
  for (guint i = 0; i < items->len; i++)
    gtk_box_append(self->recent, new_recent_row(g_ptr_array_index(items, i)));
  gtk_widget_set_visible(self->recent_section, items->len > 0);
}

static void
trammel_start_page_dispose(GObject *object)
{
  trammel_template_dispose(object, TRAMMEL_TYPE_START_PAGE);
  G_OBJECT_CLASS(trammel_start_page_parent_class)->dispose(object);
}

static void
trammel_start_page_class_init(TrammelStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_start_page_dispose;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "startpage");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/start/start-page.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelStartPage, scroller);
  gtk_widget_class_bind_template_child(widget_class, TrammelStartPage, cards);
  gtk_widget_class_bind_template_child(widget_class, TrammelStartPage, recent);
  gtk_widget_class_bind_template_child(widget_class, TrammelStartPage, recent_section);
}

static void
trammel_start_page_init(TrammelStartPage *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  add_cards(self);
  fill_recent(self);
  g_signal_connect_object(gtk_recent_manager_get_default(), "changed", G_CALLBACK(fill_recent),
                          self, G_CONNECT_SWAPPED);
}
