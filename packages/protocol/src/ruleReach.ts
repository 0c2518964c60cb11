// What a rule of Claude's, such as `npm test:*` for Bash, allows beyond the call for which it is granted, and which rules
// nobody can have meant.

/** Why this cannot be granted from a card; undefined where it can. */
export function ruleProblem(toolName: string, rule: string): string | undefined {
  if (rule.trim() === '') return 'The rule is empty.';
  // oxlint-disable-next-line no-control-regex -- these are what must not be in it
  if (/[\u0000-\u001f\u007f-\u009f]/.test(rule)) return 'A rule has one line, without control characters.';
  if (toolName === 'WebFetch') {
    return /^domain:[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(rule)
      ? undefined
      : 'A rule for pages looks like domain:example.com.';
  }
  if (/^[\s*:/]*$/.test(rule)) return `That would allow every use of ${toolName}. If you mean that, switch the mode.`;
  if (toolName === 'Bash' && /:\*./.test(rule)) return 'The mark :* stands at the end of a rule.';
  return undefined;
}

/** What it allows from then on, in a sentence for the person who grants it. */
export function ruleReach(toolName: string, rule: string): string {
  const text = rule.trim();
  if (toolName === 'WebFetch') return `Allows every page of ${text.replace(/^domain:/, '')}.`;
  if (toolName !== 'Bash') return /\*/.test(text) ? `Allows every file that matches ${text}.` : `Allows ${text} alone.`;
  const [, prefix] = /^(.*?)(?::\*| \*)$/.exec(text) ?? [];
  if (prefix === undefined && !text.includes('*')) return 'Allows this very command, letter for letter, and no other.';
  const program = /^\S*/.exec((prefix ?? text).trim())?.[0] ?? '';
  const scope =
    prefix === undefined
      ? `Allows every command of the shape “${text}”, whatever stands for the *.`
      : `Allows “${prefix}” and every command that goes on after it, whatever comes there.`;
  const isWholeProgram = prefix !== undefined && prefix.trim() === program;
  return isWholeProgram && runsAnything.has(program.replace(/^.*\//, ''))
    ? `${scope} ${program} can run anything.`
    : scope;
}

/** Programs that run what they are told to: a rule for all that they do is a rule for everything. */
const runsAnything = new Set(
  (
    'awk bash bun bunx deno docker doas env eval exec find fish ksh make nice node nohup npm npx osascript perl php ' +
    'pnpm podman python python2 python3 ruby sh source ssh sudo su time timeout uv uvx watch xargs yarn zsh'
  ).split(' '),
);
