import type { AskOf, Session, ShownTrustItem } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { TrustForm } from './TrustForm.tsx';

const hook: ShownTrustItem = {
  what: 'hook',
  name: 'SessionStart',
  text: 'echo hi\u200b | sh',
  file: '.claude/settings.json',
};

function trust(change: Partial<AskOf<'trust'>> = {}): AskOf<'trust'> {
  const folder = '/home/ana/shop';
  const fields = { toolName: 'Folder', input: { folder }, folder, items: [hook], digest: 'd', ...change };
  const life = { state: 'open', createdAt: 1 } as const;
  return withPhase({ kind: 'trust', id: 'ask-1', sessionId, toolCallId: 'trust-1', ...life, ...fields });
}

function show(ask: AskOf<'trust'>, sessions: Session[] = [session()]) {
  const stage = setStage(sessions);
  renderOn(stage, <TrustForm ask={ask} />);
  return stage.transport;
}

describe('[L12] TrustForm', () => {
  it('shows what would run, grouped, with nothing hidden in it', () => {
    show(trust());
    expect(screen.getByRole('article', { name: /^Trust the folder \/home\/ana\/shop: waiting/ })).toBeTruthy();
    const hooks = screen.getByRole('region', { name: /hooks/ });
    expect(within(hooks).getByText('SessionStart')).toBeTruthy();
    expect(within(hooks).getByTitle(/zero-width space/i)).toBeTruthy();
  });

  it('says once which folder it is about', () => {
    show(trust());
    const card = screen.getByRole('article');
    expect(card.textContent?.split('/home/ana/shop')).toHaveLength(2);
  });

  it('marks what is new and what is gone since it was decided about', () => {
    show(
      trust({
        items: [
          { ...hook, change: 'added' },
          { ...hook, text: 'true', change: 'removed' },
        ],
        lastDecidedAt: 1,
      }),
    );
    expect(screen.getByText(/has changed since you decided/)).toBeTruthy();
    expect([screen.getByText('New'), screen.getByText('Gone')]).toHaveLength(2);
  });

  it('names the file whose content has changed', () => {
    const script = {
      what: 'script',
      name: 'named by SessionStart',
      text: '8 bytes, SHA-256 0',
      file: 'bin/run.sh',
    } as const;
    show(trust({ items: [hook, { ...script, change: 'changed' }], lastDecidedAt: 1 }));
    const files = within(screen.getByRole('region', { name: 'Files that these commands use' }));
    expect([files.getByText('Changed'), files.getByText('bin/run.sh')]).toHaveLength(2);
  });

  it.each([
    ['Trust', { type: 'approve' }],
    ['Work without its settings', { type: 'approve', withoutSettings: true }],
    ['Don’t open', { type: 'deny' }],
  ])('answers once: %s', async (name, answer) => {
    const transport = show(trust());
    await userEvent.dblClick(screen.getByRole('button', { name }));
    expect(transport.callsTo('answer')).toEqual([['ask-1', answer, expect.any(String)]]);
  });

  it('takes no trust while some of it is folded away', async () => {
    const transport = show(trust({ items: [{ ...hook, text: 'true\n'.repeat(60) }] }));
    await userEvent.click(screen.getByRole('button', { name: 'Trust' }));
    expect(transport.callsTo('answer')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /^Show all/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Trust' }));
    expect(transport.callsTo('answer')).toHaveLength(1);
  });

  it.each([
    ['changed_while_open', /changed while it waited for you/],
    ['changed_before_answer', /changed before your answer counted/],
  ] as const)('says why it comes again: %s', (comesAgain, words) => {
    show(trust({ comesAgain, items: [hook, { ...hook, text: 'worse', change: 'added' }] }));
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('New')).toBeTruthy();
  });

  it('says for how many other sessions a yes holds, and counts only those that ask the very same', () => {
    const other = (number: number, change: Partial<AskOf<'trust'>> = {}) => {
      const id = `11111111-1111-4111-8111-11111111112${number}`;
      return session({ id, asks: [trust({ id: `ask-${number}`, sessionId: id, ...change })] });
    };
    const own = session({ asks: [trust()] });
    show(trust(), [own, other(2), other(3), other(4, { digest: 'e' })]);
    expect(screen.getByText(/2 other sessions wait here for the same/)).toBeTruthy();
  });

  it('says in one sentence that another card took its place, or another session its answer', () => {
    const answeredBy = { type: 'device', id: 'd', name: 'Phone' } as const;
    const given = { answer: { type: 'approve' }, answeredAt: 2, answeredBy, answeredWith: 'ask-2' } as const;
    show(trust({ ...given, state: 'settled', deliveredAt: 2, settledAt: 2, observed: 'went_on' }));
    expect(screen.getByText('Trusted on Phone, together with another session that asked the same')).toBeTruthy();
    cleanup();
    show(trust({ state: 'withdrawn', withdrawnAt: 2, withdrawalReason: 'superseded' }));
    expect(screen.getByText('The folder changed, so this card gave way to a new one.')).toBeTruthy();
  });

  it('says where a folder runs nothing, and Claude asks all the same', () => {
    show(trust({ items: [] }));
    expect(screen.getByText(/runs nothing by itself/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Work without its settings' })).toBeNull();
  });
});
