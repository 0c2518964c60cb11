import type { LogEntry } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { approval, session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import LogPage from './LogPage.tsx';

const opened = (number: number, command: string): LogEntry => ({
  number,
  at: Date.UTC(2026, 10, 15, 12),
  type: 'ask_opened',
  sessionId,
  data: { ask: approval({ input: { command } }) },
});

const notable = 'answers,agents,access,gateway';

function stageWith(...pages: LogEntry[][]) {
  const stage = setStage([session({ title: 'Tidy up' })]);
  for (const [index, entries] of pages.entries()) {
    const next = index + 1 < pages.length ? { next: String(index + 1) } : {};
    stage.transport.logPages.set(index === 0 ? undefined : String(index), { entries, ...next });
  }
  return stage;
}

describe('LogPage', () => {
  it('says in words what happened, when, and in which session', async () => {
    renderOn(stageWith([opened(1, 'npm test')]), <LogPage sessionId={undefined} />);
    expect(await screen.findByText('Asked to use Bash: npm test')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tidy up' }).getAttribute('href')).toBe(`/sessions/${sessionId}`);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('15');
  });

  it('shows what is hidden in an agent’s text', async () => {
    renderOn(stageWith([opened(1, 'ls \u202e x')]), <LogPage sessionId={undefined} />);
    expect(await screen.findByTitle(/right-to-left override/)).toBeTruthy();
  });

  it('reads older pages as they are asked for', async () => {
    const stage = stageWith([opened(2, 'second')], [opened(1, 'first')]);
    renderOn(stage, <LogPage sessionId={undefined} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText(/first/)).toBeTruthy();
    expect(screen.getByText(/second/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(stage.transport.callsTo('readLog').map(([query]) => query?.before)).toEqual([undefined, '1']);
  });

  it('is narrowed to one session, and says so to the gateway', async () => {
    const stage = stageWith([opened(1, 'x')]);
    renderOn(stage, <LogPage sessionId={sessionId} />);
    await screen.findByText(/Asked/);
    expect(stage.transport.callsTo('readLog')).toEqual([[{ limit: 100, session: sessionId, kind: notable }]]);
    expect(screen.queryByRole('link', { name: 'Tidy up' })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Show the log of'), 'All sessions');
    expect(stage.location.history.at(-1)).toBe('/log');
  });

  it('leaves receipts out until they are asked for, and keeps in its address what was chosen', async () => {
    const stage = stageWith([opened(1, 'x')]);
    renderOn(stage, <LogPage sessionId={undefined} />);
    await userEvent.click(await screen.findByRole('link', { name: 'Show that too' }));
    await screen.findByText(/Asked/);
    await userEvent.selectOptions(screen.getByLabelText('Show of it'), 'Access');
    await screen.findByText(/Asked/);
    await userEvent.selectOptions(screen.getByLabelText('Show the log of'), 'Tidy up');
    expect(stage.location.history).toEqual(['/', '/log?kind=all', '/log?kind=access', `/log/${sessionId}?kind=access`]);
    const asked = stage.transport.callsTo('readLog').map(([query]) => query?.kind);
    expect(asked.slice(0, 3)).toEqual([notable, undefined, 'access']);
  });

  it('says where there is nothing, and why it could not be read', async () => {
    const stage = stageWith([]);
    renderOn(stage, <LogPage sessionId={undefined} />);
    expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy();
    stage.transport.failures.set('readLog', new BeckonError('store_unavailable', 'The disk is gone.'));
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('The disk is gone.'),
    );
  });
});
