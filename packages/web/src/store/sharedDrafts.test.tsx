// A form that is filled in on more than one device.
import type { DraftField } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { QuestionPrompt } from '../asks/QuestionPrompt.tsx';
import { ToolApproval } from '../asks/ToolApproval.tsx';
import { PlanReview } from '../asks/PlanReview.tsx';
import { approval, plan, question, session } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { shareDrafts } from './sharedDrafts.ts';

const ask = question();
const from = (text: string, writer = 'phone'): DraftField => ({
  text,
  writer,
  device: { id: writer, name: 'Ana’s phone' },
});
const picked = (...places: number[]) => JSON.stringify({ picked: places, isOther: false, otherText: '' });

let seq = 100;
afterEach(() => (seq = 100));

function open(asked: typeof ask | ReturnType<typeof approval> = ask) {
  const stage = setStage([session({ asks: [asked] })]);
  onTestFinished(shareDrafts(stage.beckon));
  const element = asked.kind === 'question' ? <QuestionPrompt ask={asked} /> : <ToolApproval ask={asked} />;
  renderOn(stage, element);
  const arrive = (fields: Record<string, DraftField>) =>
    act(async () => stage.follower.onEvent({ type: 'draft_changed', seq: seq++, data: { askId: asked.id, fields } }));
  const shared = () => stage.transport.callsTo('shareDraft').map(([, draft]) => draft);
  return { stage, user: userEvent.setup(), arrive, shared };
}

const options = () => screen.getAllByRole<HTMLInputElement>('radio');

it('sends on what is picked, and nothing of what came from elsewhere', async () => {
  const { user, shared, arrive } = open();
  await user.click(options()[1]!);
  await waitFor(() => expect(shared()).toHaveLength(1));
  expect(shared()[0]?.fields).toEqual({ 'choice.0': picked(1) });
  await arrive({ 'choice.0': from(picked(1), shared()[0]!.writer) });
  await arrive({ 'choice.0': from(picked(0)) });
  expect(
    options()
      .map(({ checked }) => checked)
      .indexOf(true),
  ).toBe(0);
  await user.tab();
  expect(shared()).toHaveLength(1);
});

it('fills in what was picked elsewhere, and says where, until it is changed here', async () => {
  const { user, arrive } = open();
  await arrive({ 'choice.0': from(picked(1)) });
  expect(options()[1]?.checked).toBe(true);
  expect(screen.getByText('Filled in on', { exact: false }).textContent).toBe('Filled in on Ana’s phone');
  await user.click(options()[0]!);
  expect(screen.queryByText('Filled in on', { exact: false })).toBeNull();
});

it('leaves the field alone that its person is typing in, until they leave it', async () => {
  const { user, arrive } = open(approval());
  await user.click(screen.getByRole('button', { name: 'Deny…' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect(document.activeElement).toBe(field);
  await arrive({ reason: from('from the phone') });
  expect(field.value).toBe('');
  await act(async () => field.blur());
  expect(field.value).toBe('from the phone');
});

it('shares nothing that means nothing, whatever comes', async () => {
  const { arrive } = open();
  const before = options().map(({ checked }) => checked);
  await arrive({ 'choice.0': from(picked(99)), 'choice.7': from(picked(0)), unknown: from('x') });
  await arrive({ 'choice.0': from('{"picked":"all"}') });
  await arrive({ 'choice.0': from('no JSON') });
  expect(options().map(({ checked }) => checked)).toEqual(before);
});

it('sends what could not be sent once there is a connection again', async () => {
  const { stage, user, shared } = open();
  stage.transport.failures.set('shareDraft', new BeckonError('unreachable', 'The gateway cannot be reached.'));
  await user.click(options()[1]!);
  await waitFor(() => expect(shared()).toHaveLength(1));
  stage.transport.failures.clear();
  await act(async () => stage.follower.onConnection?.({ state: 'connecting' }));
  await act(async () => stage.follower.onConnection?.({ state: 'live' }));
  await waitFor(() => expect(shared()).toHaveLength(2));
  expect(shared()[1]?.fields).toEqual({ 'choice.0': picked(1) });
});

it('brings what it still has to a gateway that was started anew, and takes nobody’s newer text away', async () => {
  const { stage, user, shared } = open();
  await user.click(options()[1]!);
  await waitFor(() => expect(shared()).toHaveLength(1));
  const data = { epoch: 'two', reset: true, sessions: [session({ asks: [ask] })], asks: [ask] };
  await act(async () => stage.follower.onEvent({ type: 'snapshot', seq: 1, data }));
  await waitFor(() => expect(shared()).toHaveLength(2));
  expect(shared()[1]).toMatchObject({ fields: { 'choice.0': picked(1) }, onlyMissing: true });
});

it('takes over what is said about a plan, and says where that was', async () => {
  const asked = plan();
  const stage = setStage([session({ asks: [asked] })]);
  onTestFinished(shareDrafts(stage.beckon));
  renderOn(stage, <PlanReview ask={asked} />);
  const comment = { start: 0, quote: 'a step', text: 'smaller' };
  const told = (text: string) => {
    const data = { askId: asked.id, fields: { comments: from(text) } };
    return act(async () => stage.follower.onEvent({ type: 'draft_changed', seq: seq++, data }));
  };
  await told('[{"start":"0"}]');
  expect(stage.beckon.store.getState().drafts.comments[asked.id]).toBeUndefined();
  await told(JSON.stringify([comment]));
  expect(stage.beckon.store.getState().drafts.comments[asked.id]).toEqual([comment]);
  expect(screen.getByText('Comments last changed on', { exact: false }).textContent).toContain('Ana’s phone');
});

it('says at the button behind which it lies that a reason was begun elsewhere, until it is gone there', async () => {
  const { arrive } = open(approval());
  await arrive({ reason: from('Not on a Friday') });
  expect(screen.getByText('“Deny…” goes on with', { exact: false }).textContent).toContain('Ana’s phone');
  await arrive({ reason: from('') });
  expect(screen.queryByText('“Deny…” goes on with', { exact: false })).toBeNull();
});

it('sends what could not be sent a little later where the connection seems well', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { stage, shared } = open();
  await act(async () => stage.follower.onConnection?.({ state: 'live' }));
  stage.transport.failures.set('shareDraft', new BeckonError('unreachable', 'The gateway cannot be reached.'));
  await act(async () => options()[1]!.click());
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(shared()).toHaveLength(1);
  stage.transport.failures.clear();
  await act(() => vi.advanceTimersByTimeAsync(3500));
  expect(shared()[1]?.fields).toEqual({ 'choice.0': picked(1) });
});
