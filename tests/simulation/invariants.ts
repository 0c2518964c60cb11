// The promises of ARCHITECTURE.md, each as a function that is called where it could be broken: at the very moment of a
// telling, a reply or an execution, or after each step.
import { isDeepStrictEqual } from 'node:util';
import type { Ask, BeckonError, GatewayEvent } from '@beckon/protocol';
import { clientKeyOf, isAskEvent, sessionsInOrder } from '@beckon/protocol';
import { isSame, isSameCall } from '../../packages/gateway/src/asks/sameCall.ts';
import type { Call } from '../../packages/gateway/src/notify/sender.ts';
import type { Book, Execution, Press } from './book.ts';
import { askFor } from './calls.ts';
import type { SimClient } from './simClient.ts';
import type { World } from './world.ts';

/** [L3] An ask is on disk before anyone is shown it, and [L2] an answer before anyone is told of it. */
export function checkTold(world: World, event: GatewayEvent): void {
  for (const ask of asksIn(event)) {
    const kept = world.disk.ask(ask.id);
    if (!kept) return world.broken('L3', `${ask.toolCallId} was told before it was on disk`);
    if (ask.state === 'answered' && !isSame(kept?.answer, ask.answer)) {
      return world.broken('L2', `the answer to ${ask.toolCallId} was told before it was on disk`);
    }
  }
}

/** [L1] The first answer wins, and [L2] is on disk before its 200; [L9] nonsense never is taken for one. */
export function checkAcknowledged(world: World, press: Press): void {
  const { ask, key, answer, isNonsense, takenBack } = press;
  const { winners } = world.book;
  if (takenBack === 'yes')
    return world.broken('L1', `an answer to ${ask.toolCallId} that was taken back was taken again`);
  if (isNonsense) return world.broken('L9', `a malformed answer to ${ask.toolCallId} was taken`);
  const kept = world.disk.ask(ask.id);
  if (clientKeyOf(kept?.answeredBy) !== key || !isSame(kept?.answer, answer)) {
    return world.broken('L2', `the answer to ${ask.toolCallId} was acknowledged and is not on disk`);
  }
  const winner = winners.get(ask.id);
  if (winner && winner.key !== key && winner.takenBack === 'no') {
    return world.broken('L1', `two answers to ${ask.toolCallId} were acknowledged`);
  }
  winners.set(ask.id, press);
}

/** [L1] Whoever was told 200 once is told so again; who comes too late is told who won. */
export function checkRefused(world: World, press: Press, error: BeckonError): void {
  const { ask, key } = press;
  const winner = world.book.winners.get(ask.id);
  const isDefinite = error.status < 500 && error.code !== 'session_not_found';
  if (isDefinite && winner?.key === key && press.takenBack === 'no') {
    world.broken('L1', `the answer to ${ask.toolCallId} was acknowledged, and its retry got ${error.code}`);
  }
  if (error.code === 'already_answered' && error.ask?.answer === undefined && press.takenBack === 'no') {
    world.broken('L1', `the answer to ${ask.toolCallId} came too late, and was not told which one won`);
  }
  if (error.code === 'internal')
    world.broken('errors', `an answer got an error without a sentence: ${String(error.cause)}`);
}

/**
 * [L4] Nothing runs that no person approved, nor twice for one approval; [L5] nor with another input than was shown, or
 * than its person wrote in its place.
 */
export function checkExecuted(world: World, execution: Execution): void {
  const { sessionId, call, input } = execution;
  const asks = world.disk.asks().filter((ask) => ask.sessionId === sessionId && ask.toolCallId === call.id);
  const ask = asks.findLast(({ answer }) => answer?.type === 'approve');
  const press = world.book.presses.get(clientKeyOf(ask?.answeredBy) ?? '');
  if (!ask || press?.answer.type !== 'approve' || press.isNonsense) {
    return world.broken('L4', `${call.id} ran without an approval`);
  }
  if (press.takenBack === 'yes') return world.broken('L4', `${call.id} ran on an approval that was taken back`);
  if (isTooEarly(world, ask)) return world.broken('delay', `${call.id} ran before its approval was to go on its way`);
  const isRefused = press.replies.length > 0 && press.replies.every((reply) => refusals.has(reply));
  if (isRefused) return world.broken('L4', `${call.id} ran on an approval that was refused`);
  if (!isSameCall(press.ask, { ...askFor(call), sessionId })) {
    return world.broken('L5', `${call.id} ran with another input than was approved`);
  }
  if (!isSame(input, press.answer.updatedInput ?? press.ask.input)) {
    return world.broken('L5', `${call.id} ran with another input than its person wrote`);
  }
  const earlier = executionsOn(world.book, press.key);
  if (earlier.length > 0 && call.kind === 'approval') world.broken('L4', `${call.id} ran twice on one approval`);
  execution.key = press.key;
}

function isTooEarly({ temper, clock }: World, { answeredAt = 0 }: Ask): boolean {
  return !clock.hasJumped && clock.now() - answeredAt < temper.answerDelaySeconds * 1000;
}

const refusals = new Set<string>(['already_answered', 'ask_withdrawn', 'ask_not_found', 'invalid_request']);

/** What ran because of this press. */
export function executionsOn({ executions }: Book, key: string): Execution[] {
  return executions.filter((execution) => execution.key === key);
}

/** Nobody is called for what is not on disk, nor twice for the same through one service, but to be reminded. */
export function checkCalled(world: World, url: string, { ask, isReminder, occasion }: Call): void {
  if (!ask || occasion !== 'ask') return;
  const kept = world.disk.ask(ask.id);
  if (!kept) return world.broken('L3', 'its person was called for an ask before it was on disk');
  const channel = world.channelAt(url);
  const isNoted = kept.called?.some(
    ({ ok, channel: { id }, reminder }) => ok && id === channel && reminder === undefined,
  );
  const taken = world.book.taken.filter(
    (call) => call.askId === ask.id && call.url === url && call.life === world.life && call.isReminder === isReminder,
  );
  if (!isReminder && (isNoted || taken.length > 0)) {
    return world.broken('calls', `its person was called for ${kept.toolCallId} again, though a service had taken it`);
  }
  if (taken.length >= 2) world.broken('calls', `its person was reminded of ${kept.toolCallId} more than twice`);
}

/** What is looked at after each step. */
export function checkStep(world: World): void {
  answersStay(world);
  if (world.gateway) noGhosts(world);
}

/** [L2] What was acknowledged is on disk, whatever has died since. */
function answersStay(world: World): void {
  const { book, disk } = world;
  for (const [askId, press] of book.winners) {
    const kept = disk.ask(askId);
    const isThere = clientKeyOf(kept?.answeredBy) === press.key && isSame(kept?.answer, press.answer);
    if (!isThere && press.takenBack === 'no')
      world.broken('L2', `the answer to ${press.ask.toolCallId} was acknowledged, and is gone`);
  }
}

/** [L7] An ask that is open, and not parked, has an agent that waits for it. */
function noGhosts(world: World): void {
  for (const ask of world.gateway?.parts.ledger.openAsks() ?? []) {
    const isWaitedFor = world.agents.some(
      ({ sessionId, waits }) => sessionId === ask.sessionId && waits.has(ask.toolCallId),
    );
    if (!ask.parked && !isWaitedFor) world.broken('L7', `${ask.toolCallId} is open, and nobody waits for it`);
  }
}

/** [L6] Every client that catches up shows what the gateway says. [L8] One that had not read for long does too. */
export function checkViews(world: World, clients: readonly SimClient[]): void {
  const { gateway } = world;
  if (!gateway) return;
  const truth = Object.fromEntries(
    gateway.parts.sessions.list({ limit: 200 }).sessions.map((session) => [session.id, session]),
  );
  for (const client of clients) {
    client.read();
    const shown = Object.fromEntries(sessionsInOrder(client.view).map((session) => [session.id, session]));
    const isSameList = isDeepStrictEqual(byId(client.view.asks), byId(gateway.parts.ledger.unfinished()));
    if (!isSameList || !isDeepStrictEqual(inOrder(shown), inOrder(truth))) {
      world.broken('L6', `${client.device} shows something else than the gateway says`);
    }
  }
}

/** [L6] Whoever loads a conversation anew is shown what one is shown who has followed it. */
export function checkConversations(world: World): void {
  // Loading writes what is unwritten: where that is about to fail, it is for others to find.
  if (world.disk.isFull || world.disk.nextFault) return;
  const [message] = world.follower?.differences() ?? [];
  if (message !== undefined) world.broken('conversation', `“${message}” is kept otherwise than it was told`);
}

function inOrder(sessions: Record<string, { asks: Ask[] }>): unknown {
  const sorted = Object.entries(sessions).map(([id, session]) => [
    id,
    { ...session, asks: session.asks.toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id)) },
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(sorted)));
}

function byId(asks: readonly Ask[]): unknown {
  return JSON.parse(JSON.stringify(asks.toSorted((a, b) => a.id.localeCompare(b.id))));
}

function asksIn(event: GatewayEvent): Ask[] {
  if (event.type === 'snapshot') return event.data.asks;
  return 'sessionId' in event && isAskEvent(event) ? [event.data.ask] : [];
}
