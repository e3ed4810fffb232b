/* trammel-mesh-helper FORMAT: parses a mesh file (stl, obj or dae) on its standard input in a
 * separate process and writes its triangles (mesh/stream.h).  Uses neither GLib nor the rest of the
 * program. */
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/cage/sandbox.h"
#include "io/mesh/stream.h"
#include "io/mesh/weld.h"

/* A text of triangles takes several times its size as a scene. */
#define BASE_MEMORY  (512ULL * 1024 * 1024)
#define MEMORY_RATIO 24

#ifdef __SANITIZE_ADDRESS__
/* Options of the sanitizer: its own memory limit, because it cannot run with RLIMIT_AS. */
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
  return "hard_rss_limit_mb=4096:allocator_may_return_null=1:detect_leaks=0";
}
#endif

static void
put(const void *data, size_t size)
{
  if (size > 0 && fwrite(data, size, 1, stdout) != 1)
    _exit(EXIT_FAILURE);
}

/* Ends the process without the clean-up of the library. */
_Noreturn static void
answer(TrammelMeshAnswer word, const TrammelWeld *weld)
{
  TrammelMeshRecord record = {word, weld ? weld->n_vertices : 0, weld ? weld->n_triangles : 0};

  put(TRAMMEL_MESH_MAGIC, strlen(TRAMMEL_MESH_MAGIC));
  put(&record, sizeof record);
  if (weld) {
    put(weld->vertices, weld->n_vertices * sizeof *weld->vertices);
    put(weld->triangles, weld->n_triangles * sizeof *weld->triangles);
  }
  _exit(fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

static bool
enter_cage(uint64_t size)
{
  const TrammelCageLimits limits = {.cpu_seconds = trammel_mesh_cpu_seconds(size),
                                    .patience_milliseconds = 1000 * trammel_mesh_cpu_seconds(size),
                                    .memory = BASE_MEMORY + MEMORY_RATIO * size};

  return trammel_cage_enter(&limits);
}

/* Reads the whole input, whose size is that of the file. */
static char *
read_input(size_t size)
{
  char *data = malloc(size + 1);
  size_t got = 0;

  while (data && got < size) {
    ssize_t n = read(STDIN_FILENO, data + got, size - got);
    if (n <= 0)
      answer(TRAMMEL_MESH_FORMAT, NULL);
    got += (size_t)n;
  }
  if (!data)
    _exit(EXIT_FAILURE);
  data[size] = 0;
  return data;
}

/* Parses the file.  Normals and the like are not needed; coordinates stay in the axes of the file:
 * COLLADA files name an upward axis, which robots' files use as they are, and a unit. */
static const struct aiScene *
parse(const char *data, size_t size, const char *format)
{
  struct aiPropertyStore *store = aiCreatePropertyStore();

  aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
  aiSetImportPropertyInteger(store, AI_CONFIG_PP_SBP_REMOVE,
                             aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  aiSetImportPropertyInteger(store, AI_CONFIG_PP_RVC_FLAGS,
                             aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                                 aiComponent_COLORS | aiComponent_TEXCOORDS |
                                 aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                 aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS);
  return aiImportFileFromMemoryWithProperties(data, (unsigned)size,
                                              aiProcess_Triangulate | aiProcess_SortByPType |
                                                  aiProcess_RemoveComponent | aiProcess_GlobalScale,
                                              format, store);
}

static void
add_triangle(TrammelWeld *weld,
             const struct aiMesh *mesh,
             const struct aiFace *face,
             const struct aiMatrix4x4 *to_file)
{
  float corners[3][3];

  for (unsigned k = 0; k < 3; k++) {
    if (face->mIndices[k] >= mesh->mNumVertices)
      answer(TRAMMEL_MESH_FORMAT, NULL);
    struct aiVector3D place = mesh->mVertices[face->mIndices[k]];
    aiTransformVecByMatrix4(&place, to_file);
    corners[k][0] = (float)place.x;
    corners[k][1] = (float)place.y;
    corners[k][2] = (float)place.z;
    for (int i = 0; i < 3; i++)
      if (!isfinite(corners[k][i]))
        answer(TRAMMEL_MESH_INFINITE, NULL);
  }
  if (weld->n_triangles == TRAMMEL_MESH_MOST_TRIANGLES)
    answer(TRAMMEL_MESH_LARGE, NULL);
  if (!trammel_weld_add(weld, (const float(*)[3])corners))
    _exit(EXIT_FAILURE);
}

static void
add_node(TrammelWeld *weld,
         const struct aiScene *scene,
         const struct aiNode *node,
         const struct aiMatrix4x4 *parent,
         int depth)
{
  struct aiMatrix4x4 to_file = *parent;

  if (depth > TRAMMEL_MESH_MOST_DEPTH)
    answer(TRAMMEL_MESH_FORMAT, NULL);
  aiMultiplyMatrix4(&to_file, &node->mTransformation);
  for (unsigned i = 0; i < node->mNumMeshes; i++) {
    if (node->mMeshes[i] >= scene->mNumMeshes)
      answer(TRAMMEL_MESH_FORMAT, NULL);
    const struct aiMesh *mesh = scene->mMeshes[node->mMeshes[i]];
    for (unsigned k = 0; k < mesh->mNumFaces; k++)
      if (mesh->mFaces[k].mNumIndices == 3)
        add_triangle(weld, mesh, &mesh->mFaces[k], &to_file);
  }
  for (unsigned i = 0; i < node->mNumChildren; i++)
    add_node(weld, scene, node->mChildren[i], &to_file, depth + 1);
}

int
main(int argc, char **argv)
{
  TrammelWeld weld = {0};
  struct aiMatrix4x4 identity;
  struct stat info;

  if (argc != 2 || fstat(STDIN_FILENO, &info) != 0) {
    fprintf(stderr, "usage: trammel-mesh-helper stl|obj|dae <FILE\n");
    return EXIT_FAILURE;
  }
  if (info.st_size <= 0 || info.st_size > TRAMMEL_MESH_MOST_BYTES)
    answer(TRAMMEL_MESH_FORMAT, NULL);
  if (!enter_cage((uint64_t)info.st_size))
    answer(TRAMMEL_MESH_REFUSED, NULL);
  const char *data = read_input((size_t)info.st_size);
  const struct aiScene *scene = parse(data, (size_t)info.st_size, argv[1]);
  if (!scene || !scene->mRootNode)
    answer(TRAMMEL_MESH_FORMAT, NULL);
  aiIdentityMatrix4(&identity);
  add_node(&weld, scene, scene->mRootNode, &identity, 0);
  if (weld.n_triangles == 0)
    answer(TRAMMEL_MESH_EMPTY, NULL);
  answer(TRAMMEL_MESH_SURFACE, &weld);
}
