import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { approval } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { ToolApproval } from './ToolApproval.tsx';

const elsewhere = { type: 'device', id: 'd1', name: 'Safari on iPhone' } as const;
const unsent = /It was not sent/;

async function writeReason(text: string) {
  const stage = setStage();
  const drawn = renderOn(stage, <ToolApproval ask={approval()} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Deny…' }));
  await user.keyboard(text);
  return { ...stage, user, redraw: (ask = approval()) => drawn.rerender(<ToolApproval ask={ask} />) };
}

it('keeps a reason that was being written when another answer came first, until it is dismissed', async () => {
  const { redraw, user } = await writeReason('use the test database');
  redraw(approval({ state: 'answered', answer: { type: 'approve' }, answeredBy: elsewhere }));
  expect(screen.getByText(unsent)).toBeTruthy();
  expect(screen.getByText('use the test database')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(unsent)).toBeNull();
});

it('says nothing of a reason that was sent', async () => {
  const { redraw, user, transport } = await writeReason('use the test database');
  await user.keyboard('{Enter}');
  const [[, answer, key] = []] = transport.callsTo('answer');
  const answeredBy = { ...elsewhere, clientKey: String(key) };
  expect(answer).toEqual({ type: 'deny', message: 'use the test database' });
  redraw(approval({ state: 'answered', answer: { type: 'deny', message: 'use the test database' }, answeredBy }));
  expect(screen.queryByText(unsent)).toBeNull();
});
