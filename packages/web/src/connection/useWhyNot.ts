// Why something was not done, as far as that is still so: that the gateway is out of reach is old news once it is back.
import type { BeckonError, Connection } from '@beckon/protocol';
import { useState } from 'react';
import { useBeckonState } from '../store/BeckonContext.tsx';

export function useWhyNot(error: BeckonError | undefined): string | undefined {
  const connection = useBeckonState((state) => state.connection);
  const connectionThen = useConnectionAt(error, connection);
  // The connection counts as live for a while after it was lost, so that alone does not say that the gateway is back.
  const isBack = connection.state === 'live' && connection !== connectionThen;
  return error?.code === 'unreachable' && isBack ? 'The gateway could not be reached. Press again.' : error?.message;
}

/** How the connection was when the error came; unknown where the error was there first. */
function useConnectionAt(error: BeckonError | undefined, connection: Connection): Connection | undefined {
  const [seen, setSeen] = useState(() => ({ error, connection: error ? undefined : connection }));
  if (seen.error === error) return seen.connection;
  setSeen({ error, connection });
  return connection;
}
