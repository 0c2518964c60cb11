import type { Channel } from '@beckon/protocol';
import { BeckonError, defaultSettings } from '@beckon/protocol';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { session } from '../../test/fixtures.ts';
import { renderOn, setStage } from '../../test/renderWithBeckon.tsx';
import { CallsSection } from './CallsSection.tsx';

const bell: Channel = {
  id: '33333333-3333-4333-8333-333333333333',
  type: 'ntfy',
  server: 'https://ntfy.example',
  topic: 'bell',
  has: ['token'],
  name: 'Bell',
  isOn: true,
  occasions: ['ask'],
  privacy: 'title',
  hasButtons: false,
  isBackup: false,
  createdAt: 1,
};

function stageWith(channels: Channel[]) {
  const stage = setStage([session()], { settings: defaultSettings });
  stage.transport.channels = channels;
  renderOn(stage, <CallsSection />);
  return stage;
}

describe('a channel', () => {
  it('says what came of the last call', async () => {
    stageWith([{ ...bell, last: { at: Date.now(), ok: false, detail: 'ntfy.example answered 500.' } }]);
    expect(await screen.findByText(/Failed/)).toBeTruthy();
    expect(screen.getByText(/ntfy\.example answered 500/)).toBeTruthy();
  });

  it('says where it leads, so that two of one type are told apart', async () => {
    stageWith([bell, { ...bell, id: '44444444-4444-4444-8444-444444444444', topic: 'gong' }]);
    expect(await screen.findByText(/bell on ntfy\.example/)).toBeTruthy();
    expect(screen.getByText(/gong on ntfy\.example/)).toBeTruthy();
  });

  it('that was switched off by Beckon says why', async () => {
    stageWith([{ ...bell, isOn: false, offBecause: 'The topic is gone.' }]);
    expect(await screen.findByText(/The topic is gone/)).toBeTruthy();
  });

  it('is tested by a press, and tells what the service said', async () => {
    const stage = stageWith([bell]);
    stage.transport.channelTest = { ok: false, detail: 'The token is wrong.' };
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test to Bell' }));
    expect(await screen.findByText(/was not sent/)).toBeTruthy();
    expect(screen.getAllByText(/The token is wrong/)).toHaveLength(1);
  });

  it('is switched off and on by a press', async () => {
    const stage = stageWith([bell]);
    await userEvent.click(await screen.findByRole('button', { name: 'Switch off Bell' }));
    expect(stage.transport.callsTo('updateChannel')).toEqual([[bell.id, { isOn: false }]]);
  });

  it('keeps a secret that is not typed anew, and sends one that is', async () => {
    const stage = stageWith([bell]);
    await userEvent.click(await screen.findByRole('button', { name: 'Change Bell' }));
    const form = within(screen.getByRole('form', { name: 'Change Bell' }));
    expect(form.getByLabelText<HTMLInputElement>(/Access token/).value).toBe('');
    await userEvent.click(form.getByRole('checkbox', { name: 'A turn has finished' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    const [[, change] = []] = stage.transport.callsTo('updateChannel');
    expect(change).toEqual({
      name: 'Bell',
      occasions: ['ask', 'turn_finished'],
      privacy: 'title',
      hasButtons: false,
      isBackup: false,
      server: 'https://ntfy.example',
      topic: 'bell',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change Bell' }));
    await userEvent.type(screen.getByLabelText(/Access token/), 'tk_1');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(stage.transport.callsTo('updateChannel')[1]?.[1]).toMatchObject({ token: 'tk_1' });
  });

  it('is added by its type, with a number where a number is meant', async () => {
    const stage = stageWith([]);
    stage.transport.failures.set('createChannel', new BeckonError('invalid_request', '“to”: is no address.'));
    await userEvent.click(await screen.findByRole('button', { name: 'Add a channel' }));
    await userEvent.click(screen.getByRole('button', { name: 'E-mail' }));
    await userEvent.type(screen.getByLabelText('Server'), 'mail.example');
    await userEvent.type(screen.getByLabelText('From'), 'a@b.example');
    await userEvent.type(screen.getByLabelText('To'), 'c@d.example');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('“To” is no address.')).toBeTruthy();
    expect(stage.transport.callsTo('createChannel')[0]?.[0]).toMatchObject({
      type: 'email',
      host: 'mail.example',
      port: 465,
      security: 'tls',
      privacy: 'title',
    });
    expect(Object.keys(stage.transport.callsTo('createChannel')[0]?.[0] ?? {})).not.toContain('password');
  });
});

describe('quiet hours', () => {
  it('are switched on for where this device is, and off again', async () => {
    const stage = stageWith([]);
    await userEvent.click(await screen.findByRole('switch', { name: 'Quiet hours' }));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(stage.transport.callsTo('updateSettings')).toEqual([
      [{ quietHours: { from: '22:00', to: '07:00', timeZone } }],
    ]);
    await userEvent.click(screen.getByRole('switch', { name: 'Reminders' }));
    expect(stage.transport.callsTo('updateSettings')[1]).toEqual([{ callReminders: false }]);
  });
});
