// A stage for the transport contract, with scripted agents behind it.
import type { Ask, Transport } from '@beckon/protocol';
import type { AgentAsk, AskOutcome } from '../../packages/gateway/src/drivers/driver.ts';
import { approvalDraft, planDraft, questionDraft } from './asks.ts';
import { addDevice } from './signedIn.ts';
import type { TestGateway } from './testGateway.ts';
import type { Stage } from './transportStage.ts';

export function scriptedStage(house: TestGateway, connect: () => Transport, dispose: () => Promise<void>): Stage {
  const { driver, gateway, folder } = house;
  const outcomes = new Map<string, Promise<AskOutcome>>();
  let callCount = 0;

  const raise = async (sessionId: string, ask: AgentAsk): Promise<Ask> => {
    callCount += 1;
    const toolCallId = `toolu_${callCount}`;
    const outcome = driver.agent(sessionId).call({ ...ask, toolCallId });
    const raised = gateway.parts.ledger.openAsks(sessionId).find((open) => open.toolCallId === toolCallId);
    if (!raised) throw new Error('the ask is not open');
    outcomes.set(raised.id, outcome);
    return raised;
  };

  return {
    connect,
    folder: folder.path,
    approval: (sessionId) => raise(sessionId, approvalDraft()),
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
    failNextStart: (error) => void (driver.startFailure = error),
    [Symbol.asyncDispose]: dispose,
  };
}
