#include "ui/pages/parts/scene-pane.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/mbs/kinematics/kinematics.h"
#include "plot/figure/number-text.h"
#include "ui/pages/parts/kept-parts.h"
#include "ui/pages/parts/kept.h"
#include "ui/pages/parts/movie-dialog.h"
#include "ui/pages/parts/saved-views.h"
#include "ui/pages/parts/scene-menu.h"
#include "ui/scene/view/scene-view.h"
#include "ui/session/run/motion.h"
#include "ui/session/text/format.h"
#include "ui/widgets/sentence-label.h"
#include "ui/widgets/template.h"

/* Minimum interval between drawn previews where drawing is slow. */
enum { PREVIEW_MS = 100 };

/* Content of the view; owned by the run, the replay or the simulation. */
typedef struct {
  const TrModel *model; /* NULL: none */
  const TrTrajectory *solid, *ghost;
  const TrammelProject *project; /* provides the shapes of the bodies */
  const char *names[2];          /* of the motions, in lower case; translated; NULL: no ghost */
} Scene;

struct _TrammelScenePane {
  GtkWidget parent_instance;
  GtkBox *bar, *view_box;
  GtkGrid *values;
  GtkWidget *estimated, *ghost;
  TrammelSceneView *view;
  TrammelTimeline *timeline;
  TrammelRun *run;               /* source of the content, or none */
  TrammelReplay *replay;         /* likewise */
  TrammelSimulation *simulation; /* likewise */
  Scene scene;
  TrModel *shown; /* mechanism in the view */
  double *poses;  /* [2 x n_bodies x 7] estimated, ghost at the cursor */
  guint due;      /* source that ends the interval of previews; 0: none */
  gboolean has_no_values;
  TrammelRun *next; /* preview that waits for it; nullable */
  int next_log;
};

static void trammel_scene_pane_implement_kept(TrammelKeptInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TrammelScenePane,
                              trammel_scene_pane,
                              GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(TRAMMEL_TYPE_KEPT,
                                                    trammel_scene_pane_implement_kept))

static gboolean
has_same_joints(const TrModel *a, const TrModel *b)
{
  if (!a || a->n_joints != b->n_joints)
    return FALSE;
  for (int i = 0; i < a->n_joints; i++)
    if (!g_str_equal(a->joints[i].name, b->joints[i].name))
      return FALSE;
  return TRUE;
}

/* Returns TRUE if the view can keep its mechanism: poses are those of the centres of mass, so these
 * must agree, and joints must be drawn at the same places. */
static gboolean
is_same_mechanism(const TrModel *a, const TrModel *b)
{
  if (!has_same_joints(a, b) || a->n_bodies != b->n_bodies)
    return FALSE;
  for (int i = 0; i < a->n_bodies; i++)
    if (!g_str_equal(a->bodies[i].name, b->bodies[i].name) ||
        memcmp(a->bodies[i].com, b->bodies[i].com, sizeof a->bodies[i].com) != 0)
      return FALSE;
  return TRUE;
}

static void
set_mechanism(TrammelScenePane *self)
{
  const TrModel *model = self->scene.model;
  const TrTrajectory *motion = self->scene.solid;
  const TrammelProject *project = self->scene.project;
  g_autoptr(GArray) shapes = g_array_new(FALSE, FALSE, sizeof(TrammelShape));

  if (is_same_mechanism(self->shown, model))
    return;
  for (guint i = 0; i < trammel_project_get_n_shapes(project); i++)
    g_array_append_vals(shapes, trammel_project_get_shape(project, i), 1);
  g_clear_pointer(&self->shown, tr_model_free);
  self->shown = tr_model_copy(model);
  trammel_scene_view_set_mechanism(self->view, model, (const TrammelShape *)(void *)shapes->data,
                                   shapes->len);
  trammel_scene_view_set_motion(self->view, motion->pose, (gsize)motion->n_nodes);
}

/* Returns "12.31 deg" for a position of a joint. */
static char *
format_position(const TrJoint *joint, double position)
{
  double factor;
  const char *unit = trammel_display_unit(tr_joint_position_unit(joint), &factor);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean is_angle = g_str_equal(unit, "deg");
  double last = is_angle ? 1e-2 : 1e-5;

  /* adding 0 turns the minus zero of a small negative value into zero */
  g_ascii_formatd(number, sizeof number, is_angle ? "%.2f" : "%.5f",
                  round(position * factor / last) * last + 0.0);
  return g_strdup_printf("%s %s", number, unit);
}

static char *
format_joint(const TrModel *model, int joint, const double *pose)
{
  return format_position(&model->joints[joint], tr_joint_position(model, joint, pose));
}

/* Gives the numbers of a column the width of the longest one of a motion, with a minus sign and
 * wide digits, and never less than before: playing and previews must not move the layout. */
static void
reserve_width(TrammelScenePane *self, int column, const TrTrajectory *motion)
{
  const TrModel *model = self->scene.model;

  for (int j = 0; motion && j < model->n_joints; j++) {
    GtkWidget *label = gtk_grid_get_child_at(self->values, column, j + 1);
    double largest = 0;
    int width, before;
    for (int k = 0; k < motion->n_nodes; k++)
      largest = fmax(largest, fabs(tr_joint_position(model, j, tr_trajectory_pose(motion, k))));
    g_autofree char *longest = format_position(&model->joints[j], -largest);
    for (char *c = longest; *c != '\0'; c++)
      if (g_ascii_isdigit(*c))
        *c = '0';
    g_autofree char *shown = trammel_number_text_dup(longest);
    PangoLayout *text = gtk_widget_create_pango_layout(label, shown);
    pango_layout_get_pixel_size(text, &width, NULL);
    g_object_unref(text);
    gtk_widget_get_size_request(label, &before, NULL);
    gtk_widget_set_size_request(label, MAX(width + 1, before), -1);
  }
}

static void
update_values(TrammelScenePane *self)
{
  const TrModel *model = self->scene.model;
  const double *ghost = self->poses + model->n_bodies * TR_POSE;

  for (int j = 0; j < model->n_joints; j++) {
    g_autofree char *value = format_joint(model, j, self->poses);
    trammel_label_set_numbers(GTK_LABEL(gtk_grid_get_child_at(self->values, 1, j + 1)), value);
    if (!self->scene.names[1])
      continue;
    g_autofree char *measured = self->scene.ghost ? format_joint(model, j, ghost) : g_strdup("–");
    trammel_label_set_numbers(GTK_LABEL(gtk_grid_get_child_at(self->values, 2, j + 1)), measured);
  }
}

/* Returns the forces of the solid motion in `pose` if they are shown; nullable. */
static GArray *
find_forces(TrammelScenePane *self, const double *pose, double time)
{
  gboolean shows = FALSE;

  g_object_get(self->view, "show-forces", &shows, NULL);
  return shows ? trammel_forces_new(self->scene.model, pose, self->scene.solid, time) : NULL;
}

/* Sets the poses [2 x n_bodies x 7] at `time` and returns those of the ghost; NULL: no ghost. */
static double *
find_poses(TrammelScenePane *self, double *poses, double time)
{
  double *ghost = poses + self->scene.model->n_bodies * TR_POSE;

  trammel_motion_at(poses, self->scene.solid, time);
  if (!self->scene.ghost)
    return NULL;
  trammel_motion_at(ghost, self->scene.ghost, time);
  return ghost;
}

static void
update_pose(TrammelScenePane *self)
{
  if (!self->scene.model || !self->timeline)
    return;
  double time = trammel_timeline_get_position(self->timeline);
  const double *ghost = find_poses(self, self->poses, time);
  g_autoptr(GArray) forces = find_forces(self, self->poses, time);

  trammel_scene_view_set_time(self->view, time);
  trammel_scene_view_set_pose(self->view, self->poses, ghost);
  trammel_scene_view_set_forces(self->view, forces);
  update_values(self);
}

/* ---- pictures of the motion ------------------------------------------------------------------ */

gboolean
trammel_scene_pane_get_range(TrammelScenePane *self, double *first, double *last)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_PANE(self), FALSE);
  const TrTrajectory *motion = self->scene.solid;

  if (!self->scene.model)
    return FALSE;
  *first = motion->start;
  *last = motion->start + (motion->n_nodes - 1) * motion->h;
  return TRUE;
}

void
trammel_scene_pane_set_has_values(TrammelScenePane *self, gboolean has_values)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_PANE(self));
  self->has_no_values = !has_values;
  gtk_widget_set_visible(GTK_WIDGET(self->values), has_values && self->scene.model);
}

TrammelSceneView *
trammel_scene_pane_get_view(TrammelScenePane *self)
{
  g_return_val_if_fail(TRAMMEL_IS_SCENE_PANE(self), NULL);
  return self->view;
}

static void
on_still_taken_cb(GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr(GTask) task = data;
  GError *error = NULL;
  cairo_surface_t *surface =
      trammel_scene_view_take_still_finish(TRAMMEL_SCENE_VIEW(source), result, &error);

  if (surface)
    g_task_return_pointer(task, surface, (GDestroyNotify)cairo_surface_destroy);
  else
    g_task_return_error(task, error);
}

void
trammel_scene_pane_take_still_async(TrammelScenePane *self,
                                    double time,
                                    const TrammelSceneStill *still,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_PANE(self));
  g_autoptr(GTask) task = g_task_new(self, NULL, callback, user);
  TrammelSceneStill full = *still;

  if (!self->scene.model) {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s",
                            _("There is no motion to draw."));
    return;
  }
  g_autofree double *poses = g_new0(double, 2 * self->scene.model->n_bodies * TR_POSE);
  full.ghost = find_poses(self, poses, time);
  g_autoptr(GArray) forces = find_forces(self, poses, time);
  full.estimated = poses;
  full.forces = forces;
  trammel_scene_view_take_still_async(self->view, &full, cancellable, on_still_taken_cb,
                                      g_object_ref(task));
}

cairo_surface_t *
trammel_scene_pane_take_still_finish(TrammelScenePane *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail(g_task_is_valid(result, self), NULL);
  return g_task_propagate_pointer(G_TASK(result), error);
}

static void
on_save_motion_cb(GtkWidget *widget, const char *name, GVariant *parameter)
{
  trammel_movie_dialog_show(TRAMMEL_SCENE_PANE(widget));
}

/* ---- the widget ------------------------------------------------------------------------------ */

static GtkWidget *
new_label(const char *text, const char *style, double align)
{
  GtkWidget *label = gtk_label_new(text);

  gtk_label_set_xalign(GTK_LABEL(label), (float)align);
  gtk_widget_add_css_class(label, style);
  gtk_widget_set_hexpand(label, align > 0);
  return label;
}

/* Fills one row per joint; joints that cannot move show 0. */
static void
fill_values(TrammelScenePane *self)
{
  const TrModel *model = self->scene.model;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child(GTK_WIDGET(self->values))))
    gtk_grid_remove(self->values, child);
  gtk_grid_attach(self->values, new_label(_("At the cursor"), "dim-label", 0), 0, 0, 1, 1);
  gtk_grid_attach(self->values, new_label(self->scene.names[0], "dim-label", 1), 1, 0, 1, 1);
  if (self->scene.names[1])
    gtk_grid_attach(self->values, new_label(self->scene.names[1], "dim-label", 1), 2, 0, 1, 1);
  for (int j = 0; j < model->n_joints; j++) {
    gtk_grid_attach(self->values, new_label(model->joints[j].name, "joint-name", 0), 0, j + 1, 1,
                    1);
    gtk_grid_attach(self->values, new_label("", "number", 1), 1, j + 1, 1, 1);
    if (self->scene.names[1])
      gtk_grid_attach(self->values, new_label("", "number", 1), 2, j + 1, 1, 1);
  }
}

static void
on_frame_clicked_cb(TrammelScenePane *self)
{
  trammel_scene_view_frame_all(self->view);
}

static void
trammel_scene_pane_dispose(GObject *object)
{
  TrammelScenePane *self = TRAMMEL_SCENE_PANE(object);

  g_clear_handle_id(&self->due, g_source_remove);
  g_clear_object(&self->next);
  g_clear_object(&self->timeline);
  g_clear_object(&self->run);
  g_clear_pointer(&self->replay, trammel_replay_unref);
  g_clear_pointer(&self->simulation, trammel_simulation_unref);
  self->scene = (Scene){0};
  trammel_template_dispose(object, TRAMMEL_TYPE_SCENE_PANE);
  G_OBJECT_CLASS(trammel_scene_pane_parent_class)->dispose(object);
}

static void
trammel_scene_pane_finalize(GObject *object)
{
  TrammelScenePane *self = TRAMMEL_SCENE_PANE(object);

  g_clear_pointer(&self->shown, tr_model_free);
  g_free(self->poses);
  G_OBJECT_CLASS(trammel_scene_pane_parent_class)->finalize(object);
}

static JsonNode *
store(TrammelKept *kept)
{
  return trammel_kept_store_camera(TRAMMEL_SCENE_PANE(kept)->view);
}

static void
restore(TrammelKept *kept, JsonNode *state)
{
  trammel_kept_restore_camera(TRAMMEL_SCENE_PANE(kept)->view, state);
}

static void
trammel_scene_pane_implement_kept(TrammelKeptInterface *iface)
{
  iface->store = store;
  iface->restore = restore;
}

static void
trammel_scene_pane_class_init(TrammelScenePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);

  G_OBJECT_CLASS(klass)->dispose = trammel_scene_pane_dispose;
  G_OBJECT_CLASS(klass)->finalize = trammel_scene_pane_finalize;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name(widget_class, "scenepane");
  gtk_widget_class_set_template_from_resource(widget_class,
                                              "/io/github/trammel/Trammel/ui/parts/scene-pane.ui");
  gtk_widget_class_bind_template_child(widget_class, TrammelScenePane, view_box);
  gtk_widget_class_bind_template_child(widget_class, TrammelScenePane, values);
  gtk_widget_class_bind_template_child(widget_class, TrammelScenePane, estimated);
  gtk_widget_class_bind_template_child(widget_class, TrammelScenePane, ghost);
  gtk_widget_class_bind_template_child(widget_class, TrammelScenePane, bar);
  gtk_widget_class_bind_template_callback(widget_class, on_frame_clicked_cb);
  gtk_widget_class_install_action(widget_class, "pane.save-motion", NULL, on_save_motion_cb);
}

static void
trammel_scene_pane_init(TrammelScenePane *self)
{
  gtk_widget_init_template(GTK_WIDGET(self));
  self->view = TRAMMEL_SCENE_VIEW(trammel_scene_view_new());
  gtk_widget_set_vexpand(GTK_WIDGET(self->view), TRUE);
  gtk_box_append(self->view_box, GTK_WIDGET(self->view));
  g_autoptr(GMenu) menu = g_menu_new();
  g_menu_append(menu, _("Save the motion…"), "pane.save-motion");
  trammel_scene_view_set_menu(self->view, G_MENU_MODEL(menu));
  gtk_widget_action_set_enabled(GTK_WIDGET(self), "pane.save-motion", FALSE);
  trammel_saved_views_attach(self->view);
  const GBindingFlags flags = G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE;
  g_object_bind_property(self->view, "show-estimated", self->estimated, "active", flags);
  g_object_bind_property(self->view, "show-ghost", self->ghost, "active", flags);
  g_signal_connect_object(self->view, "notify::show-forces", G_CALLBACK(update_pose), self,
                          G_CONNECT_SWAPPED);
  gtk_box_insert_child_after(
      self->bar, trammel_scene_menu_new(self->view, "playback-shows", (const char *const[]){NULL}),
      self->ghost);
}

void
trammel_scene_pane_set_timeline(TrammelScenePane *self, TrammelTimeline *timeline)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_PANE(self));
  if (self->timeline)
    g_signal_handlers_disconnect_by_data(self->timeline, self);
  g_set_object(&self->timeline, timeline);
  if (timeline)
    g_signal_connect_object(timeline, "notify::position", G_CALLBACK(update_pose), self,
                            G_CONNECT_SWAPPED);
  update_pose(self);
}

/* Shows self->scene after it was replaced. */
static void
show_scene(TrammelScenePane *self)
{
  const TrModel *model = self->scene.model;

  gtk_widget_set_visible(GTK_WIDGET(self->values), model != NULL && !self->has_no_values);
  gtk_widget_action_set_enabled(GTK_WIDGET(self), "pane.save-motion", model != NULL);
  if (!model) {
    trammel_scene_view_set_mechanism(self->view, NULL, NULL, 0);
    g_clear_pointer(&self->shown, tr_model_free);
    return;
  }
  g_free(self->poses);
  self->poses = g_new0(double, 2 * model->n_bodies * TR_POSE);
  if (!has_same_joints(self->shown, model))
    fill_values(self);
  reserve_width(self, 1, self->scene.solid);
  if (self->scene.names[1])
    reserve_width(self, 2, self->scene.ghost);
  set_mechanism(self);
  update_pose(self);
}

static void
show_run(TrammelScenePane *self, TrammelRun *run, int log)
{
  g_set_object(&self->run, run);
  g_clear_pointer(&self->replay, trammel_replay_unref);
  self->scene = (Scene){0};
  if (run) {
    const TrFit *fit = trammel_run_get_fit(run);
    self->scene = (Scene){.model = tr_fit_model_of_log(fit, log),
                          .solid = fit->logs[log].trajectory,
                          .ghost = fit->logs[log].start,
                          .project = trammel_problem_get_project(trammel_run_get_problem(run)),
                          .names = {_("estimated"), _("measured")}};
  }
  show_scene(self);
}

static gboolean
on_due_cb(gpointer data)
{
  TrammelScenePane *self = data;
  g_autoptr(TrammelRun) next = g_steal_pointer(&self->next);

  self->due = 0;
  if (next)
    trammel_scene_pane_set_run(self, next, self->next_log);
  return G_SOURCE_REMOVE;
}

void
trammel_scene_pane_set_run(TrammelScenePane *self, TrammelRun *run, int log)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_PANE(self));
  gboolean is_fleeting = run && trammel_run_get_kind(run) == TRAMMEL_RUN_PREVIEW &&
                         trammel_scene_view_is_slow(self->view);

  g_clear_object(&self->next);
  if (is_fleeting && self->due) {
    self->next = g_object_ref(run);
    self->next_log = log;
    return;
  }
  g_clear_handle_id(&self->due, g_source_remove);
  if (is_fleeting)
    self->due = g_timeout_add(PREVIEW_MS, on_due_cb, self);
  show_run(self, run, log);
}

static void
name_simulated(TrammelScenePane *self)
{
  gtk_button_set_label(GTK_BUTTON(self->estimated), _("Simulated"));
  gtk_widget_set_tooltip_text(self->estimated, _("Show the motion that the parameters predict"));
}

void
trammel_scene_pane_set_replay(TrammelScenePane *self, TrammelReplay *replay)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_PANE(self));
  TrammelReplay *old = self->replay;

  g_clear_object(&self->run);
  self->replay = replay ? trammel_replay_ref(replay) : NULL;
  self->scene = (Scene){0};
  if (replay && replay->score->motion)
    self->scene = (Scene){.model = replay->model,
                          .solid = replay->score->motion,
                          .ghost = replay->score->estimated,
                          .project = trammel_problem_get_project(replay->problem),
                          .names = {_("simulated"), _("measured")}};
  name_simulated(self);
  gtk_widget_set_tooltip_text(self->ghost, _("Show the motion that fits the log best as a ghost"));
  show_scene(self);
  g_clear_pointer(&old, trammel_replay_unref);
}

void
trammel_scene_pane_set_simulation(TrammelScenePane *self, TrammelSimulation *simulation)
{
  g_return_if_fail(TRAMMEL_IS_SCENE_PANE(self));
  TrammelSimulation *old = self->simulation;

  self->simulation = simulation ? trammel_simulation_ref(simulation) : NULL;
  self->scene = (Scene){0};
  if (simulation)
    self->scene = (Scene){.model = trammel_project_get_model(simulation->project),
                          .solid = simulation->motion,
                          .project = simulation->project,
                          .names = {_("simulated"), NULL}};
  name_simulated(self);
  gtk_widget_set_visible(self->ghost, FALSE);
  show_scene(self);
  g_clear_pointer(&old, trammel_simulation_unref);
}
