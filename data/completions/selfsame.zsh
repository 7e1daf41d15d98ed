#compdef selfsame
# Completion of selfsame for zsh: put  source <(selfsame completion zsh)  into ~/.zshrc, behind compinit
_selfsame() {
  local line files=''
  local -a found
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then files=1
    else found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}"); fi
  done < <(selfsame complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  (( ${#found} )) && _describe -V 'selfsame' found
  if [[ -n $files ]]; then
    [[ $words[CURRENT] == --*=* ]] && compset -P '*='
    _files
  fi
}
if [[ ${funcstack[1]} == _selfsame ]]; then _selfsame; else compdef _selfsame selfsame; fi
