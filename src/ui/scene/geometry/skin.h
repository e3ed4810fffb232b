/* Skin: the mesh of a file at its scale, ready to be drawn.  It never changes and may be handed to
 * any thread. */
#pragma once

#include "engine/mbs/model/surface.h"
#include "ui/scene/geometry/mesh.h"

G_BEGIN_DECLS

typedef struct {
  int refs;
  TrammelMesh mesh; /* vertices at half * shift from the centre */
  double centre[3]; /* [m] of its box, in the axes of the file */
  double half[3];   /* [m] half edges of its box, above zero */
} TrammelSkin;

/* Makes a skin; free with trammel_skin_unref().  Normals are smooth across edges of up to 40
 * degrees.  A surface that is not closed is seen from both sides; one that faces inwards, or that
 * the scale reflects, is turned. */
TrammelSkin *trammel_skin_new(const TrSurface *surface, const double scale[3]);

TrammelSkin *trammel_skin_ref(TrammelSkin *skin);
void trammel_skin_unref(TrammelSkin *skin);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(TrammelSkin, trammel_skin_unref)

G_END_DECLS
