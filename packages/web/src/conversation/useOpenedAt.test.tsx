import type { Message, MessagePage } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { message, session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import SessionPage from './SessionPage.tsx';

const said = (id: string, change: Partial<Message> = {}) =>
  message([{ type: 'text', text: `This is ${id}` }], { id, ...change });

/** The newest page first. */
function openAt(at: string, pages: Message[][]) {
  const stage = setStage([session({ state: 'user_turn' })]);
  stage.transport.listMessages = async (_, { before = '0' } = {}): Promise<MessagePage> => {
    const next = Number(before) + 1;
    return {
      messages: pages[Number(before)] ?? [],
      asks: [],
      seq: 1,
      ...(next < pages.length && { next: String(next) }),
    };
  };
  stage.location.navigate(`/sessions/${sessionId}?at=${at}`);
  renderOn(stage, <SessionPage sessionId={sessionId} isTerminalWanted={false} />);
}
const marked = () => document.querySelector('[data-message][aria-current]')?.getAttribute('data-message');

it('loads earlier pages until the message is there that the address names, and marks it', async () => {
  openAt('old', [[said('new')], [said('middle')], [said('old')], [said('oldest')]]);
  await expect.poll(marked).toBe('old');
  expect(screen.queryByText('This is oldest')).toBeNull();
});

it('marks the message whose call started a subagent for what the subagent said', async () => {
  const call = { type: 'tool_call', toolCallId: 'toolu_1', toolName: 'Agent', input: {}, status: 'complete' } as const;
  openAt('inner', [[message([call], { id: 'outer' }), said('inner', { parentToolCallId: 'toolu_1' })]]);
  await expect.poll(marked).toBe('outer');
});

it('says that a message is not there any more', async () => {
  openAt('gone', [[said('new')], [said('old')]]);
  expect(await screen.findByText('The message is not in this conversation any more.')).toBeTruthy();
});
