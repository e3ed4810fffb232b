# Shared by tools/run and tools/test: packages, configuration, build.  To be sourced by bash.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Prints the comment at the head of the script.
show_help() {
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
}

# The same, and ends, where help is wanted.
answer_help() {
    case " $* " in *" -h "* | *" --help "*) show_help; exit ;; esac
}

# Rows of tools/packages in the groups given, as: package check description.
package_rows() {
    local group package check what
    while read -r group package check what; do
        case " $* " in *" $group "*) printf '%s %s %s\n' "$package" "$check" "$what" ;; esac
    done < <(grep -v '^#' "$root/tools/packages")
}

on_debian() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

missing_debian_packages() {
    local package rest installed
    installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' 2>/dev/null |
        sed -n 's/ installed$//p')
    while read -r package rest; do
        grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
    done < <(package_rows "$@")
}

# Succeeds if another distribution has the requirement of a row.
check_passes() {
    local kind=${1%%:*} name=${1#*:}
    case $kind in
    pc) command -v pkg-config >/dev/null && pkg-config --exists "${name/>=/ >= }" ;;
    cmd) command -v "$name" >/dev/null ;;
    lib) echo 'int main(void) { return 0; }' | gcc -x c - -o /dev/null "-l$name" 2>/dev/null ;;
    py) /usr/bin/python3 -c "import $name" 2>/dev/null ;;
    *) true ;;
    esac
}

install_debian_packages() {
    local as_root=(env DEBIAN_FRONTEND=noninteractive)
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            die "these packages are missing: $*. Install them as root: apt-get install $*"
        as_root=(sudo "${as_root[@]}")
    fi
    echo "Installing: $*" >&2
    "${as_root[@]}" apt-get update -qq >&2 || echo "apt-get update failed; going on" >&2
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2 ||
        die "apt-get could not install: $*"
}

# ensure_packages INSTALL GROUP...: installs what is missing (INSTALL = yes), or names it and stops.
ensure_packages() {
    local install=$1 missing package check what
    shift
    if on_debian; then
        mapfile -t missing < <(missing_debian_packages "$@")
        [ ${#missing[@]} -eq 0 ] && return
        [ "$install" = yes ] || die "these packages are missing: ${missing[*]}"
        install_debian_packages "${missing[@]}"
        return
    fi
    missing=()
    while read -r package check what; do
        check_passes "$check" || missing+=("  $what ($check; on Debian: $package)")
    done < <(package_rows "$@")
    [ ${#missing[@]} -eq 0 ] && return
    printf '%s\n' "This is not a Debian; please install:" "${missing[@]}" >&2
    exit 1
}

# configure FOLDER [OPTION]...: once; a folder that belongs to another source tree is set up again.
configure() {
    local folder=$1 wipe=() werror=()
    shift
    if [ -f "$folder/build.ninja" ]; then
        grep -qF "\"source\": \"$root\"" "$folder/meson-info/meson-info.json" 2>/dev/null && return
        wipe=(--wipe)
    fi
    # warnings are errors only with the compiler that the code was checked with
    [ "$(gcc -dumpversion 2>/dev/null)" = 12 ] || werror=(-Dwerror=false)
    meson setup "${wipe[@]}" "${werror[@]}" "$@" "$folder" "$root"
}

# build FOLDER: the log is shown when it fails, or when it takes long enough to wonder.
build() {
    local -x NINJA_STATUS='[%f/%t] '
    ninja -C "$1"
}

# Environment of an uninstalled program, to find its parts in the build folder.
use_build_tree() {
    export GSETTINGS_SCHEMA_DIR="$1/data" TRAMMEL_BUILD_ROOT="$1"
}

# Options of meson for a build with AddressSanitizer and UndefinedBehaviorSanitizer.  The checks
# confuse the compiler's warnings; the plain build judges those.
address_options=(-Db_sanitize=address,undefined -Db_lundef=false -Dwerror=false)

# watch_addresses: environment of the programs of such a build; what they find ends them.
watch_addresses() {
    # system libraries keep caches; llvmpipe deadlocks with the slow unwinder
    export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
    export LSAN_OPTIONS="suppressions=$root/tests/support/lsan.supp:print_suppressions=0"
    export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
}
