import type { Ask } from '@beckon/protocol';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Conversation } from '../conversation/Conversation.tsx';
import { approval, session } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { stubIntersections } from '../test/stubIntersections.ts';

function asks(count: number, change: Partial<Ask> = {}): Ask[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(12, '0');
    return approval({ id: `22222222-2222-4222-8222-${number}`, toolCallId: `call-${index}`, ...change } as object);
  });
}

function show(open: Ask[]) {
  const intersections = stubIntersections();
  const shown = session({ asks: open });
  renderOn(setStage([shown]), <Conversation session={shown} conversation={{ messages: [], asks: {}, seq: 0 }} />);
  return intersections;
}

const forms = () => screen.getAllByRole('article');
const drawn = () => screen.queryAllByText('Approve').length;

it('draws all asks where there are some', () => {
  show(asks(30));
  expect([forms().length, drawn()]).toEqual([30, 30]);
});

it('draws of very many asks those that come near, and names the others in their places', async () => {
  const { show: bringNear } = show(asks(200));
  expect([forms().length, drawn()]).toEqual([200, 0]);
  expect(forms()[7]?.getAttribute('aria-label')).toBe('Run touch done.txt: waiting for your response');
  await act(async () => bringNear(forms()[7]!, { ratio: 0.1 }));
  expect([forms().length, drawn()]).toEqual([200, 1]);
});

it('[L13] shows two asks about one call as two cards', () => {
  show(asks(2, { toolCallId: 'call-1' }));
  expect([forms().length, drawn()]).toEqual([2, 2]);
});
