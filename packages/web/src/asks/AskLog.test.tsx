import type { AskStep, LogEntry } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { approval } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { AskLog } from './AskLog.tsx';

const ask = approval();
const at = new Date(2026, 10, 14, 9, 30, 5).getTime();
const step = (changed: AskStep['changed']): AskStep => ({ toolName: 'Bash', changed });
const receipt = { device: { id: 'd2', name: 'Safari on iPhone' }, at };

const log: LogEntry[] = [
  { number: 1, at, type: 'ask_opened', data: { ask } },
  { number: 2, at, type: 'ask_shown', data: step({ shown: [receipt] }) },
  { number: 3, at, type: 'ask_seen', data: step({ seen: [receipt] }) },
];
const answered: LogEntry = {
  number: 4,
  at,
  type: 'ask_answered',
  data: step({ answer: { type: 'approve' }, answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' } }),
};

async function open() {
  const stage = setStage();
  stage.transport.askLogs.set(ask.id, { ask, log });
  const drawn = renderOn(stage, <AskLog ask={ask} />);
  const user = userEvent.setup();
  return { ...stage, ...drawn, press: () => user.click(screen.getByRole('button', { name: 'Log' })) };
}

it('is read when it is opened, and says of each step when and where', async () => {
  const { transport, press } = await open();
  expect(transport.callsTo('getAsk')).toEqual([]);
  await press();
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringContaining('Asked to use Bash: touch done.txt'),
    expect.stringContaining('Shown on Safari on iPhone'),
    expect.stringContaining('Seen on Safari on iPhone'),
  ]);
  expect(lines[0]).toContain('14 Nov, 09:30:05');
});

it('goes on while it is open', async () => {
  const { transport, press, rerender } = await open();
  await press();
  await screen.findByText(/Asked to use/);
  transport.askLogs.set(ask.id, { ask, log: [...log, answered] });
  rerender(<AskLog ask={{ ...ask, state: 'answered' }} />);
  expect(await screen.findByText('The answer is yes (on Firefox on Linux)')).toBeTruthy();
});

it('tells tries that failed one after another as one', async () => {
  const { transport, press } = await open();
  const failed = (number: number, attempts: number): LogEntry => ({
    number,
    at,
    type: 'ask_delivery_failed',
    data: step({ failedDelivery: { attempts, failedAt: at, message: 'No key.', nextAt: at } }),
  });
  const tries = [failed(5, 1), failed(6, 2), failed(7, 3)];
  transport.askLogs.set(ask.id, { ask, log: [...log, answered, ...tries] });
  await press();
  await screen.findByText('The answer could not be delivered yet, after 3 tries. No key.');
  expect(screen.getAllByRole('listitem')).toHaveLength(log.length + 2);
});

it('says why it could not be read', async () => {
  const { transport, press } = await open();
  transport.failures.set('getAsk', new BeckonError('store_unavailable', 'The disk is gone.'));
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is gone.');
});
