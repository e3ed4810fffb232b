# bash completion of trammel-cli: the program lists verbs, options and their words itself.

_trammel_cli_list() {
    "$@" 2>/dev/null | cut -f 1
}

_trammel_cli() {
    local program=$1 current=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} option= words=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$(_trammel_cli_list "$program" --complete)
    elif [[ $current == --* ]]; then
        words=$(_trammel_cli_list "$program" "$verb" --complete)
        compopt -o nospace 2>/dev/null
    else
        # bash takes the "=" of --name=VALUE for a word
        [ "$current" != = ] || current=
        option=${COMP_WORDS[COMP_CWORD - 1]}
        [ "$option" != = ] || option=${COMP_WORDS[COMP_CWORD - 2]}
        if [[ $option == --* ]]; then
            words=$(_trammel_cli_list "$program" "$verb" --complete "$option")
        elif [ "$verb" = example ]; then
            words=$(_trammel_cli_list "$program" example)
        fi
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [ -n "$words" ] || compopt -o default 2>/dev/null
}

complete -F _trammel_cli trammel-cli
