# bash completion for @NAME@                               -*- shell-script -*-

# Asks the program for the candidates of the word under the cursor: one a line, a TAB before a description,
# and at last ":" with the number of what to do with them.
__@ID@_ask() {
    local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    local IFS=$'\n'
    answer=($("${COMP_WORDS[0]}" @REQUEST@ "${words[@]}" 2>/dev/null))
    directive=0
    local last=$((${#answer[@]} - 1))
    if ((last >= 0)) && [[ ${answer[last]} == :* ]]; then
        directive=${answer[last]#:}
        unset "answer[last]"
    fi
}

# Glues together what readline split at ":" and "=".
__@ID@_join_words() {
    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n "=:" -w COMP_WORDS -i COMP_CWORD 2>/dev/null
    fi
}

__@ID@_show() {
    local candidate word width=0
    for candidate in "${answer[@]}"; do
        word=${candidate%%$'\t'*}
        [[ $candidate == _activeHelp_* || $word != "$current"* ]] && continue
        COMPREPLY+=("$candidate")
        ((${#word} > width)) && width=${#word}
    done
    if ((${#COMPREPLY[@]} == 1)); then
        COMPREPLY[0]=$(printf '%q' "${COMPREPLY[0]%%$'\t'*}")
        return
    fi
    local i
    for i in "${!COMPREPLY[@]}"; do
        word=${COMPREPLY[i]%%$'\t'*}
        if [[ ${COMPREPLY[i]} == *$'\t'* && $COMP_TYPE -ne 37 && $COMP_TYPE -ne 42 ]]; then
            COMPREPLY[i]=$(printf "%-${width}s  (%s)" "$word" "${COMPREPLY[i]#*$'\t'}")
        else
            COMPREPLY[i]=$word
        fi
    done
}

__start_@ID@() {
    local answer directive current
    local COMP_WORDS=("${COMP_WORDS[@]}") COMP_CWORD=$COMP_CWORD
    COMPREPLY=()
    __@ID@_join_words
    current=${COMP_WORDS[COMP_CWORD]}
    __@ID@_ask
    ((directive & 1)) && return
    if ((directive & 8)); then
        local ending pattern=""
        for ending in "${answer[@]}"; do pattern+="${pattern:+|}*.$ending"; done
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -d -- "$current") $(compgen -f -X "!@($pattern)" -- "$current"))
        return
    fi
    if ((directive & 16)); then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -d -- "$current"))
        return
    fi
    ((directive & 2)) && compopt -o nospace 2>/dev/null
    ((directive & 32)) && compopt -o nosort 2>/dev/null
    ((directive & 4)) || compopt -o default 2>/dev/null
    [[ $current == *=* && $current == -* ]] && current=${current#*=}
    __@ID@_show
}

complete -o nospace -F __start_@ID@ @NAME@ 2>/dev/null
complete -F __start_@ID@ @NAME@
