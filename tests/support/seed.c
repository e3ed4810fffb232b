#include "support/seed.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char reminder[128]; /* printed when the program aborts */

/* GLib keeps pointers to both. */
static char argument[64];
static char **arguments;

static void
print_reminder(int number)
{
  ssize_t written = write(STDERR_FILENO, reminder, strlen(reminder));

  (void)written;
  signal(number, SIG_DFL);
  raise(number);
}

static guint32
read_seed(void)
{
  const char *text = g_getenv(TR_TEST_SEED_VARIABLE);
  char *end = NULL;

  if (!text || !*text)
    return TR_TEST_SEED;
  errno = 0;
  guint64 seed = g_ascii_strtoull(text, &end, 10);
  if (errno || *end || seed > G_MAXUINT32 || !g_ascii_isdigit(*text)) {
    g_printerr("%s is '%s', expected a whole number from 0 to %u\n", TR_TEST_SEED_VARIABLE, text,
               G_MAXUINT32);
    exit(2);
  }
  return (guint32)seed;
}

static gboolean
has_seed(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (g_str_has_prefix(argv[i], "--seed"))
      return TRUE;
  return FALSE;
}

/* Puts `argument` behind the name of the program. */
static void
insert_argument(int *argc, char ***argv)
{
  arguments = g_new0(char *, *argc + 2);
  arguments[0] = (*argv)[0];
  arguments[1] = argument;
  memcpy(arguments + 2, *argv + 1, (gsize)(*argc - 1) * sizeof **argv);
  (*argc)++;
  *argv = arguments;
}

void
tr_test_init(int *argc, char ***argv)
{
  guint32 seed = read_seed();

  if (has_seed(*argc, *argv)) {
    g_test_init(argc, argv, NULL);
    return;
  }
  /* four words of 32 bits, as GLib prints its own */
  g_snprintf(argument, sizeof argument, "--seed=R02S%08x%08x%08x%08x", seed, 0, 0, 0);
  insert_argument(argc, argv);
  g_test_init(argc, argv, NULL);
  g_test_message("random numbers: " TR_TEST_SEED_VARIABLE "=%u", seed);
  g_snprintf(reminder, sizeof reminder,
             "Random numbers: repeat with " TR_TEST_SEED_VARIABLE "=%u\n", seed);
  signal(SIGABRT, print_reminder);
}

GRand *
tr_test_rand_new(void)
{
  return g_rand_new_with_seed((guint32)g_test_rand_int());
}
