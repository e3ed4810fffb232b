# fish completion of trammel-cli: the program lists verbs, options and their words itself.

function __trammel_cli_words
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l program $before[1]
    if test (count $before) -eq 1
        $program --complete 2>/dev/null
        return
    end
    set -l verb $before[2]
    set -l last $before[-1]
    if string match -q -- '--*=*' $current
        set -l option (string replace -r -- '=.*' '' $current)
        $program $verb --complete $option 2>/dev/null | string replace -r -- '^' "$option="
    else if string match -q -- '-*' $current
        $program $verb --complete 2>/dev/null
    else if string match -q -- '--*' $last; and not string match -q -- '*=*' $last
        $program $verb --complete $last 2>/dev/null
    else if test "$verb" = example
        $program example 2>/dev/null
    end
end

complete -c trammel-cli -a '(__trammel_cli_words)'
