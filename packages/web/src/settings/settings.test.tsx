import { BeckonError, defaultSettings } from '@beckon/protocol';
import type { Settings } from '@beckon/protocol';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { driver, session } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { NewSessionsSection } from './NewSessionsSection.tsx';
import { ThemeSection } from './ThemeSection.tsx';
import { WaitingSection } from './WaitingSection.tsx';

function stageWith(change: Partial<Settings> = {}) {
  const stage = setStage([session()], { settings: { ...defaultSettings, ...change } });
  stage.beckon.store.setState({ about: { version: '0', defaultCwd: '/', drivers: [driver()] } });
  return stage;
}
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

describe('a setting', () => {
  it('is saved at once, and says so', async () => {
    const stage = stageWith();
    renderOn(stage, <ThemeSection />);
    await userEvent.click(radio(/^Dark/));
    expect(stage.transport.callsTo('updateSettings')).toEqual([[{ theme: 'dark' }]]);
    expect(await screen.findByText(/Saved, for all of your devices/)).toBeTruthy();
  });

  it('changes where another device changes it', async () => {
    const stage = stageWith();
    renderOn(stage, <ThemeSection />);
    expect(radio(/^System/).checked).toBe(true);
    const settings: Settings = { ...defaultSettings, theme: 'light' };
    await act(async () => stage.follower.onEvent({ type: 'settings_changed', seq: 2, data: { settings } }));
    expect(radio(/^Light/).checked).toBe(true);
  });

  it('says why it was not saved, and stays as it was', async () => {
    const stage = stageWith();
    stage.transport.failures.set('updateSettings', new BeckonError('store_unavailable', 'The disk is full.'));
    renderOn(stage, <ThemeSection />);
    await userEvent.click(radio(/^Dark/));
    expect(await screen.findByText(/was not saved. The disk is full/)).toBeTruthy();
    expect(radio(/^System/).checked).toBe(true);
  });

  it('that was given at the start says so, and cannot be chosen', () => {
    const given = { askLimitMinutes: 7, givenAtStart: { askLimitMinutes: '--ask-limit 7' } };
    renderOn(stageWith(given), <WaitingSection />);
    const limit = screen.getByRole<HTMLSelectElement>('combobox', { name: 'An agent waits for' });
    expect([limit.disabled, limit.value]).toEqual([true, '7']);
    expect(screen.getByText('--ask-limit 7')).toBeTruthy();
    expect(radio(/^Park it/).matches(':disabled')).toBe(false);
  });
});

describe('what new sessions start with', () => {
  it('[L15] offers every mode but the dangerous ones, and says so', async () => {
    const stage = stageWith();
    renderOn(stage, <NewSessionsSection />);
    expect(screen.queryByRole('radio', { name: /Bypass/ })).toBeNull();
    expect(screen.getByText(/“Bypass” is dangerous/)).toBeTruthy();
    await userEvent.click(radio(/^Accept edits/));
    expect(stage.transport.callsTo('updateSettings')).toEqual([[{ permissionMode: 'acceptEdits' }]]);
  });

  it('takes a model by name, and none for the agent’s own', async () => {
    const stage = stageWith({ model: 'opus' });
    renderOn(stage, <NewSessionsSection />);
    const field = screen.getByRole('combobox', { name: 'Model' });
    await userEvent.clear(field);
    await userEvent.click(screen.getByRole('button', { name: 'Save model' }));
    await userEvent.type(field, 'haiku{Enter}');
    expect(stage.transport.callsTo('updateSettings')).toEqual([[{ model: null }], [{ model: 'haiku' }]]);
  });
});
