import { BeckonError } from '@beckon/protocol';
import type { Session } from '@beckon/protocol';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { approval, session } from '../test/fixtures.ts';
import type { Stage } from '../test/renderWithBeckon.tsx';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { SessionList } from './SessionList.tsx';

const idOf = (number: number) => `33333333-3333-4333-8333-${String(number).padStart(12, '0')}`;
const old = (number: number, change: Partial<Session> = {}) =>
  session({ id: idOf(number), title: `Old ${number}`, state: 'dead', lastActivityAt: 0, ...change });

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const titles = () => rows().map((text) => /^(?:Shop|Old \d|Renamed)/.exec(text)?.[0]);

/** A list whose snapshot had one session, and of which the gateway knows more. */
function open(stage: Stage = setStage([session()], { next: 'older' })) {
  renderOn(stage, <SessionList currentId={undefined} />);
  return { stage, user: userEvent.setup() };
}

const more = () => screen.findByRole('button', { name: 'Show older sessions' });
const type = async (user: ReturnType<typeof userEvent.setup>, text: string) => {
  await user.clear(screen.getByRole('searchbox', { name: 'Search sessions' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search sessions' }), text);
};

describe('the list of sessions', () => {
  it('[T9] says what a session waits for, the oldest first, and how much else', () => {
    const second = approval({ id: '22222222-2222-4222-8222-333333333333', toolCallId: 'call-2', createdAt: 2 });
    open(setStage([session({ asks: [approval(), second] })]));
    expect(rows()[0]).toContain('Run touch done.txt');
    expect(rows()[0]).toContain('and 1 more');
    expect(rows()[0]).toContain('Waiting for your response');
  });

  it('says how much an edit would change', () => {
    const path = '/home/ana/shop/greet.js';
    const file = { path, found: 'text' as const, sections: [], lines: { added: 12, removed: 3 } };
    open(setStage([session({ asks: [approval({ toolName: 'Edit', input: { file_path: path }, file })] })]));
    expect(rows()[0]).toContain('+12 −3, 12 lines added, 3 removed');
  });

  it('says how many asks wait behind those that are open', () => {
    open(setStage([session({ asks: [approval()], moreAsks: 1800 })]));
    expect(rows()[0]).toContain('and 1,800 more wait behind these');
  });

  it('loads older ones page by page, until there are no more', async () => {
    const { stage, user } = open();
    stage.transport.sessionPages.set('older', { sessions: [old(3), old(2)], next: 'oldest' });
    stage.transport.sessionPages.set('oldest', { sessions: [old(1)] });
    await user.click(await more());
    await expect.poll(titles).toEqual(['Shop', 'Old 3', 'Old 2']);
    await user.click(await more());
    await expect.poll(titles).toEqual(['Shop', 'Old 3', 'Old 2', 'Old 1']);
    expect(screen.queryByRole('button', { name: 'Show older sessions' })).toBeNull();
  });

  it('moves an older one up when something happens in it, and drops one that is removed', async () => {
    const { stage, user } = open();
    stage.transport.sessionPages.set('older', { sessions: [old(2), old(1)] });
    await user.click(await more());
    await expect.poll(titles).toEqual(['Shop', 'Old 2', 'Old 1']);
    const { asks: _, ...renamed } = old(1, { title: 'Renamed', lastActivityAt: 99 });
    const status = { type: 'session_status', sessionId: idOf(1), seq: 2, data: { session: renamed } } as const;
    act(() => stage.follower.onEvent(status));
    expect(titles()).toEqual(['Renamed', 'Shop', 'Old 2']);
    act(() => stage.follower.onEvent({ type: 'session_removed', sessionId: idOf(2), seq: 3, data: {} }));
    expect(titles()).toEqual(['Renamed', 'Shop']);
  });

  it('says that older ones could not be loaded, and loads them when asked again', async () => {
    const { stage, user } = open();
    stage.transport.failures.set('listSessions', new BeckonError('unreachable', 'Gone.'));
    await user.click(await more());
    expect((await screen.findByRole('alert')).textContent).toBe('Older sessions could not be loaded. Gone.');
    stage.transport.failures.clear();
    stage.transport.sessionPages.set('older', { sessions: [old(1)] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(titles).toEqual(['Shop', 'Old 1']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('searches what it has at once, and then the gateway', async () => {
    const { stage, user } = open();
    stage.transport.sessionPages.set(undefined, { sessions: [session(), old(7, { cwd: '/home/ana/shop' })] });
    const letGo = stage.transport.holdReplies();
    await type(user, 'SHOP');
    expect(titles()).toEqual(['Shop']);
    expect(screen.getByRole('status').textContent).toContain('Searching…');
    letGo();
    await expect.poll(titles).toEqual(['Shop', 'Old 7']);
    expect(stage.transport.callsTo('listSessions').map(([query]) => query)).toEqual([{ limit: 100, q: 'SHOP' }]);
  });

  it('says where nothing matches, and Escape brings all back', async () => {
    const { user } = open();
    await type(user, 'zebra');
    expect((await screen.findByText(/No session matches/)).textContent).toBe('No session matches “zebra”.');
    await user.keyboard('{Escape}');
    expect(titles()).toEqual(['Shop']);
  });

  it('asks nobody where it has all sessions', async () => {
    const { stage, user } = open(setStage([session(), old(1)]));
    await type(user, 'old');
    expect(titles()).toEqual(['Old 1']);
    await type(user, 'zebra');
    expect(within(screen.getByRole('navigation')).getByText(/No session matches/)).toBeTruthy();
    expect(stage.transport.callsTo('listSessions')).toEqual([]);
  });
});
