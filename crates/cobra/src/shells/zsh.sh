#compdef @NAME@
compdef _@ID@ @NAME@

# Asks the program for the candidates of the word under the cursor: one a line, a TAB before a description,
# and at last ":" with the number of what to do with them.
_@ID@() {
    local -a lines candidates
    local line directive=0 word
    lines=("${(@f)$(${words[1]} @REQUEST@ ${(Q)words[2,CURRENT]} 2>/dev/null)}")
    if [[ ${lines[-1]} == :* ]]; then
        directive=${lines[-1]#:}
        lines[-1]=()
    fi
    (( directive & 1 )) && return 1
    if (( directive & 8 )); then
        _files -g "*.(${(j:|:)lines})"
        return
    fi
    if (( directive & 16 )); then
        _files -/
        return
    fi
    for line in $lines; do
        [[ -z $line ]] && continue
        if [[ $line == "_activeHelp_ "* ]]; then
            compadd -x "${line#_activeHelp_ }"
            continue
        fi
        word=${line%%$'\t'*}
        candidates+=("${word//:/\\:}${${line#$word}/$'\t'/:}")
    done
    local -a options
    (( directive & 2 )) && options+=(-S '')
    (( directive & 32 )) && options+=(-V candidates)
    if (( ${#candidates} )) && _describe $options completions candidates; then
        return
    fi
    (( directive & 4 )) || _files
}

# Completes at once when the file is sourced, and registers itself when it is loaded from $fpath.
if [[ $funcstack[1] == _@ID@ ]]; then
    _@ID@
fi
