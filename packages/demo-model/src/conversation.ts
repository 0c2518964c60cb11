// Reads a request's messages as a sequence of moments: what the person said, what the model did, what came back.
// The CLI writes a good deal into a conversation itself; telling that apart from the person's words happens here.
import type { ContentBlock, RequestMessage, ToolResultBlock } from './messagesApi.ts';

export type Moment =
  | { kind: 'prompt'; text: string; attachments: string[] }
  /** Sent while the model was at work, and handed to it in the middle of its turn. */
  | { kind: 'interjection'; text: string }
  | { kind: 'reply'; callCount: number }
  | { kind: 'result'; outcome: Outcome; text: string }
  /** A background subagent's report. */
  | { kind: 'report'; text: string };

export type Outcome = 'ok' | 'denied' | 'failed';

export function readConversation(messages: readonly RequestMessage[]): Moment[] {
  return messages.flatMap((message): Moment[] => {
    switch (message.role) {
      case 'assistant':
        return [{ kind: 'reply', callCount: message.content.filter((block) => block.type === 'tool_use').length }];
      case 'system':
        return message.content.flatMap((block) => (block.type === 'text' ? readClientText(block.text) : []));
      case 'user':
        return message.content.flatMap((block) => readUserBlock(block, message.content));
    }
  });
}

/** The chosen answers, by question, from the result of an AskUserQuestion call. */
export function readAnswers(resultText: string): { question: string; answer: string }[] {
  return [...resultText.matchAll(ANSWER)].map(([, question = '', answer = '']) => ({ question, answer }));
}

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g;
const NOT_THE_PERSON = [
  /^<(local-command|command)-/,
  /^\[Request interrupted by user/,
  // Added by the CLI when a session resumes with a tool call still to be decided.
  /^Continue from where you left off\.$/,
];
const INTERJECTION =
  /The user sent a new message while you were working:\n([\s\S]*?)(?=\n\nThis is how Claude Code|<\/system-reminder>|$)/;
const TASK_REPORT = /<task-notification>[\s\S]*?<summary>([\s\S]*?)<\/summary>[\s\S]*?<result>([\s\S]*?)<\/result>/g;
// "Q1"="A1", "Q2"="A2". Nothing in it is escaped, so a pair ends where the next begins or the sentence does. The CLI's
// next sentence is another one where an answer is in the person's own words.
const ANSWER = /"((?:(?!"=").)+)"="([\s\S]*?)"(?=, "|\. You can|\. Read the answers|$)/g;

function readUserBlock(block: ContentBlock, siblings: readonly ContentBlock[]): Moment[] {
  if (block.type === 'tool_result') return [readResult(block)];
  if (block.type !== 'text') return [];
  const text = block.text.replace(REMINDER, '').trim();
  const fromClient = (block.text.match(REMINDER) ?? []).flatMap(readClientText);
  if (text === '' || NOT_THE_PERSON.some((pattern) => pattern.test(text))) return fromClient;
  const attachments = siblings.flatMap((sibling) => (sibling.type === 'other' ? [sibling.kind] : []));
  return [...fromClient, { kind: 'prompt', text, attachments }];
}

function readClientText(text: string): Moment[] {
  const interjection = INTERJECTION.exec(text)?.[1];
  if (interjection !== undefined) return [{ kind: 'interjection', text: interjection.trim() }];
  return [...text.matchAll(TASK_REPORT)].map(([, summary = '', result = '']) => ({
    kind: 'report',
    text: `${summary.trim()}: ${result.trim()}`,
  }));
}

function readResult(block: ToolResultBlock): Moment {
  const text =
    typeof block.content === 'string'
      ? block.content
      : block.content.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n');
  return { kind: 'result', outcome: block.is_error ? errorOutcome(text) : 'ok', text: unwrapResult(text) };
}

// A denial carries the person's own words, so a failure has to be known by the CLI's.
const FAILURE = /^(<tool_use_error>|Exit code \d+|File does not exist)/;

function errorOutcome(text: string): Outcome {
  return FAILURE.test(text) ? 'failed' : 'denied';
}

// What the CLI wraps around: an error of its own, a denial in the terminal, a subagent's report.
const WRAPPINGS = [
  /^<tool_use_error>([\s\S]*?)<\/tool_use_error>/,
  /^The user doesn't want to proceed[\s\S]*the user said:\n([\s\S]*)/,
  /The report follows:\n([\s\S]*?)\nagentId: /,
];

function unwrapResult(text: string): string {
  for (const wrapping of WRAPPINGS) {
    const inner = wrapping.exec(text)?.[1];
    if (inner !== undefined) return inner.trim();
  }
  return text.trim();
}
