#include "ui/scene/gl/renderer.h"

#include <epoxy/gl.h>
#include <math.h>

#include "engine/linalg/vec3.h"
#include "ui/scene/geometry/grid.h"
#include "ui/scene/geometry/triad.h"
#include "ui/scene/gl/mesh.h"
#include "ui/scene/gl/program.h"
#include "ui/scene/gl/target.h"

/* Number of hard shadows whose sum has a soft edge. */
enum { N_SHADOWS = 6 };
enum { SAMPLES = 4 };
enum { GHOST_STENCIL = 0x80 }; /* not one of the shadows */

#define OUTLINE       1.3              /* [px] about a ghost */
#define GHOST_BEHIND  0.03             /* of the camera's distance */
#define DEPTH_STEP    (4 / 16777216.0) /* two of the depth buffer's 2^24, in its width of 2 */
#define SHADOW_SPREAD 0.03
#define SHADOW_TILT   0.22

/* Pictures without a skin after which its mesh is dropped. */
enum { MOST_UNUSED = 100 };

/* Skin in the memory of the graphics processor. */
typedef struct {
  TrammelGlMesh mesh;
  guint64 last_used; /* number of the picture */
} Loaded;

struct _TrammelRenderer {
  TrammelGlMesh meshes[TRAMMEL_N_MESHES];
  GHashTable *skins; /* TrammelSkin -> Loaded */
  guint64 n_pictures;
  GLuint solid, flat, grid, background, empty_array;
  TrammelGlTarget target;
  TrammelDrawList *triad;
};

typedef struct {
  double top[3], bottom[3];
  float grid[4], shadow[4], ghost[4], outline[4];
  double ghost_rim;
} Theme;

static const Theme light_theme = {.top = {0.985, 0.99, 0.995},
                                  .bottom = {0.895, 0.91, 0.93},
                                  .grid = {0.42f, 0.47f, 0.54f, 0.38f},
                                  .shadow = {0.10f, 0.12f, 0.16f, 0.046f},
                                  .ghost = {0.50f, 0.52f, 0.56f, 0.35f},
                                  .outline = {0.36f, 0.38f, 0.42f, 0.8f},
                                  .ghost_rim = 0.6};
static const Theme dark_theme = {.top = {0.180, 0.190, 0.210},
                                 .bottom = {0.115, 0.120, 0.133},
                                 .grid = {0.62f, 0.67f, 0.74f, 0.26f},
                                 .shadow = {0.0f, 0.0f, 0.0f, 0.08f},
                                 .ghost = {0.72f, 0.74f, 0.78f, 0.35f},
                                 .outline = {0.80f, 0.82f, 0.86f, 0.8f},
                                 .ghost_rim = 0.6};

/* State shared by all draws of one picture. */
typedef struct {
  const Theme *theme;
  TrammelMat4 clip; /* world -> clip space */
  double eye[3], up[3], key[3];
} Pass;

/* Frees a mesh of the current context. */
static void
free_loaded(gpointer data)
{
  Loaded *loaded = data;

  trammel_gl_mesh_clear(&loaded->mesh);
  g_free(loaded);
}

static void
load_meshes(TrammelRenderer *self)
{
  for (int kind = 0; kind < TRAMMEL_N_MESHES; kind++) {
    TrammelMesh source;

    trammel_mesh_init(&source, kind);
    trammel_gl_mesh_init(&self->meshes[kind], &source);
    trammel_mesh_clear(&source);
  }
}

TrammelRenderer *
trammel_renderer_new(GError **error)
{
  TrammelRenderer *self = g_new0(TrammelRenderer, 1);

  TrammelMat4 origin = trammel_mat4_identity();

  self->skins = g_hash_table_new_full(NULL, NULL, (GDestroyNotify)trammel_skin_unref, free_loaded);
  self->triad = trammel_draw_list_new();
  trammel_triad_draw(self->triad, &origin, 1, TRAMMEL_STYLE_SOLID);
  self->solid = trammel_gl_program_new("solid.vert", "solid.frag", error);
  if (self->solid != 0)
    self->flat = trammel_gl_program_new("solid.vert", "flat.frag", error);
  if (self->flat != 0)
    self->grid = trammel_gl_program_new("grid.vert", "grid.frag", error);
  if (self->grid != 0)
    self->background = trammel_gl_program_new("background.vert", "background.frag", error);
  if (self->background == 0) {
    trammel_renderer_free(self);
    return NULL;
  }
  glGenVertexArrays(1, &self->empty_array);
  load_meshes(self);
  return self;
}

void
trammel_renderer_free(TrammelRenderer *self)
{
  for (int kind = 0; kind < TRAMMEL_N_MESHES; kind++)
    trammel_gl_mesh_clear(&self->meshes[kind]);
  g_hash_table_unref(self->skins);
  glDeleteVertexArrays(1, &self->empty_array);
  glDeleteProgram(self->solid);
  glDeleteProgram(self->flat);
  glDeleteProgram(self->grid);
  glDeleteProgram(self->background);
  trammel_gl_target_clear(&self->target);
  trammel_draw_list_free(self->triad);
  g_free(self);
}

void
trammel_renderer_get_background(gboolean dark, double top[3], double bottom[3])
{
  const Theme *theme = dark ? &dark_theme : &light_theme;

  tr_vec3_copy(top, theme->top);
  tr_vec3_copy(bottom, theme->bottom);
}

static void
set_matrix(GLuint program, const char *name, const TrammelMat4 *matrix)
{
  float values[16];

  trammel_mat4_to_floats(values, matrix);
  glUniformMatrix4fv(glGetUniformLocation(program, name), 1, GL_FALSE, values);
}

static void
init_pass(Pass *pass, const TrammelSceneImage *picture)
{
  TrammelViewport viewport = {picture->width, picture->height};
  TrammelMat4 view = trammel_camera_view(&picture->camera);
  TrammelMat4 projection = trammel_camera_projection(&picture->camera, &viewport);
  double right[3], up[3], back[3], length;

  pass->theme =
      picture->dark && picture->background != TRAMMEL_BACKGROUND_WHITE ? &dark_theme : &light_theme;
  pass->clip = trammel_mat4_multiply(&projection, &view);
  trammel_camera_eye(&picture->camera, pass->eye);
  tr_vec3_copy(pass->up, picture->camera.up);
  /* the light comes from over the viewer's left shoulder */
  trammel_camera_axes(&picture->camera, right, up, back);
  for (int i = 0; i < 3; i++)
    pass->key[i] = -0.55 * right[i] + 0.45 * up[i] + 0.35 * pass->up[i] + 0.55 * back[i];
  length = tr_vec3_norm(pass->key);
  for (int i = 0; i < 3; i++)
    pass->key[i] /= length;
}

static void
draw_background(TrammelRenderer *self, const Theme *theme, TrammelSceneBackground background)
{
  static const double white[3] = {1, 1, 1};
  gboolean is_white = background == TRAMMEL_BACKGROUND_WHITE;

  if (background == TRAMMEL_BACKGROUND_NONE) {
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    return;
  }
  glUseProgram(self->background);
  trammel_gl_set_vec3(self->background, "u_top", is_white ? white : theme->top);
  trammel_gl_set_vec3(self->background, "u_bottom", is_white ? white : theme->bottom);
  glBindVertexArray(self->empty_array);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void
use_solid(TrammelRenderer *self, const Pass *pass)
{
  glUseProgram(self->solid);
  set_matrix(self->solid, "u_clip", &pass->clip);
  trammel_gl_set_vec3(self->solid, "u_eye", pass->eye);
  trammel_gl_set_vec3(self->solid, "u_up", pass->up);
  trammel_gl_set_vec3(self->solid, "u_key", pass->key);
  trammel_gl_set_float(self->solid, "u_rim", 1);
  trammel_gl_set_float(self->solid, "u_behind", 0);
  trammel_gl_set_float(self->solid, "u_ahead", 0);
}

/* Returns the mesh of a solid. */
static const TrammelGlMesh *
get_mesh(TrammelRenderer *self, const TrammelSolid *solid)
{
  Loaded *loaded;

  if (!solid->skin)
    return &self->meshes[solid->mesh];
  loaded = g_hash_table_lookup(self->skins, solid->skin);
  if (!loaded) {
    loaded = g_new0(Loaded, 1);
    trammel_gl_mesh_init(&loaded->mesh, &solid->skin->mesh);
    g_hash_table_insert(self->skins, trammel_skin_ref(solid->skin), loaded);
  }
  loaded->last_used = self->n_pictures;
  return &loaded->mesh;
}

/* Drops skins that have not been drawn for some time. */
static void
drop_unused(TrammelRenderer *self)
{
  GHashTableIter iter;
  gpointer value;

  self->n_pictures++;
  g_hash_table_iter_init(&iter, self->skins);
  while (g_hash_table_iter_next(&iter, NULL, &value))
    if (((const Loaded *)value)->last_used + MOST_UNUSED < self->n_pictures)
      g_hash_table_iter_remove(&iter);
}

/* Draws an item with the program in use, which takes the uniforms of solid.vert. */
static void
draw_item(TrammelRenderer *self, GLuint program, const TrammelDrawItem *item)
{
  float normal[9];

  trammel_mat4_normal_matrix(normal, &item->transform);
  set_matrix(program, "u_transform", &item->transform);
  glUniformMatrix3fv(glGetUniformLocation(program, "u_normal"), 1, GL_FALSE, normal);
  trammel_gl_set_vec3(program, "u_half", item->solid.half);
  trammel_gl_set_float(program, "u_radius", item->solid.radius);
  trammel_gl_mesh_draw(get_mesh(self, &item->solid));
}

/* Draws the lit items.  If faces of two items lie in one plane, the later item wins, by a uniform
 * instead of glPolygonOffset(): OpenGL on the processor compiles code again for every offset, and
 * keeps few. */
static void
draw_lit(TrammelRenderer *self,
         const Pass *pass,
         const TrammelDrawList *list,
         TrammelDrawStyle style)
{
  use_solid(self, pass);
  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
    const TrammelDrawItem *item = trammel_draw_list_get_item(list, i);

    if (item->style != style)
      continue;
    trammel_gl_set_float(self->solid, "u_ahead", DEPTH_STEP * i);
    trammel_gl_set_vec4(self->solid, "u_color", item->color);
    draw_item(self, self->solid, item);
  }
  trammel_gl_set_float(self->solid, "u_ahead", 0);
}

static void
draw_grid(TrammelRenderer *self, const Pass *pass, const TrammelGrid *grid)
{
  glUseProgram(self->grid);
  set_matrix(self->grid, "u_clip", &pass->clip);
  set_matrix(self->grid, "u_transform", &grid->plane);
  trammel_gl_set_vec3(self->grid, "u_half", (double[3]){grid->fade, grid->fade, 0});
  trammel_gl_set_vec2(self->grid, "u_centre", grid->centre[0], grid->centre[1]);
  trammel_gl_set_float(self->grid, "u_fade", grid->fade);
  trammel_gl_set_float(self->grid, "u_step", grid->step);
  trammel_gl_set_vec4(self->grid, "u_color", pass->theme->grid);
  trammel_gl_mesh_draw(&self->meshes[TRAMMEL_MESH_PLANE]);
}

/* Draws the shadow: the solids projected to the ground, their lit faces only; the stencil keeps a
 * place from being darkened twice. */
static void
draw_shadow(TrammelRenderer *self,
            const TrammelGrid *grid,
            const TrammelDrawList *list,
            const double towards[3])
{
  TrammelMat4 flatten = trammel_grid_shadow(grid, towards);

  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
    TrammelDrawItem item = *trammel_draw_list_get_item(list, i);

    if (item.style != TRAMMEL_STYLE_SOLID)
      continue;
    item.transform = trammel_mat4_multiply(&flatten, &item.transform);
    draw_item(self, self->flat, &item);
  }
}

static void
draw_shadows(TrammelRenderer *self,
             const Pass *pass,
             const TrammelGrid *grid,
             const TrammelDrawList *list,
             int n)
{
  const float *shadow = pass->theme->shadow;
  /* as dark as the sum of all */
  float alpha = (float)(1 - pow(1 - shadow[3], N_SHADOWS / (double)n));
  double spread = n > 1 ? SHADOW_SPREAD : 0;

  glUseProgram(self->flat);
  set_matrix(self->flat, "u_clip", &pass->clip);
  trammel_gl_set_vec4(self->flat, "u_color", (float[4]){shadow[0], shadow[1], shadow[2], alpha});
  glEnable(GL_STENCIL_TEST);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  for (int k = 0; k < n; k++) {
    double angle = 2 * M_PI * k / n, towards[3];

    for (int i = 0; i < 3; i++)
      towards[i] = grid->plane.m[8 + i] + (spread * cos(angle) - SHADOW_TILT) * grid->plane.m[i] +
                   (spread * sin(angle) - SHADOW_TILT) * grid->plane.m[4 + i];
    glStencilFunc(GL_NOTEQUAL, k + 1, 0xff);
    draw_shadow(self, grid, list, towards);
  }
  glDisable(GL_STENCIL_TEST);
}

static void
draw_ground(TrammelRenderer *self,
            const Pass *pass,
            const TrammelSceneImage *picture,
            const TrammelDrawList *list)
{
  TrammelGrid grid;

  trammel_grid_init(&grid, &picture->camera, picture->ground);
  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  draw_grid(self, pass, &grid);
  glEnable(GL_CULL_FACE);
  /* from below the ground is transparent and has no shadow */
  if (tr_vec3_dot(pass->eye, pass->up) > picture->ground)
    draw_shadows(self, pass, &grid, list, picture->is_draft ? 1 : N_SHADOWS);
  glDepthMask(GL_TRUE);
}

static void
draw_ghost_items(TrammelRenderer *self, GLuint program, const TrammelDrawList *list)
{
  for (guint i = 0; i < trammel_draw_list_get_n_items(list); i++) {
    const TrammelDrawItem *item = trammel_draw_list_get_item(list, i);

    if (item->style == TRAMMEL_STYLE_GHOST)
      draw_item(self, program, item);
  }
}

/* Draws a line of constant width around the ghosts: the enlarged ghosts, outside of the drawn
 * ones. */
static void
draw_outline(TrammelRenderer *self,
             const Pass *pass,
             const TrammelSceneImage *picture,
             const TrammelDrawList *list)
{
  glUseProgram(self->flat);
  set_matrix(self->flat, "u_clip", &pass->clip);
  trammel_gl_set_vec2(self->flat, "u_swell", OUTLINE * 2.0 * picture->scale / picture->width,
                      OUTLINE * 2.0 * picture->scale / picture->height);
  trammel_gl_set_vec3(self->flat, "u_eye", pass->eye);
  trammel_gl_set_float(self->flat, "u_behind", GHOST_BEHIND * picture->camera.distance);
  trammel_gl_set_vec4(self->flat, "u_color", pass->theme->outline);
  glStencilFunc(GL_NOTEQUAL, GHOST_STENCIL, GHOST_STENCIL);
  draw_ghost_items(self, self->flat, list);
  trammel_gl_set_vec2(self->flat, "u_swell", 0, 0);
  trammel_gl_set_float(self->flat, "u_behind", 0);
}

/* Draws the ghosts: first the depth of the nearest surface, then only that surface's colour, so
 * that the inside of a ghost does not show.  The depth is that of a place about the thickness of a
 * link behind it, so that a ghost that coincides with the solid stays hidden in it instead of
 * flickering. */
static void
draw_ghosts(TrammelRenderer *self,
            const Pass *pass,
            const TrammelSceneImage *picture,
            const TrammelDrawList *list)
{
  use_solid(self, pass);
  trammel_gl_set_vec4(self->solid, "u_color", pass->theme->ghost);
  trammel_gl_set_float(self->solid, "u_rim", pass->theme->ghost_rim);
  trammel_gl_set_float(self->solid, "u_behind", GHOST_BEHIND * picture->camera.distance);
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_ALWAYS, GHOST_STENCIL, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  draw_ghost_items(self, self->solid, list);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_FALSE);
  /* coinciding surfaces count once */
  glStencilFunc(GL_EQUAL, GHOST_STENCIL, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
  draw_ghost_items(self, self->solid, list);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  draw_outline(self, pass, picture, list);
  glDepthMask(GL_TRUE);
  glDisable(GL_STENCIL_TEST);
}

static void
draw_triad(TrammelRenderer *self, const TrammelSceneImage *picture)
{
  int size = (int)(TRAMMEL_TRIAD_SIZE * picture->scale);
  Pass pass;

  if (picture->width < 3 * size || picture->height < 3 * size)
    return;
  init_pass(&pass, picture);
  pass.clip = trammel_triad_clip(&picture->camera);
  glViewport(0, 0, size, size);
  glScissor(0, 0, size, size);
  glEnable(GL_SCISSOR_TEST);
  glClear(GL_DEPTH_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  draw_lit(self, &pass, self->triad, TRAMMEL_STYLE_SOLID);
}

static void
set_state(const TrammelSceneImage *picture)
{
  glViewport(0, 0, picture->width, picture->height);
  glClearStencil(0);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glEnable(GL_CULL_FACE);
  /* the alpha of a picture with a background stays 1 */
  if (picture->background == TRAMMEL_BACKGROUND_NONE)
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  else
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
}

static void
reset_state(void)
{
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glUseProgram(0);
  glBindVertexArray(0);
}

gboolean
trammel_renderer_draw(TrammelRenderer *self,
                      const TrammelSceneImage *picture,
                      TrammelDrawList *list,
                      GError **error)
{
  GLint target;
  Pass pass;

  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  if (!trammel_gl_target_bind(&self->target, SAMPLES, picture->width, picture->height, error)) {
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    return FALSE;
  }
  init_pass(&pass, picture);
  trammel_draw_list_sort(list, pass.eye);
  set_state(picture);
  draw_background(self, pass.theme, picture->background);
  glEnable(GL_DEPTH_TEST);
  draw_lit(self, &pass, list, TRAMMEL_STYLE_SOLID);
  glEnable(GL_BLEND);
  if (picture->show_grid)
    draw_ground(self, &pass, picture, list);
  draw_ghosts(self, &pass, picture, list);
  glDisable(GL_BLEND);
  glClear(GL_DEPTH_BUFFER_BIT);
  draw_lit(self, &pass, list, TRAMMEL_STYLE_MARK);
  if (picture->show_axes)
    draw_triad(self, picture);
  drop_unused(self);
  reset_state();
  trammel_gl_target_copy_to(&self->target, (GLuint)target);
  return TRUE;
}
