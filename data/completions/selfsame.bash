# Completion of selfsame for bash: put  source <(selfsame completion bash)  into ~/.bashrc
_selfsame() {
  local line files='' written="${COMP_WORDS[COMP_CWORD]}"
  [[ $written == '=' ]] && written=''
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then files=1; else COMPREPLY+=("${line%%$'\t'*}"); fi
  done < <(selfsame complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$written")
  elif [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _selfsame selfsame
