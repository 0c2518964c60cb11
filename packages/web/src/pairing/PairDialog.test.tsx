import { BeckonError } from '@beckon/protocol';
import type { GatewayAddress } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { PairPhone } from './PairPhone.tsx';

const here: GatewayAddress = { url: 'http://127.0.0.1:4517', reach: 'here', isSecure: true };
const network: GatewayAddress = { url: 'http://192.168.1.5:4517', reach: 'network', isSecure: false };
const outside: GatewayAddress = { url: 'https://beckon.example', reach: 'public', isSecure: true };

async function openDialog(...addresses: GatewayAddress[]) {
  const stage = setStage();
  stage.transport.addresses = addresses;
  let paired = 0;
  renderOn(stage, <PairPhone onPaired={() => void (paired += 1)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Pair a phone' }));
  return { ...stage, paired: () => paired };
}

describe('PairPhone', () => {
  it('shows a QR code and the link for the best address, and the time that it is good for', async () => {
    const { transport } = await openDialog(here, network, outside);
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy();
    expect(screen.getByText('https://beckon.example/login?code=secret')).toBeTruthy();
    expect(screen.getByText(/Good for/).textContent).toMatch(/Good for (10:00|9:5\d)/);
    expect(transport.callsTo('createLoginCode')).toContainEqual([{ address: outside.url }]);
  });

  it('makes a code for another address where that is chosen, says what does not work there, and takes the first back', async () => {
    const { transport } = await openDialog(here, network, outside);
    await screen.findByRole('img', { name: 'QR code of the link' });
    await userEvent.selectOptions(screen.getByRole('combobox'), network.url);
    expect(await screen.findByText('http://192.168.1.5:4517/login?code=secret')).toBeTruthy();
    expect(screen.getByText(/This address is not HTTPS/)).toBeTruthy();
    expect(transport.callsTo('cancelLoginCode')).toContainEqual(['code']);
  });

  it('says by which device the code was used, once it was, and does not take it back then', async () => {
    const { transport, paired } = await openDialog(here, outside);
    await screen.findByRole('img', { name: 'QR code of the link' });
    transport.loginCode = { ...transport.loginCode, state: 'used', device: { id: 'b', name: 'My phone' } };
    expect((await screen.findByRole('status', {}, { timeout: 5_000 })).textContent).toContain('“My phone” is paired');
    expect(paired()).toBe(1);
    expect(screen.queryByRole('img')).toBeNull();
    const cancelled = transport.callsTo('cancelLoginCode').length;
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(transport.callsTo('cancelLoginCode')).toHaveLength(cancelled);
  });

  it('takes the code back when the dialog is closed', async () => {
    const { transport } = await openDialog(here, outside);
    await screen.findByRole('img', { name: 'QR code of the link' });
    const cancelled = transport.callsTo('cancelLoginCode').length;
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(transport.callsTo('cancelLoginCode')).toHaveLength(cancelled + 1);
  });

  it('offers a new code when nobody used this one in time', async () => {
    const { transport } = await openDialog(here, outside);
    await screen.findByRole('img', { name: 'QR code of the link' });
    transport.loginCode = { ...transport.loginCode, state: 'expired' };
    expect(await screen.findByText(/not used in time/, {}, { timeout: 5_000 })).toBeTruthy();
    transport.loginCode = { ...transport.loginCode, state: 'open' };
    await userEvent.click(screen.getByRole('button', { name: 'New code' }));
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy();
  });

  it('says how to let phones reach the gateway where none can', async () => {
    const { transport } = await openDialog(here);
    expect(await screen.findByText('--host 0.0.0.0')).toBeTruthy();
    expect(transport.callsTo('createLoginCode')).toEqual([]);
  });

  it('says why there is no code', async () => {
    const stage = setStage();
    stage.transport.failures.set('listAddresses', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    renderOn(stage, <PairPhone onPaired={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Pair a phone' }));
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  });
});
