// What is approved is what was shown: while something of it is folded away, only "without reading" approves it.
import type { JsonObject } from '@beckon/protocol';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { approval, session } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import type { ApprovalAsk } from './ToolApproval.tsx';
import { ToolApproval } from './ToolApproval.tsx';

// Compiling it takes longer than a test waits, on a busy machine.
beforeAll(async () => void (await import('../tools/DiffTable.tsx')), 30_000);

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n');

const unfoldings = /^Show (all|more)/;

/** Every kind of content that a card may fold or cap. */
const inputs: [string, string, JsonObject][] = [
  ['a command', 'Bash', { command: lines(100, 'echo') }],
  ['a command on one line', 'Bash', { command: `echo ${'x'.repeat(60_000)}` }],
  ['the content of a file', 'Write', { file_path: '/a', content: lines(5000) }],
  ['a diff', 'Edit', { file_path: '/a', old_string: lines(60), new_string: lines(70) }],
  ['a diff in many pieces', 'Edit', { file_path: '/a', old_string: '', new_string: lines(450) }],
  [
    'an edit that is too large to compare',
    'Edit',
    { file_path: '/a', old_string: lines(80, 'old'), new_string: `${lines(80, 'new')}\n${'x'.repeat(5000)}` },
  ],
  [
    'several edits',
    'MultiEdit',
    {
      file_path: '/a',
      edits: [
        { old_string: 'a', new_string: lines(60) },
        { old_string: 'b', new_string: lines(60) },
      ],
    },
  ],
  ['a cell of a notebook', 'NotebookEdit', { notebook_path: '/a', new_source: lines(60) }],
  ['the prompt of an agent', 'Agent', { prompt: lines(60) }],
  ['text for a tool of an MCP server', 'mcp__github__create_issue', { title: 'x', body: lines(60) }],
  ['an input of any form', 'mcp__github__create_issue', { labels: lines(60).split('\n') }],
  ['a field that a tool should not have', 'Read', { file_path: '/a', hidden: lines(60) }],
];

function show(ask: ApprovalAsk) {
  const stage = setStage([session()]);
  renderOn(stage, <ToolApproval ask={ask} />);
  return { ...stage, user: userEvent.setup() };
}

const button = (name: string) => screen.getByRole('button', { name });

describe.each(inputs)('%s that is folded', (_, toolName, input) => {
  it('is approved once all of it has been opened', { timeout: 60_000 }, async () => {
    const { transport } = show(approval({ toolName, input }));
    // By their words: roles take long to find out in a long table.
    const approve = screen.getByText('Approve');
    await screen.findAllByText(unfoldings);
    // The diff takes the place of both texts once it is loaded.
    if (toolName.endsWith('Edit') && toolName !== 'NotebookEdit')
      await screen.findAllByText(/added|Too long/, {}, { timeout: 10_000 });
    fireEvent.click(approve);
    expect(transport.callsTo('answer')).toEqual([]);

    for (;;) {
      const [folded] = screen.queryAllByText(unfoldings);
      if (!folded) break;
      expect(approve.getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(folded);
    }
    expect(screen.queryByText('Approve without reading')).toBeNull();
    fireEvent.click(approve);
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve' });
  });
});

it('is approved unread where its person says so, with a button of its own', async () => {
  const { transport, user } = show(approval({ input: { command: lines(100, 'echo') } }));
  await user.click(button('Approve without reading'));
  expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve' });
});

it('takes two presses unread, too, where the agent wants a no by default', async () => {
  const { transport, user } = show(approval({ defaultToNo: true, input: { command: lines(100, 'echo') } }));
  await user.click(button('Approve…'));
  await user.click(button('Approve without reading'));
  expect(transport.callsTo('answer')).toEqual([]);
  await user.click(button('Yes, approve'));
  expect(transport.callsTo('answer')).toHaveLength(1);
});

it('can be denied unread, and cannot be always allowed', async () => {
  const { transport, user } = show(
    approval({ input: { command: lines(100, 'echo') }, suggestions: [{ text: 'Allow Bash' }] }),
  );
  await user.click(button('Approve and always allow…'));
  expect(screen.queryByText('Allow Bash')).toBeNull();
  await user.click(button('Deny…'));
  await user.keyboard('{Enter}');
  expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'deny' });
});

it('stays read when it is folded again', async () => {
  const { user } = show(approval({ input: { command: lines(100, 'echo') } }));
  await user.click(button('Show all 100 lines'));
  await user.click(button('Show less'));
  expect(button('Approve').getAttribute('aria-disabled')).toBeNull();
});

it('puts no input into a text field that is too long for one', () => {
  show(approval({ toolName: 'Write', input: { file_path: '/a', content: 'x'.repeat(200_000) } }));
  expect(screen.queryByRole('button', { name: 'Edit input…' })).toBeNull();
});
