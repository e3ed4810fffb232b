#include "io/mesh/weld.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static size_t
hash_place(const float place[3])
{
  uint64_t hash = 0;

  for (int i = 0; i < 3; i++) {
    uint32_t bits;
    memcpy(&bits, &place[i], sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return (size_t)hash;
}

/* Returns the slot of a place: that of the equal vertex, or a free one. */
static uint32_t *
find_slot(const TrammelWeld *weld, const float place[3])
{
  size_t at = hash_place(place) & (weld->n_slots - 1);

  while (weld->slots[at] != 0 &&
         memcmp(weld->vertices[weld->slots[at] - 1], place, sizeof *weld->vertices) != 0)
    at = (at + 1) & (weld->n_slots - 1);
  return &weld->slots[at];
}

/* Makes room for one more vertex, in a table that is at most half full. */
static bool
grow_vertices(TrammelWeld *weld)
{
  size_t room = weld->vertex_room ? 2 * weld->vertex_room : FIRST_ROOM;
  void *vertices;

  if (weld->n_vertices < weld->vertex_room)
    return true;
  vertices = realloc(weld->vertices, room * sizeof *weld->vertices);
  if (!vertices)
    return false;
  weld->vertices = vertices;
  weld->vertex_room = room;
  free(weld->slots);
  weld->n_slots = 2 * room;
  weld->slots = calloc(weld->n_slots, sizeof *weld->slots);
  for (uint32_t i = 0; weld->slots && i < weld->n_vertices; i++)
    *find_slot(weld, weld->vertices[i]) = i + 1;
  return weld->slots != NULL;
}

static bool
add_vertex(TrammelWeld *weld, uint32_t *index, const float corner[3])
{
  float place[3];
  uint32_t *slot;

  for (int i = 0; i < 3; i++)
    place[i] = corner[i] == 0 ? 0 : corner[i]; /* -0 is 0 */
  if (!grow_vertices(weld))
    return false;
  slot = find_slot(weld, place);
  if (*slot == 0) {
    memcpy(weld->vertices[weld->n_vertices], place, sizeof place);
    *slot = ++weld->n_vertices;
  }
  *index = *slot - 1;
  return true;
}

bool
trammel_weld_add(TrammelWeld *weld, const float corners[3][3])
{
  size_t room = weld->triangle_room ? 2 * weld->triangle_room : FIRST_ROOM;
  uint32_t index[3];

  if (weld->n_triangles == weld->triangle_room) {
    void *triangles = realloc(weld->triangles, room * sizeof *weld->triangles);
    if (!triangles)
      return false;
    weld->triangles = triangles;
    weld->triangle_room = room;
  }
  for (int i = 0; i < 3; i++)
    if (!add_vertex(weld, &index[i], corners[i]))
      return false;
  if (index[0] == index[1] || index[1] == index[2] || index[2] == index[0])
    return true;
  memcpy(weld->triangles[weld->n_triangles++], index, sizeof index);
  return true;
}
