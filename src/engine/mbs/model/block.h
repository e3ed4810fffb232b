/* Homogeneous block equivalent to a body, for drawing. */
#pragma once

#include "engine/mbs/model/model.h"

/* Edges [m] along the body's axes of the block with the body's mass and moments of inertia; 0 along
 * axes for which no such block exists. */
void tr_body_block(double edges[3], const TrBody *body);
