// Something that must not arrive twice: what is sent again after a failure goes under the same key, in case it did arrive
// the first time. Other words under that key are another thing to the gateway, so the key need not change with them.
import { randomKey } from '@beckon/protocol';
import { useRef } from 'react';
import type { Action } from './useAction.ts';
import { useAction } from './useAction.ts';

export function useSending(send: (clientKey: string) => Promise<unknown>): Action<[]> {
  const clientKey = useRef<string>(undefined);
  return useAction(async () => {
    clientKey.current ??= randomKey();
    await send(clientKey.current);
    clientKey.current = undefined;
  });
}
