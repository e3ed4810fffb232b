/* Constants of the servo of a motor. */
#include "io/project/private.h"

gboolean
trammel_project_read_servo(TrServo *servo, const TrammelNode *motor, GError **error)
{
  static const char *const derivatives[] = {"error", "measured"};
  const char *commands[TR_N_COMMANDS - 1];
  TrammelNode node = trammel_node_member(motor, "servo");
  TrammelNode command = trammel_node_member(&node, "command");
  TrammelNode kd = trammel_node_member(&node, "kd");
  TrammelNode derivative = trammel_node_member(&node, "derivative");
  TrammelNode delay = trammel_node_member(&node, "delay");
  TrammelNode sample_time = trammel_node_member(&node, "sample_time");
  TrammelNode range = trammel_node_member(&node, "command_range");
  guint index = 0, kind = 0;

  if (!node.node)
    return TRUE;
  for (int i = 1; i < TR_N_COMMANDS; i++)
    commands[i - 1] = tr_command_name((TrCommand)i);
  if (!trammel_node_check_object(&node, error) ||
      !trammel_node_get_word(&command, commands, G_N_ELEMENTS(commands), &index, error) ||
      !trammel_node_get_word(&derivative, derivatives, G_N_ELEMENTS(derivatives), &kind, error) ||
      !trammel_node_get_fixed(&delay, &servo->delay, error) ||
      !trammel_node_get_fixed(&sample_time, &servo->sample_time, error) ||
      !trammel_project_read_ends((double *[]){&servo->least_set, &servo->most_set}, &range, FALSE,
                                 error))
    return FALSE;
  servo->command = (TrCommand)(index + 1);
  if (servo->command == TR_COMMAND_VELOCITY && kd.node)
    return trammel_node_fail(&kd, error,
                             "a servo with the command \"velocity\" has kp and ki, not kd; remove "
                             "it");
  servo->is_damper = kind == 1;
  return TRUE;
}
