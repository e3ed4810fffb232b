/* Tests of io/units/units.h. */
#include "io/units/units.h"

typedef struct {
  const char *text;
  double factor;
  TrammelDimension dimension;
} Case;

/* Every unit of the program, from the definitions: the pound is 0.45359237 kg, the inch 25.4 mm. */
#define POUND_FORCE (0.45359237 * 9.80665)

static const Case cases[] = {
    {"", 1, TRAMMEL_DIMENSION_NONE},
    {"1", 1, TRAMMEL_DIMENSION_NONE},
    {"-", 1, TRAMMEL_DIMENSION_NONE},
    {"%", 0.01, TRAMMEL_DIMENSION_NONE},
    {"count", 1, TRAMMEL_DIMENSION_NONE},
    {"counts", 1, TRAMMEL_DIMENSION_NONE},
    {"rad", 1, TRAMMEL_DIMENSION_ANGLE},
    {"mrad", 1e-3, TRAMMEL_DIMENSION_ANGLE},
    {"urad", 1e-6, TRAMMEL_DIMENSION_ANGLE},
    {"deg", G_PI / 180, TRAMMEL_DIMENSION_ANGLE},
    {"degree", G_PI / 180, TRAMMEL_DIMENSION_ANGLE},
    {"degrees", G_PI / 180, TRAMMEL_DIMENSION_ANGLE},
    {"°", G_PI / 180, TRAMMEL_DIMENSION_ANGLE},
    {"rev", 2 * G_PI, TRAMMEL_DIMENSION_ANGLE},
    {"turn", 2 * G_PI, TRAMMEL_DIMENSION_ANGLE},
    {"grad", G_PI / 200, TRAMMEL_DIMENSION_ANGLE},
    {"m", 1, TRAMMEL_DIMENSION_LENGTH},
    {"dm", 0.1, TRAMMEL_DIMENSION_LENGTH},
    {"cm", 0.01, TRAMMEL_DIMENSION_LENGTH},
    {"mm", 1e-3, TRAMMEL_DIMENSION_LENGTH},
    {"um", 1e-6, TRAMMEL_DIMENSION_LENGTH},
    {"µm", 1e-6, TRAMMEL_DIMENSION_LENGTH},
    {"nm", 1e-9, TRAMMEL_DIMENSION_LENGTH},
    {"km", 1e3, TRAMMEL_DIMENSION_LENGTH},
    {"in", 0.0254, TRAMMEL_DIMENSION_LENGTH},
    {"ft", 12 * 0.0254, TRAMMEL_DIMENSION_LENGTH},
    {"s", 1, TRAMMEL_DIMENSION_TIME},
    {"sec", 1, TRAMMEL_DIMENSION_TIME},
    {"ms", 1e-3, TRAMMEL_DIMENSION_TIME},
    {"us", 1e-6, TRAMMEL_DIMENSION_TIME},
    {"µs", 1e-6, TRAMMEL_DIMENSION_TIME},
    {"μs", 1e-6, TRAMMEL_DIMENSION_TIME}, /* Greek letter */
    {"ns", 1e-9, TRAMMEL_DIMENSION_TIME},
    {"min", 60, TRAMMEL_DIMENSION_TIME},
    {"h", 3600, TRAMMEL_DIMENSION_TIME},
    {"rad/s", 1, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"mrad/s", 1e-3, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"deg/s", G_PI / 180, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {" deg / s ", G_PI / 180, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"°/s", G_PI / 180, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"dps", G_PI / 180, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"rev/s", 2 * G_PI, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"rpm", G_PI / 30, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"rev/min", G_PI / 30, TRAMMEL_DIMENSION_ANGULAR_RATE},
    {"m/s", 1, TRAMMEL_DIMENSION_SPEED},
    {"cm/s", 0.01, TRAMMEL_DIMENSION_SPEED},
    {"mm/s", 1e-3, TRAMMEL_DIMENSION_SPEED},
    {"km/h", 1000.0 / 3600, TRAMMEL_DIMENSION_SPEED},
    {"rad/s^2", 1, TRAMMEL_DIMENSION_ANGULAR_ACCELERATION},
    {"deg/s2", G_PI / 180, TRAMMEL_DIMENSION_ANGULAR_ACCELERATION},
    {"°/s²", G_PI / 180, TRAMMEL_DIMENSION_ANGULAR_ACCELERATION},
    {"m/s²", 1, TRAMMEL_DIMENSION_ACCELERATION},
    {"m/s2", 1, TRAMMEL_DIMENSION_ACCELERATION},
    {"mm/s2", 1e-3, TRAMMEL_DIMENSION_ACCELERATION},
    {"g0", 9.80665, TRAMMEL_DIMENSION_ACCELERATION},
    {"N", 1, TRAMMEL_DIMENSION_FORCE},
    {"mN", 1e-3, TRAMMEL_DIMENSION_FORCE},
    {"kN", 1e3, TRAMMEL_DIMENSION_FORCE},
    {"lbf", POUND_FORCE, TRAMMEL_DIMENSION_FORCE},
    {"kgf", 9.80665, TRAMMEL_DIMENSION_FORCE},
    {"N m", 1, TRAMMEL_DIMENSION_TORQUE},
    {"N*m", 1, TRAMMEL_DIMENSION_TORQUE},
    {"N·m", 1, TRAMMEL_DIMENSION_TORQUE},
    {"mN m", 1e-3, TRAMMEL_DIMENSION_TORQUE},
    {"uN m", 1e-6, TRAMMEL_DIMENSION_TORQUE},
    {"kN m", 1e3, TRAMMEL_DIMENSION_TORQUE},
    {"N cm", 0.01, TRAMMEL_DIMENSION_TORQUE},
    {"N mm", 1e-3, TRAMMEL_DIMENSION_TORQUE},
    {"oz in", POUND_FORCE / 16 * 0.0254, TRAMMEL_DIMENSION_TORQUE},
    {"lb in", POUND_FORCE * 0.0254, TRAMMEL_DIMENSION_TORQUE},
    {"kg", 1, TRAMMEL_DIMENSION_MASS},
    {"g", 1e-3, TRAMMEL_DIMENSION_MASS},
    {"V", 1, TRAMMEL_DIMENSION_VOLTAGE},
    {"mV", 1e-3, TRAMMEL_DIMENSION_VOLTAGE},
    {"A", 1, TRAMMEL_DIMENSION_CURRENT},
    {"mA", 1e-3, TRAMMEL_DIMENSION_CURRENT},
    {"Hz", 1, TRAMMEL_DIMENSION_FREQUENCY},
    {"kHz", 1e3, TRAMMEL_DIMENSION_FREQUENCY},
};

static void
test_parse(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    TrammelDimension dimension;
    double factor;

    g_test_message("'%s'", cases[i].text);
    g_assert_true(trammel_unit_parse(cases[i].text, &factor, &dimension));
    g_assert_cmpfloat_with_epsilon(factor, cases[i].factor, 1e-14 * cases[i].factor);
    g_assert_cmpint(dimension, ==, cases[i].dimension);
    g_assert_true(trammel_unit_parse(cases[i].text, NULL, NULL));
  }
}

static void
test_unknown(void)
{
  static const char *const texts[] = {"furlong", "RAD",   "Deg",      "mm/s/s", "deg deg",
                                      "M",       "rad/m", "\xff\xfe", "1 2",    "kilo"};

  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
    double factor = 7;

    g_assert_false(trammel_unit_parse(texts[i], &factor, NULL));
    g_assert_cmpfloat(factor, ==, 7);
  }
}

typedef struct {
  const char *name, *unit; /* NULL: none */
  gsize stem;
} NameCase;

static void
test_names(void)
{
  static const NameCase names[] = {
      {"q1_deg", "deg", 2},
      {"wheel_speed_rad_s", "rad/s", 11},
      {"w_deg_per_s", "deg/s", 1},
      {"time_ms", "ms", 4},
      {"time_s", "s", 4},
      {"/log/stamp_s", "s", 10},
      {"t2_sec", "s", 2},
      {"current_A", "A", 7},
      {"i1_A", "A", 2},
      {"motor_voltage_V", "V", 13},
      {"force_N", "N", 5},
      {"acc_m_s2", "m/s^2", 3},
      {"tau_Nm", "N m", 3},
      {"motor_A", NULL, 0},
      {"q_s", NULL, 0},
      {"q_min", NULL, 0},
      {"x_cm", NULL, 0},
      {"x_m", NULL, 0},
      {"_deg", NULL, 0},
      {"degrees", NULL, 0},
      {"q1_Deg", NULL, 0},
      {"", NULL, 0},
      {"forward_V", NULL, 0},
      {"A", NULL, 0},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    gsize stem = 0;

    g_test_message("%s", names[i].name);
    g_assert_cmpstr(trammel_unit_find_in_name(names[i].name, &stem), ==, names[i].unit);
    g_assert_cmpuint(stem, ==, names[i].stem);
    if (names[i].unit)
      g_assert_true(trammel_unit_parse(names[i].unit, NULL, NULL));
  }
}

static void
test_describe(void)
{
  for (int a = TRAMMEL_DIMENSION_NONE; a <= TRAMMEL_DIMENSION_FREQUENCY; a++)
    for (int b = TRAMMEL_DIMENSION_NONE; b < a; b++)
      g_assert_cmpstr(trammel_dimension_describe((TrammelDimension)a), !=,
                      trammel_dimension_describe((TrammelDimension)b));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/io/units/parse", test_parse);
  g_test_add_func("/io/units/unknown", test_unknown);
  g_test_add_func("/io/units/names", test_names);
  g_test_add_func("/io/units/describe", test_describe);
  return g_test_run();
}
