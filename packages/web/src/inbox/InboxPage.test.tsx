import { withPhase } from '@beckon/protocol';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { approval, question, session } from '../test/fixtures.ts';
import { renderOn, setStage, type Stage } from '../test/renderWithBeckon.tsx';
import InboxPage from './InboxPage.tsx';

const first = approval({ id: '22222222-2222-4222-8222-222222222221', input: { command: 'npm test' } });
const second = approval({
  id: '22222222-2222-4222-8222-222222222222',
  toolCallId: 'call-2',
  createdAt: 2,
  input: { command: 'rm -rf /' },
  risk: { level: 'high', findings: [{ code: 'delete', text: 'Deletes files' }] },
});
const third = question({ id: '22222222-2222-4222-8222-222222222223', toolCallId: 'call-3', createdAt: 3 });

async function open(stage: Stage) {
  renderOn(stage, <InboxPage />);
  await act(async () => undefined);
  return userEvent.setup();
}

const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
const focused = () => document.activeElement?.closest('article')?.getAttribute('aria-label') ?? '';

describe('the inbox', () => {
  it('shows what waits over all sessions, oldest first, each with its session', async () => {
    await open(setStage([session({ asks: [first, second, third] })]));
    expect(cards()).toEqual([
      expect.stringContaining('npm test'),
      expect.stringContaining('rm -rf /'),
      expect.stringContaining('Which database?'),
    ]);
    expect(screen.getByRole('region', { name: 'Needs you · 3' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Shop' })).toHaveLength(3);
  });

  it('says how many asks of all sessions wait behind those that are open', async () => {
    const other = session({ id: '11111111-1111-4111-8111-111111111112', moreAsks: 800 });
    await open(setStage([session({ asks: [first], moreAsks: 1000 }), other]));
    expect(screen.getByText('and 1,800 more wait behind these')).toBeTruthy();
  });

  it('says that all is clear, and who is at work', async () => {
    await open(setStage([session(), session({ id: 'idle', state: 'user_turn', title: 'Idle' })]));
    expect(screen.getByRole('heading', { name: 'All clear' })).toBeTruthy();
    expect(screen.getByText(/1 agent is at work/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /Shop/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Idle/ })).toBeNull();
  });

  it('is worked by keys alone: each goes to the card that has the focus', async () => {
    const stage = setStage([session({ asks: [first, second, third] })]);
    const user = await open(stage);
    await user.keyboard('a');
    expect(stage.transport.callsTo('answer')).toEqual([]);
    await user.keyboard('j');
    expect(focused()).toContain('npm test');
    await user.keyboard('jj');
    expect(focused()).toContain('Which database?');
    await user.keyboard('2');
    expect(screen.getByRole('radio', { name: /SQLite/ })).toHaveProperty('checked', true);
    await user.keyboard('kk');
    expect(focused()).toContain('npm test');
    await user.keyboard('d');
    expect(screen.getByRole('textbox', { name: /Why not/ })).toBe(document.activeElement);
    await user.keyboard('a{Escape}');
    expect(stage.transport.callsTo('answer')).toEqual([]);
    await user.keyboard('a');
    expect(stage.transport.callsTo('answer').map(([askId]) => askId)).toEqual([first.id]);
  });

  it('takes the latest answer back by key, wherever the focus is, and goes to its card', async () => {
    const now = Date.now();
    const given = { state: 'answered', answer: { type: 'approve' }, answeredAt: now, dueAt: now + 5000 } as const;
    const stage = setStage([session({ asks: [approval({ ...first, ...given }), third] })]);
    const user = await open(stage);
    const latest = screen.getByRole('complementary', { name: 'Latest answer' });
    expect(latest.textContent).toContain('npm test');
    await user.keyboard('jj');
    expect(focused()).toContain('Which database?');
    await user.keyboard('u');
    expect(stage.transport.callsTo('takeBackAnswer')).toEqual([[first.id]]);
    expect(focused()).toContain('npm test');
    await stage.happen({ type: 'ask_changed', data: { ask: first } });
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Latest answer' })).toBeNull());
    await user.keyboard('u');
    expect(stage.transport.callsTo('takeBackAnswer')).toHaveLength(1);
  });

  it('never approves with one key what may do great harm', async () => {
    const stage = setStage([session({ asks: [second] })]);
    const user = await open(stage);
    await user.keyboard('jaaa');
    expect(stage.transport.callsTo('answer')).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Yes, approve');
    await user.keyboard('{Enter}');
    expect(stage.transport.callsTo('answer')).toHaveLength(1);
  });

  describe('a folder that waits to be trusted', () => {
    const hook = { what: 'hook', name: 'SessionStart', text: 'sh evil.sh', file: '.claude/settings.json' } as const;
    const about = { toolName: 'Folder', input: {}, folder: '/work/shop', items: [hook], digest: 'd' };
    const life = {
      id: first.id,
      sessionId: first.sessionId,
      toolCallId: 'trust-1',
      state: 'open',
      createdAt: 1,
    } as const;
    const folder = withPhase({ kind: 'trust' as const, ...life, ...about });

    it('is never trusted with one key, however often it is pressed; Enter is the other', async () => {
      const stage = setStage([session({ asks: [folder] })]);
      const user = await open(stage);
      await user.keyboard('jaaa');
      expect(document.activeElement?.textContent).toBe('Trust');
      expect(stage.transport.callsTo('answer')).toEqual([]);
      await user.keyboard('{Enter}');
      expect(stage.transport.callsTo('answer')).toMatchObject([[first.id, { type: 'approve' }, expect.anything()]]);
    });

    it('is gone to choice by choice with numbers, which decide nothing', async () => {
      const stage = setStage([session({ asks: [folder] })]);
      const user = await open(stage);
      await user.keyboard('j');
      const reached: (string | null | undefined)[] = [];
      for (const key of '1234') {
        await user.keyboard(key);
        reached.push(document.activeElement?.textContent);
      }
      expect(reached).toEqual(['Trust', 'Work without its settings', 'Don’t open', 'Don’t open']);
      expect(stage.transport.callsTo('answer')).toEqual([]);
    });

    it('is not opened with one key', async () => {
      const stage = setStage([session({ asks: [folder] })]);
      const user = await open(stage);
      await user.keyboard('jd');
      expect(stage.transport.callsTo('answer')).toMatchObject([[first.id, { type: 'deny' }, expect.anything()]]);
    });
  });

  it('takes no key that belongs to something else, and none that is held down', async () => {
    const stage = setStage([session({ asks: [first] })]);
    const user = await open(stage);
    await user.keyboard('j{Control>}a{/Control}{Meta>}a{/Meta}');
    await act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', repeat: true, bubbles: true }));
    });
    expect(stage.transport.callsTo('answer')).toEqual([]);
  });

  it('goes on to the next card once the one that has the focus is answered, and keeps the answered in its place', async () => {
    const stage = setStage([session({ asks: [first, second] })]);
    const user = await open(stage);
    await user.keyboard('j');
    const answeredBy = { type: 'device', id: 'd', name: 'this phone' } as const;
    const given = { answer: { type: 'approve' }, answeredAt: 3, answeredBy, handedAt: 3 } as const;
    const handed = approval({ ...first, state: 'answered', ...given });
    await stage.happen({ type: 'ask_changed', data: { ask: handed } });
    await expect.poll(focused).toContain('rm -rf /');
    expect(cards()).toHaveLength(2);
    const done = approval({ ...handed, state: 'settled', settledAt: 4, observed: 'ran' });
    await stage.happen({ type: 'ask_changed', data: { ask: done } });
    await user.click(await screen.findByText('1 ask answered lately'));
    expect(screen.getByRole('region', { name: 'Needs you · 1' }).querySelectorAll('article')).toHaveLength(1);
    expect(cards().some((label) => label?.includes('npm test'))).toBe(true);
  });

  it('goes on also where the pressed button goes first, and its card takes the focus until then', async () => {
    const stage = setStage([session({ asks: [first, second] })]);
    const user = await open(stage);
    await user.keyboard('ja');
    expect(document.activeElement?.textContent).toContain('Approve');
    const answeredBy = { type: 'device', id: 'd', name: 'this phone' } as const;
    const given = { answer: { type: 'approve' }, answeredAt: 3, answeredBy, handedAt: 3 } as const;
    await stage.happen({ type: 'ask_changed', data: { ask: approval({ ...first, state: 'answered', ...given }) } });
    await expect.poll(focused).toContain('rm -rf /');
  });

  it('goes on also from a card that was over as soon as it was answered', async () => {
    const stage = setStage([session({ asks: [first, second] })]);
    const user = await open(stage);
    await user.keyboard('j');
    const answeredBy = { type: 'device', id: 'd', name: 'this phone' } as const;
    const given = { answer: { type: 'approve' }, answeredAt: 3, answeredBy, handedAt: 3 } as const;
    const done = approval({ ...first, state: 'settled', ...given, settledAt: 4, observed: 'ran' });
    await stage.happen({ type: 'ask_changed', data: { ask: done } });
    await expect.poll(focused).toContain('rm -rf /');
  });

  it('answers asks for the very same thing together, each listed, and none that came since', async () => {
    const elsewhere = (number: number) => ({
      id: `11111111-1111-4111-8111-11111111112${number}`,
      title: `Shop ${number}`,
      cwd: `/work/${number}`,
    });
    const same = (number: number) =>
      approval({ ...first, id: `22222222-2222-4222-8222-22222222223${number}`, sessionId: elsewhere(number).id });
    const sessions = [1, 2, 3].map((number) =>
      session({ ...elsewhere(number), asks: number < 3 ? [same(number)] : [] }),
    );
    const stage = setStage([...sessions, session({ asks: [second] })]);
    const user = await open(stage);
    await user.click(screen.getByRole('button', { name: '2 asks are for the same: answer them together…' }));
    const together = screen.getByRole('region', { name: 'Answer together' });
    expect(
      within(together)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Shop 1in /work/1', 'Shop 2in /work/2']);
    await stage.happen({ type: 'approval_required', data: { ask: same(3) } });
    await expect.poll(() => cards().length).toBe(4);
    await user.click(within(together).getByRole('button', { name: 'Approve all 2' }));
    expect(stage.transport.callsTo('answer').map(([askId]) => askId)).toEqual([same(1).id, same(2).id]);
  });

  it('denies asks for the same together, found by key', async () => {
    const twin = approval({ ...first, id: '22222222-2222-4222-8222-222222222239' });
    const stage = setStage([session({ asks: [first, twin] })]);
    const user = await open(stage);
    await user.keyboard('jt');
    expect(document.activeElement?.textContent).toBe('One by one');
    await user.click(screen.getByRole('button', { name: 'Deny all 2' }));
    expect(stage.transport.callsTo('answer').map(([askId, answer]) => [askId, answer.type])).toEqual([
      [first.id, 'deny'],
      [twin.id, 'deny'],
    ]);
  });

  it('takes no letter of a text that begins with a key in vain', async () => {
    const stage = setStage([session({ asks: [first] })]);
    const user = await open(stage);
    await user.keyboard('jxa');
    expect(stage.transport.callsTo('answer')).toEqual([]);
    expect(stage.location.history).toEqual(['/']);
  });

  it('shows its keys', async () => {
    const user = await open(setStage([session({ asks: [first] })]));
    await user.keyboard('?');
    const help = within(screen.getByRole('dialog', { name: 'Keys' }));
    expect(help.getByText('approve; on a folder, go to Trust')).toBeTruthy();
    expect(help.getByText(/don’t open a folder/)).toBeTruthy();
  });
});
