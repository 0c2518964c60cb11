import { BeckonError } from '@beckon/protocol';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { approval } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { stubIntersections } from '../test/stubIntersections.ts';
import type { ApprovalAsk } from './ToolApproval.tsx';
import { ToolApproval } from './ToolApproval.tsx';

function show(ask: ApprovalAsk = approval()) {
  const view = stubIntersections();
  const stage = setStage();
  const drawn = renderOn(stage, <ToolApproval ask={ask} />);
  return { ...stage, ...drawn, view, card: screen.getByRole('article') };
}

it('tells once that an open ask was in view, however often it comes back', async () => {
  const { view, card, transport, rerender } = show();
  expect(transport.callsTo('markSeen')).toEqual([]);
  view.show(card, { ratio: 1 });
  view.show(card, { ratio: 0 });
  view.show(card, { ratio: 1 });
  rerender(<ToolApproval key="another card" ask={approval()} />);
  view.show(screen.getByRole('article'), { ratio: 1 });
  expect(transport.callsTo('markSeen')).toEqual([[approval().id]]);
});

it.each([
  { where: 'only its edge is in view', seen: { ratio: 0.25, heightPx: 100 }, times: 0 },
  { where: 'it is higher than the window and fills half of it', seen: { ratio: 0.25, heightPx: 400 }, times: 1 },
])('where $where, it is told $times times', ({ seen, times }) => {
  const { view, card, transport } = show();
  view.show(card, seen);
  expect(transport.callsTo('markSeen')).toHaveLength(times);
});

it('has not been seen in a tab that is in the background, until that comes to the front', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { view, card, transport } = show();
  view.show(card, { ratio: 1 });
  expect(transport.callsTo('markSeen')).toEqual([]);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(transport.callsTo('markSeen')).toHaveLength(1);
  visibility.mockRestore();
});

it('tells again where telling failed', async () => {
  const { view, card, transport } = show();
  transport.failures.set('markSeen', new BeckonError('unreachable', 'The gateway cannot be reached.'));
  await act(async () => view.show(card, { ratio: 1 }));
  await act(async () => view.show(card, { ratio: 1 }));
  expect(transport.callsTo('markSeen')).toHaveLength(2);
});

it('tells nothing of an ask that is over', () => {
  const { view, card, transport } = show(approval({ state: 'settled' }));
  view.show(card, { ratio: 1 });
  expect(transport.callsTo('markSeen')).toEqual([]);
});
