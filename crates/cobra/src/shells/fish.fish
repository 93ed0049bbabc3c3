# fish completion for @NAME@                               -*- shell-script -*-

# Asks the program for the candidates of the word under the cursor: one a line, a TAB before a description,
# and at last ":" with the number of what to do with them.
function __@ID@_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (eval (string escape -- $words[1]) @REQUEST@ (string escape -- $words[2..-1] $current) 2>/dev/null)
    set -l directive 0
    if test (count $lines) -gt 0; and string match -q -- ':*' $lines[-1]
        set directive (string sub -s 2 -- $lines[-1])
        set -e lines[-1]
    end
    if test (math "bitand($directive, 1)") -ne 0
        return
    end
    set -l candidates (string match -v -- '_activeHelp_ *' $lines)
    if test (math "bitand($directive, 24)") -ne 0; or begin
            test (count $candidates) -eq 0; and test (math "bitand($directive, 4)") -eq 0
        end
        __fish_complete_path $current
        return
    end
    set -l prefix (string match -r -- '^-[^=]*=' $current)
    for candidate in $candidates
        echo -- $prefix$candidate
    end
end

complete -c @NAME@ -e
complete -c @NAME@ -f -k -a '(__@ID@_complete)'
