#include "io/units/formula.h"

#include <math.h>
#include <string.h>

#include "io/base/bilingual.h"
#include "io/base/error.h"

/* Largest depth of brackets and of numbers that wait for an operator. */
enum { DEPTH = 64 };

typedef enum {
  OP_NUMBER,
  OP_X,
  OP_COLUMN,
  OP_NEGATE,
  OP_ADD,
  OP_SUBTRACT,
  OP_MULTIPLY,
  OP_DIVIDE,
  OP_POWER,
  OP_CALL,
  OP_CALL_2
} Kind;

/* One step of the evaluation; the operands stand on a stack. */
typedef struct {
  Kind kind;
  double number;
  guint index; /* of the column or the function */
} Op;

struct _TrammelFormula {
  GArray *ops;        /* Op */
  GPtrArray *columns; /* char *, and a final NULL */
};

typedef struct {
  const char *text, *at;
  const char *variable; /* "x", or another name of it in a formula without columns */
  TrammelFormula *formula;
  const char *expected; /* what is missing at `at`; NULL: nothing */
  int depth;
} Parser;

static double
smaller(double a, double b)
{
  return a < b ? a : b;
}

static double
greater(double a, double b)
{
  return a > b ? a : b;
}

static double
sign(double a)
{
  return (a > 0) - (a < 0);
}

static double
step(double a)
{
  return a >= 0;
}

static const struct {
  const char *name;
  double (*call)(double);
} functions[] = {{"abs", fabs},  {"sqrt", sqrt}, {"exp", exp},   {"log", log},
                 {"sin", sin},   {"cos", cos},   {"tan", tan},   {"asin", asin},
                 {"acos", acos}, {"atan", atan}, {"sign", sign}, {"step", step}};

static const struct {
  const char *name;
  double (*call)(double, double);
} functions_2[] = {{"atan2", atan2}, {"min", smaller}, {"max", greater}};

/* ---- parsing --------------------------------------------------------------------------------- */

static gboolean parse_sum(Parser *p);

static void
append(Parser *p, Kind kind, double number, guint index)
{
  const Op op = {kind, number, index};

  g_array_append_val(p->formula->ops, op);
}

static gboolean
expect(Parser *p, const char *what)
{
  if (!p->expected)
    p->expected = what;
  return FALSE;
}

/* Skips spaces, and the character if it is next. */
static gboolean
take(Parser *p, char c)
{
  while (g_ascii_isspace(*p->at))
    p->at++;
  if (*p->at != c)
    return FALSE;
  p->at++;
  return TRUE;
}

/* Reads the rest of "[name]"; a name may have pairs of brackets, such as "q1 [deg]". */
static gboolean
parse_column(Parser *p)
{
  const char *begin = p->at;
  int open = 1;

  for (; *p->at && open > 0; p->at++)
    open += *p->at == '[' ? 1 : *p->at == ']' ? -1 : 0;
  if (open > 0)
    return expect(p, "]");
  GPtrArray *columns = p->formula->columns;
  char *name = g_strndup(begin, (gsize)(p->at - begin - 1));
  for (guint i = 0; i < columns->len; i++)
    if (g_str_equal(columns->pdata[i], name)) {
      append(p, OP_COLUMN, 0, i);
      g_free(name);
      return TRUE;
    }
  append(p, OP_COLUMN, 0, columns->len);
  g_ptr_array_add(columns, name);
  return TRUE;
}

static gboolean
parse_call(Parser *p, Kind kind, guint index)
{
  if (!take(p, '('))
    return expect(p, "(");
  if (!parse_sum(p) || (kind == OP_CALL_2 && ((!take(p, ',') && !expect(p, ",")) || !parse_sum(p))))
    return FALSE;
  if (!take(p, ')'))
    return expect(p, ")");
  append(p, kind, 0, index);
  return TRUE;
}

static gboolean
has_columns(const Parser *p)
{
  return g_str_equal(p->variable, "x");
}

/* Reads the variable, pi or a function. */
static gboolean
parse_word(Parser *p)
{
  gsize n = 0;

  while (g_ascii_isalnum(p->at[n]))
    n++;
  g_autofree char *word = g_strndup(p->at, n);
  const char *begin = p->at;
  p->at += n;
  if (g_str_equal(word, p->variable) || g_str_equal(word, "pi")) {
    append(p, g_str_equal(word, "pi") ? OP_NUMBER : OP_X, G_PI, 0);
    return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    if (g_str_equal(word, functions[i].name))
      return parse_call(p, OP_CALL, i);
  for (guint i = 0; i < G_N_ELEMENTS(functions_2); i++)
    if (g_str_equal(word, functions_2[i].name))
      return parse_call(p, OP_CALL_2, i);
  p->at = begin;
  return expect(p, has_columns(p) ? TRAMMEL_WORD("x, a number, a function or a column as [name]")
                                  : TRAMMEL_WORD("t, a number or a function"));
}

static gboolean
parse_atom(Parser *p)
{
  char *end;

  if (take(p, '('))
    return parse_sum(p) && (take(p, ')') || expect(p, ")"));
  if (has_columns(p) && take(p, '['))
    return parse_column(p);
  if (g_ascii_isdigit(*p->at) || *p->at == '.') {
    double number = g_ascii_strtod(p->at, &end);
    if (end == p->at || !isfinite(number))
      return expect(p, TRAMMEL_WORD("a number"));
    p->at = end;
    append(p, OP_NUMBER, number, 0);
    return TRUE;
  }
  return parse_word(p);
}

/* Reads a power, which binds more than a sign before it and goes from right to left. */
static gboolean
parse_power(Parser *p)
{
  gboolean ok;

  if (++p->depth > DEPTH / 2)
    return expect(p, TRAMMEL_WORD("fewer brackets"));
  if (take(p, '-')) {
    ok = parse_power(p);
    append(p, OP_NEGATE, 0, 0);
  } else {
    ok = parse_atom(p);
    if (ok && take(p, '^')) {
      ok = parse_power(p);
      append(p, OP_POWER, 0, 0);
    }
  }
  p->depth--;
  return ok;
}

static gboolean
parse_product(Parser *p)
{
  if (!parse_power(p))
    return FALSE;
  for (;;) {
    Kind kind = take(p, '*') ? OP_MULTIPLY : take(p, '/') ? OP_DIVIDE : OP_NUMBER;
    if (kind == OP_NUMBER)
      return TRUE;
    if (!parse_power(p))
      return FALSE;
    append(p, kind, 0, 0);
  }
}

static gboolean
parse_sum(Parser *p)
{
  if (!parse_product(p))
    return FALSE;
  for (;;) {
    Kind kind = take(p, '+') ? OP_ADD : take(p, '-') ? OP_SUBTRACT : OP_NUMBER;
    if (kind == OP_NUMBER)
      return TRUE;
    if (!parse_product(p))
      return FALSE;
    append(p, kind, 0, 0);
  }
}

static TrammelFormula *
parse(const char *text, const char *variable, GError **error)
{
  g_autoptr(TrammelFormula) formula = g_new0(TrammelFormula, 1);
  Parser p = {text, text, variable, formula, NULL, 0};

  formula->ops = g_array_new(FALSE, FALSE, sizeof(Op));
  formula->columns = g_ptr_array_new_with_free_func(g_free);
  if (parse_sum(&p) && !take(&p, '\0'))
    expect(&p, TRAMMEL_WORD("an operator"));
  g_ptr_array_add(formula->columns, NULL);
  if (!p.expected)
    return g_steal_pointer(&formula);
  long place = g_utf8_pointer_to_offset(text, p.at) + 1;
  if (has_columns(&p))
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "'%s' is no formula: expected %s at character %ld, as in 0.5*(x + [other "
                      "column])",
                      text, p.expected, place);
  else
    trammel_error_set(error, TRAMMEL_ERROR_INVALID,
                      "'%s' is no formula: expected %s at character %ld, as in 0.5*sin(2*pi*t)",
                      text, p.expected, place);
  return NULL;
}

TrammelFormula *
trammel_formula_parse(const char *text, GError **error)
{
  return parse(text, "x", error);
}

TrammelFormula *
trammel_formula_parse_time(const char *text, GError **error)
{
  return parse(text, "t", error);
}

void
trammel_formula_free(TrammelFormula *formula)
{
  if (!formula)
    return;
  g_array_unref(formula->ops);
  g_ptr_array_unref(formula->columns);
  g_free(formula);
}

const char *const *
trammel_formula_get_columns(const TrammelFormula *formula)
{
  return (const char *const *)formula->columns->pdata;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static double
combine(const Op *op, double a, double b)
{
  switch (op->kind) {
  case OP_ADD:
    return a + b;
  case OP_SUBTRACT:
    return a - b;
  case OP_MULTIPLY:
    return a * b;
  case OP_DIVIDE:
    return a / b;
  case OP_POWER:
    return pow(a, b);
  default:
    return functions_2[op->index].call(a, b);
  }
}

double
trammel_formula_evaluate(const TrammelFormula *formula, double x, const double *columns)
{
  double stack[4 * DEPTH];
  guint n = 0;

  for (guint i = 0; i < formula->ops->len; i++) {
    const Op *op = &g_array_index(formula->ops, Op, i);
    if (op->kind == OP_NUMBER)
      stack[n++] = op->number;
    else if (op->kind == OP_X)
      stack[n++] = x;
    else if (op->kind == OP_COLUMN)
      stack[n++] = columns[op->index];
    else if (op->kind == OP_NEGATE)
      stack[n - 1] = -stack[n - 1];
    else if (op->kind == OP_CALL)
      stack[n - 1] = functions[op->index].call(stack[n - 1]);
    else {
      stack[n - 2] = combine(op, stack[n - 2], stack[n - 1]);
      n--;
    }
    g_assert(n <= G_N_ELEMENTS(stack));
  }
  return isfinite(stack[0]) ? stack[0] : NAN;
}
