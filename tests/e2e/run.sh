#!/bin/sh
# Runs an end-to-end test in a display, a session bus and a window manager of its own.
# Without a window manager clicks inside popovers and dialogs get lost.
# Usage: run.sh TEST.py PROGRAM [ARGUMENT]...
set -eu

for tool in xvfb-run dbus-run-session openbox xdotool /usr/bin/python3; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "skipped: $tool is not installed"
    exit 77
  fi
done
if ! /usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0")' 2>/dev/null; then
  echo "skipped: the accessibility bindings of Python (gir1.2-atspi-2.0) are not installed"
  exit 77
fi

if [ "${TRAMMEL_E2E_INSIDE:-}" != 1 ]; then
  home=$(mktemp -d)
  trap 'rm -rf "$home"' EXIT
  mkdir -p "$home/config/gtk-4.0" "$home/data" "$home/cache" "$home/state" "$home/runtime"
  chmod 700 "$home/runtime"
  printf '[Settings]\ngtk-enable-animations=0\n' >"$home/config/gtk-4.0/settings.ini"
  # the notes of the tour would lie over what is clicked
  mkdir -p "$home/config/glib-2.0/settings"
  printf '[io/github/trammel/Trammel]\ntour-seen=true\n' >"$home/config/glib-2.0/settings/keyfile"
  TRAMMEL_E2E_INSIDE=1 XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" \
    XDG_CACHE_HOME="$home/cache" XDG_STATE_HOME="$home/state" XDG_RUNTIME_DIR="$home/runtime" \
    GSETTINGS_BACKEND=keyfile LC_ALL=C.UTF-8 \
    xvfb-run -a -s '-screen 0 1440x900x24' dbus-run-session -- "$0" "$@"
  exit $?
fi

openbox &
manager=$!
# until the window manager answers
for _ in $(seq 600); do
  xdotool get_num_desktops >/dev/null 2>&1 && break
  sleep 0.1
done
status=0
/usr/bin/python3 "$@" || status=$?
kill "$manager" 2>/dev/null || true
exit "$status"
