// What every transport must keep apart: no client can change what another one, or the agent, is given.
import type { Ask } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import { Stream } from './eventReader.ts';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

export function separationContract(onStage: OnStage): void {
  describe('separation', () => {
    onStage('[L5] what one client does to what it was given changes nothing', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await stage.say(session.id, 'Hello');
      stage.addDevice('Safari on iPhone');
      const reads = () => [
        client.about(),
        client.listSessions(),
        client.getSession(session.id),
        client.listMessages(session.id),
        client.listAsks(),
        client.listAsks({ state: 'all' }),
        client.getAsk(ask.id),
        client.readLog(),
        client.listDevices(),
        client.listTrustedFolders(),
      ];
      const before = JSON.stringify(await Promise.all(reads()));
      for (const result of await Promise.all(reads())) spoil(result);
      expect(JSON.stringify(await Promise.all(reads()))).toBe(before);
    });

    onStage('[L5] what one client does to an event changes nothing for another', async (stage, client, session) => {
      await using mine = new Stream(client);
      await using theirs = new Stream(stage.connect());
      for (const stream of [mine, theirs]) await stream.next();
      const ask = await stage.approval(session.id);
      const shown = structuredClone(ask);
      const isAsk = ({ type }: { type: string }) => type === 'approval_required';
      spoil(await mine.until(isAsk));
      expect(await theirs.until(isAsk)).toMatchObject({ data: { ask: shown } });
      await using late = new Stream(client);
      spoil(await late.next());
      await using later = new Stream(client);
      expect(await later.next()).toMatchObject({ data: { sessions: [{ id: session.id, asks: [shown] }] } });
    });

    onStage('what came with an error is a copy too', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const [answer, shown] = [{ toolCallId: ask.toolCallId }, structuredClone(ask.input)];
      await client.approveTool(session.id, answer);
      for (let round = 0; round < 2; round++) {
        const error = await failure(client.denyTool(session.id, answer));
        expect(error.ask?.input).toEqual(shown);
        spoil(error.ask);
      }
    });

    onStage('[L5] an answer is what it was when it was given', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const updatedInput = { command: 'ls', options: { paths: ['a'] } };
      const answering = client.approveTool(session.id, { toolCallId: ask.toolCallId, updatedInput });
      spoil(updatedInput);
      await answering;
      spoil(updatedInput);
      const given = { type: 'approve', updatedInput: { command: 'ls', options: { paths: ['a'] } } };
      expect(await stage.heard(ask)).toEqual(given);
      const { asks } = (await client.listAsks({ state: 'all' })) as { asks: Ask[] };
      expect(asks[0]?.answer).toEqual(given);
    });
  });
}

/** Changes all that can be changed, at any depth. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    spoil(field);
    if (typeof field !== 'object') (value as Record<string, unknown>)[key] = 'spoiled';
  }
  if (Array.isArray(value)) value.push('spoiled');
  else (value as Record<string, unknown>)['spoiled'] = true;
}
