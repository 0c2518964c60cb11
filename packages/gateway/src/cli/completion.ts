// `beckon completion`: what makes a shell complete Beckon's commands. Each shell asks Beckon itself (`complete.ts`), so that
// sessions are those of now.
import { BeckonError } from '@beckon/protocol';

export function printCompletion(shell: string): void {
  const script = scripts.get(shell);
  if (script === undefined) {
    throw new BeckonError(
      'invalid_request',
      `There is completion for bash, zsh and fish, not for ${JSON.stringify(shell)}.`,
    );
  }
  process.stdout.write(script);
}

const bash = `# In ~/.bashrc: eval "$(beckon completion bash)"
_beckon() {
  local IFS=$'\\n' line
  COMPREPLY=()
  while read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(beckon complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _beckon beckon
`;

const zsh = `#compdef beckon
# In ~/.zshrc, after compinit: eval "$(beckon completion zsh)"
_beckon() {
  local -a found
  local word text
  while IFS=$'\\t' read -r word text; do
    found+=("\${word//:/\\\\:}:$text")
  done < <(beckon complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe beckon found; else _files; fi
}
compdef _beckon beckon
`;

const fish = `# In ~/.config/fish/config.fish: beckon completion fish | source
function __beckon_complete
  set -l words (commandline -opc) (commandline -ct)
  beckon complete -- $words[2..-1] 2>/dev/null
end
complete -c beckon -f -a '(__beckon_complete)'
`;

const scripts = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
]);
