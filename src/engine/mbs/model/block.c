#include "engine/mbs/model/block.h"

#include <math.h>

void
tr_body_block(double edges[3], const TrBody *body)
{
  TR_ASSERT(body);

  double trace = body->inertia[TR_XX] + body->inertia[TR_YY] + body->inertia[TR_ZZ];

  /* I_xx = m (b^2 + c^2)/12 and so on */
  for (int i = 0; i < 3; i++)
    edges[i] = sqrt(fmax(0, 6 * (trace - 2 * body->inertia[i]) / body->mass));
}
