// Draws a component as it stands in the page: with a store that a test feeds events by hand.
import type { Follower, GatewayEvent, Session, SessionEventDraft, Settings } from '@beckon/protocol';
import { defaultSettings } from '@beckon/protocol';
import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Beckon } from '../store/beckon.ts';
import { createBeckon } from '../store/beckon.ts';
import { BeckonContext } from '../store/BeckonContext.tsx';
import type { Eyes } from '../press/presses.ts';
import { createPresses } from '../press/presses.ts';
import { session } from './fixtures.ts';
import { RecordingTransport } from './RecordingTransport.ts';

export interface Stage {
  transport: RecordingTransport;
  beckon: Beckon;
  follower: Follower;
  /** What happens in the session, as every tab is told. */
  happen: (...drafts: SessionEventDraft[]) => Promise<void>;
  location: ReturnType<typeof memoryLocation>;
}

/** All is in sight, and nobody waits in tests that are about something else. */
const openEyes: Eyes = {
  now: () => 0,
  timeOf: () => 0,
  placeOf: () => ({ x: 0, y: 0 }),
  keepLooking: () => () => undefined,
};

/** A store that has had its first snapshot. */
export function setStage(
  sessions: Session[] = [session()],
  snapshot: { next?: string; settings?: Settings } = {},
): Stage {
  const transport = new RecordingTransport();
  const followers: Follower[] = [];
  const feed = { follow: async (each: Follower) => void followers.push(each), retry: () => undefined };
  const beckon = createBeckon(transport, feed, createPresses(openEyes, 0));
  const [follower] = followers;
  const [first] = sessions;
  if (!follower || !first) throw new Error('A stage has a session.');
  let seq = 1;
  const asks = sessions.flatMap((each) => each.asks);
  const deliver = (event: GatewayEvent) => follower.onEvent(event);
  const settings = defaultSettings;
  deliver({ type: 'snapshot', seq, data: { epoch: 'one', reset: false, sessions, asks, settings, ...snapshot } });
  return {
    transport,
    beckon,
    follower,
    happen: (...drafts) =>
      act(async () => {
        for (const draft of drafts) deliver({ ...draft, sessionId: first.id, seq: ++seq });
      }),
    location: memoryLocation({ path: '/', record: true }),
  };
}

export function renderOn(stage: Stage, element: ReactElement) {
  const wrap = (children: ReactElement) => (
    <BeckonContext value={stage.beckon}>
      <Router hook={stage.location.hook}>{children}</Router>
    </BeckonContext>
  );
  const { rerender, ...rest } = render(wrap(element));
  return { ...rest, rerender: (next: ReactElement) => rerender(wrap(next)) };
}
