/* Mechanisms of many bodies for tests of the engine, without motors and sensors; to be freed with
 * tr_model_free(), never NULL. */
#pragma once

#include "engine/mbs/model/model.h"

/* `count` mechanisms like `one` beside each other; `one` is freed. */
TrModel *tr_many_repeat(TrModel *one, int count);

/* A tree of hinges and slides with random axes, each body at a random one before it: springs,
 * limits at some joints, dry friction with and without load, smooth and no friction, compliances of
 * some joints zero.  Random numbers of g_test_rand_int(). */
TrModel *tr_many_tree(int n_bodies);

/* Random coordinates of the joints of such a tree, some of them beyond a limit, and rates, some of
 * them zero. */
void tr_many_state(double *position, double *rate, const TrModel *model);
