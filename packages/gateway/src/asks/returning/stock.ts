// Taking stock: what became of the calls of an agent that is gone, by what it has kept. None is lost, and none is made
// twice.
import type { Ask, DriverName, ParkReason, SessionInfo } from '@beckon/protocol';
import { comesBeforeAgent, runsSomething, wayOf } from '@beckon/protocol';
import type { CallFate, CallFates, Driver } from '../../drivers/driver.ts';
import type { Logger } from '../../logger.ts';
import type { Ledger } from '../ledger.ts';
import { isCallOfMainAgent } from './parking.ts';

export interface StockHouse {
  ledger: Ledger;
  drivers: Partial<Record<DriverName, Pick<Driver, 'lookBack'>>>;
  log: Logger;
}

export async function takeStock(house: StockHouse, session: SessionInfo, reason: ParkReason): Promise<void> {
  const fates = await fatesOf(house, session);
  const { ledger } = house;
  for (const ask of ledger.unfinished(session.id)) {
    // What the agent has kept says nothing about what was asked before it started.
    if (comesBeforeAgent(ask)) {
      if (ask.phase === 'handed') ledger.park(ask.id, { reason, isOrphaned: false });
      continue;
    }
    const fate = fates.get(ask.toolCallId) ?? 'lost';
    if (ask.phase === 'handed') decideHanded(house, ask, { fate, reason });
    else correct(house, ask, fate);
  }
}

/** The agent had the answer: it acted on it, may have, or cannot have. */
function decideHanded(
  { ledger }: StockHouse,
  ask: Ask,
  { fate, reason }: { fate: CallFate; reason: ParkReason },
): void {
  if (fate === 'finished') ledger.observe(ask.sessionId, ask.toolCallId, { observed: 'went_on' });
  // What the agent did cannot be known, and to do it again could be wrong. One that was told of its answer in a message
  // would have had to ask before it acted.
  else if (runsSomething(ask) && wayOf(ask) !== 'told') ledger.loseSightOf(ask.id);
  else ledger.park(ask.id, { reason, isOrphaned: isOrphaned(ask, fate) });
}

/** It was parked before it was known whether its call can come back. */
function correct({ ledger }: StockHouse, ask: Ask, fate: CallFate): void {
  const { id, parked } = ask;
  const orphaned = isOrphaned(ask, fate);
  if (parked && parked.isOrphaned !== orphaned) ledger.park(id, { reason: parked.reason, isOrphaned: orphaned });
}

function isOrphaned(ask: Ask, fate: CallFate): boolean {
  return fate !== 'can_return' || !isCallOfMainAgent(ask);
}

async function fatesOf(
  { ledger, drivers, log }: StockHouse,
  { id: sessionId, conversationId, cwd, driver }: SessionInfo,
): Promise<CallFates> {
  const toolCallIds = ledger.unfinished(sessionId).map(({ toolCallId }) => toolCallId);
  try {
    return (await drivers[driver]?.lookBack?.({ sessionId, conversationId, cwd }, toolCallIds)) ?? new Map();
  } catch (error) {
    log.warn({ error, sessionId }, 'could not read what the agent has kept');
    return new Map();
  }
}
