// How a run ends: the troubles are over, a tidy person answers whatever is open, time passes; and everything has to come
// to its end.
import type { Answer, Ask } from '@beckon/protocol';
import { isOver, openAsks } from '@beckon/protocol';
import { isSameCall } from '../../packages/gateway/src/asks/sameCall.ts';
import type { Press } from './book.ts';
import { makeAnswer } from './calls.ts';
import { checkConversations, checkViews, executionsOn } from './invariants.ts';
import { SimClient } from './simClient.ts';
import type { World } from './world.ts';

/** More than anything takes that ends at all. */
const mostRounds = 60;

export interface Ending {
  /** Lets everything happen that follows by itself. */
  settleDown(): Promise<void>;
  /** What the tidy person says to an ask. */
  answer?(ask: Ask): Answer;
}

export async function windDown(world: World, ending: Ending): Promise<void> {
  const { settleDown, answer = (ask) => makeAnswer(world.random, ask) } = ending;
  const { agenda, random, clock, disk } = world;
  world.isWindingDown = true;
  disk.heal();
  const tidy = new SimClient(world, 'tidy device');
  world.clients.push(tidy);
  for (let round = 0; round < mostRounds; round++) {
    while (!agenda.isEmpty) {
      world.note(agenda.doNext(random) ?? '');
      await settleDown();
      if (world.violation) return;
    }
    tidy.read();
    for (const ask of openAsks(tidy.view)) {
      const pressed = [...world.book.presses.values()].some(
        ({ device, ask: { id }, replies }) => device === tidy.device && id === ask.id && replies.length < 3,
      );
      if (!pressed) tidy.press(ask, answer(ask));
    }
    const isWaiting = world.agents.some(({ isAlive, waits }) => isAlive && waits.size > 0);
    const isQueued = sessionsOf(world).some(({ queued }) => queued);
    if (agenda.isEmpty && round > 3 && !isWaiting && !isQueued && disk.asks().every(isOver)) break;
    clock.pass(round < 10 ? 31_000 : 400_000);
    await settleDown();
    if (world.violation) return;
  }
  checkViews(world, world.clients);
  checkConversations(world);
  checkEverythingIsOver(world);
  checkNobodyWaitsForRoom(world);
  checkEveryAnswerTookEffect(world);
}

/** [L7] [L2] Nothing waits any more. */
function checkEverythingIsOver(world: World): void {
  for (const ask of world.disk.asks()) {
    if (!isOver(ask)) world.broken('end', `${ask.toolCallId} is still ${ask.state}${ask.parked ? ', parked' : ''}`);
  }
  for (const { waits, isAlive } of world.agents) {
    if (isAlive && waits.size > 0) world.broken('end', `an agent still waits with ${[...waits].join(', ')}`);
  }
}

function sessionsOf({ gateway }: World) {
  return gateway?.parts.sessions.list().sessions ?? [];
}

/** Whoever wanted an agent got one: all that ran have come to rest since, and given way. */
function checkNobodyWaitsForRoom(world: World): void {
  for (const { id, queued, state } of sessionsOf(world)) {
    if (queued || state === 'starting') world.broken('room', `session ${id.slice(-1)} still waits for an agent`);
  }
}

/** [L2] Every answer that was acknowledged reached its agent, once, or its person is told why not. */
function checkEveryAnswerTookEffect(world: World): void {
  for (const ask of world.disk.asks()) {
    checkWithdrawal(world, ask);
    const press = world.book.winners.get(ask.id);
    if (press && ask.state === 'settled') checkEffect(world, ask, press);
  }
}

function checkEffect(world: World, ask: Ask, press: Press): void {
  const { book } = world;
  const isRetold = book.retold.some(
    ({ sessionId, toolName, input }) =>
      sessionId === ask.sessionId && toolName === ask.toolName && JSON.stringify(input) === JSON.stringify(ask.input),
  );
  if (ask.parked?.isOrphaned) {
    // A transcript that could not be read at first may show later that the agent had acted on it.
    const isDone = world.transcript(ask.sessionId).hadResult(ask.toolCallId);
    const isCarried = world.disk.wasCarried(ask.id);
    if (!isRetold && !isCarried && !isDone) world.broken('end', `nobody was told of the answer to ${ask.toolCallId}`);
    return;
  }
  const isToRun = press.answer.type === 'approve' && ask.kind === 'approval' && !book.interrupted.has(ask.sessionId);
  const count = executionsOn(book, press.key).length;
  if (isToRun && count !== 1) world.broken('end', `${ask.toolCallId} is settled, approved, and ran ${count} times`);
}

/** An ask ends without its answer only for a reason that holds. */
function checkWithdrawal(world: World, ask: Ask): void {
  const { book, disk } = world;
  const { sessionId, toolCallId, withdrawalReason } = ask;
  const untrue = (why: string) => world.broken('end', `${toolCallId} is withdrawn as ${withdrawalReason}, but ${why}`);
  switch (withdrawalReason) {
    case undefined:
      return;
    case 'interrupted':
    case 'given_up':
      if (!book.interrupted.has(sessionId)) untrue('nobody interrupted');
      return;
    case 'agent_gone':
      if (!book.removed.has(sessionId)) untrue('its session was not removed');
      return;
    case 'expired':
      if (world.temper.limits.ask.outcome !== 'deny') untrue('there was no limit');
      return;
    case 'answered_in_terminal':
      return untrue('there is no terminal');
    case 'not_needed':
      return untrue('no folder was asked about');
    case 'failed':
      return untrue('nothing is wrong with the gateway');
    case 'superseded':
      if (!disk.asks().some((later) => later.id !== ask.id && replaces(later, ask))) untrue('nothing took its place');
      return;
    case 'outcome_unknown':
      if (ask.handedAt === undefined) untrue('no agent was given the answer');
      else if (ask.parked?.isOrphaned) untrue('an agent that is told in a message has to ask before it acts');
      else if (!book.ended.has(sessionId)) untrue('its agent lives');
      else if (world.transcript(sessionId).hasResult(toolCallId) && !book.unreadable.has(sessionId)) {
        untrue('the transcript has its result');
      }
  }
}

function replaces(later: Ask, ask: Ask): boolean {
  const isSame = isSameCall(later, ask);
  return later.sessionId === ask.sessionId && (later.toolCallId === ask.toolCallId ? !isSame : isSame);
}
