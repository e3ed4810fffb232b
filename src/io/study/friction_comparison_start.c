#include "io/study/friction_comparison_start.h"

#include <math.h>

#include "io/project/put.h"

/* Least share of the friction in the start value of a term, so that its coefficient can grow. */
#define LEAST_PART 0.02

/* Start values of the rise at low rates: its height over Coulomb friction's, and the rates of the
 * curves as shares of the joint's rms rate. */
#define RISE_HEIGHT   0.2
#define RISE_BEGIN    0.05
#define RISE_END      0.25
#define PLATEAU_BEGIN 0.05

static void
add_free(TrammelJsonWriter *json, const char *key, double value)
{
  trammel_json_writer_key(json, key);
  trammel_json_writer_begin_object(json);
  trammel_json_writer_add_number(json, "value", value);
  trammel_json_writer_add_boolean(json, "free", TRUE);
  trammel_json_writer_end_object(json);
}

/* Data from which all start values are made. */
typedef struct {
  double rate;             /* typical [rad/s] or [m/s] */
  double viscous, coulomb; /* coulomb per load */
  double load;
} Start;

static Start
find_start(const TrammelFrictionData *data)
{
  TrammelFrictionLine line;
  TrammelExcitation excitation;
  Start start;
  double size;

  trammel_friction_line_find(&line, data);
  trammel_excitation_find(&excitation, data);
  start.rate = excitation.rms > 0 ? excitation.rms : 1;
  start.load = line.load;
  size = fmax(fabs(line.viscous) * start.rate + fabs(line.coulomb) * line.load, 1e-9);
  start.viscous = fmax(line.viscous, LEAST_PART * size / start.rate);
  start.coulomb = fmax(line.coulomb, LEAST_PART * size / start.load);
  return start;
}

static void
add_smooth(TrammelJsonWriter *json, const Start *start)
{
  double coulomb = start->coulomb * start->load;

  trammel_json_writer_key(json, "tanh");
  trammel_json_writer_begin_object(json);
  add_free(json, "g0", RISE_HEIGHT * coulomb);
  add_free(json, "g1", 1 / (RISE_BEGIN * start->rate));
  add_free(json, "g2", 1 / (RISE_END * start->rate));
  add_free(json, "g3", coulomb);
  add_free(json, "g4", 1 / (PLATEAU_BEGIN * start->rate));
  add_free(json, "g5", start->viscous);
  trammel_json_writer_end_object(json);
}

static void
add_stribeck(TrammelJsonWriter *json, const Start *start)
{
  trammel_json_writer_key(json, "stribeck");
  trammel_json_writer_begin_object(json);
  add_free(json, "delta", RISE_HEIGHT * start->coulomb);
  add_free(json, "zeta", 1 / pow(RISE_END * start->rate, 2));
  trammel_json_writer_end_object(json);
}

/* Adds the friction, with members in the order of the schema. */
static void
add_friction(TrammelJsonWriter *json, const TrammelContender *contender, const Start *start)
{
  gboolean is_dry = tr_friction_is_dry(contender->model);

  trammel_json_writer_add_string(json, "model", tr_friction_model_name(contender->model));
  if (is_dry || contender->model == TR_FRICTION_VISCOUS)
    add_free(json, "viscous", start->viscous);
  if (is_dry)
    add_free(json, "coulomb", start->coulomb);
  if (contender->model == TR_FRICTION_STRIBECK)
    add_stribeck(json, start);
  if (contender->model == TR_FRICTION_TANH)
    add_smooth(json, start);
  if (contender->leans) {
    trammel_json_writer_key(json, "asymmetry");
    trammel_json_writer_begin_object(json);
    add_free(json, "dry", 0);
    add_free(json, "viscous", 0);
    trammel_json_writer_end_object(json);
  }
}

gboolean
trammel_friction_comparison_put_start(TrammelProject *project,
                                      const TrammelContender *contender,
                                      int joint,
                                      const TrammelFrictionData *data,
                                      GError **error)
{
  static const char *const kept[] = {"radius", "load", "rate"};
  TrammelJsonWriter *json = trammel_json_writer_new();
  g_autofree char *path = g_strdup_printf("model.joints[%d].friction", joint);
  g_autofree char *text = NULL;
  Start start = find_start(data);

  trammel_json_writer_begin_object(json);
  add_friction(json, contender, &start);
  for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
    g_autofree char *place = g_strdup_printf("%s.%s", path, kept[i]);
    g_autofree char *value = trammel_project_dup_at(project, place);
    if (!value)
      continue;
    trammel_json_writer_key(json, kept[i]);
    trammel_json_writer_raw(json, g_strchomp(value));
  }
  trammel_json_writer_end_object(json);
  text = trammel_json_writer_finish(json);
  return trammel_project_put(project, path, text, error);
}
