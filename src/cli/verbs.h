/* Verbs of the command line.  Each takes its own arguments, its name first, and returns the
 * program's exit code. */
#pragma once

int trammel_cli_info(int argc, char **argv);
int trammel_cli_base(int argc, char **argv);
int trammel_cli_check(int argc, char **argv);
int trammel_cli_identify(int argc, char **argv);
int trammel_cli_simulate(int argc, char **argv);
int trammel_cli_validate(int argc, char **argv);
int trammel_cli_crossvalidate(int argc, char **argv);
int trammel_cli_methods(int argc, char **argv);
int trammel_cli_friction(int argc, char **argv);
int trammel_cli_track(int argc, char **argv);
int trammel_cli_profile(int argc, char **argv);
int trammel_cli_sweep(int argc, char **argv);
int trammel_cli_montecarlo(int argc, char **argv);
int trammel_cli_design(int argc, char **argv);
int trammel_cli_example(int argc, char **argv);
int trammel_cli_diff(int argc, char **argv);
int trammel_cli_export(int argc, char **argv);
int trammel_cli_import(int argc, char **argv);
int trammel_cli_join(int argc, char **argv);
int trammel_cli_pack(int argc, char **argv);
int trammel_cli_unpack(int argc, char **argv);
