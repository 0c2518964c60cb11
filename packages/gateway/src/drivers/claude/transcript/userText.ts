// What stands in a user's line of a transcript. The CLI writes much there that no person wrote: what it tells the model,
// the commands that were run at the desk, and news of background tasks.
import { stripVTControlCharacters } from 'node:util';
import type { ToolResult } from '@beckon/protocol';
import { withDocumentNames } from '../documentPaths.ts';
import { callIdOf, type Fields, textOf } from './fields.ts';

export type UserText =
  | { type: 'prompt'; text: string }
  /** A slash command, or with `!` a shell command, that was typed in the terminal. */
  | { type: 'command'; text: string }
  | { type: 'output'; text: string; isError: boolean }
  | { type: 'interruption' }
  | { type: 'task'; toolCallId: string; result: ToolResult }
  /** Only meant for the model. */
  | { type: 'aside' };

export function readUserText(text: string): UserText {
  const tag = /^\s*<([a-z-]{1,40})>/.exec(text)?.[1];
  switch (tag) {
    case undefined:
      if (text === '') return { type: 'aside' };
      return /^\[Request interrupted by user[^\]]{0,40}\]$/.test(text)
        ? { type: 'interruption' }
        : { type: 'prompt', text: withDocumentNames(text) };
    case 'command-name':
    case 'command-message':
      return command(text);
    case 'bash-input':
      return { type: 'command', text: `!${inside(text, 'bash-input') ?? ''}` };
    case 'local-command-stdout':
    case 'local-command-stderr':
    case 'bash-stdout':
    case 'bash-stderr':
      return output(text);
    case 'task-notification':
      return task(text);
    case 'system-reminder':
    case 'local-command-caveat':
      return { type: 'aside' };
    default:
      return { type: 'prompt', text };
  }
}

/** For what stands among other things in one message. */
export function readUserBlock(block: Fields): UserText {
  switch (block['type']) {
    case 'text':
      return readUserText(textOf(block['text']) ?? '');
    // The bytes are in the transcript, but no client can fetch them from there.
    case 'image':
      return { type: 'prompt', text: '[image]' };
    case 'document':
      return { type: 'prompt', text: '[document]' };
    default:
      return { type: 'aside' };
  }
}

function command(text: string): UserText {
  const name = inside(text, 'command-name');
  if (name === undefined) return { type: 'aside' };
  const args = inside(text, 'command-args')?.trim();
  return { type: 'command', text: args ? `${name} ${args}` : name };
}

function output(text: string): UserText {
  const said = [inside(text, 'local-command-stdout'), inside(text, 'bash-stdout')];
  const complaints = [inside(text, 'local-command-stderr'), inside(text, 'bash-stderr')];
  const [out, err] = [said, complaints].map((pieces) => stripVTControlCharacters(pieces.join('')).trim());
  const all = [out, err].filter(Boolean).join('\n');
  return all === '' ? { type: 'aside' } : { type: 'output', text: all, isError: !out };
}

/** As the SDK tells it: a subagent's report, or what a command came to, takes the place of the note that it was started. */
function task(text: string): UserText {
  const toolCallId = callIdOf(inside(text, 'tool-use-id'));
  const news = /<result>([\s\S]*)<\/result>/.exec(text)?.[1] || inside(text, 'summary');
  if (toolCallId === undefined || !news) return { type: 'aside' };
  return { type: 'task', toolCallId, result: { text: news, isError: inside(text, 'status') !== 'completed' } };
}

/** What is between the first such tags. */
function inside(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start === -1) return undefined;
  const end = text.indexOf(`</${tag}>`, start);
  return end === -1 ? undefined : text.slice(start + tag.length + 2, end);
}
