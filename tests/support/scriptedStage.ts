// A stage for the transport contract, with scripted agents behind it.
import type { Ask, Transport } from '@beckon/protocol';
import type { AgentAsk, AskOutcome } from '../../packages/gateway/src/drivers/driver.ts';
import { vi } from 'vitest';
import { approvalDraft, editDraft, planDraft, questionDraft } from './asks.ts';
import { addDevice } from './signedIn.ts';
import type { TestGateway } from './testGateway.ts';
import type { Stage } from './transportStage.ts';

export interface StageClients {
  /** Of a program. */
  connect: () => Transport;
  /** Of a device that is signed in. */
  signIn: Stage['signIn'];
}

export function scriptedStage(
  house: TestGateway,
  { connect, signIn }: StageClients,
  dispose: () => Promise<void>,
): Stage {
  const { driver, gateway, folder } = house;
  const outcomes = new Map<string, Promise<AskOutcome>>();
  let callCount = 0;

  const raise = async (sessionId: string, ask: AgentAsk): Promise<Ask> => {
    callCount += 1;
    const toolCallId = `toolu_${callCount}`;
    const outcome = driver.agent(sessionId).call({ ...ask, toolCallId });
    const find = () => gateway.parts.ledger.openAsks(sessionId).find((open) => open.toolCallId === toolCallId);
    // One about an edit is open once its file has been looked at.
    const raised = find() ?? (await vi.waitUntil(find));
    outcomes.set(raised.id, outcome);
    return raised;
  };

  return {
    connect,
    folder: folder.path,
    transcripts: driver.transcripts ?? '',
    approval: (sessionId) => raise(sessionId, approvalDraft()),
    edit: (sessionId, path) => raise(sessionId, editDraft(path)),
    question: (sessionId) => raise(sessionId, questionDraft()),
    plan: (sessionId) => raise(sessionId, planDraft()),
    async heard({ id }) {
      const outcome = await outcomes.get(id);
      return outcome?.type === 'answered' ? outcome.answer : 'withdrawn';
    },
    async say(sessionId, text) {
      driver.agent(sessionId).say(text);
      driver.agent(sessionId).endTurn();
    },
    killAgent: (sessionId) => driver.agent(sessionId).die('killed'),
    addDevice: (name) => addDevice(gateway.parts.devices, name).device,
    signIn,
    trustFolder: (path) =>
      gateway.parts.trust.keep({ folder: path, items: [] }, 'trusted', { type: 'device', id: 'a', name: 'Phone' }),
    failNextStart: (error) => void (driver.startFailure = error),
    [Symbol.asyncDispose]: dispose,
  };
}
