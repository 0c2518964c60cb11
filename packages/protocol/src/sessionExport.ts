// A conversation as a file of its own: Markdown to be read and passed on, or one HTML page that needs nothing else. Whatever
// an agent wrote is text in the page, and never markup. What was said in Markdown stays that in Markdown, and ends where it ends.
import type { JsonObject } from './ids.ts';
import type { Message, Part, ToolCallPart } from './message.ts';
import type { SessionInfo } from './session.ts';
import { toolWords } from './toolWords.ts';
import type { MessagePage, PageQuery } from './transport.ts';

export interface ExportedSession {
  session: Pick<SessionInfo, 'id' | 'title' | 'cwd'>;
  messages: Message[];
}

export type ExportFormat = 'markdown' | 'html';

export const exportFormats: Record<ExportFormat, { extension: string; mediaType: string; write: Write }> = {
  markdown: { extension: 'md', mediaType: 'text/markdown', write: sessionMarkdown },
  html: { extension: 'html', mediaType: 'text/html', write: sessionHtml },
};
type Write = (exported: ExportedSession) => string;

/** All messages of a session, in reading order, however many pages they take. */
export async function allMessages(listMessages: (query: PageQuery) => Promise<MessagePage>): Promise<Message[]> {
  const pages: Message[][] = [];
  for (let before: string | undefined; ;) {
    const { messages, next } = await listMessages({ limit: 200, ...(before !== undefined && { before }) });
    pages.push(messages);
    if (next === undefined) return pages.toReversed().flat();
    before = next;
  }
}

export function sessionMarkdown({ session, messages }: ExportedSession): string {
  const parts = [`# ${asText(session.title)}`, `Session ${session.id}, in ${code(session.cwd)}`];
  for (const message of messages) {
    const texts = message.parts.flatMap(markdownOf);
    if (texts.length > 0) parts.push(`## ${headingOf(message)}`, ...texts);
  }
  return `${parts.join('\n\n')}\n`;
}

function markdownOf(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [wholeMarkdown(part.text)];
    case 'thinking':
    case 'turn_end':
      return [];
    case 'image':
      return ['*A picture.*'];
    case 'document':
      return [`*A document: ${asText(part.name)}.*`];
    case 'notice':
      return [
        part.text
          .split(lineEnd)
          .map((line) => `> ${asText(line)}`)
          .join('\n'),
      ];
    case 'tool_call': {
      const { name, gist } = callWords(part);
      const result = part.result === undefined ? [] : [resultTitle(part), fenced(part.result.text)];
      return [
        `**${asText(name)}**${gist === '' ? '' : ` ${code(gist)}`}`,
        fenced(inputText(part.input), 'json'),
        ...result,
      ];
    }
  }
}

/** A fence that is longer than any in the text cannot be closed by it. */
function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function code(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${room}${oneLine(text)}${room}${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** On one line, with nothing in it that Markdown would make something of. */
function asText(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<>&~|]/g, String.raw`\$&`);
}

const lineEnd = /\r\n?|\n/;

/** What somebody said, where nothing of what others say after it becomes part of it: not of its code, nor of a comment. */
function wholeMarkdown(text: string): string {
  let fence: string | undefined;
  const lines = text.split(lineEnd).map((line) => {
    const [, run, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== undefined) {
      if (run?.startsWith(fence) && rest.trim() === '') fence = undefined;
      return line;
    }
    if (run !== undefined && !(run.startsWith('`') && rest.includes('`'))) fence = run;
    return line.replace(/^ {0,3}(?=<(?:script|pre|style|textarea|[!?]))/i, '$&\\');
  });
  return [...lines, ...(fence === undefined ? [] : [fence])].join('\n');
}

export function sessionHtml({ session, messages }: ExportedSession): string {
  const title = escaped(session.title);
  const articles = messages.flatMap((message) => {
    const parts = message.parts.flatMap(htmlOf);
    if (parts.length === 0) return [];
    return [
      `<article class="${message.role}"><h2>${escaped(headingOf(message))}</h2>\n${parts.join('\n')}\n</article>`,
    ];
  });
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    // Nothing is loaded, and nothing runs.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${title}</title><style>${style}</style></head><body><main>`,
    `<h1>${title}</h1><p class="where">Session ${escaped(session.id)}, in ${escaped(session.cwd)}</p>`,
    ...articles,
    '</main></body></html>\n',
  ].join('\n');
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1d1c1a;background:#f7f6f3}main{max-width:48rem;margin:auto;' +
  'padding:2rem 1rem}h2{font-size:.8rem;color:#635f57}pre,.text{white-space:pre-wrap;overflow-wrap:anywhere}pre{background:' +
  '#fff;border:1px solid #e3dfd7;border-radius:8px;padding:.75rem;font-size:.85rem}.user .text{background:#e9eefb;border-' +
  'radius:12px;padding:.75rem}.where,.notice{color:#635f57}@media(prefers-color-scheme:dark){body{color:#eceae4;background:' +
  '#171614}pre{background:#1f1e1b;border-color:#35332e}.user .text{background:#222c47}h2,.where,.notice{color:#a8a296}}';

function htmlOf(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [`<div class="text">${escaped(part.text)}</div>`];
    case 'thinking':
    case 'turn_end':
      return [];
    case 'image':
      return ['<p class="notice">A picture.</p>'];
    case 'document':
      return [`<p class="notice">A document: ${escaped(part.name)}.</p>`];
    case 'notice':
      return [`<p class="notice">${escaped(part.text)}</p>`];
    case 'tool_call': {
      const { name, gist } = callWords(part);
      const result =
        part.result === undefined
          ? ''
          : `<details open><summary>${resultTitle(part)}</summary><pre>${escaped(part.result.text)}</pre></details>`;
      const input = `<details><summary>${escaped(`${name} ${gist}`.trim())}</summary><pre>${escaped(inputText(part.input))}</pre></details>`;
      return [input, result].filter(Boolean);
    }
  }
}

function headingOf({ role, createdAt }: Message): string {
  const who = { user: 'You', assistant: 'Agent', system: 'Note' }[role];
  return `${who}, ${new Date(createdAt).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

function callWords({ toolName, input }: ToolCallPart) {
  const { name, server, gist } = toolWords(toolName, input);
  return { name: server === undefined ? name : `${server}: ${name}`, gist };
}

function resultTitle({ result }: ToolCallPart): string {
  return result?.isError ? 'It failed:' : 'Result:';
}

function inputText(input: JsonObject | undefined): string {
  return JSON.stringify(input ?? {}, undefined, 2);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters that turn text around, or are not seen, are shown by their number. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
    .replaceAll(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, (character) => {
      return `&lt;U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}&gt;`;
    });
}
