// Whether a dialog on the screen is the one that an ask is about [L5]: the same tool with the same input, as far as the
// screen shows it. What cannot be told apart does not match.
import { isAbsolute, relative, resolve } from 'node:path';
import type { AskKind, Question } from '@beckon/protocol';
import type { ApprovalDialog, Dialog, QuestionDialog } from './dialog.ts';
import { readDiff, readNumbered } from './fileContent.ts';
import { joined, shows } from './screen.ts';

interface ShownApproval {
  kind: 'approval';
  toolName: string;
  input: Record<string, unknown>;
}

export type ShownAsk =
  | ShownApproval
  | { kind: 'question'; questions: Question[] }
  | { kind: 'plan'; plan: string }
  /** The agent has no dialog for any other. */
  | { kind: Exclude<AskKind, 'approval' | 'question' | 'plan'> };

/** `cwd` is the session's folder: the agent shows paths relative to it. */
export function matchesAsk(dialog: Dialog, ask: ShownAsk, cwd: string): boolean {
  switch (dialog.kind) {
    case 'approval':
      return ask.kind === 'approval' && matchesTool(dialog, ask, cwd);
    case 'question':
      return ask.kind === 'question' && questionIndex(dialog, ask.questions) !== undefined;
    case 'review':
      return (
        ask.kind === 'question' &&
        dialog.answers.every((shown) => ask.questions.some(({ question }) => shows(shown.question, question)))
      );
    case 'plan':
      return ask.kind === 'plan' && (dialog.plan === undefined || showsPlan(dialog.plan, ask.plan));
    case 'trust':
    case 'api_key':
      return false;
  }
}

/** Which of the questions is on the screen: the same text, and the same options in the same order. */
export function questionIndex(dialog: QuestionDialog, questions: Question[]): number | undefined {
  const index = questions.findIndex(({ question, options, multiSelect }) => {
    if (multiSelect !== dialog.multiSelect || dialog.options.length !== options.length + 1) return false;
    if (!shows(dialog.question, question)) return false;
    return options.every(({ label, description }, option) =>
      shows(dialog.options[option]?.rows ?? [], onOneLine(description ? `${label} ${description}` : label)),
    );
  });
  return index === -1 || dialog.tabs.length !== questions.length ? undefined : index;
}

function matchesTool(dialog: ApprovalDialog, ask: ShownApproval, cwd: string): boolean {
  const { heading, subject } = dialog;
  const { toolName, input } = ask;
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : undefined);
  if (dialog.tool === 'MCP') return toolName.startsWith('mcp__') && showsMcpCall(dialog, toolName, input);
  if (dialog.tool !== toolName) return false;
  switch (dialog.tool) {
    case 'Bash':
      return showsAll(subject, text('command'));
    case 'Read':
      return showsAll(subject, `Read(${text('file_path') ?? ''})`);
    case 'WebFetch':
      return showsAll(subject, `url: ${text('url') ?? ''}\nprompt: ${text('prompt') ?? ''}`);
    case 'Write':
      return showsPath(heading, text('file_path'), cwd) && showsContent(dialog, text('content'));
    case 'Edit': {
      const diff = readDiff(subject);
      const isShown = holds(diff.before, text('old_string')) && holds(diff.after, text('new_string'));
      return isShown && showsPath(heading, text('file_path'), cwd);
    }
    case 'NotebookEdit':
      return showsNotebookPath(heading, text('notebook_path')) && holds(readDiff(subject).after, text('new_source'));
  }
}

function showsAll(rows: string[], text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && shows(rows, text);
}

/** Below a tip, sometimes. */
function showsPath(heading: string[], path: string | undefined, cwd: string): boolean {
  if (path === undefined || path === '') return false;
  const absolute = isAbsolute(path) ? path : resolve(cwd, path);
  const names = [absolute, relative(cwd, absolute)];
  return heading.some((_, start) => names.some((name) => showsAll(heading.slice(start), name)));
}

/** The path, then what happens to which cell. */
function showsNotebookPath(heading: string[], path: string | undefined): boolean {
  return heading.some((_, index) => showsAll(heading.slice(0, index + 1), path));
}

function showsContent({ subject, isNewFile }: ApprovalDialog, content: string | undefined): boolean {
  if (content === undefined) return false;
  if (isNewFile) return shows(readNumbered(subject), content);
  // Of a file that exists the difference is shown. Where that is the whole file, the new one can be read off it.
  return squeezed(readDiff(subject).after.join('')) === squeezed(content);
}

/** A piece of a file, which may begin and end within a line. */
function holds(rows: string[], piece: string | undefined): boolean {
  return piece !== undefined && squeezed(rows.join('')).includes(squeezed(piece));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

/** `weather — Get Forecast Tool: (MCP)` and `city: "Paris"`, a field to a row. */
function showsMcpCall({ heading, subject }: ApprovalDialog, toolName: string, input: Record<string, unknown>): boolean {
  const [, server = '', ...tool] = toolName.split('__');
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (letters(joined(heading)) !== `${letters(server)}${letters(tool.join(' '))}toolmcp`) return false;
  const bare = (text: string) => text.replace(/[\s"]/g, '');
  const fields = Object.entries(input).map(([name, value]) => `${name}:${JSON.stringify(value)}`);
  return bare(subject.join('')) === bare(fields.join(''));
}

/** Markdown is rendered: what remains of it are its letters and digits. */
function showsPlan(rows: string[], plan: string): boolean {
  // Blanks of one line alone: with its ends too, a plan of empty lines would be read anew from each of them.
  const source = plan.replace(/^[ \t]*(```|~~~).*$/gm, '');
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  return letters(rows.join('')) === letters(source);
}

/** The agent shows a line break in a label as a replacement character. */
function onOneLine(text: string): string {
  return text.replace(/[\r\n]/g, '\ufffd');
}
