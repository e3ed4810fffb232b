/* A body as a homogeneous block, for whoever draws it. */
#pragma once

#include "engine/mbs/model/model.h"

/* [m] edges along the body's axes of the block that has its mass and moments of inertia; 0 along
 * axes where none has. */
void tr_body_block(double edges[3], const TrBody *body);
