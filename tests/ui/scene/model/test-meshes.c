/* Tests of meshes in the scene model of a mechanism. */
#include <math.h>

#include "engine/linalg/vec3.h"
#include "io/packed/temp_folder.h"
#include "support/mechanisms.h"
#include "support/mesh_files.h"
#include "ui/scene/geometry/skin-store.h"
#include "ui/scene/model/scene-model.h"

/* A mesh is the body's box until it is read, then stands where its file and the shape say; one that
 * cannot be read stays a box. */
static void
test_mesh(void)
{
  g_autofree char *folder = g_dir_make_tmp("trammel-scene-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "cube.stl", NULL);
  g_autofree char *missing = g_build_filename(folder, "missing.stl", NULL);
  const TrammelShape shapes[] = {
      {.body = 0,
       .type = TRAMMEL_SHAPE_MESH,
       .from = {1, 0, 0},
       .size = {0.2, 0.4, -0.6},
       .quat = {M_SQRT1_2, 0, 0, M_SQRT1_2},
       .path = path},
      {.body = 0, .type = TRAMMEL_SHAPE_MESH, .size = {1, 1, 1}, .quat = {1}, .path = missing}};
  const double pose[TR_POSE] = {0, 0, 0, 1, 0, 0, 0};
  TrModel *model = tr_mechanism_pendulum();
  g_autoptr(TrammelDrawList) list = trammel_draw_list_new();
  double reach[3];

  tr_vec3_copy(model->bodies[0].com, (double[3]){0});
  tr_test_write_cube(path, 0);
  g_autoptr(TrammelSceneModel) look = trammel_scene_model_new(model, shapes, G_N_ELEMENTS(shapes));
  g_assert_true(trammel_scene_model_awaits_skins(look));
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
  const TrammelDrawItem *item = trammel_draw_list_get_item(list, 0);
  g_assert_true(item->solid.skin == NULL && item->solid.mesh == TRAMMEL_MESH_BLOCK);
  trammel_skin_store_wait();
  g_assert_true(trammel_scene_model_take_skins(look));
  g_assert_false(trammel_scene_model_awaits_skins(look));
  g_assert_false(trammel_scene_model_take_skins(look));
  trammel_draw_list_clear(list);
  trammel_scene_model_draw_bodies(look, list, pose, TRAMMEL_STYLE_SOLID, FALSE);
  item = trammel_draw_list_get_item(list, 0);
  g_assert_nonnull(item->solid.skin);
  trammel_solid_get_reach(&item->solid, reach);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(reach[i], 0.1 * (i + 1), 1e-7);
  /* the middle of the file, (0.1, 0.2, -0.3) at this scale, turned by 90 degrees about z */
  const double expected[3] = {1 - 0.2, 0.1, -0.3};
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(item->transform.m[12 + i], expected[i], 1e-7);
  item = trammel_draw_list_get_item(list, 1);
  g_assert_true(item->solid.skin == NULL && item->solid.mesh == TRAMMEL_MESH_BLOCK);
  tr_model_free(model);
  trammel_temp_folder_remove(folder);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ui/scene-meshes/mesh", test_mesh);
  return g_test_run();
}
