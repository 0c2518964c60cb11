// Shows a QR code and a link that let one phone in, how long they are good for, and who has used them.
import type { GatewayAddress, LoginCodeState } from '@beckon/protocol';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../elements/Button.tsx';
import { CopyButton } from '../elements/CopyButton.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { QrCode } from './QrCode.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import type { PairingState } from './usePairing.ts';
import { usePairing } from './usePairing.ts';

export function PairDialog({ onPaired, onClose }: { onPaired: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pairing = usePairing();
  const isPaired = pairing.state?.state === 'used';
  const told = useRef(onPaired);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (isPaired) told.current();
  }, [isPaired]);
  return (
    <dialog
      ref={dialog}
      aria-label="Pair a phone"
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border border-line bg-panel p-5 text-ink shadow-xl backdrop:bg-black/40"
    >
      <h2 className="font-semibold">Pair a phone</h2>
      <div className="mt-3 space-y-4 text-sm">
        {pairing.error && <Problem>{pairing.error.message}</Problem>}
        <Content pairing={pairing} />
      </div>
      <div className="mt-5 flex justify-end gap-2">
        {isEnded(pairing) && <Button onClick={pairing.renew}>New code</Button>}
        <Button autoFocus onClick={onClose}>
          {pairing.state?.state === 'open' ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </dialog>
  );
}

function isEnded({ state, error }: PairingState): boolean {
  return error !== undefined || (state !== undefined && state.state !== 'open');
}

function Content({ pairing }: { pairing: PairingState }) {
  const { addresses, address, code, state } = pairing;
  if (addresses?.length === 0) return <NoAddress />;
  if (state && state.state !== 'open') return <Outcome state={state} />;
  if (pairing.error) return undefined;
  if (!code || !address) return <Spinner />;
  return (
    <>
      <p className="text-muted">Point the phone’s camera at the code, or open the link there. It works once.</p>
      <QrCode rows={code.qr} />
      <p className="text-center text-muted">
        <TimeLeft until={code.expiresAt} />
      </p>
      <div className="flex items-center gap-2 rounded-lg border border-line bg-raised py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate text-xs">{code.url}</code>
        <CopyButton text={code.url} />
      </div>
      <AddressChoice addresses={addresses ?? []} chosen={address} onChoose={pairing.choose} />
    </>
  );
}

function Outcome({ state }: { state: LoginCodeState }) {
  return (
    <p role="status" className="flex items-start gap-2">
      {state.state === 'used' && <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />}
      <span className="min-w-0 break-words">{outcomeWords(state)}</span>
    </p>
  );
}

function outcomeWords({ state, device }: LoginCodeState): string {
  if (state === 'used') return `“${device?.name ?? 'A device'}” is paired. It is signed in and can answer.`;
  if (state === 'cancelled') return 'This code was taken back. It lets nobody in.';
  return 'This code was not used in time. It lets nobody in.';
}

interface AddressChoiceProps {
  addresses: GatewayAddress[];
  chosen: GatewayAddress;
  onChoose: (address: GatewayAddress) => void;
}

function AddressChoice({ addresses, chosen, onChoose }: AddressChoiceProps) {
  return (
    <div className="space-y-2">
      {addresses.length > 1 && (
        <label className="block">
          <span className="mb-1 block font-medium">The phone reaches Beckon at</span>
          <select
            value={chosen.url}
            onChange={({ target }) => {
              const next = addresses.find(({ url }) => url === target.value);
              if (next) onChoose(next);
            }}
            className="min-h-10 w-full rounded-lg border border-edge bg-panel px-3 pointer-coarse:min-h-11"
          >
            {addresses.map(({ url }) => (
              <option key={url}>{url}</option>
            ))}
          </select>
        </label>
      )}
      {!chosen.isSecure && <p className="text-xs text-muted">{insecureWords(chosen)}</p>}
    </div>
  );
}

function insecureWords({ url }: GatewayAddress): string {
  return url.startsWith('https:')
    ? 'The certificate is not good for this address: the phone’s browser will warn, and the app cannot be installed.'
    : 'This address is not HTTPS: others on the network can read along, and the app cannot be installed on the phone.';
}

function NoAddress() {
  return (
    <div className="space-y-2 text-muted">
      <p>No phone can reach Beckon yet: it listens on this machine alone. Start it in one of these ways, then pair:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>
          on your own network: <code className="text-ink">--host 0.0.0.0</code>
        </li>
        <li>
          behind Tailscale serve, Caddy or cloudflared: <code className="text-ink">--public-url https://…</code>
        </li>
      </ul>
      <p>
        <code className="text-ink">beckon doctor</code> says what is missing.
      </p>
    </div>
  );
}
