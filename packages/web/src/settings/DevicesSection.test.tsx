import type { SignedInDevice } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { DevicesSection } from './DevicesSection.tsx';

const now = Date.now();
const desk: SignedInDevice = {
  id: 'a',
  name: 'My desk',
  createdAt: now - 86_400_000,
  lastSeenAt: now,
  address: '127.0.0.1',
  program: 'Firefox on Linux',
  current: true,
};
const phone: SignedInDevice = {
  id: 'b',
  name: 'Safari on iPhone',
  createdAt: now - 2 * 86_400_000,
  lastSeenAt: now - 3_600_000,
  address: '192.168.1.7',
  program: 'Safari on iPhone',
  current: false,
};

function stageWith(...devices: SignedInDevice[]) {
  const stage = setStage();
  stage.transport.devices = devices;
  return stage;
}
const row = (name: string) => screen.getByText(name).closest('li')!;

describe('DevicesSection', () => {
  it('says which one this is, and when and from where the others were last seen', async () => {
    renderOn(stageWith(phone, desk), <DevicesSection />);
    await screen.findByText('My desk');
    const rows = screen.getAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/^My deskThis deviceFirefox on Linux · In use now from 127\.0\.0\.1/);
    expect(rows[1]?.textContent).toMatch(/^Safari on iPhoneLast seen .* from 192\.168\.1\.7/);
    expect(rows[1]?.textContent).not.toContain('This device');
  });

  it('says of one with a page open that it is here, whenever its last call came', async () => {
    renderOn(stageWith(desk, { ...phone, isHere: true }), <DevicesSection />);
    await screen.findByText('My desk');
    expect(row('Safari on iPhone').textContent).toContain('Here now from 192.168.1.7');
  });

  it('renames one, and keeps the field where that fails', async () => {
    const stage = stageWith(desk, phone);
    renderOn(stage, <DevicesSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Safari on iPhone' }));
    const failure = new BeckonError('invalid_request', 'That is no name.');
    stage.transport.failures.set('renameDevice', failure);
    await userEvent.clear(screen.getByRole('textbox', { name: 'Name' }));
    await userEvent.keyboard('My phone{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('That is no name.');
    stage.transport.failures.clear();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('My phone')).toBeTruthy();
    expect(stage.transport.callsTo('renameDevice').at(-1)).toEqual(['b', { name: 'My phone' }]);
  });

  it('leaves the name as it was on Escape', async () => {
    const stage = stageWith(phone);
    renderOn(stage, <DevicesSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Safari on iPhone' }));
    await userEvent.keyboard('x{Escape}');
    expect(screen.getByText('Safari on iPhone')).toBeTruthy();
    expect(stage.transport.callsTo('renameDevice')).toEqual([]);
  });

  it('removes one after asking, shows that it is on its way, and says why it failed', async () => {
    const stage = stageWith(desk, phone);
    renderOn(stage, <DevicesSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Safari on iPhone' }));
    expect(stage.transport.callsTo('removeDevice')).toEqual([]);
    const dialog = within(screen.getByRole('dialog'));
    stage.transport.failures.set('removeDevice', new BeckonError('store_unavailable', 'The disk is full.'));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The disk is full.');
    stage.transport.failures.clear();
    const letGo = stage.transport.holdReplies();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(dialog.getByRole('button', { name: 'Remove' }).getAttribute('aria-busy')).toBe('true');
    letGo();
    await expect.poll(() => screen.queryByText('Safari on iPhone')).toBeNull();
    expect(row('My desk')).toBeTruthy();
  });

  it('removes all others at once, and offers that only where there are some', async () => {
    const stage = stageWith(desk, phone);
    renderOn(stage, <DevicesSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove all others' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await expect.poll(() => screen.queryByText('Safari on iPhone')).toBeNull();
    expect(stage.transport.callsTo('removeOtherDevices')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Remove all others' })).toBeNull();
  });

  it('says where there are none, and why they could not be read', async () => {
    const stage = stageWith();
    stage.transport.failures.set('listDevices', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    renderOn(stage, <DevicesSection />);
    expect((await screen.findByRole('alert')).textContent).toContain('The gateway cannot be reached.');
    stage.transport.failures.clear();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/No device is signed in/)).toBeTruthy();
  });
});
