// What every transport must do with asks whose agent is gone, and with answers that wait for one.
import type { Ask, Session, Transport } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import type { OnStage, Stage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const nowhere = '00000000-0000-4000-8000-000000000000';

/** An answer that no agent could be started for. */
async function undelivered(stage: Stage, client: Transport, session: Session): Promise<Ask> {
  const ask = await stage.approval(session.id);
  stage.killAgent(session.id);
  stage.failNextStart(new BeckonError('agent_unavailable', 'There is no claude here.'));
  await client.denyTool(session.id, { toolCallId: ask.toolCallId, message: 'no' });
  const failedDelivery = { attempts: 1, message: 'There is no claude here.' };
  await expect
    .poll(async () => (await client.getAsk(ask.id)).ask)
    .toMatchObject({ phase: 'undelivered', failedDelivery });
  return ask;
}

export function parkingContract(onStage: OnStage): void {
  describe('asks without an agent', () => {
    onStage('[L7] an ask whose agent died is listed, open and parked', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      stage.killAgent(session.id);
      const parked = { id: ask.id, state: 'open', parked: { reason: 'agent_gone' } };
      expect((await client.listAsks()).asks).toMatchObject([parked]);
      expect(await client.getSession(session.id)).toMatchObject({ state: 'dead', asks: [parked] });
    });

    onStage('an answer that could not be delivered is delivered on request', async (stage, client, session) => {
      const { id } = await undelivered(stage, client, session);
      await client.deliverAnswer(id);
      await expect.poll(async () => (await client.getAsk(id)).ask.state).toBe('delivered');
    });

    onStage('[L1] it can be taken back until then, and not after', async (stage, client, session) => {
      const { id, toolCallId } = await undelivered(stage, client, session);
      await client.takeBackAnswer(id);
      expect((await client.listAsks()).asks).toMatchObject([{ id, state: 'open' }]);
      await client.approveTool(session.id, { toolCallId });
      await expect.poll(async () => (await client.getAsk(id)).ask.state).toBe('delivered');
      expect(await failure(client.takeBackAnswer(id))).toMatchObject({ code: 'already_answered', status: 409 });
    });

    onStage('an ask says on which devices it was seen', async (stage, client, session) => {
      const { id } = await stage.approval(session.id);
      await client.markSeen(id);
      expect((await client.getAsk(id)).ask.seen).toHaveLength(1);
    });

    onStage('[L6] what was listed before is listed as it is now', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const listed = async () => {
        const [one] = (await client.listSessions()).sessions;
        expect(one?.asks).toEqual((await client.listAsks()).asks);
        return one;
      };
      expect(await listed()).toMatchObject({ asks: [ask] });
      await client.markSeen(ask.id);
      expect(await listed()).toMatchObject({ asks: [{ id: ask.id, seen: [{}] }] });
      await client.updateSession(session.id, { title: 'Another' });
      expect(await listed()).toMatchObject({ title: 'Another', asks: [{ id: ask.id }] });
      stage.killAgent(session.id);
      expect(await listed()).toMatchObject({ state: 'dead', asks: [{ id: ask.id, parked: { reason: 'agent_gone' } }] });
    });

    onStage('an ask that is not there gets 404', async (_, client) => {
      for (const call of [client.markSeen(nowhere), client.takeBackAnswer(nowhere), client.deliverAnswer(nowhere)]) {
        expect(await failure(call)).toMatchObject({ code: 'ask_not_found', status: 404 });
      }
    });
  });
}
