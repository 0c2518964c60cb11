import { describe, expect, test } from 'vitest';
import { readAnswers, readConversation, type Moment } from './conversation.ts';
import { MessagesRequest } from './messagesApi.ts';

function read(...messages: unknown[]): Moment[] {
  return readConversation(MessagesRequest.parse({ model: 'demo', messages }).messages);
}

const user = (...content: unknown[]) => ({ role: 'user', content });
const words = (text: string) => ({ type: 'text', text });
const result = (content: unknown, is_error = false) => ({ type: 'tool_result', tool_use_id: 't1', content, is_error });

describe('the person', () => {
  test('is heard through the reminders around the prompt', () => {
    const reminder = '<system-reminder>\nBe brief.\n</system-reminder>\n';
    expect(read(user(words(reminder), words('hello'), words(reminder)))).toEqual([
      { kind: 'prompt', text: 'hello', attachments: [] },
    ]);
  });

  test('may write plain strings, and attach things', () => {
    expect(read({ role: 'user', content: 'hello' })).toMatchObject([{ kind: 'prompt', text: 'hello' }]);
    expect(read(user({ type: 'image', source: {} }, words('look')))).toEqual([
      { kind: 'prompt', text: 'look', attachments: ['image'] },
    ]);
  });

  test.each([
    '[Request interrupted by user for tool use]',
    'Continue from where you left off.',
    '<local-command-stdout>ok</local-command-stdout>',
  ])('did not say: %s', (text) => {
    expect(read(user(words(text)))).toEqual([]);
  });

  test('is heard in mid-turn', () => {
    const content =
      'The user sent a new message while you were working:\nand a title\n\nThis is how Claude Code surfaces messages';
    expect(read(user(words('go')), { role: 'system', content })).toMatchObject([
      { kind: 'prompt' },
      { kind: 'interjection', text: 'and a title' },
    ]);
  });
});

describe('a tool result', () => {
  test.each([
    ['ok', 'ok', result('ok')],
    ['denied', 'not today', result('not today', true)],
    [
      'denied',
      'use pnpm',
      result(
        "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse pnpm",
        true,
      ),
    ],
    ['failed', 'Too big', result('<tool_use_error>Too big</tool_use_error>', true)],
    ['failed', 'Exit code 1\nno such file', result('Exit code 1\nno such file', true)],
    ['ok', 'sub done', result([words('frame. The report follows:\n  sub done\nagentId: a1 (…)')])],
  ])('that is %s reads “%s”', (outcome, text, block) => {
    expect(read(user(block))).toEqual([{ kind: 'result', outcome, text }]);
  });
});

test('a background subagent reports in a reminder', () => {
  const notification =
    '<system-reminder>\n[SYSTEM NOTIFICATION]\n<task-notification>\n<summary>Agent "B" finished</summary>\n' +
    '<result>all well</result>\n</task-notification>\n</system-reminder>';
  expect(read(user(words(notification)))).toEqual([{ kind: 'report', text: 'Agent "B" finished: all well' }]);
});

test('answers are told apart, commas and quotation marks included', () => {
  const text =
    'Your questions have been answered: "Which "db"?"="Postgres, I think", "Checks?"="Lint, Unit tests". You can now continue';
  expect(readAnswers(text)).toEqual([
    { question: 'Which "db"?', answer: 'Postgres, I think' },
    { question: 'Checks?', answer: 'Lint, Unit tests' },
  ]);
});

test('an answer in own words is told apart from what the CLI adds to it', () => {
  const text = 'The user answered: "Coverage?"="Only for the ledger". Read the answers carefully — they may request';
  expect(readAnswers(text)).toEqual([{ question: 'Coverage?', answer: 'Only for the ledger' }]);
});
