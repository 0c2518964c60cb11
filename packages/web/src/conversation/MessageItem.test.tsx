import { act, screen } from '@testing-library/react';
import type { Ask, Message } from '@beckon/protocol';
import { describe, expect, it } from 'vitest';
import { approval, callFor, message, plan, question, session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { MessageItem } from './MessageItem.tsx';

async function show(shown: Message, { asks = [], others = [] }: { asks?: Ask[]; others?: Message[] } = {}) {
  const stage = setStage([session({ asks: asks.filter(({ state }) => state === 'open') })]);
  stage.transport.page = { messages: [shown, ...others], asks, seq: 1 };
  await act(async () => stage.beckon.openSession(sessionId));
  renderOn(stage, <MessageItem sessionId={sessionId} message={shown} isGrowing={false} />);
  return stage;
}

describe('[G10] MessageItem', () => {
  it('renders a ToolApproval for an approval', async () => {
    await show(message([callFor(approval())]), { asks: [approval()] });
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('renders a QuestionPrompt for a question', async () => {
    await show(message([callFor(question())]), { asks: [question()] });
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
  });

  it('renders a PlanReview for a plan', async () => {
    await show(message([callFor(plan())]), { asks: [plan()] });
    expect(screen.getByRole('button', { name: 'Approve plan' })).toBeTruthy();
  });

  it('renders a ToolCallCard where nobody is asked', async () => {
    await show(message([callFor(approval(), { status: 'complete', result: { text: 'made it', isError: false } })]));
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.getByText('Done')).toBeTruthy();
    expect(screen.getByText('made it')).toBeTruthy();
  });

  it('says of a call behind one that waits that its turn has not come, and of no other', async () => {
    const behind = callFor(approval({ toolCallId: 'call-2', toolName: 'Read' }), { status: 'running' });
    const before = callFor(approval({ toolCallId: 'call-0', toolName: 'Read' }), { status: 'running' });
    const { happen } = await show(message([before, callFor(approval()), behind]), { asks: [approval()] });
    expect([screen.getAllByText('Running').length, screen.getByText('Waits behind another ask')]).toHaveLength(2);
    const answeredBy = { type: 'device', id: 'd1', name: 'Firefox on Linux' } as const;
    const ask = approval({ state: 'answered', answer: { type: 'approve' }, answeredBy, handedAt: 2 });
    await happen({ type: 'ask_changed', data: { ask } });
    await expect.poll(() => screen.queryByText('Waits behind another ask')).toBeNull();
  });

  it('[T2] closes a form when the broadcast says that another tab has answered', async () => {
    const { happen } = await show(message([callFor(approval())]), { asks: [approval()] });
    const ask = approval({
      state: 'answered',
      answer: { type: 'approve' },
      answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' },
    });
    await happen({ type: 'ask_changed', data: { ask } });
    await expect.poll(() => screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Answered on Firefox on Linux: approve');
  });

  it('says of a message that its agent went away before it read it', async () => {
    const shown = { ...message([{ type: 'text', text: 'and hurry' }]), role: 'user' as const };
    const { happen } = await show(shown);
    const words = () => screen.queryByText(/^Not read yet/);
    expect(words()).toBeNull();
    await happen({ type: 'session_status', data: { session: session({ state: 'dead', unread: [shown.id] }) } });
    expect(words()).toBeTruthy();
    await happen({ type: 'session_status', data: { session: session({ state: 'assistant_turn' }) } });
    expect(words()).toBeNull();
  });

  it('keeps errors in sight', async () => {
    const failed = callFor(approval(), {
      toolName: 'Read',
      status: 'error',
      result: { text: 'no such file', isError: true },
    });
    await show(message([failed]));
    expect(screen.getByText('no such file')).toBeTruthy();
  });

  it('shows the input of a call as it streams', async () => {
    const { input: _, ...streaming } = callFor(approval(), { inputText: '{"command": "to' });
    await show(message([{ ...streaming, toolName: 'Write' }]));
    expect(screen.getByText('{"command": "to')).toBeTruthy();
  });

  const agentCall = callFor(approval(), {
    toolCallId: 'agent-call',
    toolName: 'Agent',
    input: { description: 'Look' },
    status: 'running',
  });
  const ofSubagent = (parts: Message['parts']) => message(parts, { id: 'inner', parentToolCallId: 'agent-call' });

  it('folds a subagent’s messages away', async () => {
    await show(message([agentCall]), { others: [ofSubagent([{ type: 'text', text: 'inner words' }])] });
    expect(screen.queryByText('inner words')).toBeNull();
    expect(screen.getByRole('button', { name: '1 message of the subagent' })).toBeTruthy();
  });

  it('unfolds them where one of its calls waits', async () => {
    await show(message([agentCall]), { asks: [approval()], others: [ofSubagent([callFor(approval())])] });
    expect(screen.getByText('The subagent waits for your response')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('keeps them unfolded while an answer to one of its calls is not delivered', async () => {
    const start = callFor(approval({ toolCallId: 'start', toolName: 'Agent', input: { description: 'Review' } }));
    const ask = approval({
      state: 'answered',
      answer: { type: 'approve' },
      parked: { at: 1, reason: 'agent_gone', isOrphaned: true },
    });
    const asking = message([callFor(ask)], { id: 'message-2', parentToolCallId: 'start' });
    await show(message([start]), { asks: [ask], others: [asking] });
    expect(screen.getByRole('button', { name: 'Take the answer back' })).toBeTruthy();
    expect(screen.queryByText(/waits for your response/)).toBeNull();
  });

  const orphaned = { at: 1, reason: 'agent_gone', isOrphaned: true } as const;
  const yes = { answer: { type: 'approve' } } as const;

  it.each([
    ['delivered', approval({ ...yes, state: 'delivered' }), 'Delivered to the agent'],
    ['told in a message', approval({ ...yes, state: 'delivered', parked: orphaned }), 'Told to the agent in a message'],
    [
      'lost sight of',
      approval({ ...yes, state: 'withdrawn', withdrawalReason: 'outcome_unknown' }),
      'It may have run, or still be running',
    ],
  ])('keeps them unfolded while an answer to one of its calls is %s', async (_, ask, words) => {
    await show(message([agentCall]), { asks: [ask], others: [ofSubagent([callFor(ask)])] });
    expect(screen.getByRole('status').textContent).toContain(words);
  });

  it.each([
    ['settled', approval({ ...yes, state: 'settled' })],
    ['withdrawn', approval({ state: 'withdrawn', withdrawalReason: 'interrupted' })],
  ])('folds them away once its ask is %s', async (_, ask) => {
    await show(message([agentCall]), { asks: [ask], others: [ofSubagent([callFor(ask)])] });
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('says of an ask that has outlived its subagent that the ask waits, not the subagent', async () => {
    const ask = approval({ parked: orphaned });
    await show(message([agentCall]), { asks: [ask], others: [ofSubagent([callFor(ask)])] });
    expect(screen.getByText('Its subagent’s ask waits for your response')).toBeTruthy();
    expect(screen.queryByText(/The subagent waits/)).toBeNull();
  });

  it('says what the subagent that asks was started for', async () => {
    const start = callFor(
      approval({ toolCallId: 'start', toolName: 'Agent', input: { description: 'Review the code' } }),
    );
    const ask = approval({ agentId: 'a55c09' });
    const asking = message([callFor(ask)], { id: 'message-2', parentToolCallId: 'start' });
    await show(message([start]), { asks: [ask], others: [asking] });
    expect(screen.getByText(/Asked by subagent/).textContent).toBe('Asked by subagent “Review the code”');
  });

  it('shows a person’s words as they were typed', async () => {
    await show(message([{ type: 'text', text: '**not** <b>markup</b>' }], { role: 'user' }));
    expect(screen.getByText('**not** <b>markup</b>')).toBeTruthy();
  });

  it('says how a turn ended', async () => {
    const usage = { inputTokens: 900, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.5 };
    await show(message([{ type: 'turn_end', outcome: 'interrupted', usage, durationMs: 2000 }], { role: 'system' }));
    expect(screen.getByText('Interrupted · 2.0 s · 1K tokens · $0.50')).toBeTruthy();
  });
});
