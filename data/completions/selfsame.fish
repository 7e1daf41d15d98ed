# Completion of selfsame for fish: selfsame completion fish > ~/.config/fish/completions/selfsame.fish
function __selfsame_candidates
    set -l written (commandline -ct)
    set -l words (commandline -opc)
    for line in (selfsame complete -- $words[2..-1] "$written" 2>/dev/null)
        if test "$line" = ':files'
            set -l before (string match -r -- '^--[^=]+=' "$written")
            for path in (__fish_complete_path (string replace -r -- '^--[^=]+=' '' "$written"))
                echo "$before$path"
            end
        else
            echo "$line"
        end
    end
end
complete -c selfsame -f -k -a '(__selfsame_candidates)'
