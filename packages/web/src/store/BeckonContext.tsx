// How components reach the store and the transport.
import type { Ability, Conversation, DriverDescription, Session } from '@beckon/protocol';
import { sessionOf } from '@beckon/protocol';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Beckon, BeckonState } from './beckon.ts';

export const BeckonContext = createContext<Beckon | undefined>(undefined);

export function useBeckon(): Beckon {
  const beckon = useContext(BeckonContext);
  if (!beckon) throw new Error('This component has to be inside a BeckonContext.');
  return beckon;
}

export function useBeckonState<T>(select: (state: BeckonState) => T): T {
  return useStore(useBeckon().store, select);
}

/** With its open asks. */
export function useSession(sessionId: string): Session | undefined {
  return useBeckonState(({ view }) => sessionOf(view, sessionId));
}

/** Whether a session can do that; one that is not there can do nothing. */
export function useAbility(sessionId: string, ability: Ability): boolean {
  return useSession(sessionId)?.abilities.includes(ability) ?? false;
}

/** What runs a session, as it describes itself; undefined until the gateway has introduced itself. */
export function useDriver(sessionId: string): DriverDescription | undefined {
  return useBeckonState(({ about, view }) =>
    about?.drivers.find(({ name }) => name === view.sessions[sessionId]?.driver),
  );
}

export function conversationOf({ view }: BeckonState, sessionId: string): Conversation | undefined {
  return view.conversations[sessionId]?.conversation;
}
