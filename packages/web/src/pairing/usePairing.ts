// A code that lets one phone in: made for the chosen address, watched while it is shown, and taken back when it is not.
import type { GatewayAddress, LoginCode, LoginCodeState } from '@beckon/protocol';
import { addressesForPhone, BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

export interface PairingState {
  /** Where a phone could reach the gateway, the best first; absent until they have come. */
  addresses: GatewayAddress[] | undefined;
  /** The one that the code is for. */
  address: GatewayAddress | undefined;
  code: LoginCode | undefined;
  /** What has become of it. */
  state: LoginCodeState | undefined;
  error: BeckonError | undefined;
  choose: (address: GatewayAddress) => void;
  /** Makes a new code, for the same address. */
  renew: () => void;
}

const lookEveryMs = 1_000;

export function usePairing(): PairingState {
  const { transport } = useBeckon();
  const [addresses, setAddresses] = useState<GatewayAddress[]>();
  const [address, setAddress] = useState<GatewayAddress>();
  const [code, setCode] = useState<LoginCode>();
  const [state, setState] = useState<LoginCodeState>();
  const [error, setError] = useState<BeckonError>();
  const [round, setRound] = useState(0);
  const isOver = useRef(false);
  const renew = useCallback(() => setRound((last) => last + 1), []);

  useEffect(() => {
    let isGone = false;
    const list = async () => {
      const reachable = addressesForPhone(await transport.listAddresses());
      if (isGone) return;
      setAddresses(reachable);
      setAddress((chosen) => (reachable.some(({ url }) => url === chosen?.url) ? chosen : reachable[0]));
    };
    list().catch((thrown: unknown) => !isGone && setError(BeckonError.from(thrown)));
    return () => void (isGone = true);
  }, [transport, round]);

  useEffect(() => {
    if (!address) return;
    const gone = new AbortController();
    isOver.current = false;
    setCode(undefined);
    setState(undefined);
    setError(undefined);
    const watch = async () => {
      const made = await transport.createLoginCode({ address: address.url });
      const takeBack = () => void transport.cancelLoginCode(made.id).catch(() => undefined);
      if (gone.signal.aborted) return takeBack();
      // Whoever closes the dialog, or chooses another address, does not leave a key under the mat.
      gone.signal.addEventListener('abort', () => !isOver.current && takeBack());
      setCode(made);
      while (!gone.signal.aborted && !isOver.current) {
        const now = await transport.getLoginCode(made.id).catch(unreachable);
        if (gone.signal.aborted) return;
        isOver.current = now !== undefined && now.state !== 'open';
        if (now) setState(now);
        if (!isOver.current) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
    };
    watch().catch((thrown: unknown) => !gone.signal.aborted && setError(BeckonError.from(thrown)));
    return () => gone.abort();
  }, [transport, address, round]);

  return { addresses, address, code, state, error, choose: setAddress, renew };
}

/** A look that was lost on the way is made again; that the gateway knows no such code is final. */
function unreachable(thrown: unknown): undefined {
  const error = BeckonError.from(thrown);
  if (error.code !== 'unreachable' && error.code !== 'shutting_down') throw error;
}
